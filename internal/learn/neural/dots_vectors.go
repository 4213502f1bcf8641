//go:build js && vectors

package neural

import "unsafe"

// vectors reports registers for several numbers, where the browser has them.
const vectors = true

// dots adds to c the scalar products of x with groups of eight packed rows of so many pairs, and points
// replaces groups of eight numbers by their points on a curve, both in registers of four. They are no part
// of the program: whoever starts it gives them beside (gen/page), or functions that give 0 and have done
// nothing.
//
//go:wasmimport vectors dots
//go:noescape
func dots(c, x, packed, scales unsafe.Pointer, groups, pairs uint32, scale float32) uint32

//go:wasmimport vectors points
//go:noescape
func points(x unsafe.Pointer, groups uint32, series unsafe.Pointer, steep, high, low float32) uint32

// products adds to c the scalar products of x with packed rows, the same to the bit as [plain].
func products(c []float32, x []int16, packed []int8, scales []float32, scale float32) {
	_, _ = packed[len(c)*len(x)-1], scales[len(c)-1]
	done := dots(unsafe.Pointer(&c[0]), unsafe.Pointer(&x[0]), unsafe.Pointer(&packed[0]), unsafe.Pointer(&scales[0]),
		uint32(len(c)/group), uint32(len(x)/pair), scale)
	if done == 0 {
		plain(c, x, packed, scales, scale)
	}
}

// curves replaces numbers by their points on a curve, the same to the bit as its plain.
func curves(x []float32, c curve) {
	if points(unsafe.Pointer(&x[0]), uint32(len(x)/group), unsafe.Pointer(&series[0]), c.steep, c.high, c.low) == 0 {
		c.plain(x)
	}
}
