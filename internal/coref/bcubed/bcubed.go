// Package bcubed scores which mentions are one entity.
package bcubed

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Mention is a stretch of a message that names somebody or something.
type Mention struct {
	Message    int // number of the message in its thread
	Start, End int // in any unit that gold and prediction share
	Entity     string
}

// Case is one thread: entities count inside it alone.
type Case struct {
	Thread     string
	Gold, Pred []Mention
}

// Score are the averages over mentions of Bagga and Baldwin (1998,
// "Algorithms for scoring coreference chains"), as sums, so that threads add up.
type Score struct {
	Gold int     `json:"gold"`      // gold mentions
	Pred int     `json:"predicted"` // predicted mentions
	HitP float64 `json:"sum_precision"`
	HitR float64 `json:"sum_recall"`
}

// Precision is the mean over predicted mentions, in per cent: which part of the
// mention's predicted cluster is in its gold cluster.
func (b Score) Precision() float64 { return ratio(b.HitP, b.Pred) }

// Recall is the mean over gold mentions, in per cent: which part of the
// mention's gold cluster is in its predicted cluster.
func (b Score) Recall() float64 { return ratio(b.HitR, b.Gold) }

// F1 is the harmonic mean of the two, in per cent.
func (b Score) F1() float64 {
	p, r := b.Precision(), b.Recall()
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

func ratio(sum float64, n int) float64 {
	if n == 0 {
		return 0
	}
	return 100 * sum / float64(n)
}

// ThreadScore is the score of one thread.
type ThreadScore struct {
	Thread string `json:"thread"`
	Score
}

// Report has the score of all threads and of each, the worst first.
type Report struct {
	All     Score         `json:"all"`
	Threads []ThreadScore `json:"threads"`
}

// Of scores every thread. A mention without an entity is alone in its
// cluster. A gold mention is found where a predicted one overlaps it, each of
// them counted once; what has no counterpart scores 0 on its side (Stoyanov et
// al. 2009, B³0).
func Of(cases []Case) Report {
	var r Report
	for _, c := range cases {
		t := ThreadScore{c.Thread, scoreThread(c)}
		r.All.Gold += t.Gold
		r.All.Pred += t.Pred
		r.All.HitP += t.HitP
		r.All.HitR += t.HitR
		r.Threads = append(r.Threads, t)
	}
	slices.SortStableFunc(r.Threads, func(a, b ThreadScore) int { return cmp.Compare(a.F1(), b.F1()) })
	return r
}

// scoreThread counts, for each pair of mentions that stand for one another, the
// pairs that share both clusters.
func scoreThread(c Case) Score {
	gold, pred := clusters(c.Gold), clusters(c.Pred)
	twin := align(c.Gold, c.Pred)
	goldSize, predSize := map[string]int{}, map[string]int{}
	both := map[[2]string]int{}
	for _, e := range gold {
		goldSize[e]++
	}
	for _, e := range pred {
		predSize[e]++
	}
	for i, j := range twin {
		if j >= 0 {
			both[[2]string{gold[i], pred[j]}]++
		}
	}
	b := Score{Gold: len(gold), Pred: len(pred)}
	for pair, n := range both {
		// Each of the n mentions of the pair has n companions in both.
		b.HitP += float64(n*n) / float64(predSize[pair[1]])
		b.HitR += float64(n*n) / float64(goldSize[pair[0]])
	}
	return b
}

// clusters names the cluster of each mention.
func clusters(ms []Mention) []string {
	out := make([]string, len(ms))
	for i, m := range ms {
		if out[i] = m.Entity; m.Entity == "" {
			out[i] = fmt.Sprintf("\x00%d", i)
		}
	}
	return out
}

// align gives for each gold mention the predicted one that stands for it, or -1.
func align(gold, pred []Mention) []int {
	taken := make([]bool, len(pred))
	out := make([]int, len(gold))
	for i, g := range gold {
		out[i] = -1
		most := 0
		for j, p := range pred {
			if n := min(g.End, p.End) - max(g.Start, p.Start); !taken[j] && p.Message == g.Message && n > most {
				out[i], most = j, n
			}
		}
		if out[i] >= 0 {
			taken[out[i]] = true
		}
	}
	return out
}

// maxWorst is the number of threads that are listed.
const maxWorst = 10

// WriteText prints the totals and the worst threads.
func (r Report) WriteText(w io.Writer) error {
	var b strings.Builder
	right := 0
	for _, t := range r.Threads {
		if t.F1() > 100-1e-9 {
			right++
		}
	}
	a := r.All
	fmt.Fprintf(&b, "B-cubed  P %6.2f R %6.2f F1 %6.2f  mentions %d found %d\n", a.Precision(), a.Recall(), a.F1(),
		a.Gold, a.Pred)
	fmt.Fprintf(&b, "threads %d without a fault %d\n", len(r.Threads), right)
	for _, t := range r.Threads[:min(maxWorst, len(r.Threads)-right)] {
		fmt.Fprintf(&b, "  thread %-12s P %6.2f R %6.2f F1 %6.2f  n %d\n", t.Thread, t.Precision(), t.Recall(), t.F1(),
			t.Gold)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
