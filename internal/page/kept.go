package page

import (
	"errors"
	"maps"
)

// Kept is what was decided and the file in which, held outside of the program: where that
// dies, another one goes on from it.
type Kept struct {
	File  string     `json:"file"` // its digest
	Rules []KeptRule `json:"rules"`
	// Also is what becomes of its columns, where they do not stay.
	Also map[string]string `json:"also,omitempty"`
}

// KeptRule is a decision; Text is that of the message for one about a place.
type KeptRule struct {
	Decision
	Text string `json:"text,omitempty"`
}

// Kept gives what was decided, the oldest first, but for the first so many.
func (p *Page) Kept(from int) Kept {
	k := Kept{File: p.file, Rules: []KeptRule{}, Also: maps.Clone(p.also)}
	for _, r := range p.rules[min(max(from, 0), len(p.rules)):] {
		k.Rules = append(k.Rules, KeptRule{r.decision(), r.text})
	}
	return k
}

var errKept = errors.New("the decisions that were kept cannot be read")

// Restore takes over what another page kept, all of it or nothing. What was said of places
// holds when the same file is read.
func (p *Page) Restore(k Kept) error {
	p.rules, p.file, p.also = nil, k.File, maps.Clone(k.Also)
	for _, r := range k.Rules {
		if !p.note(r.Decision, r.Text) {
			p.rules, p.file, p.also = nil, "", nil
			return errKept
		}
	}
	return nil
}
