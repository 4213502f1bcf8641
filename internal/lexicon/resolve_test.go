package lexicon_test

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

func ExampleLexicon_Resolve() {
	l := lexicon.Default()
	for _, word := range []string{"nicoooolllaassss", "jexplique", "d'alice", "blorgz"} {
		e, m, ok := l.Resolve(word, "fr")
		fmt.Println(m.Text, m.Heuristic, e.Hidden(), ok)
	}
	// Output:
	// nicolas repeated letters true true
	// j'explique missing apostrophe false true
	// d'alice exact true true
	//  exact false false
}

// small is a lexicon of a few invented and usual words.
func small(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	b := lexicon.NewBuilder("fr", "en")
	for word, a := range map[string]lexicon.Attr{
		"désolé":    {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Adjective},
		"explique":  {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Verb},
		"sûrement":  {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Adverb},
		"demain":    {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Adverb},
		"amour":     {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Noun},
		"moi":       {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Pronoun},
		"dis":       {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Verb},
		"élodie":    {Kinds: lexicon.FirstName, Sex: lexicon.Female, Origin: "fr", NameIndex: 1, NameRank: 1},
		"ngọc":      {Kinds: lexicon.FirstName, Origin: "vi", NameIndex: 2, NameRank: 1},
		"zahrîk":    {Kinds: lexicon.FirstName, Origin: "tr", NameIndex: 3, NameRank: 1},
		"marlène":   {Kinds: lexicon.FirstName, Origin: "de", NameIndex: 4, NameRank: 5},
		"marlené":   {Lang: "fr", Kinds: lexicon.Form, POS: lexicon.Verb},
		"anne":      {Kinds: lexicon.FirstName, Origin: "fr", NameIndex: 5, NameRank: 9},
		"sophie":    {Kinds: lexicon.FirstName, Origin: "fr", NameIndex: 6, NameRank: 9},
		"john":      {Kinds: lexicon.FirstName, Origin: "en", NameIndex: 7, NameRank: 9},
		"ute":       {Kinds: lexicon.FirstName, Origin: "fr", NameRank: 9},
		"trucville": {Lang: "fr", Kinds: lexicon.Proper},
	} {
		if err := b.Add(word, a); err != nil {
			t.Fatal(err)
		}
	}
	for _, origin := range []string{"nl", "sv"} { // marlène is usual in three languages
		if err := b.Add("marlène", lexicon.Attr{Kinds: lexicon.FirstName, Origin: origin}); err != nil {
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
	return l
}

func TestResolve(t *testing.T) {
	l := small(t)
	for _, c := range []struct {
		word, lang, text string
		h                variant.Heuristic
		kinds            lexicon.Kind
		parts            string // the known words in the word
	}{
		{"Demain", "fr", "demain", variant.None, lexicon.Form, "demain"},
		{"l'amour", "fr", "l'amour", variant.None, lexicon.Form, "amour"},
		{"d’Élodie", "fr", "d'élodie", variant.None, lexicon.FirstName, "élodie"},
		{"anne-sophie", "fr", "anne-sophie", variant.None, lexicon.FirstName, "anne sophie"},
		{"dis-moi", "fr", "dis-moi", variant.None, lexicon.Form, "dis moi"},
		{"john's", "en", "john's", variant.None, lexicon.FirstName, "john"},
		{"desole", "fr", "désolé", variant.MissingAccent, lexicon.Form, "desole"},
		{"dèsolè", "fr", "désolé", variant.MisplacedAccent, lexicon.Form, "dèsolè"},
		{"elodie", "fr", "élodie", variant.MissingAccent, lexicon.FirstName, "elodie"},
		{"demaiiin", "fr", "demain", variant.Elongation, lexicon.Form, "demaiiin"},
		{"soooophiiiie", "fr", "sophie", variant.Elongation, lexicon.FirstName, "soooophiiiie"},
		{"c'uté", "fr", "c'ute", variant.Apostrophe, lexicon.FirstName, "uté"},
		{"jexplique", "fr", "j'explique", variant.Apostrophe, lexicon.Form, "explique"},
		{"surment", "fr", "sûrement", variant.Misspelling, lexicon.Form, "surment"},
		{"marlene", "fr", "", variant.MissingAccent, lexicon.Form | lexicon.FirstName, "marlene"}, // both: ambiguous
	} {
		e, m, ok := l.Resolve(c.word, c.lang)
		var parts []string
		for _, p := range m.Parts {
			parts = append(parts, lexicon.Fold(c.word)[p.Start:p.End])
		}
		if !ok || m.Heuristic != c.h || c.text != "" && m.Text != c.text || e.Kinds != c.kinds || strings.Join(parts, " ") != c.parts {
			t.Errorf("%s: %v by %v to %q %q, want %v by %v to %q %q", c.word, e.Kinds, m.Heuristic, m.Text, parts, c.kinds, c.h, c.text, c.parts)
		}
	}
}

// TestResolveNot: what no heuristic may lead to.
func TestResolveNot(t *testing.T) {
	l := small(t)
	for _, word := range []string{
		"", "zzzyx", "'", "-", "l'", "-demain", "demain-", "d'zzzyx", "anne-zzzyx",
		"zahrik",   // a name of another language, in one list
		"sofhie",   // misspelling finds no names
		"cute",     // a name of three letters behind a glued clitic
		"trucvile", // a proper noun is evidence for nothing
		"j'", "\xff", strings.Repeat("-", 300), strings.Repeat("l'", 100),
	} {
		if e, m, ok := l.Resolve(word, "fr"); ok && m.Heuristic != variant.Sound {
			t.Errorf("%q is %v by %v: %q", word, e.Kinds, m.Heuristic, m.Text)
		}
	}
}

// TestResolveUser: the heuristics see users' lists.
func TestResolveUser(t *testing.T) {
	hide := load(t, "zorglüb\n", lexicon.Options{})
	keep := load(t, "élodie\n", lexicon.Options{Role: lexicon.RoleAntiDictionary})
	l := small(t).With(hide, keep)
	if e, m, ok := l.Resolve("zooorglub", "fr"); !ok || !e.Hidden() || m.Heuristic != variant.Elongation {
		t.Errorf("zooorglub: %v by %v", e.Kinds, m.Heuristic)
	}
	if e, _, ok := l.Resolve("elodie", "fr"); !ok || e.Hidden() || !e.Kept() {
		t.Errorf("elodie: %v", e.Kinds)
	}
	if e, m, ok := l.Resolve("d'élodie", "fr"); !ok || e.Hidden() || len(m.Parts) != 1 {
		t.Errorf("d'élodie: %v", e.Kinds)
	}
	if _, _, ok := l.Resolve("zorglublub", "fr"); ok {
		t.Error("a guess led to a user's word")
	}
}

// TestRemembers: what a lexicon says of a word is the same the second time, whoever asks,
// in each language, and with users' lists.
func TestRemembers(t *testing.T) {
	l := small(t)
	words := []string{"demain", "desole", "surment", "zzzyx", "elodie", strings.Repeat("a", 200)}
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 3 {
				for _, w := range words {
					fresh := l.With()
					e, m, ok := l.Resolve(w, "fr")
					e2, m2, ok2 := fresh.Resolve(w, "fr")
					if ok != ok2 || e != e2 || m.Text != m2.Text || m.Heuristic != m2.Heuristic {
						t.Errorf("%s: %v %v, at first %v %v", w, e, m, e2, m2)
					}
				}
			}
		})
	}
	wait.Wait()
	if _, _, ok := l.Resolve("désolé", "en"); ok {
		t.Error("languages are mixed up")
	}
	if _, ok := l.Look("zorglub", "fr"); ok {
		t.Error("zorglub is known")
	}
	if e, ok := l.With(load(t, "zorglub\n", lexicon.Options{})).Look("zorglub", "fr"); !ok || !e.Hidden() {
		t.Error("zorglub is not known with a list that has it")
	}
}

