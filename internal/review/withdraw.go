package review

import "strings"

// Leaving is a person who takes consent back.
type Leaving struct {
	Author string   // all messages of whom go: Wrote
	Names  []string // by which others mention them
}

// Withdrawn counts what a withdrawal took out. It holds nothing else: a receipt may
// show it.
type Withdrawn struct {
	Messages    int `json:"messages"`
	Decisions   int `json:"decisions"`
	Annotations int `json:"annotations"` // and choices of places
	Words       int `json:"words"`       // that stood in no other message
	Mentions    int `json:"mentions_masked"`
}

// Wrote reports whether the person is an author, as a corpus writes it: in whatever case, with
// blanks or signs that nobody sees around it, and accents composed or not. Whoever
// takes consent back is owed more than that somebody typed a name in one way.
func (l *Leaving) Wrote(author string) bool {
	if author == l.Author {
		return true
	}
	is := Fold(l.Author)
	return is != "" && Fold(author) == is
}

// Mentions are the names as texts are searched for them. What the corpus calls the
// author is one where it can be a name or a number: of "7" every 7 would be.
func (l *Leaving) Mentions() []Mention {
	var out []Mention
	seen := map[string]bool{}
	for i, name := range append([]string{l.Author}, l.Names...) {
		name = strings.TrimSpace(name)
		m := mentionOf(name)
		if m.Tokens == 0 || seen[m.Fold] || i == 0 && !telling(name) {
			continue
		}
		seen[m.Fold] = true
		out = append(out, m)
	}
	return out
}

// telling reports what can name a person in a text: two letters, or six digits.
func telling(name string) bool {
	letters, digits := 0, 0
	for _, r := range name {
		switch {
		case r >= '0' && r <= '9':
			digits++
		case Readable(r):
			letters++
		}
	}
	return letters >= 2 || digits >= 6
}
