package policy

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/text"
)

// asking is a tagger that is in doubt of every word, and counts who asks it.
type asking struct {
	score float64
	asked int
}

// Detect makes a question of each word.
func (a *asking) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	a.asked++
	var out []bauta.Span
	for _, t := range d.Tokens {
		out = append(out, bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, Doubt: bauta.Ambiguous, Score: a.score})
	}
	return out, nil
}

func doc(t testing.TB, lang, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(t.Context(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestLists: what a tagger is in doubt of and the lists of names alone have is
// a find; a word of other lists is not, nor is a name below the bound.
func TestLists(t *testing.T) {
	for _, c := range []struct {
		lang, text, want string
		score            float64
	}{
		{"de", "regula und torben", "regula torben", 0.3},
		{"it", "salutami donatella", "donatella", 0.3},
		{"es", "hay luz y pilar", "", 0.3}, // words of the language
		{"fr", "une pierre, une rose", "", 0.3},
		{"de", "regula", "", 0.1},
	} {
		found, err := listed{&asking{score: c.score}, lexicon.Default(), 0.2, -1}.Detect(t.Context(), doc(t, c.lang, c.text))
		var got []string
		for _, s := range found {
			got = append(got, c.text[s.Start:s.End])
			if s.Doubt != bauta.Sure {
				t.Errorf("%q: a question is left though nobody is to be asked", c.text)
			}
		}
		if err != nil || strings.Join(got, " ") != c.want {
			t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// TestHeard: a tagger reads a document once however many ask, and keeps
// nothing afterwards.
func TestHeard(t *testing.T) {
	a := &asking{}
	h := &heard{tagger: a}
	for i := range 3 {
		d := doc(t, "fr", "chez camille")
		for _, det := range []bauta.Detector{h, again{h}} {
			if found, err := det.Detect(t.Context(), d); err != nil || len(found) != 2 {
				t.Fatalf("%d finds, %v", len(found), err)
			}
		}
		if a.asked != i+1 {
			t.Errorf("asked %d times about %d documents", a.asked, i+1)
		}
	}
	h.said.Range(func(_, _ any) bool { t.Error("something is kept"); return false })
	if found, err := (again{h}).Detect(t.Context(), doc(t, "fr", "ok")); err != nil || len(found) != 1 || a.asked != 4 {
		t.Errorf("alone: %d finds, %v", len(found), err)
	}
}

// TestClock: times of the day are told from days.
func TestClock(t *testing.T) {
	for _, s := range []string{"20h", "8h30", "20 h 30", "8pm", "8.30 p.m.", "10:30", "at 10:30", "à 20h", "um 20 Uhr", "20.30 Uhr", "kl. 20:30", "19h15-20h", "8pm to 9pm", "10 o'clock", "19 heures"} {
		if !clock.MatchString(s) {
			t.Errorf("%q is a time", s)
		}
	}
	for _, s := range []string{"", "20", "20.12", "12/03", "20h le 3 mai", "3 May 8pm", "25h", "1985", "10:30 12.03.2020", "H", "12-03", "20:75", "may 8pm"} {
		if clock.MatchString(s) {
			t.Errorf("%q is taken for a time", s)
		}
	}
}

// TestForeignPanics: who cannot tell the language of a thread hands its messages
// on as broken, and the next thread is read.
func TestForeignPanics(t *testing.T) {
	broken := &Foreign{}
	var got []error
	more := broken.pass(nil, []bauta.Message{{ID: "1", Text: "a"}, {ID: "2", Text: "b"}}, nil, func(_ bauta.Message, err error) bool {
		got = append(got, err)
		return true
	})
	if !more || len(got) != 2 || !errors.Is(got[0], bauta.ErrPanic) || !errors.Is(got[1], bauta.ErrPanic) {
		t.Errorf("%v, %v", more, got)
	}
}
