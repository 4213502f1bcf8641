package fairness

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/bauta/bauta/eval"
)

// Report says how many of the persons of each group are hidden.
type Report struct {
	Of        string  `json:"of"`
	Sentences int     `json:"sentences"`
	Groups    []Group `json:"groups"`
	Gaps      []Gap   `json:"gaps"`
}

// Group is a row of a table, in per cent.
type Group struct {
	By      string  `json:"by"`
	Name    string  `json:"name"`
	Persons int     `json:"persons"`
	Recall  float64 `json:"recall"`
	// Recall95 bounds the recall.
	Recall95 eval.Interval `json:"recall_95"`
	// Precision is of finds of persons; only in the table by origin, as the other
	// groups share sentences.
	Precision *float64 `json:"precision,omitempty"`
}

// Gap is between the group of a table that fares best and the one that fares worst.
type Gap struct {
	By       string        `json:"by"`
	Best     string        `json:"best"`
	Worst    string        `json:"worst"`
	Points   float64       `json:"points"`
	Points95 eval.Interval `json:"points_95"`
}

// tables are in the order in which they are printed.
var tables = []string{"origin", "sex", "frequency", "form"}

// rounds are the draws of the bootstrap.
const rounds = 1000

// Report counts what was found.
func (t *Tally) Report(of string, seed uint64) *Report {
	r := &Report{Of: of, Sentences: t.sentences}
	if t.sentences == 0 {
		return r
	}
	groups := slices.SortedFunc(maps.Keys(t.cells), func(a, b group) int {
		return cmp.Or(cmp.Compare(slices.Index(tables, a.by), slices.Index(tables, b.by)), cmp.Compare(a.name, b.name))
	})
	groups = slices.DeleteFunc(groups, func(g group) bool { return t.sum(g, nil).persons == 0 })
	draws := t.draws(groups, seed)
	for _, by := range tables {
		best, worst, from := -1, -1, len(r.Groups)
		for i, g := range groups {
			if g.by != by {
				continue
			}
			sum := t.sum(g, nil)
			row := Group{
				By: by, Name: g.name, Persons: sum.persons, Recall: percent(sum.found, sum.persons),
				Recall95: eval.Middle95(slices.Clone(draws[i])),
			}
			if by == "origin" {
				p := percent(sum.right, sum.finds)
				row.Precision = &p
			}
			r.Groups = append(r.Groups, row)
			if best < 0 || row.Recall > r.Groups[best].Recall {
				best = i
			}
			if worst < 0 || row.Recall < r.Groups[worst].Recall {
				worst = i
			}
		}
		if len(r.Groups) > from {
			r.Gaps = append(r.Gaps, gap(by, r.Groups[best], r.Groups[worst], draws[best], draws[worst]))
		}
	}
	return r
}

func gap(by string, best, worst Group, high, low []float64) Gap {
	between := make([]float64, len(high))
	for i := range high {
		between[i] = high[i] - low[i]
	}
	return Gap{by, best.Name, worst.Name, best.Recall - worst.Recall, eval.Middle95(between)}
}

// draws are the recalls of groups in draws of as many sentences with replacement.
func (t *Tally) draws(groups []group, seed uint64) [][]float64 {
	rng := rand.New(rand.NewPCG(seed, 0x6661697262617574))
	out := make([][]float64, len(groups))
	times := make([]int, t.sentences)
	for range rounds {
		clear(times)
		for range times {
			times[rng.IntN(len(times))]++
		}
		for i, g := range groups {
			sum := t.sum(g, times)
			out[i] = append(out[i], percent(sum.found, sum.persons))
		}
	}
	return out
}

// sum adds up a group, each sentence as often as it was drawn; nil: once.
func (t *Tally) sum(g group, times []int) (out cell) {
	for i, c := range t.cells[g] {
		n := 1
		if times != nil {
			n = times[i]
		}
		out.add(c, n)
	}
	return out
}

// percent is 100·part/whole, and 0 of nothing.
func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// Write prints the tables.
func (r *Report) Write(w io.Writer) error {
	if _, err := fmt.Fprintf(w, "%s, %d sentences\n%-10s %-12s %8s %7s  %-13s %9s\n", r.Of, r.Sentences, "by", "group",
		"persons", "recall", "95 %", "precision"); err != nil {
		return err
	}
	for _, g := range r.Groups {
		precision := "–"
		if g.Precision != nil {
			precision = fmt.Sprintf("%.1f", *g.Precision)
		}
		if _, err := fmt.Fprintf(w, "%-10s %-12s %8d %7.1f  %5.1f - %5.1f %9s\n", g.By, g.Name, g.Persons, g.Recall,
			g.Recall95.Low, g.Recall95.High, precision); err != nil {
			return err
		}
	}
	for _, g := range r.Gaps {
		if _, err := fmt.Fprintf(w, "largest gap by %s: %.1f points (%.1f - %.1f), %s over %s\n", g.By, g.Points,
			g.Points95.Low, g.Points95.High, g.Best, g.Worst); err != nil {
			return err
		}
	}
	return nil
}