func FuzzResolve(f *testing.F) {
	for _, w := range []string{"nicoooolllaassss", "j'jexplique", "anne-so-phie", "l'l'l'", "mouhahaha", "ÉÉÉ", "\u0301"} {
		f.Add(w)
	}
	l := lexicon.Default()
	f.Fuzz(func(t *testing.T, word string) {
		if n, _, _ := l.LookPhrase(strings.Fields(word), "fr"); n > len(strings.Fields(word)) {
			t.Fatalf("%d words", n)
		}
		for _, lang := range []string{"fr", "en", "xx"} {
			_, m, ok := l.Resolve(word, lang)
			if n := len(lexicon.Fold(word)); ok {
				for _, p := range m.Parts {
					if p.Start < 0 || p.Start > p.End || p.End > n {
						t.Fatalf("part %d–%d of %d bytes", p.Start, p.End, n)
					}
				}
			}
		}
	})
}

// BenchmarkResolveUnknown resolves the distinct words of real SMS that the
// lexicon does not have as they stand; where those are not there, invented
// ones.
func BenchmarkResolveUnknown(b *testing.B) {
	l := lexicon.Default()
	for _, lang := range []string{"en", "fr"} {
		words := unknownWords(b, l, lang)
		b.Run(lang, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				l.Resolve(words[i%len(words)], lang)
			}
		})
	}
}

func unknownWords(b *testing.B, l *lexicon.Lexicon, lang string) []string {
	b.Helper()
	path := fixture.Shared(b, "data/sms/SMSSpamCollection.tsv")
	f, err := os.Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	seen := map[string]bool{}
	for s := bufio.NewScanner(f); s.Scan(); {
		for _, w := range strings.FieldsFunc(s.Text(), func(r rune) bool { return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '\'' || r > 127) }) {
			if _, ok := l.Look(w, lang); !ok {
				seen[lexicon.Fold(w)] = true
			}
		}
	}
	var out []string
	for w := range seen {
		out = append(out, w)
	}
	slices.Sort(out)
	return out
}
