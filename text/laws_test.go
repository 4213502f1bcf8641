package text_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// message draws what people type: letters with and without accents, glued
// signs, smileys, addresses, and white space of several kinds.
func message() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "b", "Z", "é", "ç", "œ", "ü", "'", "’", "-", "_", ".", ",", "!", "?", ":", ")", "(", "@", "#", "<3", "^^", ":)", "xD",
		"0", "7", "17h30", "2e", "€", " ", " ", " ", "\n", "\t", "\r\n", "😘", "👍", "❤", "lol", "Camille", "www.", "://", "***", "<PRE_7>", "<?_3>",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 25).Draw(t, "pieces"), "")
	})
}

// hostile draws what an attacker or a broken export holds.
func hostile() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "P", "é", "e\u0301", "a\u0308\u0323", "\u0301", "\u200b", "\u200d", "\u00ad", "\ufeff", "\u202e", "\ufe0f", "\u0000", "\u001b", "\u0085",
		"\xff", "\xc3", "\xed\xa0\x80", "\xf0\x9f", "\u00a0", "\u3000", "\u2007", "Ｐ", "０", "٣", "৩", "𝓟", "𝟘", "а", "е", "И", "Α", "ο", "ש", "م", "한", "ᄒ\u1161",
		"😘", "👨\u200d👩\u200d👧", "👍🏽", "🇫🇷", "1\ufe0f\u20e3", " ", "\n", "İ", "ß", "ﬁ", "Å",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 25).Draw(t, "pieces"), "")
	})
}

// disguised draws hostile text with markup between and under its marks.
func disguised() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"a", "P", "e", "\u0301", "\u0338", "\u0323", "\u20d2", "\u200b", "\u00ad", "!", "(", "=", "<", ">", "@", "#", "*", "://", "www.", ".fr", "😘", "⫝̸", "\u2000",
		"<b>", "</b>", "<wbr>", "<br>", `<a title="x">`, "<!--", "-->", "&eacute;", "&#769;", "&#8203;", "&nvlt;", "&nvgt;", "&bne;", "&fjlig;", "&ThickSpace;",
		"\x1b", "[31m", "\x1b]8;;", "\a", "\u009b0m", "\u009c", `\u0061`, `\u001b[m`, `\x`, "e9", `\n`,
		"<PRE_7>", "<?_3>", "Person 1", "xxx@yy.fr", "***", "\xff", "\xf0\x9f", " ", "7", "٣", "ক\u09be", "\u0344",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 25).Draw(t, "pieces"), "")
	})
}

// escapedTwice draws signs of markup and escapes as they are, in wide letters, in others and by their names,
// with what nobody sees between.
func escapedTwice() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{
		"&", "＆", "&amp;", "&#38;", "amp;", "lt;", "b&gt;", "<", "＜", "b>", "\\", "＼", `\x5c`, "n", "𝕟", "ｎ", "r", "x41", "u0061", "N", "%", "％",
		"40", "://", "a", "\u200b", "\x00", "[m", "\u0338", ";", "；", "é", " ",
	})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "pieces"), "")
	})
}

// TestTokensAreApart: whatever a text holds, tokens are disjoint and ascending,
// inside it and on the borders of characters, and the map goes forward only.
func TestTokensAreApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		check(t, rapid.OneOf(message(), hostile(), disguised(), rapid.String()).Draw(t, "text"))
	})
}

func analysed(t interface{ Fatalf(string, ...any) }, in string) *bauta.Doc {
	d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: in})
	if err != nil {
		t.Fatalf("analyse: %v", err)
	}
	return d
}

// TestNormaliseIsIdempotent: the shadow of a shadow is itself.
func TestNormaliseIsIdempotent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(message(), hostile(), disguised(), escapedTwice(), rapid.String()).Draw(t, "text")
		once, _ := text.Normalise(in)
		twice, shifts := text.Normalise(once)
		if twice != once || shifts != nil {
			t.Fatalf("%q gives %q, and that gives %q", in, once, twice)
		}
		if !utf8.ValidString(once) {
			t.Fatalf("%q gives a copy that is not UTF-8", in)
		}
	})
}

// TestOriginIsAMap: the map goes forward only, every byte of the shadow stands
// for something, and stretches that were not touched stand for themselves.
func TestOriginIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(message(), hostile(), escapedTwice()).Draw(t, "text")
		d := analysed(t, in)
		lastStart, lastEnd := 0, 0
		for i := range len(d.Shadow) {
			a, b := d.Origin(i, i+1)
			if a < lastStart || b < lastEnd || b <= a || b > len(in) {
				t.Fatalf("%q: byte %d of the shadow stands for [%d:%d), the one before for [%d:%d)", in, i, a, b, lastStart, lastEnd)
			}
			if b-a == 1 && in[a] < utf8.RuneSelf && d.Shadow[i] < utf8.RuneSelf && in[a] != d.Shadow[i] {
				t.Fatalf("%q: byte %d of the shadow is %q and stands for %q alone", in, i, d.Shadow[i], in[a])
			}
			lastStart, lastEnd = a, b
		}
		for i := range len(d.Shadow) {
			j := rapid.IntRange(i, len(d.Shadow)).Draw(t, "end")
			a, b := d.Origin(i, j)
			if i == j && a != b || a > b {
				t.Fatalf("range [%d:%d) stands for [%d:%d)", i, j, a, b)
			}
		}
	})
}

