package neural

import "math"

// factor is a matrix n×k that many rows are multiplied with: numbers, or of a coded network
// bytes, each times the scale of its row.
type factor struct {
	w    []float32 // nil where there are bytes
	n, k int
	// packed are the bytes as a product of eight rows at once takes them, with zeros up to whole groups
	// of rows and pairs of columns: of a group of eight rows the first two bytes of each, then the next two.
	packed []int8
	scales []float32 // of packed rows
	// words are packed rows where there are no registers for several: of a group each column, two rows in a
	// word, the second 32 bits above the first.
	words []int64
}

const (
	group  = 8   // rows that are packed together
	pair   = 2   // bytes of a row that lie beside each other
	widest = 512 // bytes of a row that is packed: with more, a sum might not fit 32 bits

	finest = 1<<15 - 1 // of a row of numbers the one furthest from 0, as a whole number
)

// factor are weights as they are now: in training they change.
func (p *Param) factor() *factor { return &factor{w: p.W, n: p.Rows, k: p.Cols} }

// packed are weights that change no more.
func (p *Param) packed() *factor {
	if p.coded == nil {
		return p.factor()
	}
	if p.Cols > widest {
		return &factor{w: p.decoded(), n: p.Rows, k: p.Cols}
	}
	rows, wide := (p.Rows+group-1)/group*group, (p.Cols+pair-1)/pair*pair
	f := &factor{n: p.Rows, k: p.Cols, packed: make([]int8, rows*wide), scales: make([]float32, rows)}
	for r := range p.Rows {
		f.scales[r] = float32(p.scales[r])
		for c, b := range p.coded[r*p.Cols : (r+1)*p.Cols] {
			f.packed[r/group*group*wide+(c/pair*group+r%group)*pair+c%pair] = int8(b)
		}
	}
	if !vectors {
		f.words = paired(f.packed)
	}
	return f
}

// paired gives packed rows as words.
func paired(packed []int8) []int64 {
	out := make([]int64, 0, len(packed)/2)
	for at := 0; at < len(packed); at += pair * group {
		for c := range pair {
			for r := at + c; r < at+pair*group; r += 2 * pair {
				out = append(out, int64(packed[r])+int64(packed[r+pair])<<32)
			}
		}
	}
	return out
}

// mulAdd adds a·wᵀ to c, as [mulAdd] does: a is m×k, c is m×n.
func (f *factor) mulAdd(c, a []float32, m int) {
	if f.packed == nil {
		mulAdd(c, a, f.w, m, f.n, f.k)
		return
	}
	for i := range m {
		f.product(c[i*f.n:(i+1)*f.n], a[i*f.k:(i+1)*f.k])
	}
}

// product adds to c the scalar products of x with the rows. The numbers of x are rounded to 16 bits,
// which is finer than the weights are; their products with bytes add up without loss, so that it
// is all one in which order, and comes out the same on every machine.
func (f *factor) product(c, x []float32) {
	var whole [widest]int16
	q := whole[:(len(x)+pair-1)/pair*pair]
	scale := quantise(q, x)
	if scale == 0 || len(c) == 0 {
		return
	}
	rows := len(c) / group * group
	if rows > 0 {
		f.products(c[:rows], q, 0, scale)
	}
	if rows < len(c) {
		var last [group]float32
		copy(last[:], c[rows:])
		f.products(last[:], q, rows, scale)
		copy(c[rows:], last[:])
	}
}

// products adds to c the scalar products of x with the packed rows that begin with one.
func (f *factor) products(c []float32, x []int16, row int, scale float32) {
	if f.words != nil {
		byWords(c, x, f.words[row*len(x)/2:], f.scales[row:], scale)
		return
	}
	products(c, x, f.packed[row*len(x):], f.scales[row:], scale)
}

// quantise stores numbers as whole ones, and returns what each is a multiple of: 0 where all are 0.
func quantise(q []int16, x []float32) (scale float32) {
	most := uint32(0) // bits of floats that are not negative ascend as they do
	for _, v := range x {
		most = max(most, math.Float32bits(v)&^(1<<31))
	}
	top := math.Float32frombits(most)
	if !(1e-30 < top && top <= math.MaxFloat32) { // nothing to speak of, or no number
		return 0
	}
	fine := finest / top
	for j, v := range x {
		q[j] = int16(int32(float32(v*fine)+(finest+1.5)) - (finest + 1))
	}
	return top / finest
}

// plain adds to c the scalar products of whole numbers with packed rows.
func plain(c []float32, x []int16, packed []int8, scales []float32, scale float32) {
	for g := 0; g < len(c); g += group {
		var s0, s1, s2, s3, s4, s5, s6, s7 int32
		for at := 0; at+1 < len(x); at += pair {
			u, v := int32(x[at]), int32(x[at+1])
			w := (*[pair * group]int8)(packed)
			packed = packed[pair*group:]
			s0 += u*int32(w[0]) + v*int32(w[1])
			s1 += u*int32(w[2]) + v*int32(w[3])
			s2 += u*int32(w[4]) + v*int32(w[5])
			s3 += u*int32(w[6]) + v*int32(w[7])
			s4 += u*int32(w[8]) + v*int32(w[9])
			s5 += u*int32(w[10]) + v*int32(w[11])
			s6 += u*int32(w[12]) + v*int32(w[13])
			s7 += u*int32(w[14]) + v*int32(w[15])
		}
		out, of := c[g:g+group], scales[g:g+group]
		for j, s := range [group]int32{s0, s1, s2, s3, s4, s5, s6, s7} {
			out[j] += float32(float32(float32(s)*scale) * of[j]) // each rounded: no machine takes two steps as one
		}
	}
}

// byWords is plain with two rows in a word: one product for both, half of the time where whole numbers are multiplied
// one by one.
func byWords(c []float32, x []int16, words []int64, scales []float32, scale float32) {
	for g := 0; g < len(c); g += group {
		var s0, s1, s2, s3 int64
		for at := 0; at+1 < len(x); at += pair {
			u, v, w := int64(x[at]), int64(x[at+1]), (*[group]int64)(words)
			words = words[group:]
			s0 += u*w[0] + v*w[4]
			s1 += u*w[1] + v*w[5]
			s2 += u*w[2] + v*w[6]
			s3 += u*w[3] + v*w[7]
		}
		out, of := c[g:g+group], scales[g:g+group]
		for j, s := range [group / 2]int64{s0, s1, s2, s3} {
			first := int32(s)
			second := int32((s - int64(first)) >> 32)
			out[2*j] += float32(float32(float32(first)*scale) * of[2*j])
			out[2*j+1] += float32(float32(float32(second)*scale) * of[2*j+1])
		}
	}
}
