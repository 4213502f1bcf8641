package neural

import "golang.org/x/sys/cpu"

// dots adds to c the scalar products of x with groups of eight packed rows of k numbers,
// a multiple of four. Each sum is added up in the order in which the BLAS does it where x begins at
// a multiple of 16 bytes, so that it is the same to the bit.
//
//go:noescape
func dots(c, x, packed *float32, groups, k int)

// together is how many numbers of a row lie beside each other in packed rows.
const together = 4

// packs reports whether rows are packed: where there are registers of eight.
func packs() bool { return cpu.X86.HasAVX }

// products adds to c the scalar products of x with packed rows.
func products(c, x, packed []float32) {
	_ = packed[len(c)*len(x)-1]
	dots(&c[0], &x[0], &packed[0], len(c)/group, len(x))
}
