package routing

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/text"
)

// TestWindowsAreToldTheirLanguages: each window of a long message is read in its own
// languages, the middle ones as the last; the windows are the message.
func TestWindowsAreToldTheirLanguages(t *testing.T) {
	tell, err := New(Config{Reads: []string{"fr", "de", "en"}, Chooses: true, Model: langid.Default})
	if err != nil {
		t.Fatal(err)
	}
	const both = "je t'attends devant la gare ce soir, ich komme mit dem nächsten Zug und bringe etwas mit. "
	for _, n := range []int{longest, longest + nearby, longest + 2*nearby, 2 * longest, 5 * longest} {
		d, err := tell.Analyse(t.Context(), bauta.Message{Text: strings.Repeat(both, 1+n/len(both))})
		if err != nil {
			t.Fatal(err)
		}
		told, at := map[int][]string{}, 0
		for r, err := range (Reader{Analyse: tell}).Read(t.Context(), d) {
			if err != nil {
				t.Fatal(err)
			}
			if r.Start != at && r.End != at {
				t.Errorf("a window from %d to %d after %d", r.Start, r.End, at)
			}
			at = r.End
			told[r.Start] = append(told[r.Start], r.Doc.Lang)
		}
		if at != len(d.Text) {
			t.Errorf("%d bytes of %d are read", at, len(d.Text))
		}
		for start, langs := range told {
			if slices.Sort(langs); !slices.Equal(langs, []string{"de", "fr"}) {
				t.Errorf("%d bytes: the window at %d is read as %v", len(d.Text), start, langs)
			}
		}
	}
}

// TestWindowsHoldWholeWords: what is read with a window begins and ends at blanks where there
// are any, as half an address is told a language of its own.
func TestWindowsHoldWholeWords(t *testing.T) {
	tell, err := New(Config{Reads: []string{"fr", "de", "en", "es", "it", "sv"}, Chooses: true, Model: langid.Default})
	if err != nil {
		t.Fatal(err)
	}
	for _, unit := range []string{"mabelize.padrona@colvedi.com ", "@mabelizepadrona_colvedi\n", "@mabelize"} {
		d, err := tell.Analyse(t.Context(), bauta.Message{Text: strings.Repeat(unit, 6*longest/len(unit))})
		if err != nil {
			t.Fatal(err)
		}
		blank := unit[len(unit)-1] < 'A'
		for r, err := range (Reader{Analyse: tell}).Windows(t.Context(), d) {
			if err != nil {
				t.Fatal(err)
			}
			end := r.At + len(r.Doc.Text)
			if r.At > r.Start || end < r.End || r.Start-r.At > nearby || end-r.End > nearby {
				t.Fatalf("%d to %d is read with a window from %d to %d", r.At, end, r.Start, r.End)
			}
			begins := r.At == 0 || d.Text[r.At-1] <= ' '
			ends := end == len(d.Text) || d.Text[end-1] <= ' ' || d.Text[end] <= ' '
			if blank && (!begins || !ends) {
				t.Errorf("%q: what is read from %d to %d holds half a word", unit, r.At, end)
			}
			if len(r.Doc.Also) > 0 || r.Doc.Lang != "fr" {
				t.Errorf("%q: the window at %d is read as %s %v", unit, r.Start, r.Doc.Lang, r.Doc.Also)
			}
		}
	}
}

// listening finds a name, and "zut" behind its mask; it notes each document with a mask.
type listening struct{ behind map[string]int } // by language

func (l listening) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	word := "durand"
	if strings.Contains(d.Text, "PERSON") {
		l.behind[d.Lang]++
		word = "PERSON zut"
	}
	i := strings.Index(d.Text, word)
	if i < 0 {
		return nil, nil
	}
	return []bauta.Span{{Start: i, End: i + len(word), Label: bauta.Person, P: 0.9, Source: "test"}}, nil
}

// Replace writes the label.
func (listening) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return string(s.Label), nil
}

