package tree

// small is the tolerance under which two sums of weights or entropies count as
// equal; the reference program's trees depend on it.
const small = 1e-6

func equal(a, b float64) bool   { return a-b < small && b-a < small }
func less(a, b float64) bool    { return b-a > small }
func greater(a, b float64) bool { return a-b > small }
func atMost(a, b float64) bool  { return a-b < small }
func atLeast(a, b float64) bool { return b-a < small }
