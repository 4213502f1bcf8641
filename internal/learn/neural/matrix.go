package neural

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/gonum"
)

// Products of matrices. All matrices are row by row without gaps, and every
// product is one of rows with rows, a·bᵀ: the scalar product of two contiguous
// vectors is what the BLAS does fastest, so that a factor which stands the other
// way round is transposed first. For vectors of 100 and more this is a quarter
// faster than its general matrix product.

// block is how many numbers of b are worked on together: they stay in the
// nearest cache while the rows of a pass by.
const block = 8192

// mulAdd adds a·bᵀ to c: a is m×k, b is n×k, c is m×n.
func mulAdd(c, a, b []float32, m, n, k int) {
	var impl gonum.Implementation
	if m == 0 || n == 0 || k == 0 {
		return
	}
	step := max(1, block/k)
	for j0 := 0; j0 < n; j0 += step {
		j1 := min(n, j0+step)
		for i := range m {
			x, out := a[i*k:(i+1)*k], c[i*n:(i+1)*n]
			if k%4 == 0 { // rows lie alike in memory: the same sums, in one call
				impl.Sgemv(blas.NoTrans, j1-j0, k, 1, b[j0*k:j1*k], k, x, 1, 1, out[j0:j1], 1)
				continue
			}
			for j := j0; j < j1; j++ {
				out[j] += impl.Sdot(k, x, 1, b[j*k:(j+1)*k], 1)
			}
		}
	}
}

// transpose stores the transpose of the m×n matrix a in dst, which is grown if
// it is too short, and returns it.
func transpose(dst, a []float32, m, n int) []float32 {
	dst = grown(dst, m*n)
	const tile = 16
	for i0 := 0; i0 < m; i0 += tile {
		i1 := min(m, i0+tile)
		for j0 := 0; j0 < n; j0 += tile {
			j1 := min(n, j0+tile)
			for i := i0; i < i1; i++ {
				for j := j0; j < j1; j++ {
					dst[j*m+i] = a[i*n+j]
				}
			}
		}
	}
	return dst
}

// add adds s·a to c.
func add(c []float32, s float32, a []float32) {
	var impl gonum.Implementation
	if len(a) > 0 {
		impl.Saxpy(len(a), s, a, 1, c, 1)
	}
}

// columnSums adds the sums of the columns of the m×n matrix a to dst.
func columnSums(dst, a []float32, m, n int) {
	for i := range m {
		add(dst, 1, a[i*n:(i+1)*n])
	}
}

// grown returns a slice of n elements, the old one where it is long enough. The
// content is arbitrary.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}

// zeroed is grown with every element 0.
func zeroed(s []float32, n int) []float32 {
	s = grown(s, n)
	clear(s)
	return s
}
