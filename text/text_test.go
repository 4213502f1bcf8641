package text_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

func cut(s string) string {
	kinds := "wnpehtlm"
	var b strings.Builder
	for i, t := range text.Tokenise(s) {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%c:%s", kinds[t.Kind], s[t.Start:t.End])
	}
	return b.String()
}

func TestTokenise(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"Coucou Patrice, ça va?", "w:Coucou w:Patrice p:, w:ça w:va p:?"},
		{"oui,mais non...demain", "w:oui p:, w:mais w:non p:... w:demain"},
		{"j'ai vu jean-pierre aujourd’hui", "w:j'ai w:vu w:jean-pierre w:aujourd’hui"},
		{"'tain- -ok'", "p:' w:tain p:- p:- w:ok p:'"},
		{"rdv 17h30 le 2e, 1ere 20€ 3,50 12:05", "w:rdv n:17h30 w:le n:2e p:, n:1ere n:20€ n:3,50 n:12:05"},
		{"a 2main a12c4 qu1", "w:a w:2main w:a12c4 w:qu1"},
		{"coucou:) xD :-p ^^ <3 T_T :'( =)", "w:coucou e::) e:xD e::-p e:^^ e:<3 e:T_T e::'( e:=)"},
		{"note:paul xavier 18)", "w:note p:: w:paul w:xavier n:18 p:)"},
		{"@lea_75: voir #AnnivCamille!", "h:@lea_75 p:: w:voir t:#AnnivCamille p:!"},
		{"(http://x.fr/a?b=c). www.Ex.com, a.b@c.fr!", "p:( l:http://x.fr/a?b=c p:) p:. l:www.Ex.com p:, l:a.b@c.fr p:!"},
		{"<PRE_7>, <?_5> [LastName] *** <PRE_7_17316>x **", "m:<PRE_7> p:, m:<?_5> m:[LastName] m:*** m:<PRE_7_17316> w:x p:**"},
		{"photo_camille.jpg", "w:photo p:_ w:camille p:. w:jpg"},
		{"😘😘 bisous👍🏽", "e:😘😘 w:bisous e:👍🏽"},
		{"(\u0301Paul!\u0301Paul \u0301Paul", "p:(\u0301 w:Paul p:!\u0301 w:Paul p:\u0301 w:Paul"},
		{"(\u0301@paul :)\u0301Paul <PRE_7>\u0301Paul", "p:(\u0301 h:@paul e::)\u0301 w:Paul m:<PRE_7>\u0301 w:Paul"},
		{"!\u0301http://x.fr", "p:!\u0301 l:http://x.fr"},
	} {
		if got := cut(c.in); got != c.want {
			t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestNormalise(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"déjà vu ’ok’", "déjà vu ’ok’"},
		{"Ni\u200bcolas", "Nicolas"},
		{"e\u0301te\u0301", "été"},
		{"０６ １２", "06 12"},
		{"Ｐａｕｌ", "Paul"},
		{"Pаul Иван", "Paul Иван"}, // a Cyrillic а in a Latin word
		{"a\u00a0b\x00c", "a bc"},
		{"\xff", "\uFFFD"},
		{"𝓟𝓪𝓾𝓵", "Paul"},
		{"٠٦", "06"},
		{"Ren<b>e\u0301</b>e", "Renée"},
		{"Rene<wbr>\u200b\u0301e", "Renée"},
		{"Rene&#769;e &#101;&#769;", "Renée é"},
		{"e" + strings.Repeat("\u0301", 100) + "f", "é" + strings.Repeat("\u0301", 11) + "f"},
	} {
		got, shifts := text.Normalise(c.in)
		if got != c.want {
			t.Errorf("Normalise(%q) = %q, want %q", c.in, got, c.want)
		}
		if got == c.in && shifts != nil {
			t.Errorf("Normalise(%q) maps an unchanged text", c.in)
		}
	}
}

