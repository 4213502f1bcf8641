package text_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

func phrases(t testing.TB, entries ...string) *text.Phrases {
	t.Helper()
	p, err := text.NewPhrases(entries)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func docOf(t testing.TB, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestPhrases: where entries stand, and where only something like them does.
func TestPhrases(t *testing.T) {
	for _, c := range []struct {
		entry, in string
		want      string // what is covered; "" where nothing is
	}{
		{"Anna Lund", "voir ANNA  lund, ok", "ANNA  lund"},
		{"Anna Lund", "voir Anna-Lund", "Anna-Lund"},
		{"Anna Lund", "voir Anna\r\nLund", "Anna\r\nLund"},
		{"Anna Lund", "annalund!", "annalund"},
		{"Anna Lund", "Anna, Lund", ""},
		{"Anna Lund", "Joanna Lund", ""},
		{"Anna Lund", "Anna Lundi", ""},
		{"Jaime", "j'aime", ""},
		{"a.b", "voir a.b.", "a.b"},
		{"a.b", "a b", ""},
		{"St. Gallen", "nach St Gallen", "St Gallen"},
		{"St. Gallen", "nach St.Gallen", "St.Gallen"},
		{"C++", "du C++.", "C++"},
		{"AB-123", "AB123", "AB123"},
		{"@nick", "cc @nick", "@nick"},
		{"田中", "東京の田中さん", "田中"},
		{"👩‍👧", "ok 👩‍👧 ok", "👩‍👧"},
		{"Zoé", "zoe", "zoe"},
		{"Zoé", "Zoe\u0301", "Zoe\u0301"},
		{"Zoé", "Z\u200boé", "Z\u200boé"},
		{"PERSON", "un PERSON", ""},
	} {
		d := docOf(t, c.in)
		got := ""
		if found := phrases(t, "zzz", c.entry).Find(d); len(found) > 0 {
			got = d.Text[found[0].Start:found[0].End]
		}
		if got != c.want {
			t.Errorf("%q in %q: %q, want %q", c.entry, c.in, got, c.want)
		}
	}
}

// TestPhrasesThatAreNone are found in no message, and no list panics.
func TestPhrasesThatAreNone(t *testing.T) {
	none := []string{"", " ", "-", "'", "’ -", "\u200b", "***", "<PRE_7>", "PERSON", strings.Repeat("a", 300)}
	p := phrases(t, none...)
	for i, e := range none {
		if p.Finds(i, e) {
			t.Errorf("%q is found", e)
		}
	}
	if p := phrases(t); len(p.Find(docOf(t, "Anna"))) > 0 {
		t.Error("an empty list finds something")
	}
}

// TestPhrasesOfManyLines: the number of finds, which bounds the work, grows as the
// message does.
func TestPhrasesOfManyLines(t *testing.T) {
	p := phrases(t, "a a", "a a a a a a a a", strings.TrimSpace(strings.Repeat("a ", 60)))
	small, large := len(p.Find(docOf(t, strings.Repeat("a ", 1000)))), len(p.Find(docOf(t, strings.Repeat("a ", 4000))))
	if small == 0 || large > 5*small {
		t.Errorf("%d finds of 1,000 words, %d of 4,000", small, large)
	}
}

// FuzzPhrases: what is found lies in the text, and an entry that can be found at all
// is found in a message that holds it between blanks.
func FuzzPhrases(f *testing.F) {
	for _, s := range []string{"Müller & Söhne", "St. Gallen", "田中", "a\u0301\u200b", "<b>x", "\xff", "ﬁ", "&amp;", "-"} {
		f.Add(s, "ok ")
	}
	f.Fuzz(func(t *testing.T, entry, around string) {
		p := phrases(t, entry)
		d := docOf(t, around+" "+entry+" "+around)
		for _, m := range p.Find(d) {
			if m.Start < 0 || m.Start >= m.End || m.End > len(d.Text) {
				t.Fatalf("found [%d:%d) in %d bytes", m.Start, m.End, len(d.Text))
			}
		}
	})
}

func BenchmarkPhrases(b *testing.B) {
	p := phrases(b, "Anna Lund", "Müller & Söhne", "AB-123")
	d := docOf(b, strings.Repeat("on mange avec Anna Lund chez Müller & Söhne ", 2000))
	b.SetBytes(int64(len(d.Text)))
	for b.Loop() {
		p.Find(d)
	}
}

func ExamplePhrases() {
	p, err := text.NewPhrases([]string{"Müller & Söhne"})
	if err != nil {
		fmt.Println(err)
		return
	}
	d, _ := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: "chez MULLER&SOHNE demain"})
	for _, f := range p.Find(d) {
		fmt.Println(d.Text[f.Start:f.End], f.Exact)
	}
	// Output: MULLER&SOHNE false
}