// TestOriginIsTheUnion: the range of a stretch is the hull of those of its bytes.
func TestOriginIsTheUnion(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := analysed(t, rapid.OneOf(hostile(), escapedTwice()).Draw(t, "text"))
		if d.Shadow == "" {
			return
		}
		i := rapid.IntRange(0, len(d.Shadow)-1).Draw(t, "start")
		j := rapid.IntRange(i+1, len(d.Shadow)).Draw(t, "end")
		from, to := len(d.Text), 0
		for k := i; k < j; k++ {
			a, b := d.Origin(k, k+1)
			from, to = min(from, a), max(to, b)
		}
		if a, b := d.Origin(i, j); a != from || b != to {
			t.Fatalf("%q: [%d:%d) stands for [%d:%d), its bytes for [%d:%d)", d.Text, i, j, a, b, from, to)
		}
	})
}

// TestOriginClips: ranges outside the shadow never reach outside the text.
func TestOriginClips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := analysed(t, rapid.OneOf(message(), hostile(), escapedTwice()).Draw(t, "text"))
		i, j := rapid.IntRange(-9, 99).Draw(t, "i"), rapid.IntRange(-9, 99).Draw(t, "j")
		a, b := d.Origin(i, j)
		if a < 0 || b < a || b > len(d.Text) {
			t.Fatalf("%q: Origin(%d, %d) = [%d:%d) of %d", d.Text, i, j, a, b, len(d.Text))
		}
		if s := d.Surface(i, j); len(s) > len(d.Text) || !strings.Contains(d.Text, s) {
			t.Fatalf("Surface(%d, %d) is no part of the text", i, j)
		}
	})
}

// scatter puts one of the marks before runes drawn at random.
func scatter(t *rapid.T, in string, marks []string) string {
	var b strings.Builder
	for i, r := range in {
		if rapid.IntRange(0, 3).Draw(t, "where") == 0 && i > 0 {
			b.WriteString(rapid.SampledFrom(marks).Draw(t, "mark"))
		}
		b.WriteRune(r)
	}
	return b.String()
}

// TestInvisibleCharactersHideNothing: whatever invisible characters stand in a
// text, the tokens are those of the text without them, and each token's
// surface is what it was with the invisible characters inside.
func TestInvisibleCharactersHideNothing(t *testing.T) {
	marks := []string{"\u200b", "\u200c", "\u200d", "\u200e", "\u202a", "\u202e", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u0007", "\u007f", "\u0090", "\ufe0e", "\u200b\u200b\u00ad"}
	clean := strings.NewReplacer(slices.Concat(pairs(marks[:14]))...)
	rapid.Check(t, func(t *rapid.T) {
		in := message().Draw(t, "text")
		dirty := scatter(t, in, marks)
		a, b := analysed(t, in), analysed(t, dirty)
		if a.Shadow != b.Shadow {
			t.Fatalf("%q reads %q, with invisible characters %q", in, a.Shadow, b.Shadow)
		}
		if len(a.Tokens) != len(b.Tokens) {
			t.Fatalf("%q: %d tokens, with invisible characters %d", in, len(a.Tokens), len(b.Tokens))
		}
		for i, tok := range b.Tokens {
			was := a.Tokens[i]
			if tok.Norm != was.Norm || tok.Kind != was.Kind {
				t.Fatalf("token %d reads %q, with invisible characters %q", i, was.Norm, tok.Norm)
			}
			if got, want := clean.Replace(b.Surface(tok.Start, tok.End)), a.Surface(was.Start, was.End); got != want {
				t.Fatalf("token %d of %q covers %q, with invisible characters %q", i, in, want, got)
			}
		}
	})
}

// pairs makes the arguments of a replacer that drops each of the strings.
func pairs(drop []string) []string {
	var out []string
	for _, s := range drop {
		out = append(out, s, "")
	}
	return out
}

// TestDecomposedTextReadsTheSame: a text from a Mac (NFD) has the tokens of the
// same text from a phone (NFC).
func TestDecomposedTextReadsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringMatching(`[a-cA-C éèàùêîôûëïüÿçÉÀÇñŝ',.:!?0-9-]{0,40}`).Draw(t, "text")
		a, b := analysed(t, in), analysed(t, norm.NFD.String(in))
		if a.Shadow != b.Shadow {
			t.Fatalf("%q reads %q, decomposed %q", in, a.Shadow, b.Shadow)
		}
		for i, tok := range b.Tokens {
			if got, want := norm.NFC.String(b.Surface(tok.Start, tok.End)), a.Surface(a.Tokens[i].Start, a.Tokens[i].End); got != want {
				t.Fatalf("token %d covers %q, decomposed %q", i, want, got)
			}
		}
	})
}

