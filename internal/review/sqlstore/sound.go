package sqlstore

import (
	"cmp"
	"context"
	"iter"
	"maps"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Partial is what of a damaged store can be shown to be as it was written: it
// leaves damaged messages out, and masks the words of which it cannot be told
// what was decided.
type Partial struct {
	*Store
	health *Health
}

// Undamaged gives what an inspection found to be whole.
func (s *Store) Undamaged(h *Health) *Partial { return &Partial{s, h} }

// Messages yields the messages of a project that are whole, in the order of
// import.
func (p *Partial) Messages(ctx context.Context, project int64) iter.Seq2[review.Stored, error] {
	return func(yield func(review.Stored, error) bool) {
		c := p.read()
		v, err := p.vault(ctx, c, project)
		if err != nil {
			yield(review.Stored{}, err)
			return
		}
		for ids := range slices.Chunk(p.health.sound, page) {
			ids = slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return p.health.aside[id] })
			if len(ids) == 0 {
				continue
			}
			args := make([]any, len(ids))
			for i, id := range ids {
				args[i] = id
			}
			part, err := c.stored(ctx, v, "id IN ("+marks(len(ids))+") ORDER BY id", args...)
			if err != nil {
				yield(review.Stored{}, err)
				return
			}
			for _, m := range part {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}

// Annotated yields annotated messages that are whole.
func (p *Partial) Annotated(ctx context.Context, project int64, verdict review.Verdict) iter.Seq2[review.Annotated,
	error] {
	return p.allAnnotated(ctx, project, verdict, p.health.aside)
}

// Places lists the choices about messages that are whole.
func (p *Partial) Places(ctx context.Context, project int64) ([]review.Located, error) {
	state := p.health.tables["location_choice"]
	all, err := p.places(ctx, project, state.ids)
	return slices.DeleteFunc(all, func(l review.Located) bool { return p.health.aside[l.Message] }), err
}

// Rules gives what was decided for good about words whose logs are whole; the
// others are masked wherever they stand.
func (p *Partial) Rules(ctx context.Context, project int64) ([]review.Rule, error) {
	c := p.read()
	v, err := p.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	lost, err := p.lostWords(ctx, c, v, p.lost())
	if err != nil {
		return nil, err
	}
	out, err := p.Decided(ctx, project)
	out = append(lost, out...)
	sortRules(out)
	return out, err
}

// Decided gives what was decided for good about words whose logs are whole. Where
// the settings of the project are damaged, every "never" wants a second person.
func (p *Partial) Decided(ctx context.Context, project int64) (out []review.Rule, err error) {
	c := p.read()
	v, err := p.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	above := 0
	if slices.Contains(p.health.tables["project"].ids, project) {
		settings, err := c.project(ctx, project)
		if err != nil {
			return nil, err
		}
		above = settings.SecondAbove
	}
	lost := p.lost()
	for _, id := range slices.Sorted(maps.Keys(p.health.rules)) {
		if err != nil {
			return nil, err
		}
		if lost[id] {
			continue
		}
		var g group
		var occ []review.Occurrence
		if g, err = scanGroup(c.row(ctx, "SELECT "+groupColumns+" FROM word_group WHERE id = ?", id)); err == nil &&
			g.project == project {
			log := p.health.rules[id]
			if occ, err = c.occurrences(ctx, id); err == nil {
				situate(log, occ)
				out, err = p.ruled(ctx, c, v, &g, above, occ, log, out)
			}
		}
	}
	sortRules(out)
	return out, err
}

// lost are the words whose logs are damaged, and those with a rule about a context
// that stands in a message which cannot be read.
func (p *Partial) lost() map[int64]bool {
	out := maps.Clone(p.health.groups)
	for g, log := range p.health.rules {
		for i := range log {
			if log[i].Scope != review.OnPattern {
				continue
			}
			if _, whole := slices.BinarySearch(p.health.sound, log[i].Message); !whole {
				out[g] = true
			}
		}
	}
	return out
}

// lostWords masks words wherever they stand, as messages have them.
func (p *Partial) lostWords(ctx context.Context, c conn, v *vault, lost map[int64]bool) ([]review.Rule, error) {
	var out []review.Rule
	done := map[string]bool{}
	for _, g := range sortedKeys(lost) {
		for _, id := range p.health.holding[g] {
			if _, whole := slices.BinarySearch(p.health.sound, id); !whole {
				continue
			}
			word, label, err := c.wordIn(ctx, v, id, g)
			if err != nil {
				return nil, err
			}
			if word != "" && !done[word] {
				done[word] = true
				d := review.Decision{Scope: review.OnWord, Effect: review.Mask, Label: label}
				out = append(out, review.Rule{Decision: d, Word: word})
			}
			break // one place is enough: all hold the same word
		}
	}
	return out, nil
}

// wordIn gives the word of a group as it stands in a message of the project, and
// the label that was proposed for it.
func (c conn) wordIn(ctx context.Context, v *vault, message, group int64) (string, bauta.Label, error) {
	all, err := c.stored(ctx, v, "id = ?", message)
	if err != nil {
		return "", "", err
	}
	for _, m := range all {
		for _, o := range m.Occurrences {
			if o.Group == group {
				return review.Fold(m.Message.Text[o.Start:o.End]), cmp.Or(o.Span.Label, bauta.Misc), nil
			}
		}
	}
	return "", "", nil // of another project
}

func sortedKeys(of map[int64]bool) []int64 {
	out := make([]int64, 0, len(of))
	for id, yes := range of {
		if yes {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out
}
