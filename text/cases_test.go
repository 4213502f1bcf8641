package text_test

import (
	"testing"

	"github.com/bauta/bauta/text"
)

// TestTokensOfRealSpelling: how messages are cut, in the notation of cut.
func TestTokensOfRealSpelling(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"curly apostrophe", "C’est l’anniv d’Océane", "w:C’est w:l’anniv w:d’Océane"},
		{"two apostrophes", "qu''il", "w:qu p:'' w:il"},
		{"apostrophe at the end", "chez les Martin'", "w:chez w:les w:Martin p:'"},
		{"elision at the start", "'soir 'jour", "p:' w:soir p:' w:jour"},
		{"chain of hyphens", "c'est-à-dire peut-être-", "w:c'est-à-dire w:peut-être p:-"},
		{"dash between words", "oui - non", "w:oui p:- w:non"},
		{"double dash", "oui--non", "w:oui p:-- w:non"},
		{"list with a dash", "-lait", "p:- w:lait"},
		{"glued comma", "slt,sava", "w:slt p:, w:sava"},
		{"glued full stop", "fini.Bisous", "w:fini p:. w:Bisous"},
		{"glued question mark", "ok?lea", "w:ok p:? w:lea"},
		{"glued brackets", "(Marie)", "p:( w:Marie p:)"},
		{"french quotes", "«Marie»", "p:« w:Marie p:»"},
		{"curly quotes", "“Marie”", "p:“ w:Marie p:”"},
		{"single dots", "a.b", "w:a p:. w:b"},
		{"ellipsis sign", "bon…Paul", "w:bon p:… w:Paul"},
		{"slash", "Paul/Marie", "w:Paul p:/ w:Marie"},
		{"plus", "paul+marie", "w:paul p:+ w:marie"},
		{"ampersand", "paul&marie", "w:paul p:& w:marie"},
		{"underscore", "paul_marie", "w:paul p:_ w:marie"},
		{"equals sign", "nom=Paul", "w:nom p:= w:Paul"},
		{"asterisk of a correction", "*demain", "p:* w:demain"},
		{"signs in a row", "?!?!", "p:? p:! p:? p:!"},
		{"the same sign in a row", "!!!???", "p:!!! p:???"},
		{"kiss smiley", "bisous:*", "w:bisous e::*"},
		{"smiley with tears", "lol:'(", "w:lol e::'("},
		{"smiley with a long mouth", "coucou:)))", "w:coucou e::)))"},
		{"smiley that a word follows", ":pierre", "p:: w:pierre"},
		{"a colon before a name", "de:dominique", "w:de p:: w:dominique"},
		{"letter eyes inside a word", "maxD", "w:maxD"},
		{"letter eyes alone", "mdr xDDD", "w:mdr e:xDDD"},
		{"heart behind a name", "Lea<3", "w:Lea e:<3"},
		{"heart that is a number", "<30", "p:< n:30"},
		{"happy eyes", "oui^^", "w:oui e:^^"},
		{"one hat", "a^b", "w:a p:^ w:b"},
		{"face of equals signs", "=_=", "e:=_="},
		{"arms up", "\\o/ ouais", "e:\\o/ w:ouais"},
		{"sulking", "-_- non", "e:-_- w:non"},
		{"bracket behind a word", "(coucou :) )", "p:( w:coucou e::) p:)"},
		{"time", "8h 8h30 08:30 8H30", "n:8h n:8h30 n:08:30 n:8H30"},
		{"money", "15€ 15,50€ $5 10e", "n:15€ n:15,50€ p:$ n:5 n:10e"},
		{"percent", "100%", "n:100%"},
		{"ordinals", "1er 2ème 3ieme 4th", "n:1er n:2ème n:3ieme n:4th"},
		{"dates", "14/07/2011 1-2-11", "n:14/07/2011 n:1-2-11"},
		{"phone with dots", "06.12.34.56.78", "n:06.12.34.56.78"},
		{"phone with blanks", "06 12 34", "n:06 n:12 n:34"},
		{"international phone", "+33612345678", "p:+ n:33612345678"},
		{"rebus", "a2m1 2main qq1", "w:a2m1 w:2main w:qq1"},
		{"number glued to a word", "2bises", "w:2bises"},
		{"word glued to a number", "t2", "w:t2"},
		{"handle", "@lea.m salut", "h:@lea p:. w:m w:salut"},
		{"handle inside a word is none", "moi@toi", "w:moi p:@ w:toi"},
		{"handle of signs is none", "@ toi", "p:@ w:toi"},
		{"handle with dashes below", "@_lea_", "h:@_lea p:_"},
		{"hashtag", "#team_lea", "t:#team_lea"},
		{"two hashtags glued", "#a#b", "t:#a p:# w:b"},
		{"bare hash", "# 3", "p:# n:3"},
		{"mail", "ecris a lea.m@ex.fr.", "w:ecris w:a l:lea.m@ex.fr p:."},
		{"mail in brackets", "<lea@ex.fr>", "p:< l:lea@ex.fr p:>"},
		{"mail glued behind a word", "mail:lea@ex.fr", "w:mail p:: l:lea@ex.fr"},
		{"link in brackets", "(www.ex.fr)", "p:( l:www.ex.fr p:)"},
		{"link behind a word", "voir:http://ex.fr/a", "w:voir p:: l:http://ex.fr/a"},
		{"scheme in capitals", "HTTP://EX.FR", "l:HTTP://EX.FR"},
		{"colon and slashes alone", "://", "p:: p://"},
		{"emoji glued to a word", "bisous😘lea", "w:bisous e:😘 w:lea"},
		{"emoji with skin", "👍🏽👍🏿", "e:👍🏽👍🏿"},
		{"flag", "🇫🇷", "e:🇫🇷"},
		{"black heart", "♥ ☺", "e:♥ e:☺"},
		{"hebrew", "שלום דוד", "w:שלום w:דוד"},
		{"arabic with a question mark", "كيف حالك؟", "w:كيف w:حالك p:؟"},
		{"russian", "привет,Иван", "w:привет p:, w:Иван"},
		{"chinese has no blanks", "你好", "w:你好"},
		{"devanagari vowel signs", "नमस्ते", "w:नमस्ते"},
		{"windows line ends", "a\r\nb", "w:a w:b"},
		{"old line ends", "a\rb", "w:a w:b"},
		{"non-breaking space", "ça\u00a0va\u202f!", "w:ça w:va p:!"},
		{"only blanks", " \t\n ", ""},
		{"a lone byte", "a\xffb", "w:a p:\xff w:b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := cut(c.in); got != c.want {
				t.Errorf("%q:\n got %s\nwant %s", c.in, got, c.want)
			}
		})
	}
}

