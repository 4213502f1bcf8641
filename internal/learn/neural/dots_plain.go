//go:build !amd64 && !(js && vectors)

package neural

// vectors reports registers for several numbers.
const vectors = false

// products adds to c the scalar products of x with packed rows.
func products(c []float32, x []int16, packed []int8, scales []float32, scale float32) {
	plain(c, x, packed, scales, scale)
}

// curves replaces numbers by their points on a curve.
func curves(x []float32, c curve) { c.plain(x) }
