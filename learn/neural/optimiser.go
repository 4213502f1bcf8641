package neural

import "math"

// optimiser changes weights against their gradient. What a batch did not touch
// stays as it is, moments included.
type optimiser struct {
	params []*Param
	sgd    bool
	clip   float64 // bound on the length of the gradient; 0: none

	step         int
	mean, square map[*Param][]float32
}

// Of Adam (Kingma and Ba 2015), the values of the paper.
const (
	adamMean   = 0.9
	adamSquare = 0.999
	adamTiny   = 1e-8
)

func newOptimiser(params []*Param, sgd bool, clip float64) *optimiser {
	o := &optimiser{params: params, sgd: sgd, clip: clip, mean: map[*Param][]float32{}, square: map[*Param][]float32{}}
	for _, p := range params {
		p.learning()
		if !sgd {
			o.mean[p], o.square[p] = make([]float32, len(p.W)), make([]float32, len(p.W))
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
	size := float32(rate * math.Sqrt(1-math.Pow(adamSquare, float64(o.step))) / (1 - math.Pow(adamMean, float64(o.step))))
	for _, p := range o.params {
		mean, square := o.mean[p], o.square[p]
		p.each(func(w, g []float32, at int) {
			if o.sgd {
				add(w, float32(-rate*scale), g)
				return
			}
			adam(w, g, mean[at:at+len(w)], square[at:at+len(w)], float32(scale), size)
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
