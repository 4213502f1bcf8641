package gold

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"pgregory.net/rapid"
)

func TestRename(t *testing.T) {
	for _, tt := range []struct{ in, lang, name, want string }{
		{"Vu [PERSON : Zoé Élan] et [PERSON : Zoé Élan].", "fr", "luc le grand-duc", "Vu [PERSON Luc le Grand-Duc] et [PERSON Luc le Grand-Duc]."},
		{"vu [PERSON : zoé] hier", "fr", "Luc", "vu [PERSON luc] hier"},
		{"VU [PERSON : ZOÉ] HIER", "fr", "luc", "VU [PERSON LUC] HIER"},
		{"Vu à l'[ORGANIZATION : ONU].", "fr", "McÉlan", "Vu à l'[ORGANIZATION ONU]."},
		{"Vu à l’[ORGANIZATION : ONU].", "fr", "Élan", "Vu à l’[ORGANIZATION Élan]."},
		{"Je viens de [LOCATION : Brest].", "fr", "Évry", "Je viens de [LOCATION Brest]."},
		{"Je viens de [LOCATION : Brest].", "fr", "Pau", "Je viens de [LOCATION Pau]."},
		{"Je viens d'[LOCATION : Évry].", "fr", "Agen", "Je viens d'[LOCATION Agen]."},
		{"Met in [LOCATION : Kyiv].", "en", "oslo", "Met in [LOCATION Oslo]."},
		{"Met in [LOCATION : Kyiv].", "en", "", "Met in [LOCATION Kyiv]."},
		{"Met in [LOCATION : Kyiv].", "en", "NYC", "Met in [LOCATION NYC]."},
		{"No one.", "en", "oslo", "No one."},
	} {
		s := mark(tt.in)
		s.Lang = tt.lang
		asked := 0
		got := s.Rename(func(name string, _ bauta.Label) string {
			if asked++; !strings.Contains(s.Text, name) {
				t.Errorf("%q is asked for", name)
			}
			return tt.name
		})
		check(t, got)
		if shown(got) != tt.want || got.Lang != tt.lang {
			t.Errorf("%q for the names of %q: %q, want %q", tt.name, tt.in, shown(got), tt.want)
		}
		if asked > draws {
			t.Errorf("%q: asked %d times", tt.in, asked)
		}
	}
}

// TestRenameKeepsWhatStandsBetween holds for any names and spans.
func TestRenameKeepsWhatStandsBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.StringOfN(rapid.RuneFrom([]rune("aéB-'ßİ7 ")), 1, 6, -1)
		s := Sentence{Lang: "fr", Text: "x"}
		between := []string{"x"}
		for range rapid.IntRange(0, 3).Draw(t, "mentions") {
			start := len(s.Text)
			s.Text += word.Draw(t, "mention")
			s.Spans = append(s.Spans, bauta.Span{Start: start, End: len(s.Text), Label: bauta.Person})
			between = append(between, word.Draw(t, "between"))
			s.Text += between[len(between)-1]
		}
		got := s.Rename(func(string, bauta.Label) string { return word.Draw(t, "name") })
		check(t, got)
		if len(got.Spans) != len(s.Spans) {
			t.Fatalf("%d mentions of %d", len(got.Spans), len(s.Spans))
		}
		at := 0
		for i, sp := range got.Spans {
			if got.Text[at:sp.Start] != between[i] {
				t.Fatalf("%q between mentions, want %q", got.Text[at:sp.Start], between[i])
			}
			at = sp.End
		}
		if got.Text[at:] != between[len(between)-1] {
			t.Fatalf("%q ends otherwise", got.Text)
		}
	})
}
