package learn

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// An Objective is a function to minimise. Eval returns its value at x and
// stores the gradient in grad, which has the length of x and arbitrary former
// content. Eval must not change or keep x or grad. An objective may use
// several cores, and must return the same bits each time it is called at the
// same point.
type Objective interface {
	Eval(x, grad []float64) float64
}

// A Reason says why a minimisation ended.
type Reason string

// The reasons for which Minimize ends.
const (
	// GradientSmall: the norm of the (pseudo-)gradient is below Epsilon times
	// the norm of x. This is convergence in the strict sense.
	GradientSmall Reason = "gradient small"
	// ValueSettled: the value fell by less than Delta (relative) in Past iterations.
	ValueSettled Reason = "value settled"
	// MaxIterations: the limit was reached.
	MaxIterations Reason = "iteration limit"
	// NoProgress: no step along the steepest descent lowers the value in
	// floating point; usually the minimum to working precision.
	NoProgress Reason = "no further progress"
	// Cancelled: the context ended; x holds the best point so far.
	Cancelled Reason = "cancelled"
	// Stopped: Progress returned false.
	Stopped Reason = "stopped by the caller"
)

// Progress describes one finished iteration.
type Progress struct {
	Iteration   int     // from 1
	Evaluations int     // of the objective, so far
	Value       float64 // including the L1 term
	GradNorm    float64 // Euclidean norm of the (pseudo-)gradient
	Step        float64 // accepted length along the direction
	NonZero     int     // non-zero components of x; counted only when L1 > 0
	X           []float64
}

// A Report is the outcome of a minimisation.
type Report struct {
	Iterations  int
	Evaluations int
	Value       float64 // final value, including the L1 term
	GradNorm    float64 // final norm of the (pseudo-)gradient
	Reason      Reason
}

// LBFGS minimises an Objective by the limited-memory BFGS method (Nocedal
// 1980; Liu and Nocedal 1989) with a line search that satisfies the strong
// Wolfe conditions. With L1 > 0 it is OWL-QN (Andrew and Gao 2007). The zero
// value works.
type LBFGS struct {
	Memory   int     // correction pairs kept; 0 means 6
	MaxIter  int     // 0 means 10,000
	Epsilon  float64 // stop when ‖g‖ ≤ Epsilon·max(1, ‖x‖); 0 means 1e-5
	Past     int     // iterations over which Delta is measured; 0 means 10
	Delta    float64 // stop when the relative decrease over Past is below it; 0 means 1e-5; negative means never
	MaxTrial int     // evaluations in one line search; 0 means 20

	// L1 is the weight of Σ|x_i| over i in [L1From, L1To), added to the
	// objective; L1To = 0 means len(x).
	L1           float64
	L1From, L1To int

	// Jobs is the number of goroutines for the optimiser's own vector
	// arithmetic; 0 means 1. The result does not depend on it.
	Jobs int

	// Progress, if not nil, is called after each iteration; false stops the
	// minimisation. X must not be changed or kept.
	Progress func(Progress) bool
}

// ErrNotFinite is returned when the objective has no finite value at the start.
var ErrNotFinite = errors.New("objective is not finite at the starting point")

// Minimize moves x to a minimum of obj. On a nil error x holds the best point
// found, whatever the reason. A cancelled context gives the context's error,
// and x is still the best point so far. The memory needed is 2·Memory+5
// vectors of the length of x.
func (c LBFGS) Minimize(ctx context.Context, obj Objective, x []float64) (Report, error) {
	if err := c.fill(len(x)); err != nil {
		return Report{}, err
	}
	s := newSearch(c, obj, x)
	if !s.start() {
		return s.report(NoProgress), ErrNotFinite
	}
	for {
		if err := ctx.Err(); err != nil {
			return s.report(Cancelled), err
		}
		if s.gradNorm <= c.Epsilon*math.Max(1, s.v.norm(s.x)) {
			return s.report(GradientSmall), nil
		}
		if s.iter >= c.MaxIter {
			return s.report(MaxIterations), nil
		}
		if !s.iterate(ctx) {
			if err := ctx.Err(); err != nil {
				return s.report(Cancelled), err
			}
			return s.report(NoProgress), nil
		}
		if !s.tell() {
			return s.report(Stopped), nil
		}
		if s.settled() {
			return s.report(ValueSettled), nil
		}
	}
}

// fill replaces zero values by defaults and refuses impossible ones; n is the
// length of the point.
func (c *LBFGS) fill(n int) error {
	setInt(&c.Memory, 6)
	setInt(&c.MaxIter, 10_000)
	setInt(&c.Past, 10)
	setInt(&c.MaxTrial, 20)
	setInt(&c.Jobs, 1)
	setInt(&c.L1To, n)
	if c.Epsilon == 0 {
		c.Epsilon = 1e-5
	}
	if c.Delta == 0 {
		c.Delta = 1e-5
	}
	if c.L1 < 0 || c.L1From < 0 || c.L1From > c.L1To || c.L1To > n {
		return fmt.Errorf("l1 weight %g on [%d, %d) of %d components is not possible", c.L1, c.L1From, c.L1To, n)
	}
	return nil
}

// setInt replaces a value that is not positive by its default.
func setInt(p *int, byDefault int) {
	if *p <= 0 {
		*p = byDefault
	}
}

// search is the state of one minimisation.
type search struct {
	LBFGS
	obj Objective
	v   vec

	x, grad    []float64 // point and gradient of the smooth part
	xp, gradP  []float64 // those of the former iteration
	dir        []float64 // search direction
	pseudo     []float64 // pseudo-gradient of OWL-QN; grad itself without L1
	value      float64   // including the L1 term
	gradNorm   float64   // of pseudo
	step       float64   // last accepted
	iter, eval int

	hist  []pair    // ring, the newest at (next-1) mod len
	next  int       // where the next pair goes
	held  int       // pairs in use
	past  []float64 // ring of the last Past values
	alpha []float64 // scratch of the two-loop recursion
}

