package gain

import (
	"cmp"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// point is a row with a known value and class.
type point struct {
	v, w  float64
	class int
}

// Cuts returns the thresholds, rising, that divide a numeric attribute so that
// each pays for its description; a value belongs to the interval it is the upper
// end of. A nominal attribute has none.
func Cuts(d *learn.Dataset, attribute int) []float64 {
	if !d.Attributes[attribute].Numeric() {
		return nil
	}
	points := make([]point, 0, d.Len())
	for i, row := range d.X {
		if v := row[attribute]; d.Y[i] >= 0 && !math.IsNaN(v) {
			points = append(points, point{v, d.Weight(i), d.Y[i]})
		}
	}
	slices.SortStableFunc(points, func(a, b point) int { return cmp.Compare(a.v, b.v) })
	c := cutter{before: make([]float64, len(d.Class.Values)), after: make([]float64, len(d.Class.Values))}
	c.divide(points)
	slices.Sort(c.cuts)
	return c.cuts
}

type cutter struct {
	before, after []float64 // class weights on both sides of a cut
	cuts          []float64
}

// divide cuts in two as long as that pays. The work list, not the call stack,
// holds what is left to do.
func (c *cutter) divide(all []point) {
	for todo := [][]point{all}; len(todo) > 0; {
		points := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if at := c.best(points); at > 0 {
			c.cuts = append(c.cuts, middle(points[at-1].v, points[at].v))
			todo = append(todo, points[:at], points[at:])
		}
	}
}

func middle(a, b float64) float64 {
	m := (a + b) / 2
	if math.IsInf(m, 0) {
		m = a/2 + b/2
	}
	return m
}

// best returns the index of the first point after the best cut, 0 when no cut
// passes the rule.
func (c *cutter) best(points []point) int {
	if len(points) < 2 {
		return 0
	}
	clear(c.before)
	clear(c.after)
	total := 0.0
	for _, p := range points {
		c.after[p.class] += p.w
		total += p.w
	}
	prior := slices.Clone(c.after)
	priorEntropy := entropy(prior)
	least, at, tried := priorEntropy, 0, 0
	for i := 1; i < len(points); i++ {
		p := points[i-1]
		c.before[p.class] += p.w
		c.after[p.class] -= p.w
		if p.v == points[i].v {
			continue
		}
		tried++
		if e := conditional([][]float64{c.before, c.after}); e < least {
			least, at = e, i
		}
	}
	if at == 0 {
		return 0
	}
	clear(c.before)
	clear(c.after)
	for i, p := range points {
		if i < at {
			c.before[p.class] += p.w
		} else {
			c.after[p.class] += p.w
		}
	}
	k, k1, k2 := present(prior), present(c.before), present(c.after)
	delta := math.Log2(math.Pow(3, k)-2) - (k*priorEntropy - k2*entropy(c.after) - k1*entropy(c.before))
	if priorEntropy-least > (math.Log2(float64(tried))+delta)/math.Trunc(total) {
		return at
	}
	return 0
}

func present(w []float64) float64 {
	n := 0.0
	for _, x := range w {
		if x > 0 {
			n++
		}
	}
	return n
}
