package agreement

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/bauta/bauta/eval"
)

// Item is one message: the IOB2 tags of its tokens by annotator, all equally
// long; nil where an annotator has not seen the message.
type Item struct{ Tags [][]string }

// Config says who tagged and how the intervals are drawn.
type Config struct {
	// Annotators names the columns of the items; two or more.
	Annotators []string
	// Rounds of the bootstrap; a thousand are usual, none gives no intervals.
	Rounds int
	Seed   uint64
}

// Report is the result of Measure. Kappas and alphas are at most 1; F1 is in
// per cent.
type Report struct {
	Messages int   `json:"messages"` // seen by two annotators or more
	Tokens   int   `json:"tokens"`   // of these messages
	Kappa    Value `json:"kappa"`    // mean over pairs, all tokens
	// Marked is the mean kappa over the tokens that one of the pair marked.
	Marked Value    `json:"kappa_marked"`
	Spans  Value    `json:"span_f1"` // mean over pairs
	Alpha  Value    `json:"alpha"`   // Krippendorff, nominal, all tokens
	Labels []Label  `json:"labels"`  // sorted by name, without O
	Pairs  []Pair   `json:"pairs"`
	Names  []string `json:"confusion_labels"` // rows and columns of the confusion: O first
}

// Label is the agreement on one label against all others.
type Label struct {
	Label string `json:"label"`
	Kappa Value  `json:"kappa"` // mean over pairs
	Spans Value  `json:"span_f1"`
}

// Pair is the agreement of two annotators on what both have seen.
type Pair struct {
	A      string `json:"a"`
	B      string `json:"b"`
	Tokens int    `json:"tokens"`
	Kappa  Value  `json:"kappa"`
	Marked Value  `json:"kappa_marked"`
	Spans  Value  `json:"span_f1"`
	// Confusion counts tokens: the row is A's label, the column B's.
	Confusion [][]int `json:"confusion"`
}

// Measure compares the annotators.
func Measure(items []Item, cfg Config) (Report, error) {
	if len(cfg.Annotators) < 2 {
		return Report{}, errors.New("agreement needs two annotators or more")
	}
	for i, it := range items {
		if err := it.check(len(cfg.Annotators)); err != nil {
			return Report{}, fmt.Errorf("item %d: %w", i+1, err)
		}
	}
	s := newShape(items, len(cfg.Annotators))
	r := Report{Names: s.names}
	var tallies []tally
	for _, it := range items {
		if it.readers() < 2 {
			continue
		}
		r.Messages++
		r.Tokens += it.length()
		tallies = append(tallies, s.tally(it))
	}
	total := s.sum(tallies)
	for p, who := range s.pairs {
		t := s.table(total, p)
		r.Pairs = append(r.Pairs, Pair{
			A: cfg.Annotators[who[0]], B: cfg.Annotators[who[1]], Tokens: int(t.total()), Confusion: t.ints(),
		})
	}
	for _, name := range s.names[1:] {
		r.Labels = append(r.Labels, Label{Label: name})
	}
	figures := s.figures(&r)
	for _, f := range figures {
		*f.to = f.of(total)
	}
	s.intervals(figures, tallies, cfg)
	return r, nil
}

func (it Item) check(annotators int) error {
	if len(it.Tags) != annotators {
		return fmt.Errorf("tags of %d annotators where %d are named", len(it.Tags), annotators)
	}
	for _, tags := range it.Tags {
		if tags != nil && len(tags) != it.length() {
			return errors.New("annotators tagged different numbers of tokens; cut them alike")
		}
	}
	return nil
}

// length is the number of tokens.
func (it Item) length() int {
	n := 0
	for _, tags := range it.Tags {
		n = max(n, len(tags))
	}
	return n
}

// readers is how many annotators have seen the message.
func (it Item) readers() int {
	n := 0
	for _, tags := range it.Tags {
		if tags != nil {
			n++
		}
	}
	return n
}

// labels gives the label of each token, "O" where nothing is marked.
func labels(tags []string) []string {
	out := make([]string, len(tags))
	for i := range out {
		out[i] = outside
	}
	for _, c := range eval.Chunks(tags) {
		for i := c.Start; i < c.End; i++ {
			out[i] = c.Type
		}
	}
	return out
}

const outside = "O"

// namesOf lists the labels in use, O first.
func namesOf(items []Item) []string {
	seen := map[string]bool{}
	for _, it := range items {
		for _, tags := range it.Tags {
			for _, l := range labels(tags) {
				seen[l] = true
			}
		}
	}
	delete(seen, outside)
	out := []string{outside}
	for l := range seen {
		out = append(out, l)
	}
	slices.SortFunc(out[1:], cmp.Compare[string])
	return out
}
