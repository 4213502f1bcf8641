package neural

import (
	"unsafe"

	"golang.org/x/sys/cpu"
)

// dots adds to c the scalar products of x with groups of eight packed rows of k numbers,
// a multiple of four. Each sum is added up in the order in which the BLAS does it, so that
// it is the same to the bit.
//
//go:noescape
func dots(c, x, packed *float32, groups, k int)

// together is how many numbers of a row lie beside each other in packed rows.
const together = 4

// packs reports whether rows of k numbers are packed: where there are registers of eight.
func packs(k int) bool { return cpu.X86.HasAVX && k > 0 && k%together == 0 }

// products adds to c the scalar products of x with packed rows, and returns how many there
// are: none where the BLAS adds up in another order, as it does across 16 bytes.
func products(c, x, packed []float32) int {
	if len(packed) == 0 || uintptr(unsafe.Pointer(&x[0]))%16 != 0 {
		return 0
	}
	rows := len(packed) / len(x)
	c = c[:rows]
	dots(&c[0], &x[0], &packed[0], rows/group, len(x))
	return rows
}