// TestWideLettersReadTheSame: full-width text reads as plain ASCII.
func TestWideLettersReadTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringMatching(`[!-~ ]{0,40}`).Draw(t, "text")
		wide := strings.Map(func(r rune) rune {
			if r > ' ' && rapid.Bool().Draw(t, "wide") {
				return r + 0xFEE0
			}
			return r
		}, in)
		got, _ := text.Normalise(wide)
		if narrow, _ := text.Normalise(in); got != narrow {
			t.Fatalf("%q reads %q, in narrow letters %q", wide, got, narrow)
		}
	})
}

// TestChunksAreReadAlone: what stands beyond white space does not change how a
// word is cut.
func TestChunksAreReadAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := message().Draw(t, "a"), message().Draw(t, "b")
		blank := rapid.SampledFrom([]string{" ", "\n", "\r\n", "\t", " \n "}).Draw(t, "blank")
		want := text.Tokenise(a)
		for _, tok := range text.Tokenise(b) {
			tok.Start += len(a) + len(blank)
			tok.End += len(a) + len(blank)
			want = append(want, tok)
		}
		if got := text.Tokenise(a + blank + b); !slices.Equal(got, want) {
			t.Fatalf("%q and %q are cut otherwise when they stand together", a, b)
		}
	})
}

// TestTokensOfAnyTextLeaveOnlySpace: between the tokens of any string there is
// white space alone.
func TestTokensOfAnyTextLeaveOnlySpace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.OneOf(message(), hostile(), rapid.String()).Draw(t, "text")
		last := 0
		gap := func(to int) {
			if s := in[last:to]; strings.TrimSpace(s) != "" {
				t.Fatalf("%q of %q is in no token", s, in)
			}
		}
		for _, tok := range text.Tokenise(in) {
			if tok.Start < last || tok.End <= tok.Start {
				t.Fatalf("token %v behind byte %d", tok, last)
			}
			gap(tok.Start)
			if s := in[tok.Start:tok.End]; strings.TrimSpace(s) != s {
				t.Fatalf("token %v of %q holds white space at its edge", tok, in)
			}
			last = tok.End
		}
		gap(len(in))
	})
}

// TestReplacementsAreOneToken: whatever an operator writes is one token that no
// dictionary is asked about, wherever it stands.
func TestReplacementsAreOneToken(t *testing.T) {
	masks := []string{"<PRE_7>", "<NOM_12>", "<PRE_7_17316>", "<?_3>", "<PERSON>", "<ZIP_CODE>", "[LastName]", "[_forename_]", "***", "*******", "PERSON", "ZIP_CODE", "FICTIONAL_FIGURE"}
	around := []string{"%s", "%s,", "(%s)", "«%s»", "salut %s!", "...%s...", "%s:)", "\"%s\"", "%s\n", "😘%s😘", "/%s/"}
	for _, m := range masks {
		for _, a := range around {
			in := fmt.Sprintf(a, m)
			d := analysed(t, in)
			found := 0
			for _, tok := range d.Tokens {
				if tok.Kind == bauta.Masked {
					found++
					if s := d.Surface(tok.Start, tok.End); s != m {
						t.Errorf("%q: the mask is read as %q", in, s)
					}
				}
			}
			if found != 1 {
				t.Errorf("%q holds %d masks: %s", in, found, cut(in))
			}
		}
	}
}

// TestNotAReplacement: what only looks like a mask is read as words, so that
// nobody hides a name by writing brackets around it.
func TestNotAReplacement(t *testing.T) {
	for _, in := range []string{
		"<camille>", "<Camille>", "[camille martin]", "[Léa]", "<Léa>", "**", "**camille**", "< PRE", "[]", "<>", "<PRE_7", "PERSONNE", "PERSONal", "<PRÉ_7>",
		"<" + strings.Repeat("A", 80) + ">", "[a1b2]", "<person>", "PERSON1", "ADDRESSE",
	} {
		for _, tok := range text.Tokenise(in) {
			if tok.Kind == bauta.Masked && strings.ContainsFunc(in, func(r rune) bool { return r >= 'a' && r <= 'z' }) {
				t.Errorf("%q is taken for a mask: %s", in, cut(in))
			}
		}
	}
}

// deepest is how many bytes a text has that may be escaped more often than it is read.
const deepest = 24

// FuzzNormalise: what is plain stays as it is, and the shadow of a shadow is itself, but where a text may have been
// escaped more often than anybody does.
func FuzzNormalise(f *testing.F) {
	seeds := []string{"e\u0301\u200b", "Pаul", "\xed\xa0\x80", "1\ufe0f\u20e3", strings.Repeat("\u0301", 40), "<\x00A>", "&amp;lt;3", "＜b＞", `\𝕟`, "＆amp;", "\\\x00r"}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		once, _ := text.Normalise(s)
		twice, _ := text.Normalise(once)
		if twice != once && (len(s) < deepest || !strings.ContainsAny(once, `<&%\`)) {
			t.Errorf("%q: %q, then %q", s, once, twice)
		}
		text.Tokenise(s)
	})
}
