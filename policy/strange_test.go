package policy_test

import "testing"

// TestStrangeCapitals: a word in no list, of which the tagger is in doubt, is a
// name where it has a capital in mid-sentence.
func TestStrangeCapitals(t *testing.T) {
	p := newcomers(t)
	for text, want := range map[string]string{
		"Salvo mi ha detto che domani viene Bonoria a cena": "Salvo/PERSON Bonoria/PERSON",
		"Salvo mi ha detto che domani viene bonoria a cena": "Salvo/PERSON",
	} {
		if got := labelled(one(t, p, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
