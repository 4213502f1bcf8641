package session_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/session"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

var cuts = flag.Int("cuts", 20_000, "random cuts of texts that stream")

// names finds the words of a list, fails on one word, and asks about another.
type names struct{}

func (names) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		s := bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, P: 1}
		switch word := d.Text[t.Start:t.End]; {
		case word == "fails":
			return nil, errors.New("failed")
		case word == "rose":
			s.Doubt = bauta.Ambiguous
		case word == "Lyon":
			s.Label = bauta.Location
		case word == "IBM":
			s.Label = bauta.Organization
		case word[0] < 'A' || word[0] > 'Z' || t.Kind != bauta.Word || strings.Contains(word, "_"):
			continue
		}
		out = append(out, s)
	}
	return out, nil
}

func pipeline() *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{names{}}, Link: coref.Linker{},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}, bauta.Location: mask.Tag{}},
		Keep:      map[bauta.Label]bool{bauta.Organization: true},
	}
}

func anonymise(t testing.TB, s *session.Session, text string) string {
	t.Helper()
	got, _, err := s.Anonymise(context.Background(), bauta.Message{ID: "1", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func Example() {
	s := session.New(pipeline(), nil)
	out, _, err := s.Anonymise(context.Background(), bauta.Message{Text: "ok Nicolas, ici Léa"})
	fmt.Println(out, err)
	fmt.Println(s.Restore("Dear <PERSON_1>, <PERSON_2>'s train is late."))
	// Output:
	// ok <PERSON_1>, ici <PERSON_2> <nil>
	// Dear Nicolas, Léa's train is late.
}

// TestPlaceholders: one for a writing, one number for a person, over several messages;
// what the policy keeps stays, and what it would ask about is hidden.
func TestPlaceholders(t *testing.T) {
	s := session.New(pipeline(), nil)
	for _, c := range [][2]string{
		{"ok Nicolas est à Lyon chez IBM", "ok <PERSON_1> est à <LOCATION_1> chez IBM"},
		{"ok Léa et Nico et Nicolas", "ok <PERSON_2> et <PERSON_1_2> et <PERSON_1>"},
		{"une rose", "une <PERSON_3>"},
		{"le mot <PERSON_1> et person_7, PERSON_1x", "le mot <TEXT_1> et <TEXT_2>, PERSON_1x"},
	} {
		if got := anonymise(t, s, c[0]); got != c[1] {
			t.Errorf("%q, want %q", got, c[1])
		}
		if back := s.Restore(c[1]); back != c[0] {
			t.Errorf("%q comes back as %q", c[1], back)
		}
	}
	if n := s.Placeholders(); n != 7 {
		t.Errorf("%d placeholders", n)
	}
}

// TestRestore: what models make of placeholders, and what is none of the session's.
func TestRestore(t *testing.T) {
	s := session.New(pipeline(), nil)
	anonymise(t, s, "ok Nicolas et Nico et Léa à Lyon")
	for in, want := range map[string]string{
		"<PERSON_1> <person_1> <Person_1>":                    "Nicolas Nicolas Nicolas",
		"<PERSON_1>s, <PERSON_1>'s, <PERSON_1's> <PERSON_1s>": "Nicolass, Nicolas's, Nicolas's Nicolass",
		"<PERSONS_1> <PERSON 1> <PERSON-1> <PERSON_1’s>":      "Nicolas Nicolas Nicolas Nicolas’s",
		"PERSON_1, person_1. (PERSON_1_2)":                    "Nicolas, Nicolas. (Nico)",
		`<PERSON\_1> \<PERSON_1\> PERSON\_1`:                  "Nicolas Nicolas Nicolas",
		"&lt;PERSON_1&gt; \\u003cPERSON_1_2\\u003e":           "Nicolas Nico",
		"&#60;PERSON_1&#62; &#x3C;PERSON_1&#x3E;":             "Nicolas Nicolas",
		"＜PERSON_1＞ 你好＜LOCATION_1＞":                           "Nicolas 你好Lyon",
		"?q=%3CPERSON_2%3E&r=%3cPERSON_1%3e":                  "?q=L%C3%A9a&r=Nicolas",
		"**<PERSON_1>** `<LOCATION_1>`":                       "**Nicolas** `Lyon`",
		"<<PERSON_1>>":                                        "<Nicolas>",
		`\<PERSON_1>`:                                         `\Nicolas`,
		"<PERSON_1><PERSON_1_2>":                              "NicolasNico",
		"„PERSON_1“ «PERSON_1» “PERSON_1” PERSON_1’s PERSON_1… ¿PERSON_1? PERSON_1—ja PERSON_1\u00a0! l’PERSON_1 😘PERSON_1😘": "„Nicolas“ «Nicolas» “Nicolas” Nicolas’s Nicolas… ¿Nicolas? Nicolas—ja Nicolas\u00a0! l’Nicolas 😘Nicolas😘",
		"_PERSON_1_ __PERSON_1__ ___PERSON_1_2___, _ok PERSON_1_ PERSON_1______":                                             "_Nicolas_ __Nicolas__ ___Nico___, _ok Nicolas_ Nicolas______",
		"<PERSON_1 > < PERSON_1> < PERSON_1 > <PERSON_1's > <PERSON_1 's>":                                                   "Nicolas Nicolas Nicolas Nicolas's <PERSON_1 's>",
		// none of the session's
		"éPERSON_1 PERSON_1é PERSON_1\u0301 x_PERSON_1 é_PERSON_1 PERSON_1_é 1__PERSON_1 _PERSON_1_x PERSON_1² <PERSON_1_ <_PERSON_1>": "éPERSON_1 PERSON_1é PERSON_1\u0301 x_PERSON_1 é_PERSON_1 PERSON_1_é 1__PERSON_1 _PERSON_1_x PERSON_1² <PERSON_1_ <_PERSON_1>",
		"<PERSON_9> PERSON_9 <PERSON_1_9> <DATE_1>":                      "<PERSON_9> PERSON_9 <PERSON_1_9> <DATE_1>",
		"PERSON_1x PERSON_12 xPERSON_1 PERSON_1_A <PERSON_01> <PERSON_1": "PERSON_1x PERSON_12 xPERSON_1 PERSON_1_A <PERSON_01> <PERSON_1",
		"PERSON 1 person-1 PERSON1 <PERSON1>":                            "PERSON 1 person-1 PERSON1 <PERSON1>",
		"<PERSON_1234567> <P <":                                          "<PERSON_1234567> <P <", "": "",
	} {
		if got := s.Restore(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// pieces are what texts of the tests are made of: names, placeholders and their parts.
func pieces() []string {
	return []string{
		"Nicolas", "Nico", "Léa", "Lyon", "rose", "<", ">", "&lt;", "&gt;", `\<`, `\>`, `\u003c`, `\u003e`, "%3C", "%3e", "＜", "＞", "_", `\_`, "PERSON", "person", "PERSON_1",
		"<PERSON_1>", "<PERSON_2_2>", "TEXT_1", "<TEXT_1>", "LOCATION_1", "1", "12", "s", "'s", " ", " ", "\n", "é", "😘", "IBM", "<PERSON_", "PERSONS", ", ",
		"„", "“", "’", "…", "—", "\u00a0", "¿", "»", "__", "\u0301", "你",
	}
}

func draw(rng *rand.Rand) string {
	var b strings.Builder
	all := pieces()
	for range rng.IntN(24) {
		b.WriteString(all[rng.IntN(len(all))])
	}
	return b.String()
}

// TestThereAndBack: what goes out comes back to the letter, whatever stands in it.
func TestThereAndBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		s := session.New(pipeline(), nil)
		for range 200 {
			in := draw(rng)
			out := anonymise(t, s, in)
			if back := s.Restore(out); back != in {
				t.Fatalf("%q goes out as %q and comes back as %q", in, out, back)
			}
		}
	}
}

// TestCuts: a text that streams in pieces comes out as the whole does, and no piece shows
// half a placeholder of the session.
func TestCuts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := session.New(pipeline(), nil)
	anonymise(t, s, "ok Nicolas Nico Léa à Lyon <PERSON_1>")
	for range *cuts {
		in := draw(rng)
		want := s.Restore(in)
		r := s.Restorer(nil)
		var got strings.Builder
		for rest := in; rest != ""; {
			n := 1 + rng.IntN(min(len(rest), 1+rng.IntN(12)))
			piece := r.Add(rest[:n])
			if !strings.HasPrefix(want[got.Len():], piece) {
				t.Fatalf("%q: %q behind %q, of %q", in, piece, got.String(), want)
			}
			got.WriteString(piece)
			rest = rest[n:]
		}
		got.WriteString(r.End())
		if got.String() != want {
			t.Fatalf("%q: %q, want %q", in, got.String(), want)
		}
	}
}

// TestHoldsBackLittle: what cannot be the beginning of a placeholder goes out at once.
func TestHoldsBackLittle(t *testing.T) {
	s := session.New(pipeline(), nil)
	anonymise(t, s, "ok Nicolas")
	r := s.Restorer(strings.ToUpper)
	for _, c := range [][2]string{
		{"hello, ", "hello, "}, {"jun", "jun"}, {"ge <", "ge "}, {"PERS", ""}, {"ON_1", ""}, {"> and <b", "NICOLAS and <b"}, {">", ">"}, {" 1 <", " 1 "},
	} {
		if got := r.Add(c[0]); got != c[1] {
			t.Errorf("%q gives %q, want %q", c[0], got, c[1])
		}
	}
	if got := r.End(); got != "<" {
		t.Errorf("the end: %q", got)
	}
}

// TestFailsClosed: nothing comes of a text on which a phase fails, that is not read, or
// for which there is no room; one that is too long ends nothing.
func TestFailsClosed(t *testing.T) {
	s := session.New(pipeline(), nil)
	ctx := context.Background()
	if out, r, err := s.Anonymise(ctx, bauta.Message{Text: strings.Repeat("a", bauta.MaxText+1)}); err == nil || out != "" || r != nil {
		t.Errorf("too long: %v", err)
	}
	anonymise(t, s, "ok Nicolas")
	if out, _, err := s.Anonymise(ctx, bauta.Message{Text: "Nicolas fails"}); err == nil || out != "" {
		t.Error("a phase fails")
	}
	if out, _, err := s.Anonymise(ctx, bauta.Message{Text: "Nicolas"}); err == nil || out != "" {
		t.Error("a session goes on that failed")
	}
	for _, want := range []error{session.ErrForeign, errors.New("untold")} {
		s := session.New(pipeline(), func(*bauta.Message) (bool, error) {
			if want == session.ErrForeign {
				return false, nil
			}
			return true, want
		})
		if out, _, err := s.Anonymise(ctx, bauta.Message{Text: "Nicolas"}); !errors.Is(err, want) || out != "" {
			t.Errorf("%v, want %v", err, want)
		}
	}
	s = session.New(pipeline(), nil)
	var err error
	for i := 0; err == nil && i < 3*session.MaxPlaces; i += 500 {
		var b strings.Builder
		for k := range 500 {
			fmt.Fprintf(&b, "PERSON_%d ", i+k+1)
		}
		_, _, err = s.Anonymise(ctx, bauta.Message{Text: b.String()})
	}
	if !errors.Is(err, session.ErrFull) {
		t.Errorf("a session without end: %v", err)
	}
}

// FuzzRestore: any text comes out of pieces as it does whole.
func FuzzRestore(f *testing.F) {
	s := session.New(pipeline(), nil)
	anonymise(f, s, "ok Nicolas Nico Léa à Lyon")
	for _, p := range pieces() {
		f.Add(p+"<PERSON_1_2"+p, byte(3))
	}
	f.Fuzz(func(t *testing.T, in string, n byte) {
		r, want, got := s.Restorer(nil), s.Restore(in), ""
		for rest := in; rest != ""; {
			k := min(len(rest), 1+int(n%7))
			got += r.Add(rest[:k])
			rest = rest[k:]
		}
		if got += r.End(); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	})
}
