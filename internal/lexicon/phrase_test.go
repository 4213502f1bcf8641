package lexicon_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

func ExampleLexicon_LookPhrase() {
	words := []string{"New", "York", "demain"}
	n, e, ok := lexicon.Default().LookPhrase(words, "fr")
	fmt.Println(words[:n], e.Kinds&lexicon.City != 0, ok)
	// Output: [New York] true true
}

func TestLookPhrase(t *testing.T) {
	b := lexicon.NewBuilder("fr", "en")
	for w, a := range map[string]lexicon.Attr{
		"Da Silva":         {Kinds: lexicon.Surname},
		"Côte d'Azur":      {Lang: "fr", Kinds: lexicon.Place},
		"Côte d'Azur Nord": {Lang: "en", Kinds: lexicon.Place},
		"a b c d":          {Kinds: lexicon.City},
		"a b":              {Kinds: lexicon.City},
		"solo":             {Kinds: lexicon.City},
	} {
		if err := b.Add(w, a); err != nil {
			t.Fatal(err)
		}
	}
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	users := l.With(load(t, "a b c\nda silva e costa\n", lexicon.Options{}))
	for _, c := range []struct {
		l     *lexicon.Lexicon
		words string
		want  int
	}{
		{l, "DA silva arrive", 2},
		{l, "da silv", 0},
		{l, "da", 0},
		{l, "", 0},
		{l, "côte d’azur nord", 2}, // three words in English only
		{l, "a b c", 2},
		{l, "a b c d e", 4},
		{l, "solo a", 0},
		{users, "a b c", 3},
		{users, "da silva e costa", 4},
		{users, "da silva", 2},
	} {
		if n, _, ok := c.l.LookPhrase(strings.Fields(c.words), "fr"); n != c.want || ok != (n > 0) {
			t.Errorf("%q: %d words %v, want %d", c.words, n, ok, c.want)
		}
	}
	for _, c := range []struct {
		l    *lexicon.Lexicon
		word string
		want bool
	}{
		{l, "DA", true},
		{l, "solo", false},
		{l, "sol", false},
		{l, "", false},
		{l, "a", true},
		{l, "côte", true},
		{l, "zz", false},
		{users, "solo", false},
		{users, "a", true},
	} {
		e, known, begins := c.l.LookOn(c.word, "fr")
		if want, ok := c.l.Look(c.word, "fr"); begins != c.want || e != want || known != ok {
			t.Errorf("%q: %v %t %t, want %v %t %t", c.word, e, known, begins, want, ok, c.want)
		}
	}
	if _, e, _ := users.LookPhrase([]string{"a", "b", "c"}, "fr"); e.Kinds != lexicon.Hide {
		t.Errorf("a user's phrase is %v", e.Kinds)
	}
}
