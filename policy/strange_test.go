package policy_test

import "testing"

// TestStrangeCapitals: a word in no list, of which the tagger is in doubt, is a
// name where it has a capital in mid-sentence.
func TestStrangeCapitals(t *testing.T) {
	p := newcomers(t)
	for text, want := range map[string]string{
		"Salvo mi ha detto che domani viene Efisio a cena": "Salvo/PERSON Efisio/PERSON",
		"Salvo mi ha detto che domani viene efisio a cena": "Salvo/PERSON",
	} {
		if got := labelled(one(t, p, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
