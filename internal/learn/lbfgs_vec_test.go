package learn

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Vector arithmetic agrees with the plain loops at lengths around the block,
// and does not depend on the number of goroutines.
func TestVectorArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	random := func(n int) []float64 {
		a := make([]float64, n)
		for i := range a {
			a[i] = r.NormFloat64()
		}
		return a
	}
	for _, n := range []int{0, 1, 3, 4, 5, 100, blockLen - 1, blockLen, blockLen + 1, 5*blockLen + 7} {
		a, b, c := random(n), random(n), random(n)
		var dot, norm1, diff float64
		for i := range a {
			dot += a[i] * b[i]
			norm1 += math.Abs(a[i])
			diff += a[i] * (b[i] - c[i])
		}
		one := vec{jobs: 1}
		near := func(what string, got, want float64) {
			if math.Abs(got-want) > 1e-9*(1+math.Sqrt(float64(n))*100) {
				t.Errorf("n=%d: %s = %g, want %g", n, what, got, want)
			}
		}
		near("a·b", one.dot(a, b), dot)
		near("‖a‖₁", one.norm1(a), norm1)
		near("a·(b−c)", one.dotDiff(a, b, c), diff)
		for _, jobs := range []int{2, 3, 16} {
			many := vec{jobs: jobs}
			if many.dot(a, b) != one.dot(a, b) || many.norm1(a) != one.norm1(a) || many.dotDiff(a, b, c) != one.dotDiff(a, b, c) {
				t.Errorf("n=%d: sums depend on %d jobs", n, jobs)
			}
			x, y := append([]float64(nil), a...), append([]float64(nil), a...)
			one.addTo(x, 0.5, b)
			many.addTo(y, 0.5, b)
			one.subTo(x, x, c)
			many.subTo(y, y, c)
			one.scaleTo(x, 3, x)
			many.scaleTo(y, 3, y)
			for i := range x {
				if x[i] != y[i] || math.Abs(x[i]-3*(a[i]+0.5*b[i]-c[i])) > 1e-12*(1+math.Abs(x[i])) {
					t.Fatalf("n=%d, component %d: %g and %g", n, i, x[i], y[i])
				}
			}
		}
	}
}

// The cubic through the end points of a cubic is the cubic: its minimiser is
// found exactly where it lies inside, and held off the ends where it does not.
func TestBetween(t *testing.T) {
	// f(t) = t³ − 3t has its minimum at 1.
	at := func(t float64) probe { return probe{t, t*t*t - 3*t, 3*t*t - 3} }
	for _, c := range []struct {
		a, b probe
		want float64
	}{
		{at(0), at(2), 1},
		{at(2), at(0), 1},
		{at(0.5), at(1.6), 1},
		{at(0), at(1.01), 0.909}, // too near the end
		{at(0), probe{4, math.Inf(1), math.Inf(1)}, 2},
		{at(0), probe{4, 1, math.NaN()}, 2},
	} {
		if got := between(c.a, c.b); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("between %g and %g: %g, want %g", c.a.t, c.b.t, got, c.want)
		}
	}
}

func TestGrowStaysInBounds(t *testing.T) {
	start := probe{0, 0, -1}
	for _, c := range []struct {
		low  probe
		want float64
	}{
		{probe{1, -1, -0.5}, 2},      // the slope would vanish at 2
		{probe{1, -1, -0.9}, 10},     // at 10
		{probe{1, -1, -0.99}, 10},    // at 100, held
		{probe{1, -0.1, -0.1}, 2},    // at 1.11, held
		{probe{1, -1, -2}, 4},        // it grows steeper
		{probe{0.5, -1, -0.75}, 2.0}, // scale
	} {
		if got := grow(start, c.low); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("after %+v: %g, want %g", c.low, got, c.want)
		}
	}
}

// The pseudo-gradient is the one-sided derivative of least magnitude.
func TestPseudoGradient(t *testing.T) {
	s := newSearch(LBFGS{L1: 1, L1To: 5, Memory: 1, Past: 1}, nil, []float64{2, -2, 0, 0, 0, 0})
	copy(s.grad, []float64{0.5, 0.5, 0.5, 3, -3, -3})
	s.setPseudo()
	for i, want := range []float64{1.5, -0.5, 0, 2, -2, -3} { // the last has no L1 term
		if s.pseudo[i] != want {
			t.Errorf("component %d: %g, want %g", i, s.pseudo[i], want)
		}
	}
	copy(s.dir, []float64{-1, -1, 1, -1, 1, 1})
	s.alignDirection()
	for i, want := range []float64{-1, 0, 1, -1, 1, 1} {
		if s.pseudo[i] == 0 {
			want = 0
		}
		if s.dir[i] != want {
			t.Errorf("direction %d: %g, want %g", i, s.dir[i], want)
		}
	}
}
