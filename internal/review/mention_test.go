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
		{"Zita", "Zita's Hut, Zitas Hut, d'Zita", "Zita's|Zitas|Zita"},
		{"Zita", "visita zitat zitas parazita Azita", ""},
		{"Zita", "@zita_rossi #TeamZita zita.r99@example.org @visita", "@zita_rossi|#TeamZita|zita.r99@example.org"},
		{"Zita", "Z\u200bita, Zi\u00adta, Zi\u0301ta", "Z\u200bita|Zi\u00adta|Zi\u0301ta"},
		{"Zita Rossi", "zita  rossi, Zita-Rossi, ZitaRossi, zitarossi, Zita Rossis", "zita  rossi|Zita-Rossi|ZitaRossi|zitarossi|Zita Rossis"},
		{"Zita Rossi", "Zita. Alors Rossi vient, zita, rossi", ""},
		{"Jean-Luc", "jean luc, jeanluc, Jean, Luc", "jean luc|jeanluc"},
		{"zita_99", "@zita_99 zita99 zita 99 zita", "@zita_99|zita99|zita 99"},
		{"0612345678", "06 12 34 56 78, 06.12.34.56.78, 0612345678, 06123456789", "06 12 34 56 78|06.12.34.56.78|0612345678"},
		{"Мария", "мария и Maria", "мария|Maria"},
		{"Zita", "Z.I.T.A. et Z i t a, Zi-ta, Zi.ta, z_i_t_a; mais Zi ta, Z, i. Ta", "Z.I.T.A.|Z i t a|Zi-ta|Zi.ta|z_i_t_a"},
		{"Émile", "É m i l e, E.mile, Emi-le, EMILE, #emilefan, @lemile_x; la mi le", "É m i l e|E.mile|Emi-le|EMILE|#emilefan|@lemile_x"},
		{"Zita", "#teamzita #zita2024 @annazitab; annazita", "#teamzita|#zita2024|@annazitab"},
		{"Eva", "#teameva #evafan, #elevage d'eva l'eva", "#teameva|#evafan|eva|eva"},
		{"Lami", "l'ami et L-ami", "L-ami"},
		{"Anna", "A.n.n.a, a-n-a", "A.n.n.a|a-n-a"},
		{"Zita", "🅉🄸🅃🄰, ⓩⓘⓣⓐ; Zi&#116;a, Zi%74a http://a.example/%5A%49ta", "🅉🄸🅃🄰|ⓩⓘⓣⓐ|Zi&#116;a|Zi%74a|http://a.example/%5A%49ta"},
		{"🦊", "salut 🦊 !", "🦊"},
		{"Zita|Zita Rossi", "Zita Rossi et zita", "Zita Rossi|zita"},
		{"Élise Tournier", "É.T. et E. T. ou E.T, É.-T.; E. Tournier, Élise T. et El. Tournier", "É.T.|E. T.|E.T|É.-T.|E. Tournier|Élise T.|El. Tournier"},
		{"Élise Tournier", "É.T. Puis E. T.\nIci (É.T.), ou É.T... et enfin É.T.", "É.T|E. T|É.T.|É.T|É.T"},
		{"Élise Tournier", "et ET Et e.t. É T U.E.T. É.T.A. et t. T.E. Élise tape. Tournier E", ""},
		{"Jean-Luc de Mornay", "J.-L. de M., J.L., J.d.M. et J. de Mornay; j.l. J L JLM", "J.-L. de M.|J.L.|J.d.M.|J. de Mornay"},
		{"Мария Иванова", "М. И. и М.И., Мария И.", "М. И.|М.И.|Мария И"},
		{"Zita Maria Rossi", "Rossi Zita Maria, Rossi Zita; R.Z.M.", "Rossi Zita Maria"},
		{"McDonald", "M.D. et McDonald", "McDonald"},
		{"É.T.", "É.T. E. T. e.t. ET et Et ett E t", "É.T|E. T.|e.t|ET"},
		{"é.t.", "É.T. e.t. et ET", "É.T.|e.t."},
		{"A T", "A T, AT, a t, at, a.t.", "A T|AT"},
		{"Jo", "Jo JO jo Joo Jo's @jo_k d'Jo @team_jo", "Jo|JO|Jo's|@jo_k|Jo"},
		{"jo", "Jo JO jo joo", "Jo|JO|jo"},
		{"Lee", "lee Lee LEE le Le Less les Lees", "lee|Lee|LEE|Lees"},
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
		word := rapid.SampledFrom([]string{"Zita", "zita", "Rossi", "é", "'s", "@", "#", "_", "-", " ", ".", "9", "😀", "\u0301", "\u200b", "\xff", "%74", "&#116;", "#", "Z", "i", "t", "a", "R", "Jo", "🅉"})
		words := strings.Join(rapid.SliceOfN(word, 0, 30).Draw(rt, "said"), "")
		it := storedOf(rt, words)
		names := (&Leaving{Author: rapid.StringN(0, 8, -1).Draw(rt, "author"), Names: []string{"Zita", "Zita Rossi", "Z. R.", "Jo", "9"}}).Mentions()
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
		new(Hints).Add(names, it, func(r Range) bool {
			if r.End <= r.Start || r.End > len(words) {
				rt.Fatalf("hint %+v in %q", r, words)
			}
			return true
		})
	})
}

