package text

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

func TestMarkup(t *testing.T) {
	for in, want := range map[string]string{
		// entities
		"&lt;3 toi":                    "<3 toi",
		"caf&eacute; &#233; &#xE9":     "café é &#xE9",
		"R&amp;D, R&D, AT&T":           "R&D, R&D, AT&T",
		"&amp;eacute; &#38;#233;":      "é é",
		"?a=1&copy=2&lang=fr":          "?a=1&copy=2&lang=fr",
		"&notit; &zzz; &; &#; &#x;":    "&notit; &zzz; &; &#; &#x;",
		"a&nbsp;b":                     "a b",
		"Ni&#8203;co&shy;las":          "Nicolas",
		"&#65313;nna":                  "Anna",
		"&lt;b&gt;Ni&lt;/b&gt;co":      "Nico",
		"&lt;zoe&gt; &amp;lt;3":        "<zoe> <3",
		"＆eacute; ＜b＞a &ea\u200bcute;": "é a é",
		"&#0;":                         "\uFFFD",
		// tags
		"<b>Nico</b>las":                        "Nicolas",
		"<P>un</P><p>deux</p>":                  "\nun\n\ndeux\n",
		"un<br>deux<br/>trois<br />":            "un\ndeux\ntrois\n",
		`<a href="mailto:a@b.fr">ici</a>`:       " a@b.fr ici",
		`<img class="x y" alt='Léa' src=l.png>`: " x y Léa l.png ",
		`<span style="color: red">rouge</span>`: " color: red rouge",
		`<div data-tel="06 12" id=lea>`:         " 06 12 lea ",
		// what a page does not show is read
		"a<!-- non -->b":                     "a\n non \nb",
		"a<!--b--><!--c-->-->":               "a\nb\n\nc\n-->",
		"a<script>var x = '<b>';</script >b": "a\nvar x = '';\nb",
		"a<STYLE type=text/css>p{}</style>b": "a text/css p{}\nb",
		// and what is none
		`<quote id="1"><legacyquote>[1] Léa</legacyquote>oui</quote>`: " 1 \n[1] Léa\noui\n",
		`<e t="1"/><ruby>a<rt>b</rt></ruby>`:                          " 1 \na\nb\n\n",
		"<legacyquote>oui</legacyquote> a":                            "\noui\n a",
		"<o:p></o:p><b>a</b>":                                         "\n\na",
		"<b>ok</b> <zoe>a</zoe>":                                      "ok \nzoe\na\nzoe\n",
		`<svg><path d="M0"/></svg>`:                                   " M0 ",
		"<moi> salut <zoe>":                                           "<moi> salut <zoe>",
		"<Zoe>a</Zoe>":                                                "<Zoe>a</Zoe>",
		"<3 <33 </3 <- ici ->":                                        "<3 <33 </3 <- ici ->",
		"a<b":                                                         "a<b",
		"a<b et b>c":                                                  "a<b et b>c",
		"1<2>0 x<y":                                                   "1<2>0 x<y",
		"<moi> <Camille> <a":                                          "<moi> <Camille> <a",
		`<URIObject uri="l">a</URIObject>`:                            " l a\n",
		`<meta name="author" content="Léa">`:                          " Léa ",
		`<meta name="Léa" content="x">`:                               " Léa x ",
		"<PRE_7> <?_4> <PERSON> <ADDRESS> <ADDRESS_3> <ENC_ABCDEFGH2>": "<PRE_7> <?_4> <PERSON> <ADDRESS> <ADDRESS_3> <ENC_ABCDEFGH2>",
		`<a href="ouvert`:                   `<a href="ouvert`,
		"<b x>":                             "<b x>",
		"<!-- ouvert <b>gras</b>":           "\n ouvert gras",
		"<script>ouvert Camille":            "\nouvert Camille",
		">_< <_< >.<":                       ">_< <_< >.<",
		"<" + strings.Repeat("b", 50) + ">": "<" + strings.Repeat("b", 50) + ">",
	} {
		if got, _ := Normalise(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// TestMarkupOrigins: what is found in the shadow is found in the text, with
// what stands inside it and nothing of what stands around it.
func TestMarkupOrigins(t *testing.T) {
	for _, c := range []struct{ text, find, want string }{
		{"<p>salut <b>Camille</b> !</p>", "Camille", "Camille"},
		{"<b>Ni</b>colas", "Nicolas", "Ni</b>colas"},
		{"<i>Ren&eacute;e</i> vient", "Renée", "Ren&eacute;e"},
		{"Ren&eacute; vient", "René", "Ren&eacute;"},
		{"&Eacute;lodie", "Élodie", "&Eacute;lodie"},
		{`<a href="mailto:lea@ex.fr">Léa</a>`, "lea@ex.fr", "lea@ex.fr"},
		{"a <3 Zoé<br>Marc", "Marc", "Marc"},
		{"x&#8203;Zoé", "Zoé", "Zoé"},
		{"ok \x1b[31mPatrice\x1b[0m !", "Patrice", "Patrice"},
		{"ok Pat\x1b[31mrice", "Patrice", "Pat\x1b[31mrice"},
		{"\x1b]8;;http://a.fr\aLéa\x1b]8;;\a", "Léa", "Léa"},
		{"\x1b]8;;http://a.fr\aLéa\x1b]8;;\a", "http://a.fr", "http://a.fr"},
		{`ok P\u0061trice\u0020!`, "Patrice", `P\u0061trice`},
		{`ok \x50atric\x65\n`, "Patrice", `\x50atric\x65`},
		{"ok Ren&amp;eacute; !", "René", "Ren&amp;eacute;"},
		{"ok Ren\u200b&amp;eacute;&#38;#8203; \uff26&amp;amp;lt;", "F<", "\uff26&amp;amp;lt;"},
	} {
		d, err := Analyser{}.Analyse(context.Background(), bauta.Message{Text: c.text})
		if err != nil {
			t.Fatal(err)
		}
		at := strings.Index(d.Shadow, c.find)
		if at < 0 {
			t.Errorf("%q: no %q in %q", c.text, c.find, d.Shadow)
			continue
		}
		if from, to := d.Origin(at, at+len(c.find)); d.Text[from:to] != c.want {
			t.Errorf("%q: %q stands for %q, want %q", c.text, c.find, d.Text[from:to], c.want)
		}
	}
}

// drawMarkup makes text with much that looks like markup.
func drawMarkup(t *rapid.T) string {
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(strings.Split("<|>|&|;|b|/b|a href=|\"|'|lt;|#233;|amp;|script|/script|style|!--|-->|br/| |é|\u0301|\u200b|3|Nico|\n|=|/|PRE_7", "|")), 0, 30).Draw(t, "pieces"), "")
}

// TestMarkupMap: the map goes forward, stays inside the text, and what was not
// touched stands for itself.
func TestMarkupMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, _ := Analyser{}.Analyse(context.Background(), bauta.Message{Text: drawMarkup(t)})
		last := 0
		for i := range len(d.Shadow) {
			from, to := d.Origin(i, i+1)
			if from < last || to < from || to > len(d.Text) {
				t.Fatalf("byte %d of %q stands for [%d, %d)", i, d.Shadow, from, to)
			}
			last = from
		}
		for _, tok := range d.Tokens {
			if tok.Start >= tok.End || tok.End > len(d.Text) {
				t.Fatalf("token [%d, %d) of %d bytes", tok.Start, tok.End, len(d.Text))
			}
		}
	})
}

