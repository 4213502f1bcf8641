package neural

import "math/rand/v2"

// dropout silences inputs of a layer in training, the same ones at every step of
// a sequence (variational dropout; Gal and Ghahramani 2016), or where it is fresh
// others at each.
type dropout struct {
	fresh bool
	mask  []float32 // sequences, or rows, × dim: 0, or 1/(1−share)
}

// draw draws which inputs are silent.
func (d *dropout) draw(rng *rand.Rand, share float64, p *layout, dim int) {
	_, n := p.at(0)
	if d.fresh {
		n = p.rows()
	}
	d.mask = grown(d.mask, n*dim)
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
			at := r
			if d.fresh {
				at = row + r
			}
			v, m := x[(row+r)*dim:(row+r+1)*dim], d.mask[at*dim:(at+1)*dim]
			for j := range v {
				v[j] *= m[j]
			}
		}
	}
}

// hide draws of which rows the vector of the word is silent as a whole, and of
// which that of the features: what remains has to tell without it.
func (b *pass) hide(rows int) {
	b.hidden = b.hidden[:0]
	for range rows {
		if b.blind > 0 {
			b.hidden = append(b.hidden, b.rng.Float64() < b.blind, b.rng.Float64() < b.blind)
		}
	}
}

// blindfold makes 0 what is hidden of x, a row of inputs for each row of the
// layout: forward and backward are the same.
func (b *pass) blindfold(x []float32) {
	s := b.net.sizes
	for i, hidden := range b.hidden {
		row := x[i/2*s.input() : (i/2+1)*s.input()]
		switch {
		case !hidden:
		case i%2 == 0:
			clear(row[:s.Word])
		default:
			clear(row[s.form():])
		}
	}
}
