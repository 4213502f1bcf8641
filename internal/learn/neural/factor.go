package neural

// factor is a matrix n×k that many rows are multiplied with.
type factor struct {
	w    []float32
	n, k int
	wide int // numbers of a packed row: k, and zeros up to the next multiple of [together]
	// packed are its first rows once more, as a product of eight rows at once takes them: of a
	// group of eight rows the first few numbers of each ([together]), then the next few.
	packed []float32
}

// factor are weights as they are now: in training they change.
func (p *Param) factor() *factor { return &factor{w: p.W, n: p.Rows, k: p.Cols} }

// packed are weights that change no more.
func (p *Param) packed() *factor { return pack(p.W, p.Rows, p.Cols) }

const (
	group  = 8    // rows that are packed together
	widest = 512  // numbers of a row that is packed with zeros behind it
	near   = 8192 // weights that many rows pass by together: they stay in the nearest cache
)

// pack prepares the weights as they are for many products.
func pack(w []float32, n, k int) *factor {
	f := &factor{w: w, n: n, k: k, wide: (k + together - 1) / together * together}
	if !packs() || f.wide > k && f.wide > widest {
		return f
	}
	f.packed = make([]float32, 0, n/group*group*f.wide)
	for g := 0; g+group <= n; g += group {
		for at := 0; at < f.wide; at += together {
			for row := g; row < g+group; row++ {
				f.packed = append(f.packed, w[row*k+at:row*k+min(at+together, k)]...)
				for range at + together - k {
					f.packed = append(f.packed, 0)
				}
			}
		}
	}
	return f
}

// mulAdd adds a·wᵀ to c, as [mulAdd] does: a is m×k, c is m×n.
func (f *factor) mulAdd(c, a []float32, m int) {
	if len(f.packed) == 0 {
		mulAdd(c, a, f.w, m, f.n, f.k)
		return
	}
	step := f.n
	if m > 1 {
		step = max(group, near/f.wide/group*group)
	}
	for from := 0; from < f.n; from += step {
		rows := min(step, f.n-from)
		whole := rows / group * group
		for i := range m {
			x, out := a[i*f.k:(i+1)*f.k], c[i*f.n+from:][:rows]
			f.products(out[:whole], x, f.packed[from*f.wide:][:whole*f.wide])
			mulAdd(out[whole:], x, f.w[(from+whole)*f.k:], 1, rows-whole, f.k)
		}
	}
}

// products adds to c the scalar products of x with packed rows.
func (f *factor) products(c, x, packed []float32) {
	if f.wide > f.k {
		var room [widest]float32
		copy(room[:], x)
		x = room[:f.wide]
	}
	if len(c) > 0 {
		products(c, x, packed)
	}
}
