package routing

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/langid"
	"github.com/bauta/bauta/text"
)

// speaking finds, in each language, its own words, with the labels given.
type speaking map[string]map[string]bauta.Span

// Detect looks the words of the document's language up.
func (s speaking) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for word, span := range s[d.Lang] {
		if at := strings.Index(d.Text, word); at >= 0 {
			span.Start, span.End = at, at+len(word)
			out = append(out, span)
		}
	}
	return out, nil
}

func keepsCompanies(s bauta.Span) bool { return s.Label == bauta.Organization }

// inReadings is a pipeline of one detector that keeps companies.
func inReadings(d bauta.Detector) *bauta.Pipeline {
	p := &bauta.Pipeline{Read: Reader{}, Detectors: []bauta.Detector{d}, Keep: map[bauta.Label]bool{bauta.Organization: true}}
	p.Across = []bauta.Settler{settle.Readings{Pipeline: p}}
	return p
}

// TestReadings: what one reading sees is found; what one keeps does not carry
// out what another hides.
func TestReadings(t *testing.T) {
	person := bauta.Span{Label: bauta.Person, P: 0.6}
	company := bauta.Span{Label: bauta.Organization, P: 0.9}
	for _, c := range []struct {
		what     string
		speaking speaking
		also     []string
		want     string
	}{
		{"one language", speaking{"fr": {"stella": person}, "it": {"viens": person}}, nil, "stella/PERSON"},
		{"both", speaking{"fr": {"stella": person}, "it": {"viens": person}}, []string{"it"}, "stella/PERSON viens/PERSON"},
		{"hidden in the second", speaking{"fr": {"stella": company}, "it": {"stella": person}}, []string{"it"}, "stella/PERSON"},
		{"hidden in the first", speaking{"fr": {"stella": person}, "it": {"stella": company}}, []string{"it"}, "stella/PERSON"},
		{"hidden inside", speaking{"fr": {"stella viens": company}, "it": {"stella": person}}, []string{"it"}, "stella viens/PERSON"},
		{"a name inside a company of the same reading", speaking{"fr": {"stella viens": company, "viens": person}}, []string{"it"}, "stella viens/ORGANIZATION"},
		{"a question does not hide", speaking{"fr": {"stella": company}, "it": {"stella": {Label: bauta.Person, P: 0.6, Doubt: bauta.Ambiguous}}}, []string{"it"}, "stella/ORGANIZATION"},
	} {
		d := doc(t, "fr", "stella viens")
		d.Also = c.also
		found, err := inReadings(c.speaking).Find(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, s := range bauta.Fuse(len(d.Text), found) {
			got += " " + d.Text[s.Start:s.End] + "/" + string(s.Label)
		}
		if got != " "+c.want {
			t.Errorf("%s:%s, want %s", c.what, got, c.want)
		}
	}
}

// TestMoreReadingsHideMore: whatever is found, what one reading hides is not
// released by reading the message in another language as well.
func TestMoreReadingsHideMore(t *testing.T) {
	const text = "abcdefghijklmnopqrst"
	labels := []bauta.Label{bauta.Person, bauta.Organization, bauta.Phone}
	rapid.Check(t, func(rt *rapid.T) {
		said := spoken{}
		for _, lang := range []string{"fr", "it", "de"} {
			for range rapid.IntRange(0, 3).Draw(rt, "finds") {
				start := rapid.IntRange(0, len(text)-1).Draw(rt, "start")
				said[lang] = append(said[lang], bauta.Span{
					Start: start, End: rapid.IntRange(start+1, len(text)).Draw(rt, "end"),
					Label: rapid.SampledFrom(labels).Draw(rt, "label"), P: rapid.Float64Range(0.05, 1).Draw(rt, "score"),
				})
			}
		}
		hidden := func(lang string, also ...string) (out [len(text)]bool) {
			d := doc(t, lang, text)
			d.Also = also
			found, err := inReadings(said).Find(t.Context(), d)
			if err != nil {
				rt.Fatal(err)
			}
			for _, s := range bauta.Fuse(len(text), found) {
				for i := s.Start; i < s.End && !keepsCompanies(s); i++ {
					out[i] = true
				}
			}
			return out
		}
		all := hidden("fr", "it", "de")
		for _, lang := range []string{"fr", "it", "de"} {
			for i, h := range hidden(lang) {
				if h && !all[i] {
					rt.Fatalf("byte %d is hidden when read as %s, and not when read as all", i, lang)
				}
			}
		}
	})
}

// spoken are the finds of each language.
type spoken map[string][]bauta.Span

// Detect gives them.
func (s spoken) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	return slices.Clone(s[d.Lang]), nil
}