// TestShadowOfDisguises: what an eye reads is what the shadow holds.
func TestShadowOfDisguises(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"zero-width space in a name", "Ca\u200bmi\u200blle", "Camille"},
		{"soft hyphens", "Ni\u00adco\u00adlas", "Nicolas"},
		{"right to left override", "\u202eluaP", "luaP"},
		{"byte order mark in the middle", "Pa\ufefful", "Paul"},
		{"variation selector", "❤\ufe0f", "❤"},
		{"heart with a variation selector in a text", "bisous ❤\ufe0f\ufe0f Léa", "bisous ❤ Léa"},
		{"accent parted from its letter", "Le\u200b\u0301a", "Léa"},
		{"accent behind the grapheme joiner", "Le\u034f\u0301a", "Léa"},
		{"two accents parted", "a\u200b\u0323\u00ad\u0308", "ạ\u0308"},
		{"emoji family", "👨\u200d👩\u200d👧", "👨👩👧"},
		{"cyrillic letters in a latin name", "Саmillе", "Camille"},
		{"greek capitals in a latin name", "ΝIΚOLAS", "NIKOLAS"},
		{"a cyrillic word stays", "Камилла", "Камилла"},
		{"a greek word stays", "Νίκος", "Νίκος"},
		{"one cyrillic word beside a latin one", "слово word", "слово word"},
		{"cyrillic with an invisible character between", "Ρ\u200baul", "Paul"},
		{"script letters", "𝓒𝓪𝓶𝓲𝓵𝓵𝓮", "Camille"},
		{"double-struck digits", "𝟘𝟞 𝟙𝟚", "06 12"},
		{"script letters and a cyrillic one", "𝓟аul", "Paul"},
		{"a mathematical greek letter in a latin name", "P𝛢UL", "PAUL"},
		{"fraktur", "𝔓𝔞𝔲𝔩", "Paul"},
		{"full width sign", "ｌｅａ＠ｅｘ．ｆｒ", "lea@ex.fr"},
		{"ideographic space", "Léa\u3000Paul", "Léa Paul"},
		{"arabic digits", "٠٦١٢", "0612"},
		{"persian digits", "۰۶۱۲", "0612"},
		{"devanagari digits", "०६१२", "0612"},
		{"thai digits", "๐๖๑๒", "0612"},
		{"two combining marks", "a\u0323\u0308", "ạ\u0308"},
		{"mark without a letter", "\u0301a", "\u0301a"},
		{"hangul jamo", "한글", "한글"},
		{"angstrom sign", "\u212bsa", "Åsa"},
		{"ligature stays", "ﬁn", "ﬁn"},
		{"surrogate in UTF-8", "a\xed\xa0\x80b", "a\uFFFD\uFFFD\uFFFDb"},
		{"cut character", "caf\xc3", "caf\uFFFD"},
		{"overlong form", "\xc0\xaf", "\uFFFD\uFFFD"},
		{"replacement character stays", "a\uFFFDb", "a\uFFFDb"},
		{"escape sequence", "\x1b[31mPaul", "Paul"},
		{"NUL and delete", "P\x00a\x7ful", "Paul"},
		{"line ends and tabs stay", "a\r\n\tb", "a\r\n\tb"},
		{"other line ends and separators part words", "a\u0085b\vc\fd\x1ee\u2028f", "a\nb\nc\nd\ne\nf"},
		{"narrow and other spaces", "06\u202f12\u200934\u168056", "06 12 34 56"},
		{"tag characters", "Pa\U000e0061ul", "Paul"},
		{"fillers", "Pa\u3164u\u115fl", "Paul"},
		{"small forms", "lea﹫ex﹒fr", "lea@ex.fr"},
		{"letters in circles", "Ⓟⓐⓤⓛ", "Paul"},
		{"escapes of a link", "http://x.fr/Cl%C3%A9ment?to=a%40b.fr&q=%20%2f%ff", "http://x.fr/Clément?to=a@b.fr&q=%20%2f%ff"},
		{"per cent elsewhere", "20%40 de 5%20, 10%401", "20%40 de 5%20, 10%401"},
		{"an escaped sign between words", "lea%40ex.fr", "lea@ex.fr"},
		{"a number without a semicolon", "lea&#64ex.fr &#6 R&D ?a&copy=2", "lea@ex.fr &#6 R&D ?a&copy=2"},
		{"a letter that is another one", "\u1fbex", "ix"},
		{"underlined and struck through", "J\u0332u\u0332l\u0332 e\u0301\u0336a", "Jul éa"},
		{"one dot leader", "lea@ex\u2024fr", "lea@ex.fr"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, _ := text.Normalise(c.in); got != c.want {
				t.Errorf("%q reads %q, want %q", c.in, got, c.want)
			}
		})
	}
}

// TestFold: the form under which words are looked up.
func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "CAMILLE": "camille", "J’AI": "j'ai", "L'Été": "l'été", "ŒUVRE": "œuvre", "ÀÉÎÕÜ": "àéîõü", "Straße": "straße", "’’": "''", "Νίκος": "νίκος", "İ": "i",
	} {
		got := text.Fold(in)
		if got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
		if again := text.Fold(got); again != got {
			t.Errorf("Fold(%q) = %q, folded again %q", in, got, again)
		}
	}
}
