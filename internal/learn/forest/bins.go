package forest

import (
	"math"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// maxBins is how many bins a feature has at most, that of missing values (0)
// among them.
const maxBins = 256

// binned is a dataset cut into bins.
type binned struct {
	encoder *learn.Encoder
	edges   [][]float64 // by feature: upper ends of the bins from 1 on, rising; the last bin has none
	cols    [][]uint8   // by feature, over all rows
}

func newBinned(d *learn.Dataset) *binned {
	b := &binned{encoder: learn.NewEncoder(d.Attributes)}
	width := b.encoder.Width()
	raw := make([]float64, width*d.Len()) // by feature
	row := make([]float64, width)
	for i := range d.X {
		b.encoder.Encode(d.X[i], row)
		for f, v := range row {
			raw[f*d.Len()+i] = v
		}
	}
	b.edges, b.cols = make([][]float64, width), make([][]uint8, width)
	sorted := make([]float64, 0, d.Len())
	for f := range width {
		col := raw[f*d.Len() : (f+1)*d.Len()]
		sorted = sorted[:0]
		for _, v := range col {
			if !math.IsNaN(v) {
				sorted = append(sorted, v)
			}
		}
		slices.Sort(sorted)
		b.edges[f] = edges(sorted)
		b.cols[f] = make([]uint8, len(col))
		for i, v := range col {
			b.cols[f][i] = binOf(b.edges[f], v)
		}
	}
	return b
}

// edges cuts between values so that the bins hold about equally many rows, and
// no value is in two bins.
func edges(sorted []float64) []float64 {
	distinct := 0
	for i, v := range sorted {
		if i == 0 || v != sorted[i-1] {
			distinct++
		}
	}
	least := 1
	if distinct > maxBins-1 {
		least = len(sorted)/(maxBins-1) + 1
	}
	var out []float64
	size := 0
	for i := 0; i+1 < len(sorted); i++ {
		size++
		if sorted[i] != sorted[i+1] && size >= least {
			out = append(out, middle(sorted[i], sorted[i+1]))
			size = 0
		}
	}
	return out
}

// middle is a number not below a and below b.
func middle(a, b float64) float64 {
	m := a/2 + b/2
	if m < a || m >= b {
		return a
	}
	return m
}

func binOf(edges []float64, v float64) uint8 {
	if math.IsNaN(v) {
		return 0
	}
	n, _ := slices.BinarySearch(edges, v)
	return uint8(n + 1)
}
