package routing

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/langid"
)

// told makes what tells these languages.
func told(t *testing.T, langs ...string) *Teller {
	t.Helper()
	tell, err := New(Config{Reads: langs, Chooses: true, Model: langid.Default})
	if err != nil {
		t.Fatal(err)
	}
	return tell
}

// read gives the readings of a message: language and text of each.
func read(t *testing.T, tell *Teller, m bauta.Message) (out []string) {
	t.Helper()
	d, err := tell.Analyse(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	for r, err := range (Reader{Analyse: tell}).Read(t.Context(), d) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, r.Doc.Lang+": "+strings.TrimSpace(d.Text[r.Start:r.End]))
	}
	return out
}

// TestPassages: sentences clearly in one language are read in that one, what is clear in
// none with those on both sides of it; a message clear in one is read as it was.
func TestPassages(t *testing.T) {
	tell := told(t, "fr", "de", "en", "es", "it")
	const (
		de = "Wir müssen den Bericht noch heute fertig schreiben."
		en = "The meeting has been moved to the other building."
		fr = "Nous arrivons demain matin avec les enfants."
	)
	for _, c := range []struct {
		what, lang, text string
		want             []string
	}{
		{"two sentences", "", de + " " + en, []string{"de: " + de, "en: " + en}},
		{"lines", "", de[:len(de)-1] + "\n" + en, []string{"de: " + de[:len(de)-1], "en: " + en}},
		{"what is short", "", de + " Ok! " + en, []string{"de: " + de + " Ok!", "en: Ok! " + en}},
		{"declared", "de,en", de + " " + en, []string{"de: " + de, "en: " + en}},
		{"declared in one", "de", de + " " + en, []string{"de: " + de + " " + en}},
		{"one language", "", de + " " + de, []string{"de: " + de + " " + de}},
		{"there and back", "", fr + " " + en + " " + fr, []string{"fr: " + fr, "en: " + en, "fr: " + fr}},
	} {
		if got := read(t, tell, bauta.Message{Text: c.text, Lang: c.lang}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// TestPassagesCover: whatever a text is, its passages are all of it, in order, and each
// sentence ends where the next begins.
func TestPassagesCover(t *testing.T) {
	tell := told(t, "fr", "de", "en")
	to, err := tell.open()
	if err != nil {
		t.Fatal(err)
	}
	parts := []string{"Wir kommen heute etwas später. ", "On arrive bientôt chez toi ! ", "ok. ", "I will be there soon\n", "12. ", "M. ", "\n", "é…", "\xff"}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(parts)).Draw(t, "text"), "")
		at := 0
		for start, end := range sentences(text) {
			if start != at || end < start {
				t.Fatalf("a sentence from %d to %d behind %d", start, end, at)
			}
			at = end
		}
		if at != len(text) {
			t.Fatalf("sentences end at %d of %d", at, len(text))
		}
		at = 0
		all := cut(text, to.read, []string{"fr", "de", "en"})
		for i, p := range all {
			if p.start > at || p.end < at || i == 0 && p.start != 0 {
				t.Fatalf("a passage from %d to %d behind %d", p.start, p.end, at)
			}
			at = p.end
		}
		if len(all) > 0 && at != len(text) {
			t.Fatalf("passages end at %d of %d", at, len(text))
		}
	})
}
