//go:build js && vectors

package neural

import "unsafe"

// dots adds to c the scalar products of x with groups of eight packed rows of k numbers, in registers
// of four. It is no part of the program: whoever starts it gives it beside (gen/page), or a
// function that gives 0 and has done nothing.
//
//go:wasmimport vectors dots
//go:noescape
func dots(c, x, packed unsafe.Pointer, groups, k uint32) uint32

// products adds to c the scalar products of x with packed rows, the same to the bit as [plain].
func products(c, x, packed []float32) {
	_ = packed[len(c)*len(x)-1]
	groups, k := uint32(len(c)/group), uint32(len(x))
	if dots(unsafe.Pointer(&c[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&packed[0]), groups, k) == 0 {
		plain(c, x, packed)
	}
}
