package neural

import "golang.org/x/sys/cpu"

// dots adds to c the scalar products of x with groups of eight packed rows of so many pairs.
//
//go:noescape
func dots(c *float32, x *int16, packed *int8, scales *float32, groups, pairs int, scale float32)

// points replaces groups of eight numbers by their points on a curve.
//
//go:noescape
func points(x *float32, groups int, series *float32, steep, high, low float32)

var vectors = cpu.X86.HasAVX2

// products adds to c the scalar products of x with packed rows, the same to the bit as [plain].
func products(c []float32, x []int16, packed []int8, scales []float32, scale float32) {
	if !vectors {
		plain(c, x, packed, scales, scale)
		return
	}
	_, _ = packed[len(c)*len(x)-1], scales[len(c)-1]
	dots(&c[0], &x[0], &packed[0], &scales[0], len(c)/group, len(x)/pair, scale)
}

// curves replaces numbers by their points on a curve, the same to the bit as its plain.
func curves(x []float32, c curve) {
	if !vectors {
		c.plain(x)
		return
	}
	points(&x[0], len(x)/group, &series[0], c.steep, c.high, c.low)
}