// TestWindowsAreReadOnceMore: the window of a long message in which something is found is
// read behind its finds, each time once in each of its languages, and no other window is.
func TestWindowsAreReadOnceMore(t *testing.T) {
	tell, err := New(Config{Reads: []string{"fr", "de", "en"}, Chooses: true, Model: langid.Default})
	if err != nil {
		t.Fatal(err)
	}
	const both = "je t'attends devant la gare ce soir, ich komme mit dem nächsten Zug und bringe etwas mit. "
	half := strings.Repeat(both, (3*longest+window)/len(both)/2) // the find is far from a border
	l := listening{map[string]int{}}
	p := &bauta.Pipeline{
		Analyse: tell, Read: Reader{Analyse: tell}, Detectors: []bauta.Detector{l},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: l},
		Stand:     func(_ *bauta.Doc, s bauta.Span) (string, bool) { return string(s.Label), true },
		Trace:     true,
	}
	results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: half + "durand zut " + half}})
	if err != nil {
		t.Fatal(err)
	}
	if want := half + "PERSON " + half; results[0].Text != want {
		t.Error("what comes out is not the message with a mask")
	}
	at := strings.Index(results[0].Message.Text, "durand")
	if c := results[0].Changes; len(c) == 0 || c[0].Settler != "read again" || c[0].After.Start != at {
		t.Errorf("%d changes; want what was found behind the find, at byte %d", len(c), at)
	}
	if len(l.behind) != 2 || l.behind["fr"] != 2 || l.behind["de"] != 2 {
		t.Errorf("read behind the finds: %v; want twice in fr and in de", l.behind)
	}
}

// TestWindowsAlikeAreReadOnce: whoever repeats a text pays for it once, and what is found in it is hidden wherever it
// stands.
func TestWindowsAlikeAreReadOnce(t *testing.T) {
	const unit = "je t'attends devant la gare ce soir avec durand, ne sois pas en retard cette fois. "
	long := strings.Repeat(unit, 4*longest/len(unit))
	each := counting{new(int)}
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Read: Reader{Analyse: text.Analyser{Lang: "fr"}}, Detectors: []bauta.Detector{each},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: each},
	}
	for _, p.Trace = range []bool{true, false} { // who asks why has each window read
		*each.calls = 0
		results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: long}})
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.ReplaceAll(long, "durand", "PERSON"); results[0].Text != want {
			t.Error("a name is not hidden, or more than names")
		}
		if few := *each.calls <= 4; few == p.Trace {
			t.Errorf("%d readings", *each.calls)
		}
	}
}

// counting finds all of a name, and counts how often it is asked.
type counting struct{ calls *int }

func (c counting) Detect(_ context.Context, d *bauta.Doc) (out []bauta.Span, _ error) {
	*c.calls++
	for at := 0; ; {
		i := strings.Index(d.Text[at:], "durand")
		if i < 0 {
			return out, nil
		}
		at += i + len("durand")
		out = append(out, bauta.Span{Start: at - len("durand"), End: at, Label: bauta.Person, P: 0.9, Source: "test"})
	}
}

// Replace writes the label.
func (counting) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return string(s.Label), nil
}

// TestWindowsHideWhatIsKnown: what the corpus knows is hidden wherever in a long message it
// stands, also across the border of two windows.
func TestWindowsHideWhatIsKnown(t *testing.T) {
	l := listening{map[string]int{}}
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Read: Reader{Analyse: text.Analyser{Lang: "fr"}}, Detectors: []bauta.Detector{l},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: l},
	}
	long := strings.Repeat("é", 2*longest)
	for _, start := range []int{0, window - 4, window + nearby - 4, longest, len(long) - 8} {
		known := []bauta.Span{{Start: start, End: start + 8, Label: bauta.Person, P: 1}}
		results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: long, Known: known}})
		if err != nil {
			t.Fatal(err)
		}
		if want := long[:start] + "PERSON" + long[start+8:]; results[0].Text != want {
			t.Errorf("what is known at byte %d is not hidden as a whole", start)
		}
	}
}
