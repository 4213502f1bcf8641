package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// labelled lists the finds of a message as "text/LABEL".
func labelled(r bauta.Result) string {
	var out []string
	for _, s := range r.Spans {
		out = append(out, r.Message.Text[s.Start:s.End]+"/"+string(s.Label))
	}
	return strings.Join(out, " ")
}

// TestTheLongestFindChooses: a name that is part of something else found by
// its form gives its label up, and stays inside.
func TestTheLongestFindChooses(t *testing.T) {
	p := newcomers(t)
	for text, want := range map[string]string{
		"I live at 12 Garcia Road, ok?":                "12 Garcia Road/ADDRESS",
		"ship it to 31 Taylor Ave Apt 5B please":       "31 Taylor Ave Apt 5B/ADDRESS",
		"she works for Schmidt Inc now":                "Schmidt Inc/ORGANIZATION",
		"look at www.sarah-lee.com first":              "www.sarah-lee.com/URL",
		"we met on Jun 5 1970 there":                   "Jun 5 1970/DATE",
		"call 07700 900969 or on 6017329546 after six": "07700 900969/PHONE 6017329546/PHONE",
		"dile a la señora etxeberria q la llamo":       "etxeberria/PERSON",
		"Mrs. Okafor will pick it up":                  "Okafor/PERSON",
		"then Mr. Hart called Ms Davis":                "Hart/PERSON Davis/PERSON",
		"ask mr lane about mrs green":                  "lane/PERSON green/PERSON",
		"thx Mr. Lane, see u":                          "Lane/PERSON",
		"tell mr right and ms word":                    "",
		"good morning mr . Hows you":                   "",
		"der herr direktor kommt gleich":               "",
		"frau professor ist krank":                     "",
		"Gentile sig. Boulot, il treno parte":          "Boulot/PERSON",
		"l'ing. Conti è al cantiere con don gino":      "Conti/PERSON gino/PERSON",
		"rdv chez le dr Zylberman à 10h":               "Zylberman/PERSON",
		"dr Tunnel isch wider zue hüt":                 "",
		"dr. Zumbühl rüeft zrugg":                      "Zumbühl/PERSON",
		"佐々木 亮介さんに聞いてください。":                            "佐々木 亮介/PERSON",
	} {
		r := one(t, p, text)
		if got := labelled(r); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestShouting: in a message in capitals SA and AG are words, and make no company
// of the names before them.
func TestShouting(t *testing.T) {
	p := newcomers(t)
	for text, name := range map[string]string{
		"YOANN M'A PRÊTÉ SA VOITURE HIER": "YOANN", "hier YOANN A PRIS SA VOITURE je crois": "YOANN", "CAMILLE AIME SA": "CAMILLE",
	} {
		if r := one(t, p, text); strings.Contains(r.Text, name) {
			t.Errorf("%q becomes %q", text, r.Text)
		}
	}
	if got := labelled(one(t, p, "il bosse chez BARDET SA depuis lundi")); got != "BARDET SA/ORGANIZATION" {
		t.Errorf("a company: %s", got)
	}
}

// TestNamesInLinks: gdpr keeps addresses of pages, but not those with a name.
func TestNamesInLinks(t *testing.T) {
	p := newcomers(t)
	for text, kept := range map[string]bool{
		"siehe www.example.ch/wetter": true, "siehe www.example.ch/sandra": false, "on https://example.org/u/nicolas.html ok": false, "on https://example.org/about ok": true,
	} {
		if r := one(t, p, text); kept != (r.Text == text) || kept && r.Outcome != bauta.NTA {
			t.Errorf("%q becomes %q, %v", text, r.Text, r.Outcome)
		}
	}
}

// TestCommitteeKeepsCoverage: whatever one of the detectors alone finds is
// found by all together.
func TestCommitteeKeepsCoverage(t *testing.T) {
	all := written(t, "policy: a\ndetect: {lexical: {name_above: 0.5, word_below: 0.5}, pattern: {dates: true}, digits: 3, links: true}\ndefault: tag\n")
	one1 := written(t, "policy: a\ndetect: {lexical: {name_above: 0.5, word_below: 0.5}, pattern: {kinds: [EMAIL]}}\ndefault: tag\n")
	two := written(t, "policy: a\ndetect: {pattern: {dates: true}, digits: 3}\ndefault: tag\n")
	for _, text := range []string{
		"Camille Martin, 12 rue Victor Hugo", "cedric.martin@exemple.fr et www.exemple.fr/cedric le 3 juin 2012", "nico 0612345678 julie", "rue Pierre Martin 75012 Paris, chez Anne",
	} {
		got := one(t, all, text).Spans
		for _, s := range slices.Concat(one(t, one1, text).Spans, one(t, two, text).Spans) {
			for at := s.Start; at < s.End; at++ {
				if !slices.ContainsFunc(got, func(g bauta.Span) bool { return g.Start <= at && at < g.End }) {
					t.Fatalf("%q: byte %d of a %s is left", text, at, s.Label)
				}
			}
		}
	}
}
