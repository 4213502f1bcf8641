package neural

import "slices"

// factor is a matrix n×k that many rows are multiplied with.
type factor struct {
	w    []float32
	n, k int
	// packed are its first rows once more, as a product of eight rows at once takes them: of a
	// group of eight rows the first few numbers of each ([together]), then the next few.
	packed []float32
}

// factor are weights as they are now: in training they change.
func (p *Param) factor() *factor { return &factor{w: p.W, n: p.Rows, k: p.Cols} }

// packed are weights that change no more.
func (p *Param) packed() *factor { return pack(p.W, p.Rows, p.Cols) }

// group is how many rows are packed together.
const group = 8

// pack prepares the weights as they are for many products.
func pack(w []float32, n, k int) *factor {
	f := &factor{w: w, n: n, k: k}
	if !packs(k) {
		return f
	}
	f.packed = slices.Grow(f.packed, n/group*group*k)
	for g := 0; g+group <= n; g += group {
		for at := 0; at < k; at += together {
			for row := g; row < g+group; row++ {
				f.packed = append(f.packed, w[row*k+at:row*k+at+together]...)
			}
		}
	}
	return f
}

// mulAdd adds a·wᵀ to c, as [mulAdd] does: a is m×k, c is m×n.
func (f *factor) mulAdd(c, a []float32, m int) {
	if f.packed == nil {
		mulAdd(c, a, f.w, m, f.n, f.k)
		return
	}
	for i := range m {
		x, out := a[i*f.k:(i+1)*f.k], c[i*f.n:(i+1)*f.n]
		done := products(out, x, f.packed)
		mulAdd(out[done:], x, f.w[done*f.k:], 1, f.n-done, f.k)
	}
}
