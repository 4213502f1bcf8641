package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestDisguised: names and numbers are hidden whole however they are drawn, marked up or cut; what only looks so
// stays.
func TestDisguised(t *testing.T) {
	p := build(t, load(t, "gdpr"), policy.Options{})
	for lang, texts := range map[string]map[string]string{
		"de": {
			"gestern war **Fried**helm bei uns": "**Fried**helm", "frag mal Annegret H o l l e r b a c h": "Annegret H o l l e r b a c h",
			"ich treffe ⒲⒜⒧⒯⒭⒜⒰⒟ im Kino": "⒲⒜⒧⒯⒭⒜⒰⒟", "so schön #teamwaltraud": "#teamwaltraud", "danke Wal*raud": "Wal*raud",
			"ruf mich an: 0170 445~6123": "0170 445~6123", "wir sind **sehr** froh, Lehrer*innen": "", "so eine sch*isse": "",
			"#teamgeist #liebeistliebe": "", "A B C D oder d a n k e": "",
		},
		"fr": {
			"hier M\\a\\t\\h\\i\\e\\u était là": "M\\a\\t\\h\\i\\e\\u", "demande à Thi`bau`lt si ça va": "Thi`bau`lt",
			"appelle-moi au ⁰⁶ ¹² ³⁴ ⁵⁶ ⁷⁸": "⁰⁶ ¹² ³⁴ ⁵⁶ ⁷⁸", "Salut C*mille, ça va ?": "C*mille", "le 1ᵉʳ x² + y² et 10⁻¹²": "",
			"un **super**marché et la *dé*cision": "", "écris à lkrause [@] posteo [.] de": "lkrause [@] posteo [.] de",
		},
		"en": {
			"call me on 07744\n192360 tonight": "07744\n192360", "ask _Du_ncan if it works": "_Du_ncan", "what the f*ck. ok.thanks": "", "Yes.i'm in office x x x x": "",
			"100\n200\n300 and 1_000_000": "",
		},
	} {
		for text, want := range texts {
			res, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text, Lang: lang}})
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, s := range res[0].Spans {
				got += text[s.Start:s.End]
			}
			if got != want {
				t.Errorf("%s %q: %q is hidden, want %q", lang, text, got, want)
			}
		}
	}
}
