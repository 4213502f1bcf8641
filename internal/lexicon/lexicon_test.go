package lexicon_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

func ExampleLexicon_Look() {
	l := lexicon.Default()
	for _, word := range []string{"Cédric", "crayon", "Pierre", "Namrata"} {
		e, _ := l.Look(word, "fr")
		fmt.Println(word, e.Hidden(), e.Kept())
	}
	// Output:
	// Cédric true false
	// crayon false true
	// Pierre true true
	// Namrata false false
}

func TestLook(t *testing.T) {
	l := lexicon.Default()
	for _, c := range []struct {
		word, lang string
		kinds      lexicon.Kind // all of these
		not        lexicon.Kind // none of these
		pos        lexicon.POS  // all of these
	}{
		{"je", "fr", lexicon.Form, lexicon.Dictionary, lexicon.Pronoun},
		{"aimerions", "fr", lexicon.Form, lexicon.Dictionary, lexicon.Verb | lexicon.Finite | lexicon.Plural},
		{"coeur", "fr", lexicon.Form, lexicon.Dictionary, lexicon.Noun},
		{"NICOLAS", "fr", lexicon.FirstName, lexicon.Form, 0},
		{"Chloe\u0301", "fr", lexicon.FirstName, lexicon.Form, 0},
		{"rose", "fr", lexicon.FirstName | lexicon.Form, 0, lexicon.Noun},
		{"le", "fr", lexicon.Form, lexicon.Dictionary, lexicon.Determiner},
		{"Lyon", "fr", lexicon.City, lexicon.Dictionary, 0},
		{"Suède", "fr", lexicon.Country, lexicon.Dictionary, 0},
		{"Schweden", "de", lexicon.Country, lexicon.Dictionary, 0},
		{"house", "en", lexicon.Form, lexicon.Dictionary, 0},
		{"aujourd’hui", "fr", lexicon.Form, lexicon.Dictionary, lexicon.Adverb},
	} {
		e, ok := l.Look(c.word, c.lang)
		if !ok || e.Kinds&c.kinds != c.kinds || e.Kinds&c.not != 0 || e.POS&c.pos != c.pos {
			t.Errorf("%s in %s: %v (%v), want %v and not %v (%v)", c.word, c.lang, e.Kinds, e.POS, c.kinds, c.not, c.pos)
		}
	}
	for _, c := range [][2]string{{"wherewithal", "fr"}, {"crayon", "ja"}, {"", "fr"}, {"\xff", "fr"}, {"jtaime", "de"}} {
		if e, ok := l.Look(c[0], c[1]); ok {
			t.Errorf("%q in %s is %v", c[0], c[1], e.Kinds)
		}
	}
}

func BenchmarkLook(b *testing.B) {
	l := lexicon.Default()
	words := []string{"je", "voudrais", "coucou", "nicolas", "demain", "maison", "téléphoner", "Pierre", "lyon", "attendait", "vraiment", "été", "chez", "pourquoi", "martin", "week-end"}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Look(words[i%len(words)], "fr")
	}
}

// BenchmarkLookAll looks up words from all over the lexicon, so that little of
// it is in the processor's caches.
func BenchmarkLookAll(b *testing.B) {
	l := lexicon.Default()
	r := rand.New(rand.NewPCG(1, 2))
	words := make([]string, 1<<16)
	for i := range words {
		words[i], _ = l.FST().Word(r.IntN(l.FST().Len()))
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		l.Look(words[i%len(words)], "fr")
	}
}

// TestDigest: the digest beside the file is that of the file.
func TestDigest(t *testing.T) {
	if want := fmt.Sprintf("%x", sha256.Sum256(lexicon.Default().Bytes())); lexicon.Digest() != want {
		t.Errorf("the digest is %s; run go run ./gen/lexicon", want)
	}
}

// BenchmarkOpen opens the lexicon, which must take less than 50 ms.
func BenchmarkOpen(b *testing.B) {
	data := lexicon.Default().Bytes()
	for b.Loop() {
		if _, err := lexicon.Open(data); err != nil {
			b.Fatal(err)
		}
	}
}
