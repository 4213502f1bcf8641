package thread

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

func analysed(t interface{ Fatal(...any) }, s string) *bauta.Doc {
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBehind: a message put behind a question has the tokens, the normalised copy and
// the map of the two analysed as one, whatever disguises stand in either.
func TestBehind(t *testing.T) {
	asked := 0
	piece := rapid.SampledFrom([]string{
		"le ", "code", " ", "du port\u200bail ", "dig\u00adicode", "d\u2019entrée", "pr\u0065\u0301nom ", "ｃｏｄｅ ", "oui", ". ", ", ",
		"<b>code</b> ", "&eacute;t&eacute; ", "Саmillе ", "É ", "l'adresse ", "4816A ", "@lea ", "\n", "\u00a0", "(quel) ",
	})
	draw := func(t *rapid.T, name string) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, name), "")
	}
	rapid.Check(t, func(t *rapid.T) {
		d, answer := analysed(t, draw(t, "question")+" le code ?"), analysed(t, draw(t, "answer"))
		c, ok := asks(d)
		if !ok {
			return
		}
		asked++
		got := behind(question(d, c), answer)
		want := analysed(t, d.Text[c.start:c.end]+colon+answer.Text)
		if got.Text != want.Text || got.Shadow != want.Shadow || got.Lang != want.Lang {
			t.Fatalf("%q, read %q, want %q, read %q", got.Text, got.Shadow, want.Text, want.Shadow)
		}
		if diff := cmp.Diff(plain(want), plain(got)); diff != "" {
			t.Fatalf("%q: %s", got.Text, diff)
		}
		for i := range len(got.Shadow) {
			from, to := got.Origin(i, i+1)
			if a, b := want.Origin(i, i+1); a != from || b != to {
				t.Fatalf("%q: byte %d of %q stands for [%d:%d), want [%d:%d)", got.Text, i, got.Shadow, from, to, a, b)
			}
		}
	})
	if asked == 0 {
		t.Error("nothing asks")
	}
}

// plain writes the tokens of a document.
func plain(d *bauta.Doc) string {
	var out strings.Builder
	for _, t := range d.Tokens {
		out.WriteString(t.Norm + "/" + d.Surface(t.Start, t.End) + "/" + string(rune('0'+t.Kind)) + " ")
	}
	return out.String()
}
