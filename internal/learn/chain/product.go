package chain

import (
	"cmp"
	"slices"
)

// wide is how many results are summed up side by side: none of the additions to one has
// to wait for those to another.
const wide = 8

// product adds up edges. For each result the sum is that of its edges one after the other,
// by ascending source, to the last bit.
type product []panel

// panel are results with all sources that one of them has, and the weights of both; 0
// where there is no edge, which adds nothing to a sum.
type panel struct {
	to     []uint8
	from   []uint8
	weight [][wide]float64 // by source and result
}

// productOf makes a product of the edges of so many labels. Results that have about as
// many sources share a panel.
func productOf(labels int, edges []edge) product {
	of := make([][]edge, labels)
	for _, e := range edges {
		of[e.to] = append(of[e.to], e)
	}
	order := make([]uint8, labels)
	for y := range order {
		order[y] = uint8(y)
		slices.SortFunc(of[y], func(a, b edge) int { return cmp.Compare(a.from, b.from) })
	}
	slices.SortStableFunc(order, func(a, b uint8) int { return cmp.Compare(len(of[b]), len(of[a])) })
	var p product
	for to := range slices.Chunk(order, wide) {
		b := panel{to: to}
		for _, y := range to {
			for _, e := range of[y] {
				b.from = append(b.from, e.from)
			}
		}
		slices.Sort(b.from)
		b.from = slices.Compact(b.from)
		b.weight = make([][wide]float64, len(b.from))
		for i, y := range to {
			for _, e := range of[y] {
				at, _ := slices.BinarySearch(b.from, e.from)
				b.weight[at][i] = e.weight
			}
		}
		p = append(p, b)
	}
	return p
}

// add adds to each result its sources times their weights. Sources are finite.
func (p product) add(result, source []float64) {
	for i := range p {
		b := &p[i]
		var sum [wide]float64
		for j, y := range b.to {
			sum[j] = result[y]
		}
		b.sum(&sum, source)
		for j, y := range b.to {
			result[y] = sum[j]
		}
	}
}
