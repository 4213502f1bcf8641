package formats

import "testing"

// TestLinesAreHeldAgainstFewTemplates: of some 350 those that have a word of the line.
func TestLinesAreHeldAgainstFewTemplates(t *testing.T) {
	lines := waPhrases().lines
	for _, c := range []struct {
		line    string
		most    int
		program bool
	}{
		{"Zorbline: on se voit demain au café à huit heures, tu viens avec lui ?", 10, false},
		{"Zorblo: see you tomorrow at the cafe, are you coming by bus or not", 10, false},
		{"Zorbla a ajouté Torbi", 20, true},
		{"Zorbla\u00a0a\u202fajouté Torbi.", 20, true},
		{"\u200eZorbla hat Torbi hinzugefügt", 20, true},
	} {
		if got := len(lines.may(blanks.Replace(c.line))); got > c.most {
			t.Errorf("%q is held against %d of %d templates, at most %d are wanted", c.line, got, len(lines.all), c.most)
		}
		if _, ok := lines.people(c.line); ok != c.program {
			t.Errorf("%q is a line of the program: %t", c.line, ok)
		}
	}
}
