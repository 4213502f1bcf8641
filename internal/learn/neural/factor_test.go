package neural

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// coded draws a matrix of bytes with a scale for each row, −128 among them.
func coded(rng *rand.Rand, rows, cols int) *Param {
	p := &Param{Rows: rows, Cols: cols}
	bytes, scales := make([]byte, rows*cols), make([]float64, rows)
	for i := range bytes {
		bytes[i] = byte(rng.Uint32())
	}
	for r := range scales {
		scales[r] = math.Exp2(float64(rng.IntN(12) - 10))
	}
	p.Code(bytes, scales)
	return p
}

// TestProducts: whatever the shape, those of packed rows are the products with the weights up to the
// rounding of what is multiplied, the same to the bit in registers of eight numbers and without;
// numbers of any size, none, and what is no number change nothing but their own row.
func TestProducts(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 6))
	for i := range 2000 {
		m, rows, k := 1+rng.IntN(4), 1+rng.IntN(70), 1+rng.IntN(200)
		if i%100 == 0 {
			k = widest - i%3
		}
		p := coded(rng, rows, k)
		f, w := p.packed(), p.decoded()
		x, c := make([]float32, m*k), make([]float32, m*rows)
		for i := range x {
			x[i] = float32(rng.NormFloat64()) * float32(math.Exp2(float64(rng.IntN(9)-4)))
		}
		f.mulAdd(c, x, m)
		for r := range m {
			row := x[r*k : (r+1)*k]
			top := 0.0
			for _, v := range row {
				top = max(top, math.Abs(float64(v)))
			}
			for j := range rows {
				want, weights := 0.0, 0.0
				for i, v := range row {
					want += float64(v) * float64(w[j*k+i])
					weights += math.Abs(float64(w[j*k+i]))
				}
				if off := math.Abs(float64(c[r*rows+j]) - want); off > 0.6*top/finest*weights+1e-6*math.Abs(want) {
					t.Fatalf("%d×%d×%d: %d of row %d is %g, want %g", m, rows, k, j, r, c[r*rows+j], want)
				}
			}
		}
		q := make([]int16, (k+1)/pair*pair)
		scale := quantise(q, x[:k])
		whole := rows / group * group
		if whole == 0 {
			continue
		}
		a, b := make([]float32, whole), make([]float32, whole)
		plain(a, q, f.packed, f.scales, scale)
		byWords(b, q, paired(f.packed), f.scales, scale)
		if !slices.Equal(a, b) {
			t.Fatalf("%d×%d×%d: %v, by words %v", m, rows, k, a, b)
		}
		clear(b)
		products(b, q, f.packed, f.scales, scale)
		if !slices.Equal(a, b) || !slices.Equal(a, c[:whole]) {
			t.Fatalf("%d×%d×%d: %v and %v", m, rows, k, a, b)
		}
	}
	f, c := coded(rng, 9, 3).packed(), make([]float32, 27)
	f.mulAdd(c, []float32{0, 0, 0, float32(math.NaN()), 1, 1, 1, 2, 3}, 3)
	if slices.ContainsFunc(c[:18], func(v float32) bool { return v != 0 }) || c[18] == 0 {
		t.Errorf("%v", c)
	}
}

// TestWidest: the greatest sum that there may be fits, and a longer row is multiplied with numbers.
func TestWidest(t *testing.T) {
	for _, k := range []int{widest, widest + 2} {
		p := &Param{Rows: 8, Cols: k}
		p.Code(slices.Repeat([]byte{0x80}, 8*k), slices.Repeat([]float64{1}, 8)) // −128
		c := make([]float32, 8)
		f := p.packed()
		f.mulAdd(c, slices.Repeat([]float32{-1}, k), 1)
		if f.packed != nil {
			w := make([]float32, 8)
			if byWords(w, slices.Repeat([]int16{-finest}, k), paired(f.packed), f.scales, 1.0/finest); w[0] != c[0] || w[7] != c[7] {
				t.Errorf("%d: by words %v, %v", k, w, c)
			}
		}
		if want := float64(128 * k); math.Abs(float64(c[7])-want) > 1e-6*want {
			t.Errorf("%d: %v", k, c)
		}
	}
}

// BenchmarkProducts is a step of the network over words, in registers of eight numbers and without.
func BenchmarkProducts(b *testing.B) {
	const hid = 192
	f := coded(rand.New(rand.NewPCG(1, 2)), 4*hid, hid).packed()
	c, x, q := make([]float32, 4*hid), make([]float32, hid), make([]int16, hid)
	for i := range x {
		x[i] = float32(i%7) - 3
	}
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			f.mulAdd(c, x, 1)
		}
	})
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			plain(c, q, f.packed, f.scales, 1)
		}
	})
	words := paired(f.packed)
	b.Run("words", func(b *testing.B) {
		for b.Loop() {
			byWords(c, q, words, f.scales, 1)
		}
	})
}
