package settle_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/text"
)

func keepsLinks(s bauta.Span) bool { return s.Label == bauta.URL }

// widened gives what one find covers behind the settler; the find stands between « and ».
func widened(t testing.TB, label bauta.Label, marked string) string {
	t.Helper()
	start := strings.Index(marked, "«")
	plain := strings.ReplaceAll(marked, "«", "")
	end := strings.Index(plain, "»")
	plain = strings.ReplaceAll(plain, "»", "")
	d := &bauta.Doc{Message: bauta.Message{Text: plain}}
	out, err := settle.WholeTokens{Keeps: keepsLinks}.Settle(t.Context(), d,
		[]bauta.Span{{Start: start, End: end, Label: label, P: 0.9}})
	if err != nil {
		t.Fatal(err)
	}
	return plain[out[0].Start:out[0].End]
}

// TestWholeTokensEndAtWhatIsWrittenOtherwise: what nobody sees is of no token, and a letter written as an
// escape is.
func TestWholeTokensEndAtWhatIsWrittenOtherwise(t *testing.T) {
	for _, test := range []struct{ text, find, want string }{
		{"ok \x1b[31mTam\x1b[0m", "Tam", "Tam"},
		{"ok \x1b[31m34Tam\x1b[0mx", "Tam", "34Tam"},
		{`ok\u0020Tam\u0020ok`, "Tam", "Tam"},
		{`ok\nTam\u00e9s`, "Tam", `Tam\u00e9s`},
		{`&#233;Tam&eacute;&nbsp;x`, "Tam", `&#233;Tam&eacute;`},
		{`a\u00e9`, `\u00e9`, `a\u00e9`},
		{"Tam\u200b34", "Tam", "Tam"},
	} {
		d, err := text.Analyser{}.Analyse(t.Context(), bauta.Message{Text: test.text})
		if err != nil {
			t.Fatal(err)
		}
		start := strings.Index(test.text, test.find)
		out, err := settle.WholeTokens{Keeps: keepsLinks}.Settle(t.Context(), d,
			[]bauta.Span{{Start: start, End: start + len(test.find), Label: bauta.Person, P: 0.9}})
		if err != nil {
			t.Fatal(err)
		}
		if got := d.Surface(out[0].Start, out[0].End); got != test.want {
			t.Errorf("%q of %q is widened to %q, want %q", test.find, test.text, got, test.want)
		}
	}
}

func TestWholeTokens(t *testing.T) {
	for _, test := range []struct {
		label        bauta.Label
		marked, want string
	}{
		{bauta.Person, "my «Tam»dings", "Tamdings"},
		{bauta.Person, "L3«Tam»", "L3Tam"},
		{bauta.Person, "salut «Tam»34 !", "Tam34"},
		{bauta.Person, "l'«Inès» de", "Inès"},
		{bauta.Person, "«Tam»'s cat", "Tam"},
		{bauta.Person, "«Tam»-Lou", "Tam"},
		{bauta.Person, "«Zoe»\u0301 dort", "Zoe\u0301"},
		{bauta.Person, "昨日«田中»さん", "田中"},
		{bauta.UID, "paid «1607635102».00 on", "1607635102.00"},
		{bauta.UID, "paid «1607635102»,5", "1607635102,5"},
		{bauta.UID, "«1607635102». 2 more", "1607635102"},
		{bauta.UID, "«1607635102».1234", "1607635102"},
		{bauta.UID, "password «4821»!x9 ok", "4821!x9"},
		{bauta.UID, "code «4821»! merci", "4821"},
		{bauta.UID, "code «4821»!merci", "4821"},
		{bauta.Phone, "«+33612345678»Tam lou", "+33612345678Tam"},
		{bauta.URL, "«a.example/b»c", "a.example/b"},
		{bauta.Person, "«Tam»" + strings.Repeat("x", 100), "Tam"},
	} {
		if got := widened(t, test.label, test.marked); got != test.want {
			t.Errorf("%q is widened to %q, want %q", test.marked, got, test.want)
		}
	}
}

// A find is never narrowed, and cuts no run of letters and digits that is shorter than the
// bound; what is widened once is not widened again.
func TestWholeTokensCutNone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("abcÉñ09 .,!#-'@\n中ไ")), 1, 40, -1).Draw(t, "text")
		var edges []int
		for i := range text {
			edges = append(edges, i)
		}
		edges = append(edges, len(text))
		a := rapid.IntRange(0, len(edges)-2).Draw(t, "a")
		b := rapid.IntRange(a+1, len(edges)-1).Draw(t, "b")
		label := rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.UID, bauta.Phone}).Draw(t, "label")
		before := bauta.Span{Start: edges[a], End: edges[b], Label: label}
		d := &bauta.Doc{Message: bauta.Message{Text: text}}
		o := settle.WholeTokens{Keeps: keepsLinks}
		got, err := o.Settle(t.Context(), d, []bauta.Span{before})
		if err != nil {
			t.Fatal(err)
		}
		s := got[0]
		if s.Start > before.Start || s.End < before.End {
			t.Fatalf("%q: [%d,%d) became [%d,%d)", text, before.Start, before.End, s.Start, s.End)
		}
		if cut(text, s.Start) || cut(text, s.End) {
			t.Fatalf("%q: [%d,%d) cuts a token", text, s.Start, s.End)
		}
		again, _ := o.Settle(t.Context(), d, []bauta.Span{s})
		if again[0].Start != s.Start || again[0].End != s.End {
			t.Fatalf("%q: widened twice", text)
		}
	})
}

// cut reports letters and digits of scripts with blanks on both sides of byte at.
func cut(s string, at int) bool {
	l, _ := utf8.DecodeLastRuneInString(s[:at])
	r, _ := utf8.DecodeRuneInString(s[at:])
	word := func(r rune) bool { return r < 0x0E00 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }
	return word(l) && word(r)
}
