package neural

import "math/rand/v2"

// dropout silences inputs of a layer in training, the same ones at every step of
// a sequence (variational dropout; Gal and Ghahramani 2016).
type dropout struct {
	mask []float32 // sequences × dim: 0, or 1/(1−share)
}

// draw draws which inputs of each sequence are silent.
func (d *dropout) draw(rng *rand.Rand, share float64, sequences, dim int) {
	d.mask = grown(d.mask, sequences*dim)
	keep := float32(1 / (1 - share))
	for i := range d.mask {
		d.mask[i] = keep
		if rng.Float64() < share {
			d.mask[i] = 0
		}
	}
}

// apply multiplies x, a row of dim numbers for each row of the layout, by the
// masks: forward and backward are the same.
func (d *dropout) apply(x []float32, p *layout, dim int) {
	for step := range p.steps() {
		row, n := p.at(step)
		for r := range n {
			v, m := x[(row+r)*dim:(row+r+1)*dim], d.mask[r*dim:(r+1)*dim]
			for j := range v {
				v[j] *= m[j]
			}
		}
	}
}