// TestNoMarkup: without what begins any nothing is looked for.
func TestNoMarkup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := strings.NewReplacer("<", "", "&", "", "%", "", `\`, "", "\x1b", "", "\xc2", "").Replace(rapid.String().Draw(t, "text"))
		if found := findMarkup(s); found != nil {
			t.Fatalf("%v in %q", found, s)
		}
	})
}

// TestMarkupIsLinear: floods of openings end.
func TestMarkupIsLinear(t *testing.T) {
	for _, piece := range []string{"<!--", "<script>", "<a x=", `<a x="`, "<style ", "&#", "&amp;", "<b>", "<a title=x ", "</script", "\x1b]", "\u009d", `\u001b]`, "\x1b[", `\\`, `\x61<a x="y">`, `\xabc `} {
		Normalise(strings.Repeat(piece, 200_000/len(piece)))
	}
}

func FuzzMarkup(f *testing.F) {
	f.Add(`<p class="x">&lt;3 <b>Ni</b>co</p><script>a<b</script><!-- -->`)
	f.Add("<a href='x'>&#233;&eacute;<")
	f.Add("\x1b[31mNi\x1b]8;;x\a\u009bmco\\u001b[m\\ud83d\\ude18\\xc3\\xa9\\303\\251")
	f.Fuzz(func(t *testing.T, s string) {
		at := 0
		for _, m := range findMarkup(s) {
			if m.from < at || m.to <= m.from || m.to > len(s) {
				t.Fatalf("[%d, %d) after %d in %d bytes", m.from, m.to, at, len(s))
			}
			at = m.to
		}
	})
}
