package page

import (
	"context"
	"iter"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Decision is what becomes of a word wherever it stands, however it is written.
type Decision struct {
	Word  string      `json:"word"`
	Mask  bool        `json:"mask"` // else it is kept
	Label bauta.Label `json:"label,omitempty"`
}

// maxDecisions bounds them; maxWord a word, in bytes.
const (
	maxDecisions = 100_000
	maxWord      = 256
)

// Decide notes a decision; of several on a word the newest holds. It reports whether it
// took it: a word is not empty, and no longer than 256 bytes.
func (p *Page) Decide(d Decision) bool {
	word := strings.TrimSpace(d.Word)
	if review.Fold(word) == "" || len(word) > maxWord || len(p.rules) >= maxDecisions {
		return false
	}
	r := review.Rule{Word: word}
	r.ID, r.Scope, r.Effect = strconv.Itoa(len(p.rules)+1), review.OnWord, review.Keep
	if d.Mask {
		r.Effect, r.Label = review.Mask, d.Label
		if !r.Label.Known() {
			r.Label = bauta.Person
		}
	}
	p.rules = append(p.rules, r)
	return true
}

// Undo takes the newest decision back and gives its word; "" where there is none.
func (p *Page) Undo() string {
	if len(p.rules) == 0 {
		return ""
	}
	last := p.rules[len(p.rules)-1]
	p.rules = p.rules[:len(p.rules)-1]
	return last.Word
}

// Decisions are what was decided, the oldest first.
func (p *Page) Decisions() []Decision {
	out := []Decision{}
	for _, r := range p.rules {
		out = append(out, Decision{r.Word, r.Effect == review.Mask, r.Label})
	}
	return out
}

// Again gives the rows whose text has a word, as they stand after what was decided.
func (p *Page) Again(ctx context.Context, word string, show func(Row) error) error {
	applied, err := p.decided(ctx, nil)
	if err != nil {
		return err
	}
	shown, folded := p.given(applied), review.Fold(word)
	for _, s := range p.seen {
		if s.row < 0 || !strings.Contains(review.Fold(s.message.Text), folded) {
			continue
		}
		row, err := shown.row(ctx, s)
		if err == nil {
			err = show(row)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// decided applies the decisions behind what links, as a desk's store would have them.
func (p *Page) decided(ctx context.Context, next bauta.Linker) (*review.Applied, error) {
	return review.Apply(ctx, desk{rules: p.rules}, 0, next)
}

// desk is a store that holds rules and no messages.
type desk struct {
	review.Corpus
	rules []review.Rule
}

func (desk) Messages(context.Context, int64) iter.Seq2[review.Stored, error] {
	return func(func(review.Stored, error) bool) {}
}

func (d desk) Rules(context.Context, int64) ([]review.Rule, error) { return d.rules, nil }
