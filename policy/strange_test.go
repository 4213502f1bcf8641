package policy_test

import "testing"

// TestStrangeCapitals: a word in no list, of which the tagger is in doubt, is a
// name where it has a capital in mid-sentence.
func TestStrangeCapitals(t *testing.T) {
	p := newcomers(t)
	for text, want := range map[string]string{
		"Salvo mi ha detto che domani viene Nunzia a cena": "Salvo/PERSON Nunzia/PERSON",
		"Salvo mi ha detto che domani viene nunzia a cena": "Salvo/PERSON",
	} {
		if got := labelled(one(t, p, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
