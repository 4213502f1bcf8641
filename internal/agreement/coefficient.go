package agreement

import (
	"encoding/json"
	"math"
	"math/rand/v2"

	"github.com/bauta/bauta/eval"
)

// Value is a figure, or the reason in words why there is none.
type Value struct {
	X         float64
	Undefined string         // empty where X is a figure
	Interval  *eval.Interval // 95 %; nil where none was drawn or too few draws were defined
	Pairs     int            // of a mean: how many pairs it is over
}

// MarshalJSON writes the figure with its interval, or {"undefined": why}.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Undefined != "" {
		return json.Marshal(map[string]string{"undefined": v.Undefined})
	}
	return json.Marshal(struct {
		Value    float64        `json:"value"`
		Interval *eval.Interval `json:"interval95,omitempty"`
		Pairs    int            `json:"pairs,omitempty"`
	}{v.X, v.Interval, v.Pairs})
}

func undefined(why string) Value { return Value{Undefined: why} }

// kappa is Cohen's: observed agreement less what the margins alone would give,
// over one less that.
func kappa(t table, names []string, none string) Value {
	n := t.total()
	if n == 0 {
		return undefined(none)
	}
	rows, columns := t.margins()
	agreed, chance := 0.0, 0.0
	for i := range t.k {
		agreed += t.at(i, i) / n
		chance += rows[i] / n * (columns[i] / n)
		if rows[i] == n && columns[i] == n {
			return undefined("both used only " + names[i])
		}
	}
	return Value{X: (agreed - chance) / (1 - chance)}
}

// alpha is Krippendorff's for nominal labels, from the coincidences.
func alpha(t table, names []string) Value {
	n := t.total()
	if n == 0 {
		return undefined("no token was labelled by two annotators")
	}
	of, _ := t.margins()
	differ, expected := n, n*n
	for i := range t.k {
		differ -= t.at(i, i)
		expected -= of[i] * of[i]
		// Sums of thirds and the like: equal up to rounding.
		if math.Abs(of[i]-n) < 1e-9*n {
			return undefined("all used only " + names[i])
		}
	}
	return Value{X: 1 - (n-1)*differ/expected}
}

// spanF1 is the harmonic mean of the two shares of common spans, in per cent.
func spanF1(a, b, common float64, none string) Value {
	if a+b == 0 {
		return undefined(none)
	}
	return Value{X: 100 * 2 * common / (a + b)}
}

// spanCounts sums the span counts of the labels from to until.
func (s shape) spanCounts(total []float64, p, from, until int) (a, b, common float64) {
	for l := from; l < until; l++ {
		c := total[s.spansAt(p)+3*l:]
		a, b, common = a+c[0], b+c[1], common+c[2]
	}
	return a, b, common
}

// figure is one value of the report and how it follows from the counts.
type figure struct {
	to *Value
	of func(total []float64) Value
}

// ofPair is a figure of the pair with the given number.
type ofPair func(total []float64, p int) Value

const (
	noToken  = "no token was labelled by both"
	noMark   = "neither marked anything"
	noMarked = "no token was marked by either"
)

func (s shape) figures(r *Report) []figure {
	all := func(total []float64, p int) Value { return kappa(s.table(total, p), s.names, noToken) }
	marked := func(total []float64, p int) Value { return kappa(s.table(total, p).marked(), s.names, noMarked) }
	spans := func(total []float64, p int) Value {
		a, b, common := s.spanCounts(total, p, 0, s.k())
		return spanF1(a, b, common, noMark)
	}
	out := []figure{
		{&r.Kappa, s.mean(all)},
		{&r.Marked, s.mean(marked)},
		{&r.Spans, s.mean(spans)},
		{&r.Alpha, func(total []float64) Value { return alpha(s.coincidence(total), s.names) }},
	}
	for p := range r.Pairs {
		for to, f := range map[*Value]ofPair{
			&r.Pairs[p].Kappa: all, &r.Pairs[p].Marked: marked, &r.Pairs[p].Spans: spans,
		} {
			out = append(out, figure{to, func(total []float64) Value { return f(total, p) }})
		}
	}
	for i := range r.Labels {
		l := i + 1
		unused := "neither used " + s.names[l]
		out = append(out,
			figure{&r.Labels[i].Kappa, s.mean(func(total []float64, p int) Value {
				t := s.table(total, p).against(l)
				if t.n[0] == t.total() {
					return undefined(unused)
				}
				return kappa(t, []string{"other labels", s.names[l]}, noToken)
			})},
			figure{&r.Labels[i].Spans, s.mean(func(total []float64, p int) Value {
				a, b, common := s.spanCounts(total, p, l, l+1)
				return spanF1(a, b, common, unused)
			})})
	}
	return out
}

// mean averages over the pairs where the figure is defined; where it is for
// none, the reason is the first pair's.
func (s shape) mean(f ofPair) func(total []float64) Value {
	return func(total []float64) Value {
		var m Value
		why := ""
		for p := range s.pairs {
			v := f(total, p)
			if v.Undefined == "" {
				m.X += v.X
				m.Pairs++
			} else if why == "" {
				why = v.Undefined
			}
		}
		if m.Pairs == 0 {
			return undefined(why)
		}
		m.X /= float64(m.Pairs)
		return m
	}
}

// intervals draws as many messages as there are, with replacement, and gives
// each figure the middle 95 % of its draws. Draws where it is not defined are
// left out; where they are half or more there is no interval.
func (s shape) intervals(figures []figure, tallies []tally, cfg Config) {
	if cfg.Rounds < 1 || len(tallies) == 0 {
		return
	}
	rng := rand.New(rand.NewPCG(cfg.Seed, 0x61677265656d656e))
	draws := make([][]float64, len(figures))
	total := make([]float64, s.size())
	for range cfg.Rounds {
		clear(total)
		for range tallies {
			tallies[rng.IntN(len(tallies))].addTo(total)
		}
		for i, f := range figures {
			if v := f.of(total); v.Undefined == "" {
				draws[i] = append(draws[i], v.X)
			}
		}
	}
	for i, f := range figures {
		if f.to.Undefined == "" && 2*len(draws[i]) > cfg.Rounds {
			iv := eval.Middle95(draws[i])
			f.to.Interval = &iv
		}
	}
}
