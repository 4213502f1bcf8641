package main

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fate"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/policy"
)

// inClear counts what was found and stands in clear in what leaves the desk, which keeps what is
// hidden or asked alone: what people left, and what the policy finds and leaves.
func (s *summary) inClear(
	ctx context.Context, whole *sqlstore.Partial, p review.Project, by *policy.Built, jobs int,
) error {
	var taken [][]review.Range // of each message, what was counted
	for m, err := range whole.Messages(ctx, p.ID) {
		if err != nil {
			return err
		}
		taken = append(taken, append(m.Hidden(), s.left(&m)...))
	}
	at := 0
	for r, err := range by.Pipeline.Run(ctx, messagesOf(whole.Messages(ctx, p.ID)), jobs) {
		if err != nil {
			return err
		}
		for _, found := range slices.Concat(r.Spans, r.Candidates) {
			if at < len(taken) && untouched(taken[at], found) && fate.Of(by.Pipeline, &r, found) == fate.Kept {
				s.keep(found.Label)
			}
		}
		at++
	}
	return nil
}

// left counts what people decided to leave of what was found in a message, and gives where it
// stands. A place that the policy passed over was no find.
func (s *summary) left(m *review.Stored) (out []review.Range) {
	for i := range m.Occurrences {
		if o := &m.Occurrences[i]; !o.Passed && o.Now.Effect == review.Keep {
			s.keep(o.Span.Label)
			out = append(out, o.Range)
		}
	}
	return out
}

func (s *summary) keep(l bauta.Label) { s.Fates[string(l)] = s.Fates[string(l)].plus(fate.Kept) }

// untouched reports a span that no range touches.
func untouched(taken []review.Range, s bauta.Span) bool {
	return !slices.ContainsFunc(taken, func(at review.Range) bool { return at.Start < s.End && s.Start < at.End })
}
