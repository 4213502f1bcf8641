package policy_test

import "testing"

// TestNamesInOtherLetters: names in another script, and without their own
// letters, are found where they stand.
func TestNamesInOtherLetters(t *testing.T) {
	p := newcomers(t)
	for text, want := range map[string]string{
		"salut Андреас, t'as vu Μαρίνα hier ?":       "Андреас/PERSON Μαρίνα/PERSON",
		"Hallo Guenther, kommst du mit Joerg vorbei": "Guenther/PERSON Joerg/PERSON",
	} {
		if got := labelled(one(t, p, text)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
