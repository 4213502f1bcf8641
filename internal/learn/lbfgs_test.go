package learn_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/learntest"
)

// rosenbrock is the chained banana function; its minimum is 0 at (1, …, 1).
func rosenbrock(x, grad []float64) float64 {
	clear(grad)
	f := 0.0
	for i := range len(x) - 1 {
		a, b := x[i+1]-x[i]*x[i], 1-x[i]
		f += 100*a*a + b*b
		grad[i] += -400*a*x[i] - 2*b
		grad[i+1] += 200 * a
	}
	return f
}

// quadratic is ½ Σ k_i (x_i − c_i)².
type quadratic struct{ k, c []float64 }

func (q quadratic) Eval(x, grad []float64) float64 {
	f := 0.0
	for i := range x {
		d := x[i] - q.c[i]
		f += 0.5 * q.k[i] * d * d
		grad[i] = q.k[i] * d
	}
	return f
}

func randomQuadratic(n int, seed uint64) quadratic {
	r := rand.New(rand.NewPCG(seed, 1))
	q := quadratic{make([]float64, n), make([]float64, n)}
	for i := range n {
		q.k[i], q.c[i] = math.Exp(4*r.Float64()-2), 4*r.Float64()-2
	}
	return q
}

func TestMinimizeRosenbrock(t *testing.T) {
	for _, n := range []int{2, 3, 10, 100} {
		x := make([]float64, n)
		for i := range x {
			x[i] = -1.2
		}
		rep, err := learn.LBFGS{Epsilon: 1e-9, Delta: -1}.Minimize(context.Background(), learntest.ObjectiveFunc(rosenbrock), x)
		if err != nil {
			t.Fatal(err)
		}
		// The chained function has a second local minimum for n ≥ 4, so only
		// the gradient is asserted there.
		if n < 4 && math.Abs(x[0]-1) > 1e-6 {
			t.Errorf("n=%d: x[0] = %g, want 1 (%+v)", n, x[0], rep)
		}
		if rep.Reason != learn.GradientSmall || rep.GradNorm > 1e-6 {
			t.Errorf("n=%d: %+v", n, rep)
		}
		if rep.Evaluations < rep.Iterations {
			t.Errorf("n=%d: fewer evaluations than iterations: %+v", n, rep)
		}
	}
}

func TestMinimizeQuadraticIsExact(t *testing.T) {
	q := randomQuadratic(50, 7)
	x := make([]float64, 50)
	if _, err := (learn.LBFGS{Epsilon: 1e-10, Delta: -1}).Minimize(context.Background(), q, x); err != nil {
		t.Fatal(err)
	}
	for i := range x {
		if math.Abs(x[i]-q.c[i]) > 1e-8 {
			t.Fatalf("x[%d] = %g, want %g", i, x[i], q.c[i])
		}
	}
}

// The minimum of ½k(x−c)² + λ|x| is known: c shrunk by λ/k, 0 inside.
func TestOWLQNSoftThreshold(t *testing.T) {
	const n, from, to, l1 = 60, 5, 55, 0.8
	q := randomQuadratic(n, 3)
	x := make([]float64, n)
	rep, err := learn.LBFGS{L1: l1, L1From: from, L1To: to, Epsilon: 1e-10, Delta: -1}.Minimize(context.Background(), q, x)
	if err != nil {
		t.Fatal(err)
	}
	zeros := 0
	for i := range x {
		want := q.c[i]
		if i >= from && i < to {
			want = math.Copysign(math.Max(0, math.Abs(want)-l1/q.k[i]), want)
		}
		if math.Abs(x[i]-want) > 1e-7 {
			t.Errorf("x[%d] = %g, want %g (%+v)", i, x[i], want, rep)
		}
		if x[i] == 0 {
			zeros++
		}
	}
	if zeros == 0 {
		t.Error("the L1 term made no component zero")
	}
}

// The bits do not depend on the number of goroutines.
func TestMinimizeSameForAnyJobs(t *testing.T) {
	const n = 100_000
	q := randomQuadratic(n, 11)
	var first []float64
	for _, jobs := range []int{1, 2, 5} {
		x := make([]float64, n)
		if _, err := (learn.LBFGS{Jobs: jobs, MaxIter: 8}).Minimize(context.Background(), q, x); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = x
			continue
		}
		for i := range x {
			if x[i] != first[i] {
				t.Fatalf("jobs=%d: x[%d] differs", jobs, i)
			}
		}
	}
}

func TestMinimizeNeverClimbs(t *testing.T) {
	for _, l1 := range []float64{0, 0.3} {
		last := math.Inf(1)
		seen := 0
		c := learn.LBFGS{L1: l1, MaxIter: 300, Progress: func(p learn.Progress) bool {
			if p.Value > last {
				t.Errorf("l1=%g: iteration %d climbs from %g to %g", l1, p.Iteration, last, p.Value)
			}
			last, seen = p.Value, seen+1
			return true
		}}
		x := []float64{-1.2, 1, -1.2, 1}
		rep, err := c.Minimize(context.Background(), learntest.ObjectiveFunc(rosenbrock), x)
		if err != nil || seen != rep.Iterations {
			t.Errorf("l1=%g: %+v, %v, %d calls", l1, rep, err, seen)
		}
	}
}

