package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestGluedNames: a first name that stands glued behind a greeting or an everyday word goes with its word; words,
// products and identifiers stay.
func TestGluedNames(t *testing.T) {
	p := build(t, load(t, "gdpr"), policy.Options{})
	for lang, texts := range map[string]map[string]string{
		"de": {
			"HalloBrigitte, wie geht es dir?": "HalloBrigitte", "na hallobrigitte alles klar": "hallobrigitte",
			"bis morgen mitWolfgang im Kino": "mitWolfgang", "Tschüsskarlheinz bis dann": "Tschüsskarlheinz",
			"was ist mit MeinName und mitMax": "", "liebevoll und dankbar am Morgenstern": "",
		},
		"it": {
			"ciaoRiccardo ci vediamo": "ciaoRiccardo", "graziericcardo a domani": "graziericcardo",
			"la carota è nella salvezza": "",
		},
		"es": {
			"HolaManuel cómo estás": "HolaManuel", "holaÁlvaro vienes": "holaÁlvaro", "hola paraguas y conmigo": "",
		},
		"sv": {"hejMargareta vi ses": "hejMargareta", "tackmargareta": "tackmargareta", "tacksam i tillsammans": ""},
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
