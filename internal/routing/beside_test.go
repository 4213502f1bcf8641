package routing

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// TestSentencesBeside: another language is read in the sentences alone that may be in it,
// and names and titles tell none.
func TestSentencesBeside(t *testing.T) {
	tell := told(t, "de", "en", "fr", "es", "it", "sv")
	const (
		before = "Wir haben gestern lange über die neue Wohnung gesprochen."
		mixed  = "Er sagte nur it does not matter anymore und ging nach Hause."
		after  = "Danach waren alle müde und wollten schlafen."
		title  = "Am Abend haben wir im Kino noch einmal Stranger Things Forever gesehen, und danach ein Spiel von Valentino Rossi."
	)
	whole := before + " " + mixed + " " + after
	for _, c := range []struct {
		what, lang, text string
		want             []string
	}{
		{"a sentence that mixes", "", whole, []string{"de: " + whole, "en: " + mixed}},
		{"declared", "de,en", whole, []string{"de: " + whole, "en: " + mixed}},
		{"alone", "", mixed, []string{"de: " + mixed, "en: " + mixed}},
		{"a title", "", title, []string{"de: " + title}},
		{"a title among others", "", before + " " + title, []string{"de: " + before + " " + title}},
	} {
		if got := read(t, tell, bauta.Message{Text: c.text, Lang: c.lang}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// TestFirstReadingIsWhole: however often a text is read, the passages that are read first
// are all of it.
func TestFirstReadingIsWhole(t *testing.T) {
	tell := told(t, "fr", "de", "en", "it")
	parts := []string{
		"Wir kommen heute etwas später. ", "On arrive bientôt chez toi ! ", "ok. ", "I will be there soon\n",
		"Valentino Rossi ", "er sagt it does not matter anymore. ", "ciao bella. ", "\n", "é…",
	}
	rapid.Check(t, func(rt *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(rt, "text"), "")
		d, err := tell.Analyse(t.Context(), bauta.Message{Text: text})
		if err != nil {
			rt.Fatal(err)
		}
		seen := make([]bool, len(text))
		for r, err := range (Reader{Analyse: tell}).Read(t.Context(), d) {
			if err != nil {
				rt.Fatal(err)
			}
			if got := r.Doc.Text[r.Start-r.At : r.End-r.At]; got != text[r.Start:r.End] {
				rt.Fatalf("a reading of %d to %d has other text", r.Start, r.End)
			}
			for i := r.Start; i < r.End; i++ {
				seen[i] = seen[i] || r.Doc.Main == ""
			}
		}
		if i := slices.Index(seen, false); i >= 0 {
			rt.Fatalf("byte %d is in no first reading", i)
		}
	})
}