// TestTell: the languages in which a message is read.
func TestTell(t *testing.T) {
	tell, err := New(Config{Reads: []string{"en", "fr", "de", "it", "es", "sv"}, Chooses: true, Model: langid.Default})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ lang, text, want string }{
		{"", "je t'attends devant la gare ce soir avec mes amis", "fr"},
		{"", "12:30 😂", "en"},
		{"it", "je t'attends devant la gare", "it"},
		{"fr-CH, it", "ciao", "fr,it"},
		{"gsw", "sali", "de"},
		{"xx", "je t'attends devant la gare ce soir avec mes amis", "fr"},
		{"", "je t'attends devant la gare ce soir, ich komme mit dem nächsten Zug", "de,fr"},
		{"", "chunsch hüt z abig au id Badi, mir träffed eus am sächsi", "de"},
	} {
		d, err := tell.Analyse(t.Context(), bauta.Message{Lang: c.lang, Text: c.text})
		if err != nil {
			t.Fatal(err)
		}
		got := append([]string{d.Lang}, d.Also...)
		if slices.Sort(got); !slices.Equal(got, strings.Split(c.want, ",")) {
			t.Errorf("%q is read as %v, want %s", c.text, got, c.want)
		}
	}
}

// TestUnwritten: what an earlier run wrote does not speak, and nothing moves.
func TestUnwritten(t *testing.T) {
	for in, want := range map[string]string{
		"mais ORGANIZATION. le loyer": "mais             . le loyer",
		"salut Person 1, ça va":       "salut         , ça va",
		"<PRE_7> vient à 20h":         "        vient à 20h",
		"on se voit demain":           "on se voit demain",
		"ON SE VOIT DEMAIN":           "ON SE VOIT DEMAIN",
		"":                            "",
	} {
		if got := unwritten(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
	rapid.Check(t, func(rt *rapid.T) {
		s := rapid.String().Draw(rt, "text")
		if got := unwritten(s); len(got) != len(s) {
			rt.Fatalf("%d bytes of %d", len(got), len(s))
		}
	})
}

// BenchmarkTell is the price of telling the languages of messages.
func BenchmarkTell(b *testing.B) {
	tell, err := New(Config{Reads: []string{"en", "fr", "de", "it", "es", "sv"}, Chooses: true, Model: langid.Default})
	if err != nil {
		b.Fatal(err)
	}
	o := &Foreign{Way: Quarantine, Teller: tell, Names: lexicon.Default()}
	messages := func(yield func(bauta.Message, error) bool) {
		for b.Loop() {
			if !yield(bauta.Message{Text: "tu viens toujours à la gare ce soir? je serai là vers sept heures, appelle-moi d'accord"}, nil) {
				return
			}
		}
	}
	b.ReportAllocs()
	for range o.Filter(messages, nil) {
	}
}

func doc(t testing.TB, lang, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(t.Context(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestForeignPanics: who cannot tell the language of a thread hands its messages
// on as broken, and the next thread is read.
func TestForeignPanics(t *testing.T) {
	broken := &Foreign{}
	var got []error
	more := broken.pass(&listener{}, []bauta.Message{{ID: "1", Text: "a"}, {ID: "2", Text: "b"}}, nil, func(_ bauta.Message, err error) bool {
		got = append(got, err)
		return true
	})
	if !more || len(got) != 2 || !errors.Is(got[0], bauta.ErrPanic) || !errors.Is(got[1], bauta.ErrPanic) {
		t.Errorf("%v, %v", more, got)
	}
}

// TestGivenLanguage: where the language of all messages is given, what tells
// languages is not opened; a message that declares one that nobody knows opens it,
// and where that fails the message is an error.
func TestGivenLanguage(t *testing.T) {
	broken := errors.New("broken")
	opened := 0
	tell, err := New(Config{Reads: []string{"fr", "de"}, Chooses: true, Given: "fr", Model: func() (*langid.Model, error) {
		opened++
		return nil, broken
	}})
	if err != nil {
		t.Fatal(err)
	}
	filter := func(m ...bauta.Message) (out []string) {
		messages := func(yield func(bauta.Message, error) bool) {
			for _, m := range m {
				if !yield(m, nil) {
					return
				}
			}
		}
		o := &Foreign{Way: Quarantine, Teller: tell, Names: lexicon.Default()}
		for m, err := range o.Filter(messages, nil) {
			out = append(out, m.Lang)
			if err != nil && !errors.Is(err, broken) {
				t.Error(err)
			}
		}
		return out
	}
	if got := filter(bauta.Message{Text: "on voit Camille"}, bauta.Message{Lang: "de-CH", Text: "wir sehen Camille"}); opened != 0 ||
		!slices.Equal(got, []string{"fr", "de-CH"}) {
		t.Errorf("%v, opened %d times", got, opened)
	}
	if d, err := tell.Analyse(t.Context(), bauta.Message{Text: "on voit Camille"}); err != nil || d.Lang != "fr" || opened != 0 {
		t.Errorf("%v, opened %d times", err, opened)
	}
	if _, err := tell.Analyse(t.Context(), bauta.Message{Lang: "xx", Text: "on voit Camille"}); !errors.Is(err, broken) || opened != 1 {
		t.Errorf("%v, opened %d times", err, opened)
	}
}
