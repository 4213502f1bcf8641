package policy_test

import (
	"fmt"
	"strings"
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
			"frag mal wolfgang2004 oder sonst wen": "wolfgang2004", "spiel7 und rose3 auf seite12": "",
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

// TestEntitiesAreReadAsLetters: names are found as well where they are written in entities, capitals and all.
func TestEntitiesAreReadAsLetters(t *testing.T) {
	p := build(t, load(t, "gdpr"), policy.Options{})
	for lang, said := range map[string]string{
		"de": "hallo %s kommst du mit", "it": "ciao, ieri %s era qui", "es": "ayer %s estaba en casa", "sv": "jag såg %s igår",
	} {
		for _, name := range []string{"Rosalba", "Wolfgang", "Gunilla", "Remedios"} {
			var entities strings.Builder
			for _, r := range name {
				fmt.Fprintf(&entities, "&#%d;", r)
			}
			m := bauta.Message{ID: "1", Lang: lang, Text: fmt.Sprintf(said, entities.String())}
			if results, err := p.Thread(t.Context(), []bauta.Message{m}); err != nil || strings.Contains(results[0].Text, "&#") {
				t.Errorf("%s: %s stays, %v", lang, name, err)
			}
		}
	}
}
