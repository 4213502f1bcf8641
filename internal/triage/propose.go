package triage

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/learn"
)

// Propose picks the n messages whose labels would help the model most, the best
// first: those it is least sure of, each unlike the ones already picked (batch
// active learning; Settles, Active Learning Literature Survey, 2009, sections
// 3.1 and 6.1). It returns their indexes.
func (m *Model) Propose(rows []Row, n int) []int { return propose(m.scorer, rows, n) }

// poolFactor is how many uncertain messages are looked at for each one picked.
const poolFactor = 5

// candidate is a message that may be picked.
type candidate struct {
	row    int
	doubt  float64 // 1 where the model does not know, 0 where it is sure
	keys   []uint32
	unlike float64 // distance to the nearest one picked
}

func propose(s *scorer, rows []Row, n int) []int {
	n = max(0, min(n, len(rows)))
	pool := make([]candidate, len(rows))
	for i, r := range rows {
		pool[i] = candidate{row: i, doubt: 1 - math.Abs(2*s.score(r)-1), unlike: 1}
	}
	slices.SortStableFunc(pool, func(a, b candidate) int { return cmp.Compare(b.doubt, a.doubt) })
	pool = shortlist(pool, rows, n*poolFactor)
	var out []int
	for len(out) < n {
		best := 0
		for i := range pool {
			if pool[i].doubt*pool[i].unlike > pool[best].doubt*pool[best].unlike {
				best = i
			}
		}
		c := pool[best]
		out = append(out, c.row)
		pool = slices.Delete(pool, best, best+1)
		for i := range pool {
			pool[i].unlike = min(pool[i].unlike, 1-similar(c.keys, pool[i].keys))
		}
	}
	return out
}

// shortlist keeps the first so many candidates, copies of one message after all
// others.
func shortlist(pool []candidate, rows []Row, n int) []candidate {
	var kept, copies []candidate
	seen := map[string]bool{}
	for _, c := range pool {
		if len(kept) == n {
			break
		}
		c.keys = keysOf(rows[c.row])
		id := fmt.Sprint(c.keys)
		if seen[id] {
			copies = append(copies, c)
			continue
		}
		seen[id] = true
		kept = append(kept, c)
	}
	return append(kept, copies[:min(len(copies), n-len(kept))]...)
}

// keysOf are the different features of a message, rising.
func keysOf(r Row) []uint32 {
	var keys []uint32
	for _, w := range r.Words {
		keys = append(keys, w.Keys...)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// similar is the cosine of two sets.
func similar(a, b []uint32) float64 {
	if len(a) == 0 || len(b) == 0 {
		return 0
	}
	both, i, j := 0, 0, 0
	for i < len(a) && j < len(b) {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			both, i, j = both+1, i+1, j+1
		}
	}
	return float64(both) / math.Sqrt(float64(len(a))*float64(len(b)))
}

// LabelPoint is a step of a labelling curve: what so many labels give.
type LabelPoint struct {
	Labels        int     `json:"labels"`
	ProposedROC   float64 `json:"proposed_roc"`
	RandomROC     float64 `json:"random_roc"`
	Proposed      float64 `json:"proposed_balanced"` // accuracy
	Random        float64 `json:"random_balanced"`
	ProposedFound int     `json:"proposed_ta"` // messages to anonymise among the labels
	RandomFound   int     `json:"random_ta"`
}

// LabelCurve is the learning curve of proposed against random labels.
type LabelCurve struct {
	Points []LabelPoint `json:"points"`
	Test   int          `json:"test"` // messages tested on
	Seed   int64        `json:"seed"`
}

// errCurve says that a labelling curve has nothing to show.
var errCurve = errors.New("too few labels for a curve; give more messages or a smaller -n")

// Labelling compares the two ways to label: the last third of the messages
// tests, from the others labels are taken n at a time, beginning with the same n
// random ones.
func (c Config) Labelling(samples []Sample, n, rounds int) (*LabelCurve, error) {
	c, err := c.fill()
	if err != nil {
		return nil, err
	}
	cut := len(samples) * 2 / 3
	pool, test := samples[:cut], samples[cut:]
	if n < 1 || len(pool) < 2*n || len(test) < 2 {
		return nil, errCurve
	}
	order := make([]int, len(pool))
	for i := range order {
		order[i] = i
	}
	r := learn.NewRand(c.Seed)
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	// Both begin alike, with enough to hold both classes.
	begin := n
	for begin < len(order) && !bothClasses(pick(pool, order[:begin])) {
		begin++
	}
	out := &LabelCurve{Test: len(test), Seed: c.Seed}
	proposed := slices.Clone(order[:begin])
	for labels := begin; labels <= len(pool) && len(out.Points) < rounds; labels += n {
		p := LabelPoint{Labels: labels}
		s, err := c.step(pick(pool, proposed), test, &p.ProposedROC, &p.Proposed)
		if err != nil {
			return nil, err
		}
		if _, err := c.step(pick(pool, order[:labels]), test, &p.RandomROC, &p.Random); err != nil {
			return nil, err
		}
		p.ProposedFound, p.RandomFound = positives(pick(pool, proposed)), positives(pick(pool, order[:labels]))
		out.Points = append(out.Points, p)
		proposed = append(proposed, next(s, pool, proposed, n)...)
	}
	if len(out.Points) == 0 {
		return nil, errCurve
	}
	return out, nil
}

// next proposes among the messages that are not taken.
func next(s *scorer, pool []Sample, taken []int, n int) []int {
	is := make([]bool, len(pool))
	for _, t := range taken {
		is[t] = true
	}
	var rest []int
	var rows []Row
	for i := range pool {
		if !is[i] {
			rest, rows = append(rest, i), append(rows, pool[i].Row)
		}
	}
	return through(rest, propose(s, rows, n))
}

// step learns and tests once.
func (c Config) step(train, test []Sample, area, balanced *float64) (*scorer, error) {
	rows, err := c.balanced(train)
	if err != nil {
		return nil, err
	}
	s, err := c.fit(pick(train, rows))
	if err != nil {
		return nil, err
	}
	r, err := (&Model{scorer: s}).Score(test)
	if err != nil {
		return nil, err
	}
	*area, *balanced = roc(r), r.Balanced
	return s, nil
}

func bothClasses(s []Sample) bool { n := positives(s); return n > 1 && n < len(s)-1 }

func positives(samples []Sample) int {
	n := 0
	for _, s := range samples {
		if s.TA {
			n++
		}
	}
	return n
}

// WriteText prints the curve.
func (c *LabelCurve) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "tested on %d messages; seed %d\n         proposed                        random\nlabels   to "+
		"anonymise   ROC   balanced   to anonymise   ROC   balanced\n", c.Test, c.Seed)
	for _, p := range c.Points {
		fmt.Fprintf(&b, "%6d   %12d   %.3f   %.3f   %12d   %.3f   %.3f\n", p.Labels, p.ProposedFound, p.ProposedROC,
			p.Proposed, p.RandomFound, p.RandomROC, p.Random)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
