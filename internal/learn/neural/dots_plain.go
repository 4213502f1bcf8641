//go:build !amd64 && !(js && vectors)

package neural

// products adds to c the scalar products of x with packed rows.
func products(c, x, packed []float32) { plain(c, x, packed) }