// TestHints: messages in which a word of a name stands alone, or what may be initials of it, are counted and left; what
// is read as the name, or is hidden, is no hint.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		names, said string
		want        Hints
	}{
		{"Élise Tournier", "élise arrive", Hints{Parts: 1}},
		{"Élise Tournier", "Mme Tourniers Auto, Elise, @elise_t", Hints{Parts: 1}},
		{"Élise Tournier", "Élise Tournier et É.T. et E. Tournier", Hints{}},
		{"Élise Tournier", "ET arrive", Hints{Initials: 1}},
		{"Élise Tournier", "É T a dit", Hints{Initials: 1}},
		{"Élise Tournier", "e.t. et élise", Hints{Parts: 1, Initials: 1}},
		{"Élise Tournier", "U.E.T.", Hints{Initials: 1}},
		{"Élise Tournier", "et toi ? Et moi, a t il", Hints{}},
		{"Élise Tournier|Élise", "Élise et Tournier", Hints{Parts: 1}},
		{"Anna von Vries", "der Zug von dort", Hints{}},
		{"anna de vries", "de vries", Hints{Parts: 1}},
		{"anna de vries", "de là", Hints{}},
		{"Jo Tell", "Jo arrive", Hints{Parts: 1}},
		{"Jo Tell", "jo arrive", Hints{}},
		{"Anna Ahrens", "AA und SAA", Hints{Initials: 1}},
		{"zita_99", "zita, 99", Hints{Parts: 1}},
		{"Jo", "jo arrive", Hints{Initials: 1}},
		{"É.T.", "et toi", Hints{}},
		{"É.T.", "E t", Hints{Initials: 0}},
		{"Zita", "visita", Hints{}},
		{"Élise|Tournier", "É.T. arrive", Hints{Initials: 1}},
		{"Tournier|Élise", "É. T. ou ET", Hints{Initials: 1}},
		{"Élise|Tournier", "et toi, e t, É. puis T.", Hints{}},
		{"Élise", "É.T.", Hints{}},
		{"zita_99|Rossi", "Z.R.", Hints{}},
		{"Élise Tournier|Rossi", "T.É. et R. E. T. et TE", Hints{}},
	} {
		var got Hints
		names := (&Leaving{Names: strings.Split(c.names, "|")}).Mentions()
		it := storedOf(t, c.said)
		got.Add(names, it, func(Range) bool { return true })
		if got != c.want {
			t.Errorf("%s in %q: %+v, want %+v", c.names, c.said, got, c.want)
		}
		hidden := Hints{}
		if hidden.Add(names, it, func(Range) bool { return false }); hidden != (Hints{}) {
			t.Errorf("%s in %q: hidden, and hinted at", c.names, c.said)
		}
	}
}
