package neural

import "math"

// optimiser changes weights against their gradient: by plain descent, or by Adam
// (Kingma and Ba 2015). A row of a sparse parameter that a batch did not touch
// stays as it is. Under Adam proper it would go on moving for some steps by its
// running mean; a touched row is moved by the sum of that at once, so that rare
// words learn as much as under Adam proper.
type optimiser struct {
	params []*Param
	sgd    bool
	clip   float64 // bound on the length of the gradient; 0: none

	step   int
	mean   map[*Param][]float32 // of the gradient; not of sparse parameters
	square map[*Param][]float32 // of its square
	last   map[*Param][]int     // of sparse parameters: the step that touched a row
}

// Of Adam, the values of the paper.
const (
	adamMean   = 0.9
	adamSquare = 0.999
	adamTiny   = 1e-8
)

func newOptimiser(params []*Param, sgd bool, clip float64) *optimiser {
	o := &optimiser{
		params: params, sgd: sgd, clip: clip,
		mean: map[*Param][]float32{}, square: map[*Param][]float32{}, last: map[*Param][]int{},
	}
	for _, p := range params {
		p.learning()
		if sgd {
			continue
		}
		o.square[p] = make([]float32, len(p.W))
		if p.sparse {
			o.last[p] = make([]int, p.Rows)
		} else {
			o.mean[p] = make([]float32, len(p.W))
		}
	}
	return o
}

// norm is the length of the whole gradient.
func (o *optimiser) norm() float64 {
	sum := 0.0
	for _, p := range o.params {
		p.each(func(_, g []float32, _ int) {
			for _, x := range g {
				sum += float64(x) * float64(x)
			}
		})
	}
	return math.Sqrt(sum)
}

// update makes one step of the given rate and resets the gradients.
func (o *optimiser) update(rate float64) {
	scale := 1.0
	if o.clip > 0 {
		if n := o.norm(); n > o.clip {
			scale = o.clip / n
		}
	}
	o.step++
	// The corrections for the start of the means go into the rate.
	unbiased := math.Sqrt(1 - math.Pow(adamSquare, float64(o.step)))
	size := unbiased / (1 - math.Pow(adamMean, float64(o.step)))
	for _, p := range o.params {
		mean, square := o.mean[p], o.square[p]
		rate := rate * p.rate
		p.each(func(w, g []float32, at int) {
			switch {
			case o.sgd:
				add(w, float32(-rate*scale), g)
			case p.sparse:
				row := at / p.Cols
				decay := math.Pow(adamSquare, float64(o.step-o.last[p][row]))
				o.last[p][row] = o.step
				adamRow(w, g, square[at:at+len(w)], float32(decay), float32(scale), float32(rate*unbiased))
			default:
				adam(w, g, mean, square, float32(scale), float32(rate*size))
			}
		})
		p.reset()
	}
}

// adam updates weights with their running means.
func adam(w, g, mean, square []float32, scale, size float32) {
	g, mean, square = g[:len(w)], mean[:len(w)], square[:len(w)]
	for i := range w {
		x := g[i] * scale
		m := mean[i] + (1-adamMean)*(x-mean[i])
		s := square[i] + (1-adamSquare)*(x*x-square[i])
		mean[i], square[i] = m, s
		w[i] -= size * m / (float32(math.Sqrt(float64(s))) + adamTiny)
	}
}

// adamRow updates a row of a sparse parameter; decay is what is left of the mean
// of squares since it was touched last.
func adamRow(w, g, square []float32, decay, scale, size float32) {
	g, square = g[:len(w)], square[:len(w)]
	for i := range w {
		x := g[i] * scale
		s := square[i]*decay + (1-adamSquare)*x*x
		square[i] = s
		w[i] -= size * x / (float32(math.Sqrt(float64(s))) + adamTiny)
	}
}
