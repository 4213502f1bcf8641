package location

import (
	"math"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// What cells share, tried on the calibration part of New York; see
// docs/experiments/location.md.
const (
	byPlace  = 0.5  // with a cell at the same place
	byWords  = 0.5  // with a cell of the same words
	leastOf  = 0.05 // share below which two cells have nothing to do with each other
	blur     = 0.15 // of a message: what speaks for the cells around its point
	blurBell = 0.7  // how far that reaches, in widths of a cell
)

// related is the matrix of cells that share what is learned: 1 with itself,
// with the others half a bell of one cell's width, and half the likeness of
// their words, the cosine of their centroids.
func (d *Division) related(centroid *logistic.Model) *logistic.Matrix {
	sigma, like := d.width(), likeness(centroid)
	n := d.Classes()
	out := &logistic.Matrix{Cols: n}
	for i := range n {
		var col []int32
		var val []float32
		for j := range n {
			share := byPlace*bell(d.Place(i), d.Place(j), sigma) + byWords*like[i*n+j]
			if i == j {
				share = 1
			}
			if share > leastOf {
				col, val = append(col, int32(j)), append(val, float32(share))
			}
		}
		out.Append(col, val)
	}
	return out
}

// likeness is the cosine of the weights of any two classes, class × class, 0
// where it is below 0 or a class has none.
func likeness(m *logistic.Model) []float64 {
	n := m.Classes
	out := make([]float64, n*n)
	var some []int
	for f := range m.Features() {
		row := m.Row(int32(f))
		some = some[:0]
		for k, v := range row {
			if v != 0 {
				some = append(some, k)
			}
		}
		for _, i := range some {
			for _, j := range some {
				out[i*n+j] += float64(row[i]) * float64(row[j])
			}
		}
	}
	length := make([]float64, n)
	for i := range n {
		length[i] = math.Sqrt(out[i*n+i])
	}
	for i := range n {
		for j := range n {
			if l := length[i] * length[j]; l > 0 {
				out[i*n+j] = max(0, out[i*n+j]/l)
			}
		}
	}
	return out
}

// targets spread a part of each message over the cells around its point: a
// message at the edge of a cell speaks for the next one too, which the number of
// its cell alone does not tell.
func (d *Division) targets(points []Point, class []int) *logistic.Matrix {
	sigma := blurBell * d.width()
	out := &logistic.Matrix{Cols: d.Classes()}
	near := make([]float64, d.Classes())
	for i, p := range points {
		sum := 0.0
		for k := range near {
			if near[k] = bell(p, d.Place(k), sigma); near[k] < 0.01 && k != class[i] {
				near[k] = 0
			}
			sum += near[k]
		}
		var col []int32
		var val []float32
		for k, v := range near {
			if sum > 0 {
				v *= blur / sum
			}
			if k == class[i] {
				v += 1 - blur
				if sum == 0 {
					v = 1 // far from every centre, its own included
				}
			}
			if v > 0 {
				col, val = append(col, int32(k)), append(val, float32(v))
			}
		}
		out.Append(col, val)
	}
	return out
}

// width is that of a cell, in metres, the mean of its two sides.
func (d *Division) width() float64 {
	high, wide := d.Grid.CellSize()
	return (high + wide) / 2
}

// bell falls from 1 with the distance of two points.
func bell(a, b Point, sigma float64) float64 {
	far := Distance(a, b) / sigma
	return math.Exp(-far * far / 2)
}
