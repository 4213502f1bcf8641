package formats

// arena keeps many strings in few pieces of memory: millions of strings of their own would
// take two times their length, and the collector's time.
type arena struct {
	pieces [][]byte
	ends   []uint64 // of each string: its piece, and where in it it ends
}

const arenaPiece = 1 << 20

// len is how many strings there are.
func (a *arena) len() int { return len(a.ends) }

// add keeps a string.
func (a *arena) add(s string) {
	n := len(a.pieces)
	if n == 0 || len(a.pieces[n-1])+len(s) > cap(a.pieces[n-1]) {
		a.pieces = append(a.pieces, make([]byte, 0, max(arenaPiece, len(s))))
		n++
	}
	last := &a.pieces[n-1]
	*last = append(*last, s...)
	a.ends = append(a.ends, uint64(n-1)<<32|uint64(len(*last)))
}

// at gives a string.
func (a *arena) at(i int) string {
	piece, end := a.ends[i]>>32, a.ends[i]&0xFFFFFFFF
	from := uint64(0)
	if i > 0 && a.ends[i-1]>>32 == piece {
		from = a.ends[i-1] & 0xFFFFFFFF
	}
	return string(a.pieces[piece][from:end])
}
