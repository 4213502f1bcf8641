//go:build !amd64

package neural

// packs reports that no rows are packed.
func packs(int) bool { return false }

// products leaves all rows to the BLAS.
func products(_, _, _ []float32) int { return 0 }
