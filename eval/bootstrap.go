package eval

import (
	"math/rand/v2"
	"slices"
)

// Interval is a two-sided 95 % interval in the unit of what it bounds.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// TypeInterval bounds the F1 of one type; "" is all types together.
type TypeInterval struct {
	Type string   `json:"type"`
	P    Interval `json:"p"`
	R    Interval `json:"r"`
	F1   Interval `json:"f1"`
}

// Bootstrap draws as many sentences as there are, with replacement, rounds
// times, and returns the 2.5 and 97.5 percentiles of the scores (percentile
// bootstrap; Efron and Tibshirani 1993, section 13.3): first of all types
// together, then of each type in order. A thousand rounds are usual; fewer than
// one gives nothing.
func (r ChunkReport) Bootstrap(rounds int, seed uint64) []TypeInterval {
	if rounds < 1 || len(r.sentences) == 0 {
		return nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x62617574612e6576))
	kinds := make(map[string]int, len(r.Types))
	for i, t := range r.Types {
		kinds[t.Type] = i + 1
	}
	rows := compact(r.sentences, kinds)
	draws := make([][3][]float64, len(r.Types)+1)
	for range rounds {
		sums := make([]Score, len(draws))
		for range rows {
			for _, c := range rows[rng.IntN(len(rows))] {
				sums[c.kind].add(c.score)
				sums[0].add(c.score)
			}
		}
		for k, s := range sums {
			draws[k][0] = append(draws[k][0], s.Precision())
			draws[k][1] = append(draws[k][1], s.Recall())
			draws[k][2] = append(draws[k][2], s.F1())
		}
	}
	out := make([]TypeInterval, len(draws))
	for k, d := range draws {
		if k > 0 {
			out[k].Type = r.Types[k-1].Type
		}
		out[k].P, out[k].R, out[k].F1 = Middle95(d[0]), Middle95(d[1]), Middle95(d[2])
	}
	return out
}

// cell is the score of one type in one sentence.
type cell struct {
	kind  int
	score Score
}

// compact turns the maps into rows, sorted so that sums are reproducible.
func compact(sentences []map[string]Score, kinds map[string]int) [][]cell {
	rows := make([][]cell, len(sentences))
	for i, s := range sentences {
		for kind, score := range s {
			rows[i] = append(rows[i], cell{kinds[kind], score})
		}
		slices.SortFunc(rows[i], func(a, b cell) int { return a.kind - b.kind })
	}
	return rows
}

// Middle95 gives the 2.5 and 97.5 percentiles of the values, of which there must be
// at least one; it sorts them.
func Middle95(values []float64) Interval {
	slices.Sort(values)
	n := float64(len(values) - 1)
	return Interval{values[int(0.025*n+0.5)], values[int(0.975*n+0.5)]}
}