// pair is one correction: s = x' − x, y = g' − g, ρ = 1/(y·s).
type pair struct {
	s, y []float64
	rho  float64
	yy   float64
}

func newSearch(c LBFGS, obj Objective, x []float64) *search {
	n := len(x)
	s := &search{
		LBFGS: c, obj: obj, v: vec{jobs: c.Jobs}, x: x,
		grad: make([]float64, n), xp: make([]float64, n), gradP: make([]float64, n), dir: make([]float64, n),
		hist: make([]pair, c.Memory), past: make([]float64, c.Past), alpha: make([]float64, c.Memory),
	}
	s.pseudo = s.grad
	if c.L1 > 0 {
		s.pseudo = make([]float64, n)
	}
	return s
}

// start evaluates the starting point; false when it has no finite value.
func (s *search) start() bool {
	s.value = s.evaluate(s.x)
	s.setPseudo()
	s.gradNorm = s.v.norm(s.pseudo)
	s.past[0] = s.value
	return isFinite(s.value) && isFinite(s.gradNorm)
}

// evaluate calls the objective at x, adds the L1 term, and leaves the gradient
// of the smooth part in s.grad.
func (s *search) evaluate(x []float64) float64 {
	s.eval++
	f := s.obj.Eval(x, s.grad)
	if s.L1 > 0 {
		f += s.L1 * s.v.norm1(x[s.L1From:s.L1To])
	}
	return f
}

// iterate does one step; false when neither the quasi-Newton direction nor the
// steepest descent lowers the value. x is then where it was.
func (s *search) iterate(ctx context.Context) bool {
	for {
		s.direction()
		slope := s.v.dot(s.dir, s.pseudo)
		first := 1.0
		if s.held == 0 {
			first = 1 / math.Max(s.gradNorm, 1e-300)
		}
		copy(s.xp, s.x)
		copy(s.gradP, s.grad)
		before := s.value
		ok := slope < 0
		if ok && s.L1 > 0 {
			ok = s.orthantSearch(ctx, first)
		} else if ok {
			ok = s.wolfeSearch(ctx, first, slope)
		}
		if ok && s.value <= before {
			break
		}
		copy(s.x, s.xp)
		copy(s.grad, s.gradP)
		s.value = before
		s.setPseudo()
		if s.held == 0 || ctx.Err() != nil {
			return false
		}
		s.held, s.next = 0, 0 // once more, from the steepest descent
	}
	s.setPseudo()
	s.gradNorm = s.v.norm(s.pseudo)
	s.remember()
	s.iter++
	return true
}

// direction stores −H·pseudo in dir, H the inverse Hessian that the correction
// pairs imply (two-loop recursion, Nocedal and Wright 2006, algorithm 7.4).
func (s *search) direction() {
	s.v.scaleTo(s.dir, -1, s.pseudo)
	m := len(s.hist)
	for k := 1; k <= s.held; k++ {
		p := &s.hist[(s.next-k+m)%m]
		s.alpha[k-1] = p.rho * s.v.dot(p.s, s.dir)
		s.v.addTo(s.dir, -s.alpha[k-1], p.y)
	}
	if s.held > 0 {
		p := &s.hist[(s.next-1+m)%m]
		s.v.scaleTo(s.dir, 1/(p.rho*p.yy), s.dir)
	}
	for k := s.held; k >= 1; k-- {
		p := &s.hist[(s.next-k+m)%m]
		beta := p.rho * s.v.dot(p.y, s.dir)
		s.v.addTo(s.dir, s.alpha[k-1]-beta, p.s)
	}
	if s.L1 > 0 {
		s.alignDirection()
	}
}

// remember stores the last step as a correction pair, unless its curvature is
// not positive, which would spoil the direction.
func (s *search) remember() {
	p := &s.hist[s.next]
	if p.s == nil {
		p.s, p.y = make([]float64, len(s.x)), make([]float64, len(s.x))
	}
	s.v.subTo(p.s, s.x, s.xp)
	s.v.subTo(p.y, s.grad, s.gradP)
	ys, yy := s.v.dot(p.y, p.s), s.v.dot(p.y, p.y)
	if ys <= 1e-300 || ys <= 1e-16*yy {
		return
	}
	p.rho, p.yy = 1/ys, yy
	s.next = (s.next + 1) % len(s.hist)
	s.held = min(s.held+1, len(s.hist))
}

// settled reports whether the value has stopped falling, and files the value.
func (s *search) settled() bool {
	slot := s.iter % s.Past
	old := s.past[slot]
	s.past[slot] = s.value
	if s.iter < s.Past || s.Delta < 0 {
		return false
	}
	return old-s.value < s.Delta*math.Max(math.Abs(s.value), 1e-300)
}

// tell calls the progress function; false means that the caller wants to stop.
func (s *search) tell() bool {
	if s.Progress == nil {
		return true
	}
	p := Progress{Iteration: s.iter, Evaluations: s.eval, Value: s.value, GradNorm: s.gradNorm, Step: s.step, X: s.x}
	if s.L1 > 0 {
		for _, w := range s.x {
			if w != 0 {
				p.NonZero++
			}
		}
	}
	return s.Progress(p)
}

func (s *search) report(r Reason) Report {
	return Report{Iterations: s.iter, Evaluations: s.eval, Value: s.value, GradNorm: s.gradNorm, Reason: r}
}

func isFinite(f float64) bool { return !math.IsNaN(f) && !math.IsInf(f, 0) }