// A function that is infinite outside a disc: the search must come back.
func TestMinimizeSurvivesInfinity(t *testing.T) {
	barrier := learntest.ObjectiveFunc(func(x, grad []float64) float64 {
		grad[0] = 1/(1-x[0]) - 1/(1+x[0]) + 3
		if x[0] <= -1 || x[0] >= 1 {
			return math.NaN()
		}
		return -math.Log(1-x[0]) - math.Log(1+x[0]) + 3*x[0]
	})
	x := []float64{0.9}
	rep, err := learn.LBFGS{Epsilon: 1e-9}.Minimize(context.Background(), barrier, x)
	want := (1 - math.Sqrt(10)) / 3 // root of 3x² − 2x − 3 inside the disc
	if err != nil || math.Abs(x[0]-want) > 1e-6 {
		t.Errorf("x = %g, want %g (%+v, %v)", x[0], want, rep, err)
	}
}

func TestMinimizeEnds(t *testing.T) {
	obj := learntest.ObjectiveFunc(rosenbrock)
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	cases := []struct {
		name string
		ctx  context.Context
		c    learn.LBFGS
		want learn.Reason
		err  error
	}{
		{"limit", context.Background(), learn.LBFGS{MaxIter: 3}, learn.MaxIterations, nil},
		{"settled", context.Background(), learn.LBFGS{Past: 2, Delta: 0.9, Epsilon: 1e-300}, learn.ValueSettled, nil},
		{"stopped", context.Background(), learn.LBFGS{Progress: func(learn.Progress) bool { return false }}, learn.Stopped, nil},
		{"cancelled", cancelled, learn.LBFGS{}, learn.Cancelled, context.Canceled},
	}
	for _, c := range cases {
		x := []float64{-1.2, 1}
		rep, err := c.c.Minimize(c.ctx, obj, x)
		if rep.Reason != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v", c.name, rep, err)
		}
	}
	nan := learntest.ObjectiveFunc(func(x, grad []float64) float64 { return math.NaN() })
	if _, err := (learn.LBFGS{}).Minimize(context.Background(), nan, []float64{1}); !errors.Is(err, learn.ErrNotFinite) {
		t.Errorf("NaN at the start: %v", err)
	}
	if _, err := (learn.LBFGS{L1: 1, L1To: 3}).Minimize(context.Background(), obj, []float64{1}); err == nil {
		t.Error("an impossible L1 range was accepted")
	}
	if rep, err := (learn.LBFGS{}).Minimize(context.Background(), learntest.ObjectiveFunc(rosenbrock), nil); err != nil || rep.Reason != learn.GradientSmall {
		t.Errorf("no components: %+v, %v", rep, err)
	}
}

func TestGradientError(t *testing.T) {
	x := []float64{0.3, -0.7, 1.1}
	if worst, at := learntest.GradientError(learntest.ObjectiveFunc(rosenbrock), x, nil, 0); worst > 1e-7 {
		t.Errorf("a correct gradient is off by %g at %d", worst, at)
	}
	wrong := learntest.ObjectiveFunc(func(x, grad []float64) float64 {
		f := rosenbrock(x, grad)
		grad[1] *= 1.01
		return f
	})
	if worst, at := learntest.GradientError(wrong, x, nil, 0); worst < 5e-3 || at != 1 {
		t.Errorf("a wrong gradient was not found: %g at %d", worst, at)
	}
	if worst, at := learntest.GradientError(wrong, x, []int{0, 2}, 0); worst > 1e-7 {
		t.Errorf("only the listed components count: %g at %d", worst, at)
	}
}

func ExampleLBFGS_Minimize() {
	// (x−3)² + |x| has its minimum at 2.5.
	obj := learntest.ObjectiveFunc(func(x, grad []float64) float64 {
		grad[0] = 2 * (x[0] - 3)
		return (x[0] - 3) * (x[0] - 3)
	})
	x := []float64{0}
	rep, err := learn.LBFGS{L1: 1}.Minimize(context.Background(), obj, x)
	fmt.Printf("%.3f %.3f %s %v\n", x[0], rep.Value, rep.Reason, err)
	// Output: 2.500 2.750 gradient small <nil>
}

func TestDot32(t *testing.T) {
	for n := range 40 {
		a, b := make([]float32, n), make([]float32, n)
		want := float32(0)
		for i := range a {
			a[i], b[i] = float32(i%7)-3, float32(i%5)
			want += a[i] * b[i]
		}
		if got := learn.Dot32(a, b); got != want {
			t.Errorf("length %d: %g, want %g", n, got, want)
		}
	}
}
