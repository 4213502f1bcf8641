package learn

// Rand is the 48-bit linear congruential generator of java.util.Random, whose
// formula its documentation prescribes. It is used because the reference
// figures (Weka's cross-validation and bagging) hang on its numbers: with the
// same seed we draw the same folds. It is not fit for secrets. Not safe for
// concurrent use.
type Rand struct{ state uint64 }

const (
	randMultiplier = 0x5DEECE66D
	randMask       = 1<<48 - 1
)

// NewRand returns a generator started by the seed.
func NewRand(seed int64) *Rand {
	return &Rand{(uint64(seed) ^ randMultiplier) & randMask}
}

// next returns the highest bits of the next state.
func (r *Rand) next(bits uint) int32 {
	r.state = (r.state*randMultiplier + 0xB) & randMask
	return int32(r.state >> (48 - bits))
}

// Intn returns a number in [0, n), each as likely. It panics when n < 1, as a
// slice index out of range would.
func (r *Rand) Intn(n int) int {
	if n < 1 || n > 1<<31-1 {
		panic("learn: Rand.Intn needs 1 ≤ n < 2³¹")
	}
	if n&(n-1) == 0 {
		return int(int64(n) * int64(r.next(31)) >> 31)
	}
	for {
		bits := r.next(31)
		v := bits % int32(n)
		if bits-v+int32(n-1) >= 0 { // else in the last, incomplete run of n
			return int(v)
		}
	}
}

// Float64 returns a number in [0, 1).
func (r *Rand) Float64() float64 {
	high := int64(r.next(26)) << 27
	return float64(high+int64(r.next(27))) / (1 << 53)
}

// Shuffle puts the n elements that swap exchanges into a random order.
func (r *Rand) Shuffle(n int, swap func(i, j int)) {
	for j := n - 1; j > 0; j-- {
		swap(j, r.Intn(j+1))
	}
}
