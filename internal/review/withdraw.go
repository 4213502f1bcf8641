package review

import (
	"slices"
	"strings"
)

// Leaving is a person who takes consent back.
type Leaving struct {
	Author string   // all messages of whom go, as the corpus writes it
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

// Forms are the names in the form in which texts are searched for them. What the corpus
// calls the author is one where it can be a name or a number: of "7" every 7 would be.
func (l *Leaving) Forms() []Form {
	var out []Form
	seen := map[string]bool{}
	for i, name := range append([]string{l.Author}, l.Names...) {
		name = strings.TrimSpace(name)
		f := FormOf(name, false)
		if f.Tokens == 0 || seen[f.Fold] || i == 0 && !telling(name) {
			continue
		}
		seen[f.Fold] = true
		out = append(out, f)
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

// Mentions gives the places of an item that are of one of the forms, the longest where
// one lies in another.
func Mentions(forms []Form, it *Item) []Range {
	var out []Range
	longest := func(a, b Form) int { return b.Tokens - a.Tokens }
	for _, f := range slices.SortedStableFunc(slices.Values(forms), longest) {
		for _, at := range f.Places(it, nil) {
			if !slices.ContainsFunc(out, func(r Range) bool { return r.Start <= at.Start && at.End <= r.End }) {
				out = append(out, at)
			}
		}
	}
	return out
}
