package learn

import (
	"math"
	"sync"
	"sync/atomic"
)

// blockLen is the length of the blocks into which vectors are cut. Sums are
// taken in each block and the blocks added in order, so that the bits do not
// depend on the number of goroutines.
const blockLen = 1 << 14

// vec does vector arithmetic on jobs goroutines.
type vec struct{ jobs int }

// blocks calls f for each block [from, to) of a vector of n components.
func (v vec) blocks(n int, f func(block, from, to int)) {
	count := (n + blockLen - 1) / blockLen
	do := func(b int) { f(b, b*blockLen, min(n, (b+1)*blockLen)) }
	jobs := min(v.jobs, count/2) // below two blocks a goroutine costs more than it saves
	if jobs <= 1 {
		for b := range count {
			do(b)
		}
		return
	}
	var wg sync.WaitGroup
	var next atomic.Int64
	for range jobs {
		wg.Go(func() {
			for b := int(next.Add(1)) - 1; b < count; b = int(next.Add(1)) - 1 {
				do(b)
			}
		})
	}
	wg.Wait()
}

// sum adds the results of f over the blocks, in their order.
func (v vec) sum(n int, f func(from, to int) float64) float64 {
	if n <= blockLen {
		return f(0, n)
	}
	parts := make([]float64, (n+blockLen-1)/blockLen)
	v.blocks(n, func(b, from, to int) { parts[b] = f(from, to) })
	total := 0.0
	for _, p := range parts {
		total += p
	}
	return total
}

// dot returns a·b. Four partial sums keep the adder busy.
func (v vec) dot(a, b []float64) float64 {
	return v.sum(len(a), func(from, to int) float64 {
		x, y := a[from:to], b[from:to]
		y = y[:len(x)]
		var s0, s1, s2, s3 float64
		i := 0
		for ; i+4 <= len(x); i += 4 {
			s0 += x[i] * y[i]
			s1 += x[i+1] * y[i+1]
			s2 += x[i+2] * y[i+2]
			s3 += x[i+3] * y[i+3]
		}
		for ; i < len(x); i++ {
			s0 += x[i] * y[i]
		}
		return (s0 + s1) + (s2 + s3)
	})
}

// dotDiff returns a·(b − c).
func (v vec) dotDiff(a, b, c []float64) float64 {
	return v.sum(len(a), func(from, to int) float64 {
		s := 0.0
		for i := from; i < to; i++ {
			s += a[i] * (b[i] - c[i])
		}
		return s
	})
}

// norm returns the Euclidean norm, norm1 the sum of magnitudes.
func (v vec) norm(a []float64) float64 { return math.Sqrt(v.dot(a, a)) }

func (v vec) norm1(a []float64) float64 {
	return v.sum(len(a), func(from, to int) float64 {
		s := 0.0
		for _, x := range a[from:to] {
			s += math.Abs(x)
		}
		return s
	})
}

// scaleTo stores k·a in dst, which may be a.
func (v vec) scaleTo(dst []float64, k float64, a []float64) {
	v.blocks(len(dst), func(_, from, to int) {
		for i := from; i < to; i++ {
			dst[i] = k * a[i]
		}
	})
}

// addTo adds k·a to dst.
func (v vec) addTo(dst []float64, k float64, a []float64) { v.addScaled(dst, dst, k, a) }

// addScaled stores a + k·b in dst.
func (v vec) addScaled(dst, a []float64, k float64, b []float64) {
	v.blocks(len(dst), func(_, from, to int) {
		d, x, y := dst[from:to], a[from:to], b[from:to]
		x, y = x[:len(d)], y[:len(d)]
		for i := range d {
			d[i] = x[i] + k*y[i]
		}
	})
}

// subTo stores a − b in dst.
func (v vec) subTo(dst, a, b []float64) { v.addScaled(dst, a, -1, b) }
