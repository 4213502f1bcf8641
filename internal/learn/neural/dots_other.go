//go:build !amd64

package neural

// together is how many numbers of a row lie beside each other in packed rows.
const together = 1

// packs reports whether rows are packed.
func packs() bool { return true }

// plain adds to c the scalar products of x with packed rows. Eight sums are added up beside each
// other, as one alone waits for itself; each in the order in which the BLAS does it, so that it is
// the same to the bit.
func plain(c, x, packed []float32) {
	for g := 0; g < len(c); g += group {
		var s0, s1, s2, s3, s4, s5, s6, s7 float32
		for at := 0; at+1 < len(x); at += 2 {
			u, v := x[at], x[at+1]
			w := (*[2 * group]float32)(packed)
			packed = packed[2*group:]
			s0 = s0 + u*w[0] + v*w[8]
			s1 = s1 + u*w[1] + v*w[9]
			s2 = s2 + u*w[2] + v*w[10]
			s3 = s3 + u*w[3] + v*w[11]
			s4 = s4 + u*w[4] + v*w[12]
			s5 = s5 + u*w[5] + v*w[13]
			s6 = s6 + u*w[6] + v*w[14]
			s7 = s7 + u*w[7] + v*w[15]
		}
		if len(x)%2 > 0 {
			u, w := x[len(x)-1], (*[group]float32)(packed)
			packed = packed[group:]
			s0, s1, s2, s3 = s0+u*w[0], s1+u*w[1], s2+u*w[2], s3+u*w[3]
			s4, s5, s6, s7 = s4+u*w[4], s5+u*w[5], s6+u*w[6], s7+u*w[7]
		}
		out := (*[group]float32)(c[g:])
		out[0], out[1], out[2], out[3] = out[0]+s0, out[1]+s1, out[2]+s2, out[3]+s3
		out[4], out[5], out[6], out[7] = out[4]+s4, out[5]+s5, out[6]+s6, out[7]+s7
	}
}
