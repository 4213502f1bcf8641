package policy_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestWhatIsMaskedInPartNamesNothingElse: an address with three digits in it is an
// address, under a policy that masks the digits of numbers alone, and so is a name
// or a street; a number in a town that stays loses its digits.
func TestWhatIsMaskedInPartNamesNothingElse(t *testing.T) {
	f, err := policy.Load("sms4science")
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{Key: keyFile(t)})
	if err != nil {
		t.Fatal(err)
	}
	for message, gone := range map[string]string{
		"hey lea_martin153@esempio.it stp":       "lea_martin",
		"écris à PAUL.DURAND389@BEISPIEL.CH":     "DURAND",
		"ich wohne an der Bahnhofstrasse 1204":   "Bahnhof",
		"mon code est 4711 et www.exemple.fr/12": "4711",
		`salut, jp.muster57\100exemple.fr thx`:   "muster", // read otherwise
	} {
		results, err := built.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "1", Text: message}})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(results[0].Text, gone) {
			t.Errorf("%q stays in %q", gone, results[0].Text)
		}
	}
}

// TestWhatIsKeptCarriesNoIdentifierOut: a link that a policy keeps is hidden where
// an address or a telephone stands in it, also in the escapes of links.
func TestWhatIsKeptCarriesNoIdentifierOut(t *testing.T) {
	p := build(t, load(t, "gdpr"), policy.Options{})
	for message, gone := range map[string]string{
		"va sur https://example.com/?to=tom.keller506@mail.example.org stp":   "keller",
		"va sur https://example.com/?to=tom.keller506%40mail.example.org stp": "keller",
		"va sur https://example.com/tel/0612345678":                           "0612345678",
		"siehe https://example.com/artikel/2024/wetter":                       "",
	} {
		results, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: message}})
		if err != nil {
			t.Fatal(err)
		}
		if got := results[0].Text; gone == "" && got != message || gone != "" && strings.Contains(got, gone) {
			t.Errorf("%q becomes %q", message, got)
		}
	}
}
