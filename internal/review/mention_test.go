package review

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// storedOf is a message as a store gives it.
func storedOf(t interface{ Fatal(...any) }, words string) *Item {
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: words})
	if err != nil {
		t.Fatal(err)
	}
	return itemOf(d)
}

// TestMentions: a person is found in every form that people write a name in, as whole
// tokens; other words are left.
func TestMentions(t *testing.T) {
	for _, c := range []struct{ names, said, want string }{
		{"Zita", "zita ZITA Zïta Zitaaa zitta", "zita|ZITA|Zïta|Zitaaa|zitta"},
		{"Zita", "Zita's Hut, Zitas Hut, d'Zita", "Zita's|Zitas|d'Zita"},
		{"Zita", "visita zitat zitas parazita Azita", ""},
		{"Zita", "@zita_rossi #TeamZita zita.r99@example.org @visita", "@zita_rossi|#TeamZita|zita.r99@example.org"},
		{"Zita", "Z\u200bita, Zi\u00adta, Zi\u0301ta", "Z\u200bita|Zi\u00adta|Zi\u0301ta"},
		{"Zita Rossi", "zita  rossi, Zita-Rossi, ZitaRossi, zitarossi, Zita Rossis", "zita  rossi|Zita-Rossi|ZitaRossi|zitarossi|Zita Rossis"},
		{"Zita Rossi", "Zita. Alors Rossi vient, zita, rossi", ""},
		{"Jean-Luc", "jean luc, jeanluc, Jean, Luc", "jean luc|jeanluc"},
		{"zita_99", "@zita_99 zita99 zita 99 zita", "@zita_99|zita99|zita 99"},
		{"0612345678", "06 12 34 56 78, 06.12.34.56.78, 0612345678, 06123456789", "06 12 34 56 78|06.12.34.56.78|0612345678"},
		{"Мария", "мария и Maria", "мария|Maria"},
		{"Zita", "Z.I.T.A. et Z i t a, Zi-ta, Zi.ta, z_i_t_a; mais Zi ta, Z, i. Ta", "Z.I.T.A|Z i t a|Zi-ta|Zi.ta|z_i_t_a"},
		{"Émile", "É m i l e, E.mile, Emi-le, EMILE, #emilefan, @lemile_x; la mi le", "É m i l e|E.mile|Emi-le|EMILE|#emilefan|@lemile_x"},
		{"Zita", "#teamzita #zita2024 @annazitab; annazita", "#teamzita|#zita2024|@annazitab"},
		{"Eva", "#teameva #evafan, #elevage d'eva l'eva", "#teameva|#evafan|d'eva|l'eva"},
		{"Lami", "l'ami et L-ami", "L-ami"},
		{"Anna", "A.n.n.a, a-n-a", "A.n.n.a|a-n-a"},
		{"Zita", "🅉🄸🅃🄰, ⓩⓘⓣⓐ; Zi&#116;a, Zi%74a http://a.example/%5A%49ta", "🅉🄸🅃🄰|ⓩⓘⓣⓐ|Zi&#116;a|Zi%74a|http://a.example/%5A%49ta"},
		{"🦊", "salut 🦊 !", "🦊"},
		{"Zita|Zita Rossi", "Zita Rossi et zita", "Zita Rossi|zita"},
	} {
		who := Leaving{Names: strings.Split(c.names, "|")}
		it := storedOf(t, c.said)
		var got []string
		for _, r := range Mentions(who.Mentions(), it) {
			got = append(got, c.said[r.Start:r.End])
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s in %q: %q, want %q", c.names, c.said, got, c.want)
		}
	}
}

// TestMentionsAreTokens: places are whole tokens, in order and apart, whatever the text.
func TestMentionsAreTokens(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		word := rapid.SampledFrom([]string{"Zita", "zita", "Rossi", "é", "'s", "@", "#", "_", "-", " ", ".", "9", "😀", "\u0301", "\u200b", "\xff", "%74", "&#116;", "#", "Z", "i", "t", "a", "🅉"})
		words := strings.Join(rapid.SliceOfN(word, 0, 30).Draw(rt, "said"), "")
		it := storedOf(rt, words)
		names := (&Leaving{Author: rapid.StringN(0, 8, -1).Draw(rt, "author"), Names: []string{"Zita", "Zita Rossi", "9"}}).Mentions()
		starts, ends := map[int]bool{}, map[int]bool{}
		for _, x := range it.Tokens {
			starts[x.Start], ends[x.End] = true, true
		}
		last := 0
		for _, r := range Mentions(names, it) {
			if r.Start < last || r.End <= r.Start || !starts[r.Start] || !ends[r.End] {
				rt.Fatalf("%+v after %d in %q", r, last, words)
			}
			last = r.End
		}
	})
}
