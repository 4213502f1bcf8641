package neural

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// TestProductsAreThoseOfTheBLAS to the bit, whatever the shape and wherever a vector lies.
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
		rows, k, at := 1+rng.IntN(70), 4*(1+rng.IntN(40)), rng.IntN(4)
		c, x, b := drawn(rows), drawn(k + 4)[at:at+k], drawn(rows*k)
		want := append([]float32(nil), c...)
		blasOf.Sgemv(blas.NoTrans, rows, k, 1, b, k, x, 1, 1, want, 1)
		pack(b, rows, k).mulAdd(c, x, 1)
		for j := range c {
			if math.Float32bits(c[j]) != math.Float32bits(want[j]) {
				t.Fatalf("%d×%d from %d: row %d is %g, and %g of the BLAS", rows, k, at, j, c[j], want[j])
			}
		}
	}
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
