package main

import (
	"cmp"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/policy"
)

// leastPassed is the probability from which a word that the policy leaves is kept as one
// that it passed over: below it the desk would never ask.
const leastPassed = 0.02

// passer finds what a policy leaves in clear though something speaks for a name.
type passer struct {
	built *policy.Built
	keeps func(bauta.Span) bool
}

// over gives such places: what a settler took away, and words that the dictionaries
// give some probability. Places of which the policy says something else are left out.
func (p *passer) over(d *bauta.Doc, r *bauta.Result) []bauta.Span {
	var all []bauta.Span
	for _, c := range r.Changes {
		s := c.Before
		gone := c.After.Start >= c.After.End && s.Start < s.End
		if !gone || p.keeps(s) {
			continue
		}
		s.Doubt, s.Rule, s.Why, s.Inner = bauta.Unknown, review.RuleTaken, "taken away: "+c.Settler, nil
		all = append(all, s)
	}
	if r.Verdict == bauta.Leave {
		for _, s := range r.Candidates {
			if !p.keeps(s) {
				s.Rule, s.Why = "left", cmp.Or(s.Why, "left by the verdict")
				all = append(all, s)
			}
		}
	}
	if weigh := p.built.WeighIn(r.Lang); weigh != nil {
		for _, s := range weigh(d) {
			if s.P >= leastPassed && !p.keeps(s) {
				s.Doubt, s.Rule, s.Source, s.Why = bauta.Unknown, "weighed", "lexical", "left by the dictionaries"
				all = append(all, s)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b bauta.Span) int { return cmp.Compare(rankPassed(b), rankPassed(a)) })
	taken := slices.Clone(r.Spans)
	if r.Verdict != bauta.Leave {
		taken = append(taken, r.Candidates...)
	}
	var out []bauta.Span
	for _, s := range all {
		if !slices.ContainsFunc(taken, s.Overlaps) && s.End <= len(d.Text) {
			out, taken = append(out, s), append(taken, s)
		}
	}
	slices.SortFunc(out, func(a, b bauta.Span) int { return a.Start - b.Start })
	return out
}

// rankPassed says which of two accounts of a place is kept: what a settler took away,
// then what is likelier.
func rankPassed(s bauta.Span) float64 {
	if s.By(review.RuleTaken) {
		return 1 + s.P
	}
	return s.P
}
