package server

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// An attacker who reads all that somebody wrote adds up what each message says
// (the repeated-location attack): a place that no message gives away alone can
// be plain from ten. This is that sum on the location screen, as
// location.Cleaner.Timeline reckons it.

const (
	authorRows = 10      // messages shown
	authorRoom = 8 << 20 // probabilities held at once
)

// authorWire is what all messages of one author say together.
type authorWire struct {
	Named    bool        `json:"named"` // whether the message says who wrote it
	Messages int         `json:"messages"`
	Cut      bool        `json:"cut,omitempty"` // there are more, which were not read
	Before   guessGrid   `json:"before"`
	After    guessGrid   `json:"after"` // with what was accepted, and what is out on the screen
	Rows     []authorRow `json:"rows"`  // the most telling first
}

// authorRow is one of the messages. Effect is the change of the greatest
// probability of all together, after what was taken out, when it alone goes.
type authorRow struct {
	Message int64   `json:"message"`
	Number  int     `json:"number"`
	Text    string  `json:"text"`
	Effect  float64 `json:"effect"`
	Out     int     `json:"out"` // words taken out
	Here    bool    `json:"here"`
}

// evidence is what one message says: log probabilities by cell, nil where it has
// no words, or none that are left.
type evidence struct {
	row           authorRow
	before, after []float64
}

// authorLocation answers what all messages of a message's author say together.
func (s *Server) authorLocation(w http.ResponseWriter, r *http.Request) {
	ask, err := read[lookAtAsk](r)
	ctx, cancel := context.WithTimeout(r.Context(), searchTime)
	defer cancel()
	var m review.Stored
	if err == nil {
		m, _, err = s.words(ctx, ask.Message, ask.Out)
	}
	out := authorWire{Rows: []authorRow{}}
	if out.Named = m.Message.Author != ""; err == nil && out.Named {
		var all []evidence
		if all, out.Cut, err = s.timeline(ctx, m, ask.Out); err == nil {
			out.sum(all, s.locator.Layout())
			err = s.noteLook(r, "author", map[string]any{"message": m.ID, "messages": out.Messages})
		}
	}
	s.answerOr(w, r, out, err)
}

// timeline reads the messages of the author of m, m itself with what is out on
// the screen. More than there is room or time for are cut off.
func (s *Server) timeline(ctx context.Context, m review.Stored, here []bool) (all []evidence, cut bool, err error) {
	project := whoIs(ctx).Project.ID
	chosen, err := s.store.Places(ctx, project)
	if err != nil {
		return nil, false, err
	}
	room := max(1, authorRoom/(2*max(1, len(s.locator.Layout().Cells))))
	number, met := 0, false
	for x, err := range s.store.Messages(ctx, project) {
		if errors.Is(err, context.DeadlineExceeded) {
			return all, true, nil
		}
		if err != nil {
			return nil, false, err
		}
		number++
		if x.Message.Author != m.Message.Author {
			continue
		}
		met = met || x.ID == m.ID
		if len(all) == room-1 && !met || len(all) == room { // the last place is for m
			cut = true
			continue
		}
		e, err := s.evidence(ctx, x, chosen, here, x.ID == m.ID)
		if err != nil {
			return nil, false, err
		}
		e.row.Number = number
		all = append(all, e)
	}
	return all, cut, nil
}

// evidence is what one message says before and after words are taken out.
func (s *Server) evidence(
	ctx context.Context, m review.Stored, chosen []review.Located, out []bool, here bool,
) (evidence, error) {
	words, err := s.locator.Words(ctx, m.Message)
	if err != nil {
		return evidence{}, err
	}
	if !here {
		i, found := slices.BinarySearchFunc(chosen, m.ID,
			func(l review.Located, id int64) int { return cmp.Compare(l.Message, id) })
		out = make([]bool, len(words))
		if found {
			out = takenOut(words, chosen[i])
		}
	}
	e := evidence{row: authorRow{Message: m.ID, Text: m.Message.Text, Here: here}}
	for _, o := range out {
		if o {
			e.row.Out++
		}
	}
	if e.before, err = s.says(ctx, m, make([]bool, len(words))); err == nil {
		e.after, err = s.says(ctx, m, out)
	}
	return e, err
}

// says gives the log probabilities of the words of a message that are not out;
// nil where there are none.
func (s *Server) says(ctx context.Context, m review.Stored, out []bool) ([]float64, error) {
	if !slices.Contains(out, false) {
		return nil, nil
	}
	g, err := s.locator.Guess(ctx, m.Message, out)
	return logs(g.P), err
}

// takenOut says of each word whether a choice takes it out.
func takenOut(words []review.Range, l review.Located) []bool {
	out := make([]bool, len(words))
	for i, w := range words {
		for _, sp := range l.Spans {
			out[i] = out[i] || w.Start < sp.End && sp.Start < w.End
		}
	}
	return out
}

// logs takes logarithms; what cannot be is as unlikely as a number can say.
func logs(p []float64) []float64 {
	out := make([]float64, len(p))
	for i, x := range p {
		out[i] = math.Log(max(x, math.SmallestNonzeroFloat64))
	}
	return out
}

// sum adds up what the messages say and what each of them adds. One without
// words says nothing.
func (a *authorWire) sum(all []evidence, layout Layout) {
	a.Messages = len(all)
	if len(all) == 0 {
		return
	}
	prior := logs(layout.Prior)
	before, after := make([]float64, len(layout.Cells)), make([]float64, len(layout.Cells))
	spoke, speak := 0, 0
	for _, e := range all {
		spoke += into(before, e.before, 1)
		speak += into(after, e.after, 1)
	}
	a.Before, a.After = gridOf(together(before, prior, spoke)), gridOf(together(after, prior, speak))
	rest := make([]float64, len(after))
	for _, e := range all {
		copy(rest, after)
		others := speak - into(rest, e.after, -1)
		e.row.Effect = gridOf(together(rest, prior, others)).Max - a.After.Max
		a.Rows = append(a.Rows, e.row)
	}
	slices.SortStableFunc(a.Rows, func(x, y authorRow) int { return cmp.Compare(x.Effect, y.Effect) })
	a.Rows = a.Rows[:min(authorRows, len(a.Rows))]
}

// into adds what a message says to a sum, or takes it out (by −1), and counts the
// messages that say anything.
func into(sum, says []float64, by float64) int {
	for k, v := range says {
		sum[k] += by * v
	}
	return min(1, len(says))
}

// together makes a posterior of n summed log posteriors: each brought the log
// prior along, which counts once, and alone where n is 0. Without a prior all cells are alike beforehand.
func together(sum, prior []float64, n int) []float64 {
	out := make([]float64, len(sum))
	top := math.Inf(-1)
	for k := range out {
		out[k] = sum[k]
		if len(prior) == len(sum) {
			out[k] -= float64(n-1) * prior[k]
		}
		top = max(top, out[k])
	}
	total := 0.0
	for k := range out {
		out[k] = math.Exp(out[k] - top)
		total += out[k]
	}
	for k := range out {
		out[k] /= total
	}
	return out
}
