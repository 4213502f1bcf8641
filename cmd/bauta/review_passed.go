package main

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/policy"
)

// leastPassed is the probability from which a word that the policy leaves is kept as one
// that it passed over: below it the desk would never ask.
const leastPassed = 0.01

// passer finds what a policy leaves in clear though something speaks for a name.
type passer struct {
	built *policy.Built
	keeps func(bauta.Span) bool
}

// persons are the words of a document with what the taggers and the dictionaries
// together give each; none where the policy leaves people.
func (p *passer) persons(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if p.keeps(bauta.Span{Label: bauta.Person}) {
		return nil, nil
	}
	return p.built.Persons(ctx, d)
}

// over gives such places: what a settler took away, and words that the taggers and the
// dictionaries together give some probability. Places of which the policy says something
// else are left out.
func (p *passer) over(d *bauta.Doc, r *bauta.Result, persons []bauta.Span) []bauta.Span {
	var all []bauta.Span
	for _, c := range r.Changes {
		s := c.Before
		gone := c.After.Start >= c.After.End && s.Start < s.End
		if !gone || p.keeps(s) {
			continue
		}
		s.Doubt, s.Rule, s.Why, s.Inner = bauta.Unknown, review.RuleTaken, "taken away: "+c.Settler, nil
		all = append(all, likely(s, persons))
	}
	if r.Verdict == bauta.Leave {
		for _, s := range r.Candidates {
			if !p.keeps(s) {
				s.Rule, s.Why = "left", cmp.Or(s.Why, "left by the verdict")
				all = append(all, likely(s, persons))
			}
		}
	}
	for _, s := range persons {
		if s.P >= leastPassed {
			s.Doubt, s.Rule, s.Why = bauta.Unknown, "weighed", "left by the policy"
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(a, b bauta.Span) int { return cmp.Compare(rankPassed(b), rankPassed(a)) })
	free := interval.NewApart(len(d.Text))
	for _, s := range r.Spans {
		free.Add(s)
	}
	if r.Verdict != bauta.Leave {
		for _, s := range r.Candidates {
			free.Add(s)
		}
	}
	var out []bauta.Span
	for _, s := range all {
		if free.Add(s) {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b bauta.Span) int { return a.Start - b.Start })
	return out
}

// likely is a place with the probability of the likeliest of its words, in order: what
// the policy gave it has been found too little already.
func likely(s bauta.Span, words []bauta.Span) bauta.Span {
	i, _ := slices.BinarySearchFunc(words, s.Start, func(w bauta.Span, at int) int { return w.End - at - 1 })
	for p := 0.0; i < len(words) && words[i].Start < s.End && s.Label == bauta.Person; i++ {
		p = max(p, words[i].P)
		s.P = p
	}
	return s
}

// rankPassed says which of two accounts of a place is kept: what a settler took away,
// then what is likelier.
func rankPassed(s bauta.Span) float64 {
	if s.By(review.RuleTaken) {
		return 1 + s.P
	}
	return s.P
}