func TestOriginCoversWhatTheWordIs(t *testing.T) {
	for _, c := range []struct{ in, norm, surface string }{
		{"ici Ni\u200bco\u200blas!", "nicolas", "Ni\u200bco\u200blas"},
		{"\u200bLe\u0301a\u200b ok", "léa", "Le\u0301a"},
		{"x Ｐａｕｌ y", "paul", "Ｐａｕｌ"},
		{"(\u200b\u0301Nicolas Durand)", "nicolas", "Nicolas"},
		{"!\u200b\u0301Nicolas", "nicolas", "Nicolas"},
		{"Rene<wbr>\u200b\u0301e !", "renée", "Rene<wbr>\u200b\u0301e"},
		{"&#13214;\u0301Nicolas", "nicolas", "Nicolas"},
		{"n" + strings.Repeat("\u0308\u200b", 50) + "o !", "n" + strings.Repeat("\u0308", 12) + "o", "n" + strings.Repeat("\u0308\u200b", 50) + "o"},
	} {
		d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: c.in})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, tok := range d.Tokens {
			if tok.Norm == c.norm {
				found = true
				if got := d.Surface(tok.Start, tok.End); got != c.surface {
					t.Errorf("%q: surface %q, want %q", c.in, got, c.surface)
				}
			}
		}
		if !found {
			t.Errorf("%q: no token %q", c.in, c.norm)
		}
	}
}

// check holds what must be true of any analysed text.
func check(t interface{ Fatalf(string, ...any) }, in string) {
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: in})
	if err != nil {
		t.Fatalf("analyse: %v", err)
	}
	last := 0
	for _, tok := range d.Tokens {
		if tok.Start < last || tok.End <= tok.Start || tok.End > len(in) {
			t.Fatalf("token %v after byte %d of %d", tok, last, len(in))
		}
		if inRune(in, tok.Start) || inRune(in, tok.End) {
			t.Fatalf("token %v cuts a character", tok)
		}
		last = tok.End
	}
	lastStart, lastEnd := 0, 0
	for i := range d.Shadow {
		a, b := d.Origin(i, i+1)
		if a < lastStart || b < lastEnd || b <= a || b > len(in) {
			t.Fatalf("shadow byte %d maps to [%d:%d) of %d, the one before to [%d:%d)", i, a, b, len(in), lastStart, lastEnd)
		}
		lastStart, lastEnd = a, b
	}
}

// inRune reports a byte offset inside a character.
func inRune(s string, at int) bool {
	for back := 1; back < utf8.UTFMax && back <= at; back++ {
		if r, size := utf8.DecodeRuneInString(s[at-back:]); r != utf8.RuneError || size > 1 {
			return size > back
		}
	}
	return false
}

func TestTokensCoverAllButSpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringMatching(`[ a-cA-Z0-9é'’.,:;@#<>_*(\[\])/-]{0,60}`).Draw(t, "text")
		check(t, in)
		left := []byte(in)
		for _, tok := range text.Tokenise(in) {
			for i := tok.Start; i < tok.End; i++ {
				left[i] = ' '
			}
		}
		if s := strings.TrimSpace(string(left)); s != "" {
			t.Fatalf("not in any token: %q of %q", s, in)
		}
	})
}

func TestLongLinesAreLinear(t *testing.T) {
	for _, unit := range []string{".", "@", "a", "😘", ":", "<", "#a", "e\u0301", "а", "'", "9", "aа ", "://", "_@."} {
		check(t, strings.Repeat(unit, 1<<20/len(unit)))
	}
}

func FuzzAnalyse(f *testing.F) {
	for _, s := range []string{"Coucou Patrice, ça va?", "Ni\u200bcolas <PRE_7> :) 17h30 a@b.c", "\xff\xc3", "aа\u0301", "www.İ.com", "#_a @_", "!\u200b\u0301a", "e<b>\u0301</b>&nvgt;a &fjlig;\u030c"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}

func ExampleTokenise() {
	s := "slt nico,sa va? :)"
	for _, t := range text.Tokenise(s) {
		fmt.Printf("%q ", s[t.Start:t.End])
	}
	fmt.Println()
	// Output: "slt" "nico" "," "sa" "va" "?" ":)"
}

func ExampleNormalise() {
	shadow, _ := text.Normalise("Ni\u200bco ０６")
	fmt.Println(shadow)
	// Output: Nico 06
}

func BenchmarkAnalyse(b *testing.B) {
	in := "Coucou Patrice, ça va? On se voit a 17h30 devant la gare :) bisous nico"
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: in})
	}
}
