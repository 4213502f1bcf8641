package neural

import (
	"math"
	"math/rand/v2"
)

// Param is one matrix of weights, row by row.
type Param struct {
	Name       string
	Rows, Cols int
	W          []float32 // nil once Coded

	rate float64 // of learning, relative to others
	grad []float32
	// A sparse parameter is a table of which a batch touches few rows: only
	// those have a gradient, and only those are updated.
	sparse  bool
	touched []int32
	mark    []bool

	coded  []byte // int8
	scales []float64
}

// newParam returns a matrix of zeros.
func newParam(name string, rows, cols int, sparse bool) *Param {
	p := empty(name, rows, cols)
	p.sparse = sparse
	p.fill()
	return p
}

// empty returns a matrix without room for weights, which are to be coded or to have room yet.
func empty(name string, rows, cols int) *Param {
	return &Param{Name: name, Rows: rows, Cols: cols, rate: 1}
}

// fill makes room for the weights.
func (p *Param) fill() { p.W = make([]float32, p.Rows*p.Cols) }

// row returns the weights of a row.
func (p *Param) row(i int32) []float32 { return p.W[int(i)*p.Cols : (int(i)+1)*p.Cols] }

// Code has the rows be bytes, each an int8, times the scale of the row: those of what is Coded, which
// learns no more. They take a quarter of the memory, and are kept.
func (p *Param) Code(bytes []byte, scales []float64) { p.W, p.coded, p.scales = nil, bytes, scales }

// Row returns the weights of a row, in room where they are coded; room has Cols numbers.
func (p *Param) Row(i int, room []float32) []float32 {
	if p.coded == nil {
		return p.row(int32(i))
	}
	room = room[:p.Cols]
	p.decode(i, 0, room)
	return room
}

// decoded are the weights of a coded parameter.
func (p *Param) decoded() []float32 {
	w := make([]float32, p.Rows*p.Cols)
	for r := range p.Rows {
		p.decode(r, 0, w[r*p.Cols:(r+1)*p.Cols])
	}
	return w
}

// decode stores weights of a coded row, from a column on.
func (p *Param) decode(i, from int, dst []float32) {
	scale, row := p.scales[i], p.coded[i*p.Cols+from:]
	for j := range dst {
		dst[j] = float32(float64(int8(row[j])) * scale)
	}
}

// addRow adds s times a row to dst.
func (p *Param) addRow(dst []float32, s float32, i int32) {
	if p.coded == nil {
		add(dst, s, p.row(i))
		return
	}
	var room [64]float32
	for from := 0; from < p.Cols; from += len(room) {
		some := room[:min(len(room), p.Cols-from)]
		p.decode(int(i), from, some)
		add(dst[from:], s, some)
	}
}

// gradRow returns the gradient of a row of a sparse parameter and notes that it
// is touched.
func (p *Param) gradRow(i int32) []float32 {
	if !p.mark[i] {
		p.mark[i] = true
		p.touched = append(p.touched, i)
	}
	return p.grad[int(i)*p.Cols : (int(i)+1)*p.Cols]
}

// learning makes room for the gradient.
func (p *Param) learning() {
	if p.grad == nil {
		p.grad = make([]float32, len(p.W))
		if p.sparse {
			p.mark = make([]bool, p.Rows)
		}
	}
}

// each calls f with the weights that have a gradient, the gradient, and where
// they start.
func (p *Param) each(f func(w, g []float32, at int)) {
	if !p.sparse {
		f(p.W, p.grad, 0)
		return
	}
	for _, i := range p.touched {
		at := int(i) * p.Cols
		f(p.W[at:at+p.Cols], p.grad[at:at+p.Cols], at)
	}
}

// reset makes the gradient 0.
func (p *Param) reset() {
	p.each(func(_, g []float32, _ int) { clear(g) })
	for _, i := range p.touched {
		p.mark[i] = false
	}
	p.touched = p.touched[:0]
}

// uniform draws the weights evenly from ±bound.
func (p *Param) uniform(rng *rand.Rand, bound float64) {
	for i := range p.W {
		p.W[i] = float32(bound * (2*rng.Float64() - 1))
	}
}

// normal draws the weights from a normal distribution.
func (p *Param) normal(rng *rand.Rand, deviation float64) {
	for i := range p.W {
		p.W[i] = float32(deviation * rng.NormFloat64())
	}
}

// inverseRoot is 1/√n.
func inverseRoot(n int) float64 { return 1 / math.Sqrt(float64(max(n, 1))) }
