package reading_test

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

func doc(t interface{ Fatal(...any) }, lang, s string) *bauta.Doc {
	d, err := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBare: what is elided before a word, and a genitive, are no part of it.
func TestBare(t *testing.T) {
	for _, c := range [][3]string{
		{"fr", "j'ai", "ai"},
		{"fr", "qu'elle", "elle"},
		{"fr", "jusqu'à", "à"},
		{"fr-CH", "l'anna", "anna"},
		{"fr", "aujourd'hui", "aujourd'hui"},
		{"fr", "d'l'eau", "eau"},
		{"fr", "anna", "anna"},
		{"fr", "l'", "l"},
		{"it", "dell'anna", "anna"},
		{"it", "l'ing", "ing"},
		{"en", "anna's", "anna"},
		{"en", "o'neil", "o'neil"},
		{"en", "james'", "james"},
		{"de", "'s", ""},
		{"xx", "l'anna", "l'anna"},
		{"", "", ""},
	} {
		if got := reading.Bare(c[1], c[0]); got != c[2] {
			t.Errorf("%s: Bare(%q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// TestForms: how a word is written, and whether a sentence may open with it. A word is
// C with a capital, U in capitals, O where a sentence may open.
func TestForms(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Salut Léa", "CO C"},
		{"salut, Léa", "O  C"},
		{"oui. Léa", "O  CO"},
		{"oui\nLéa", "O CO"},
		{"LÉA VIENT", "CUO CU"},
		{"A B", "CO C"},
		{"iPhone noir", "O "},
		{"eBay ÉTÉ2", "O CU"},
	} {
		r := reading.Of(doc(t, "fr", c.text), nil)
		var got []string
		for i := range r.Len() {
			s := ""
			w := r.Word(i)
			if w.Capital {
				s += "C"
			}
			if w.Upper {
				s += "U"
			}
			if w.Opens {
				s += "O"
			}
			if r.IsWord(i) || r.Surface(i) == "," || r.Surface(i) == "." {
				got = append(got, s)
			}
		}
		if out := strings.Join(got, " "); out != c.want {
			t.Errorf("%q: %q, want %q", c.text, out, c.want)
		}
	}
}

// TestRoles: what stands before a name says what it is.
func TestRoles(t *testing.T) {
	for _, c := range []struct {
		lang, text string
		want       reading.Role
	}{
		{"en", "Mrs Okafor", reading.Title},
		{"en", "Mrs. Okafor", reading.Title},
		{"it", "l'ing. Conti", reading.Title},
		{"fr", "tata Okafor", reading.Kin},
		{"fr", "salut Okafor", reading.Greeting},
		{"fr", "gare Okafor", 0},
		{"en", "Mrs . Okafor", 0},
		{"en", "Okafor", 0},
	} {
		d := doc(t, c.lang, c.text)
		if got := reading.Of(d, nil).Before(len(d.Tokens) - 1); got != c.want {
			t.Errorf("%q: %d, want %d", c.text, got, c.want)
		}
	}
}

// TestCompound: a compound that the lexicon does not have is what its parts are.
func TestCompound(t *testing.T) {
	r := reading.Of(doc(t, "de", "Paul-Hannes Paul-Tisch xyzzy-Paul Paul"), nil)
	for i, want := range []bool{true, false, false, true} {
		if w := r.Compound(i); w.Is(lexicon.FirstName) != want || w.Is(lexicon.FirstName) && !w.Known {
			t.Errorf("%s: %v, want %v", r.Surface(i), w.Entry.Kinds, want)
		}
	}
}

// TestEveryday: one look-up says in which languages a word is an everyday one.
func TestEveryday(t *testing.T) {
	w := reading.Of(doc(t, "de", "heute"), nil).Word(0)
	if !w.Everyday.Has("de") || w.Everyday.Has("fr") || w.Everyday.Has("") || !w.Common {
		t.Errorf("%b, %t", w.Everyday, w.Common)
	}
}

// TestAnyText: whatever a text holds, nothing panics, and what is asked beyond the
// tokens is no word.
func TestAnyText(t *testing.T) {
	langs := []string{"fr", "it", "de-CH", "", "ja"}
	check := func(t interface {
		Fatal(...any)
		Errorf(string, ...any)
	}, s string, lang string,
	) {
		r := reading.Of(doc(t, lang, s), nil)
		for i := -2; i < r.Len()+2; i++ {
			w, compound := r.Word(i), r.Compound(i)
			if !r.IsWord(i) && (w.Known || compound.Known) {
				t.Errorf("token %d is known and no word", i)
			}
			_ = r.Shouted(i)
			if i < 0 || i >= r.Len() {
				continue
			}
			r.Before(i)
			if plain := r.Plain(i); text.Plain(plain) != plain {
				t.Errorf("%q is not plain", plain)
			}
			tok := r.Doc.Tokens[i]
			if from, to, ok := r.At(tok.Start, tok.End); !ok || from != i || to != i {
				t.Errorf("token %d is at %d to %d", i, from, to)
			}
		}
	}
	for _, m := range fixture.Messages() {
		for _, lang := range langs {
			check(t, m.Text, lang)
		}
	}
	rapid.Check(t, func(t *rapid.T) { check(t, rapid.String().Draw(t, "text"), rapid.SampledFrom(langs).Draw(t, "lang")) })
}
