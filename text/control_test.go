package text

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestControls: what a terminal does not show is not read, what it carries is, and what does
// not end stays.
func TestControls(t *testing.T) {
	for in, want := range map[string]string{
		"\x1b[31mPat\x1b[0mrice":                                 "Patrice",
		"06 12 \x1b[1;38;5;208m34 56\x1b[m 78":                   "06 12 34 56 78",
		"\u009b31mPat\u009b0mrice":                               "Patrice",
		"\x1b[?25lPaul\x1b[2K\x1b[1A":                            "Paul",
		"\x1b(B\x1b[mPaul":                                       "Paul",
		"\x1b]8;;\x1b\\Pat\x1b]8;;\arice":                        "Patrice",
		"\x1b]8;;http://a.fr/x\x1b\\Paul\x1b]8;;\x1b\\ ici":      " http://a.fr/x Paul ici",
		"\x1b]8;id=1;mailto:a@b.fr\aPaul":                        " id=1;mailto:a@b.fr Paul",
		"\u009d0;chez Léa\u009cok":                               " chez Léa ok",
		"\x1bPq Léa\x1b\\ok":                                     " q Léa ok",
		"\x1b7Emily\x1b8 \x1bcEmily \x1bMEmily \x1b#8Em\x1b=ily": "Emily Emily Emily Emily",
		"\x1bM07700 \x1bD 1":                                     "07700  1",
		"\x1b]8;;<b>a\a\u200bb &amp; \x1b]0;&lt;\ac":             " a b &  < c",
		"Pat\x1b[" + strings.Repeat("1;", 99) + "mrice":          "Patrice",
		// as programs write them, and consoles draw them
		`\E[0;1mPaul` + "␛[31mPaul ←[31mPaul ^[[31mPaul": "PaulPaul Paul Paul",
		`\u001b[31mPat\x1b[0mrice`:                       "Patrice",
		`\033[31mPat\e[0mrice`:                           "Patrice",
		`\\u001b[31mPat\\u001B[mi`:                       "Pati",
		`\u001b]8;;\u0007Pat\x07`:                        "Pat",
		`\u001b]8;;a.fr\u0007Pat`:                        " a.fr Pat",
		"Иван \x1b[31mИван\x1b[0m":                       "Иван Иван",
		"\x1b[31m\u0430nn\u0430":                         "anna",
		"e\x1b[31m\u0301t\u00e9":                         "été",
		"\x1b[31m<b>Pa\x1b[0m</b>ul":                     "Paul",
		// and what is none
		"\x1bMarie \x1bMARIE \x1bcathy \x1b#a": "Marie MARIE cathy #a",
		`C:\Emily ^[7 ← Paul`:                  `C:\Emily ^[7 ← Paul`,
		"\x1b[31":                              "[31",
		"\x1b[31é":                             "[31é",
		"\x1bPaul":                             "Paul",
		"\x1b]8;;Paul":                         "]8;;Paul",
		"\x1b]8;;Paul\n\a":                     "]8;;Paul\n",
		"\x1b]0;Paul\x1b[0m":                   "]0;Paul",
		"\x1bPPaul\a":                          "PPaul",
		"\x1b(Paul)":                           "(Paul)",
		"[31mPaul":                             "[31mPaul",
		"\x1b[" + strings.Repeat("1", 99):      "[" + strings.Repeat("1", 99),
	} {
		if got, _ := Normalise(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestEscapes: escapes of programs are what they stand for, and other backslashes stay.
func TestEscapes(t *testing.T) {
	for in, want := range map[string]string{
		`P\u0061trice P\x61trice`:                                  "Patrice Patrice",
		`C\u00e9dric C\xe9dric C\u{e9}dric`:                        "Cédric Cédric Cédric",
		`b'C\xc3\xa9dric' C\303\251dric`:                           "b'Cédric' Cédric",
		`C\U000000e9dric \ud83d\ude18 \u{1F618}`:                   "Cédric 😘 😘",
		`P\\u0061trice P\\\\x61tr\\\\xc3\\\\xafce`:                 "Patrice Patrïce",
		`Rene\u0301 06\u00a012\x2034\u200b`:                        "René 06 12 34",
		`C:\Users\C\xc3\xa9dric\x`:                                 `C:\Users\Cédric\x`,
		`lea\u0040ex.fr\u003e`:                                     "lea@ex.fr>",
		`P\u0430trice`:                                             "Patrice",
		`Salut\nPatrice\r\n\tOk \n- a\\nB`:                         "Salut\nPatrice\n\n\nOk \n- a\nB",
		`\u0000a\u001fb`:                                           "a\nb",
		`P\x{61}trice P\u{000061}trice P\uuu0061trice C\x{e9}dric`: "Patrice Patrice Patrice Cédric",
		// and what is none
		`C:\users\xavier C:\x64\Nico \\pc\x64\Nico`: `C:\users\xavier C:\x64\Nico \\pc\x64\Nico`,
		`bin\x64\Release src\xabier "C:\nous"`:      `bin\x64\Release src\xabier "C:\nous"`,
		`\nadia \tom \romain \neq \textbf{a}`:       `\nadia \tom \romain \neq \textbf{a}`,
		`\u12 \u \x4 \xg1 \U1234 \u{} \u{zz} \u{`:   `\u12 \u \x4 \xg1 \U1234 \u{} \u{zz} \u{`,
		`\ud800 \ude18 \ud83d\u0041`:                `\ud800 \ude18 \ud83dA`,
		`\U7fffffff \400 \12 ¯\_(ツ)_/¯ :\ \o/`:      `\U7fffffff \400 \12 ¯\_(ツ)_/¯ :\ \o/`,
		`\x85\x9b \251`: `\x85\x9b \251`,
		`\`:             `\`,
		`\\\`:           `\\\`,
	} {
		if got, _ := Normalise(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestOtherwise: what may be meant for something else, with the names that the lists of this test have.
func TestOtherwise(t *testing.T) {
	names := func(w string) bool { return strings.Contains(" julien patrice max durand daniel ", " "+Fold(w)+" ") }
	for in, want := range map[string]string{
		"Ju\x1b]0;t\alien Ju\x1b]8;;x\x1b\\lien Ju<a title=\"t\">lien": "Julien Julien Julien",
		"jmax@\x1b]0;t\aex.org jmax\x1b]0;t\a@ex.org @\x1b]0;t\a":      "jmax@ex.org jmax@ex.org @\x1b]0;t\a",
		`\112ulien J\165lien \o{112}ulien Ju\154\151en`:                "Julien Julien Julien Julien",
		"%4Aulien %u004aulien Cl%C3%A9a Cl%E9a Max%20Durand":           "Julien Julien Cléa Cléa Max Durand",
		"=4Aulien Cl=E9a Cl=C3=A9a Ju=6Cien":                           "Julien Cléa Cléa Julien",
		"J u l i e n, J.u.l.i.e.n J-u-l-i-e-n M a x":                   "Julien, Julien Julien Max",
		"J u l i e n D u r a n d, J u l i e n a dit":                   "Julien Durand, Julien a dit",
		"d u r a n d @ ex.fr, p . d @ e x . f r":                       "durand@ex.fr, p.d@ex.fr",
		`ok\npatrice ok\tjulien`:                                       "ok\npatrice ok\njulien",
		"j%2540d.fr Cl%25C3%25A9a":                                     "j@d.fr Cléa",
		"Jul-\nien Pat=\r\nrice Jul\nien du-\nrand":                    "Julien Patrice Julien durand",
		"🄹🅄🅻🅘🄴🄽 🇯🇺🇱🇮🇪🇳, 🇲 🇦 🇽":                                         "Julien Julien, Max",
		"jul1en J@lien p4tr1c3. d$ P@trice: ok":                        "julien J@lien patrice. d$ Patrice: ok",
		"D4n13l":                                                       "Daniel",
		"jul|en ju!i3n! |pa+rice patric€":                              "julien julien! |patrice patrice",
		"P a r c e, Q U E T T I E R, v-r-a-i-m-e-n-t M\\a\\x":          "Parce, Quettier, vraiment Max",
		"Ju**li**en, **Ju**lien _Ju_lien `ju`lien ~~Zo~~rbax":          "Julien, Julien Julien julien Zorbax",
		"**Max Du**rand Du_rand *Ju**l**ien*":                          "Max Durand Durand *Julien*",
		"Ruf 07744\n192360 an, 06~12 345·678, +49 151|2345678, max":    "Ruf 07744192360 an, 0612345678, +491512345678, max",
		"tel ⁰⁶¹² ³⁴⁵ ⑥⑦⑧, FR❼⑥³⁰⓪0X₁":                                 "tel 0612 345 678, FR76300" + "0X1",
		"U+004A u+0075 U+006C, U+0069 x":                               "Juli x",
		"hi\U000E004A\U000E0075\U000E006C":                             "hi Jul ",
		"p.d [@] x [.] com, p<at>x(.)com p*at*x.com":                   "p.d(at)x.com, p(at)x.com p(at)x.com",
		// and what is none
		"a b c d e, o k, m a x, a/b/r/i/t A-B-C-D, x o x x": "",
		"**très** bon, la *dé*cision, my_long_name":         "",
		"3*4*5 a*b+c `sudo`apt ~~demain~~ **":               "",
		"H₂SO₄ x² ① a ② b ③ 10⁻¹², U+0041 U+0042":           "",
		"100\n200\n300 1_000_000 1234*5678 2020~2023 €":     "",
		"0612345678, 12~345~6 a_06~12345678 array[.] b":     "",
		`100% %s 20%EAU 5%20 x=41 y=42 a=4A; =SUM a==4`:     "",
		`C:\temp\112 \101 \x \8 ok\nous C:\max\npatrice`:    "",
		"Julien \x1b]0;t\a ok":                              "",
		"jul\nien jul-\n ien Jul\nIen ma\nx, 🇫🇷🇩🇪 🅰🅱":       "",
		"id_jul1en jul1en_x /p4trice p4trice.org m4x 1":     "",
		"345 67 89\n123 45 67, um 12\n030 1234567":          "",
		"WORK_OF_ART ***":                "",
		"P4TRICE jul1en= 4patrice":       "",
		"[http://ex.org/a?b=c%20Durand]": "",
	} {
		d, err := Analyser{}.Analyse(t.Context(), bauta.Message{Text: in})
		if err != nil {
			t.Fatal(err)
		}
		got, last := "", 0
		for _, e := range Otherwise(d, names) {
			got += in[last:e.Start] + e.With
			last = e.End
		}
		if last > 0 {
			got += in[last:]
		}
		if got != want {
			t.Errorf("%q may be %q, want %q", in, got, want)
		}
	}
}

// FuzzOtherwise: what may be meant stands in the text, in order.
func FuzzOtherwise(f *testing.F) {
	f.Add("Jul-\nien Jul=\r\nien 🄹🅄🅻 🇯 🇺 🇱 j3r3my @%2540a")
	f.Add("Ju\x1b]0;t\alien J u l i e n @ x %4A =C3=A9 \\112\\nlea %u004a")
	f.Fuzz(func(t *testing.T, s string) {
		d, _ := Analyser{}.Analyse(t.Context(), bauta.Message{Text: s})
		at := 0
		for _, e := range Otherwise(d, func(string) bool { return true }) {
			if e.Start < at || e.End < e.Start || e.End > len(s) {
				t.Fatalf("[%d, %d) after %d in %d bytes", e.Start, e.End, at, len(s))
			}
			at = e.End
		}
	})
}
