package neural

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// TestProductsAreThoseOfTheBLAS to the bit, whatever the shape, and wherever a
// vector lies as where it begins at a multiple of 16 bytes; a row of any length as with zeros behind it.
func TestProductsAreThoseOfTheBLAS(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 6))
	var blasOf gonum.Implementation
	drawn := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(rng.NormFloat64()) * float32(math.Exp2(float64(rng.IntN(40)-20)))
		}
		return v
	}
	for range 3000 {
		m, rows, k, at := 1+rng.IntN(4), 1+rng.IntN(70), 1+rng.IntN(160), rng.IntN(4)
		c, x, b := drawn(m*rows), drawn(m*k + 4)[at:at+m*k], drawn(rows*k)
		want := append([]float32(nil), c...)
		wide, whole := (k+3)/4*4, rows/group*group // the last rows are not packed
		for i := range m {
			row, out := x[i*k:(i+1)*k], want[i*rows:(i+1)*rows]
			if whole > 0 {
				blasOf.Sgemv(blas.NoTrans, whole, wide, 1, zeros(b, whole, k, wide), wide, zeros(row, 1, k, wide), 1, 1, out, 1)
			}
			mulAdd(out[whole:], row, b[whole*k:], 1, rows-whole, k)
		}
		pack(b, rows, k).mulAdd(c, x, m)
		for j := range c {
			if math.Float32bits(c[j]) != math.Float32bits(want[j]) {
				t.Fatalf("%d×%d×%d from %d: %d is %g, and %g of the BLAS", m, rows, k, at, j, c[j], want[j])
			}
		}
	}
}

// zeros gives rows of k numbers with zeros behind each.
func zeros(w []float32, rows, k, wide int) []float32 {
	out := make([]float32, rows*wide)
	for i := range rows {
		copy(out[i*wide:], w[i*k:(i+1)*k])
	}
	return out
}

// BenchmarkProducts is a step of the network over words, against that of the BLAS.
func BenchmarkProducts(b *testing.B) {
	const hid = 96
	x, w, c := make([]float32, hid), make([]float32, 4*hid*hid), make([]float32, 4*hid)
	for i := range w {
		w[i] = float32(i%7) - 3
	}
	f := pack(w, 4*hid, hid)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			f.mulAdd(c, x, 1)
		}
	})
	b.Run("blas", func(b *testing.B) {
		var impl gonum.Implementation
		for b.Loop() {
			impl.Sgemv(blas.NoTrans, 4*hid, hid, 1, w, hid, x, 1, 1, c, 1)
		}
	})
}
