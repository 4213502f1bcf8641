package words

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
	"github.com/google/go-cmp/cmp"
)

func analyse(t testing.TB, msg, lang string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Text: msg, Lang: lang})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// cuts writes the words of a message with bars between them.
func cuts(list []Word) string {
	var out []string
	for _, w := range list {
		out = append(out, w.Text)
	}
	return strings.Join(out, "|")
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{
		"d'Anna":           "d'|Anna",
		"L’Oréal":          "L’|Oréal",
		"jusqu'à Brest":    "jusqu'|à|Brest",
		"Tom's car":        "Tom|'s|car",
		"we'll see":        "we|'ll|see",
		"rock'n":           "rock'n",
		"#Paris":           "Paris",
		"10kg de riz":      "10|kg|de|riz",
		"1.5l":             "1.5|l",
		"dell'Anna":        "dell'|Anna",
		"ciao":             "ciao",
		"aujourd'hui":      "aujourd'hui",
		"10.03.2020 10:30": "10.03.2020|10:30",
	} {
		list := Reader{Lang: "fr"}.Read(analyse(t, in, "fr"), nil)
		if got := cuts(list); got != want {
			t.Errorf("%q is cut %q, want %q", in, got, want)
		}
		for _, w := range list {
			if in[w.Start:w.End] != w.Text {
				t.Errorf("%q: %q is not at %d", in, w.Text, w.Start)
			}
		}
	}
}

func TestForms(t *testing.T) {
	for in, want := range map[string]Caps{
		"anna": Lower, "Anna": First, "A": One, "ANNA": All, "McDo": Mixed, "aNNA": Mixed, "12": NoLetters, "été": Lower, "Été": First, "é": Lower, "": NoLetters,
	} {
		if got := capsOf(in); got != want {
			t.Errorf("caps of %q are %d, want %d", in, got, want)
		}
	}
	for _, c := range []struct {
		in   string
		kind bauta.TokenKind
		want Pattern
	}{
		{"a@b.fr", bauta.Link, Email},
		{"b.fr", bauta.Link, URL},
		{"@anna", bauta.Handle, Handle},
		{"fête", bauta.Tag, Hashtag},
		{"<PRE_1>", bauta.Masked, Masked},
		{"🙂", bauta.Emoji, Emoji},
		{"!", bauta.Punct, Punct},
		{"anna", bauta.Word, Plain},
		{"7", bauta.Number, Digits1},
		{"0123456789", bauta.Number, Digits9},
		{"10:30", bauta.Number, Time},
		{"10h30", bauta.Number, Time},
		{"10/3", bauta.Number, Date},
		{"1.2.3", bauta.Number, Date},
		{"1.5", bauta.Number, Number},
		{"a1", bauta.Word, Mingled},
	} {
		if got := patternOf(c.in, c.kind); got != c.want {
			t.Errorf("pattern of %q is %d, want %d", c.in, got, c.want)
		}
	}
}

func TestShortened(t *testing.T) {
	for in, want := range map[string][2]string{
		"loooove": {"love", "loove"}, "aaa": {"a", "aa"}, "anna": {"anna", "anna"}, "éééh": {"éh", "ééh"}, "": {"", ""}, "a\xff\xff\xff": {"a\xff\xff\xff", "a\xff\xff\xff"},
	} {
		for n := 1; n <= 2; n++ {
			if got := shortened(in, n); got != want[n-1] {
				t.Errorf("%q with %d of each run is %q, want %q", in, n, got, want[n-1])
			}
		}
	}
}

// own is a lexicon of a few words.
func own(t testing.TB) *lexicon.Lexicon {
	t.Helper()
	b := lexicon.NewBuilder("en")
	for w, a := range map[string]lexicon.Attr{
		"anna":        {Kinds: lexicon.FirstName, NameRank: 9},
		"love":        {Kinds: lexicon.Form, Lang: "en"},
		"los angeles": {Kinds: lexicon.City, CityRank: 21},
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
	return l
}

func TestLexicon(t *testing.T) {
	list := Reader{Lexicon: own(t), Lang: "en"}.Read(analyse(t, "Anna looooves, I loooove Los Angeles 42", "en"), nil)
	type seen struct {
		Text   string
		Known  bool
		Kinds  lexicon.Kind
		Phrase lexicon.Kind
		First  bool
	}
	var got []seen
	for _, w := range list {
		got = append(got, seen{w.Text, w.Known, w.Entry.Kinds, w.Phrase, w.First})
	}
	want := []seen{
		{"Anna", true, lexicon.FirstName, 0, false},
		{"looooves", false, 0, 0, false},
		{",", false, 0, 0, false},
		{"I", false, 0, 0, false},
		{"loooove", true, lexicon.Form, 0, false},
		{"Los", false, 0, lexicon.City, true},
		{"Angeles", false, 0, lexicon.City, false},
		{"42", false, 0, 0, false},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	// What users list is not what a model has learnt.
	u, err := lexicon.Import(strings.NewReader("anna\n"), "own.txt", lexicon.Options{Role: lexicon.RoleAntiDictionary})
	if err != nil {
		t.Fatal(err)
	}
	list = Reader{Lexicon: own(t).With(u), Lang: "en"}.Read(analyse(t, "Anna", "en"), nil)
	if list[0].Entry.Kinds&(lexicon.Keep|lexicon.Hide) != 0 {
		t.Errorf("with a user's list Anna is %v", list[0].Entry.Kinds)
	}
}

// TestForeignTokens reads documents whose tokens are not of their text.
func TestForeignTokens(t *testing.T) {
	d := &bauta.Doc{Message: bauta.Message{Text: "abc"}, Tokens: []bauta.Token{{Start: -1, End: 2}, {Start: 2, End: 9}, {Start: 2, End: 2}, {Start: 1, End: 3}}}
	if got := cuts(Reader{}.Read(d, nil)); got != "bc" {
		t.Errorf("read %q", got)
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{"d'Anna à #Paris", "10kg ''' aaaa's", "é'é ’’", "\xff'\xff", "#", "l'", "'s"} {
		f.Add(s)
	}
	l := own(f)
	f.Fuzz(func(t *testing.T, s string) {
		d := analyse(t, s, "en")
		last := 0
		for _, w := range (Reader{Lexicon: l, Lang: "en"}).Read(d, nil) {
			same := d.Text[w.Start:w.End] == w.Text || Written(d, w.Start, w.End) == w.Text
			if w.Start < last || w.End <= w.Start || !same {
				t.Fatalf("word at %d–%d after %d", w.Start, w.End, last)
			}
			last = w.End
		}
	})
}

func ExampleReader() {
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: "Coucou d'Anna !"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range (Reader{Lexicon: lexicon.Default(), Lang: "fr"}).Read(d, nil) {
		fmt.Println(w.Text, w.Entry.Kinds&lexicon.Dictionary != 0)
	}
	// Output:
	// Coucou false
	// d' false
	// Anna true
	// ! false
}
