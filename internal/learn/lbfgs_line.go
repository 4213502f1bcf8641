package learn

import (
	"context"
	"math"
)

// Constants of the line searches: sufficient decrease and curvature
// (Nocedal and Wright 2006, section 3.1).
const (
	armijo    = 1e-4
	curvature = 0.9
	maxStep   = 1e20
)

// probe is a trial of the line search: step, value and slope along dir.
type probe struct{ t, f, d float64 }

// wolfeSearch looks along dir from xp for a step that satisfies the strong
// Wolfe conditions (Nocedal and Wright 2006, algorithms 3.5 and 3.6): the
// interval grows until it brackets such a step, then cubic interpolation
// shrinks it. first is the first step tried, slope that of the value at 0.
// When the trials are used up, the lowest point that decreases the value
// enough is taken. On success x, grad and value are those of the new point.
func (s *search) wolfeSearch(ctx context.Context, first, slope float64) bool {
	start := probe{0, s.value, slope}
	low, high := start, probe{t: math.Inf(1)}
	t := first
	for trial := 0; trial < s.MaxTrial && ctx.Err() == nil; trial++ {
		p := s.try(t)
		switch {
		case !isFinite(p.f) || !isFinite(p.d):
			high = probe{t, math.Inf(1), math.Inf(1)}
			t = low.t + 0.1*(t-low.t) // far outside: come back fast
			continue
		case p.f > start.f+armijo*t*slope || (low.t > 0 && p.f >= low.f):
			high = p
		case math.Abs(p.d) <= curvature*-slope:
			s.value, s.step = p.f, t
			return true
		case p.d*(high.t-low.t) >= 0:
			low, high = p, low
		default:
			low = p
		}
		if math.IsInf(high.t, 1) {
			t = math.Min(grow(start, low), maxStep)
			continue
		}
		if next := between(low, high); next != t {
			t = next
		} else {
			break
		}
		if math.Abs(high.t-low.t) <= 1e-16*math.Max(1, math.Abs(high.t)) {
			break
		}
	}
	if low.t == 0 || ctx.Err() != nil {
		return false
	}
	p := s.try(low.t)
	s.value, s.step = p.f, low.t
	return isFinite(p.f)
}

// try moves x to xp + t·dir and evaluates there.
func (s *search) try(t float64) probe {
	s.v.addScaled(s.x, s.xp, t, s.dir)
	f := s.evaluate(s.x)
	return probe{t, f, s.v.dot(s.grad, s.dir)}
}

// grow is the next step when low is too short: where the slope would vanish if
// it went on as between the start and low, held between 2 and 10 times.
func grow(start, low probe) float64 {
	t := 4 * low.t
	if d := low.d - start.d; d > 0 {
		t = low.t - low.d*low.t/d
	}
	return math.Max(2*low.t, math.Min(t, 10*low.t))
}

// between is the minimiser of the cubic through two probes, held away from the
// ends of the interval by a tenth of its length.
func between(a, b probe) float64 {
	lo, hi := math.Min(a.t, b.t), math.Max(a.t, b.t)
	width := hi - lo
	t := lo + width/2
	if isFinite(b.f) && isFinite(b.d) {
		d1 := a.d + b.d - 3*(a.f-b.f)/(a.t-b.t)
		if sq := d1*d1 - a.d*b.d; sq >= 0 {
			d2 := math.Copysign(math.Sqrt(sq), b.t-a.t)
			if den := b.d - a.d + 2*d2; den != 0 {
				t = b.t - (b.t-a.t)*(b.d+d2-d1)/den
			}
		}
	}
	if math.IsNaN(t) {
		t = lo + width/2
	}
	return math.Max(lo+0.1*width, math.Min(t, hi-0.1*width))
}

// setPseudo stores the pseudo-gradient of the value including the L1 term: the
// one-sided derivative of least magnitude (Andrew and Gao 2007, equation 4).
func (s *search) setPseudo() {
	if s.L1 <= 0 {
		return
	}
	copy(s.pseudo, s.grad)
	for i := s.L1From; i < s.L1To; i++ {
		g := s.grad[i]
		switch x := s.x[i]; {
		case x < 0:
			g -= s.L1
		case x > 0:
			g += s.L1
		case g < -s.L1:
			g += s.L1
		case g > s.L1:
			g -= s.L1
		default:
			g = 0
		}
		s.pseudo[i] = g
	}
}

// alignDirection drops the components of dir that do not descend.
func (s *search) alignDirection() {
	for i := s.L1From; i < s.L1To; i++ {
		if s.dir[i]*s.pseudo[i] >= 0 {
			s.dir[i] = 0
		}
	}
}

// orthantSearch is the backtracking search of OWL-QN: points that leave the
// orthant of xp are put back on its border.
func (s *search) orthantSearch(ctx context.Context, t float64) bool {
	before := s.value
	for trial := 0; trial < s.MaxTrial && ctx.Err() == nil; trial++ {
		s.v.addScaled(s.x, s.xp, t, s.dir)
		for i := s.L1From; i < s.L1To; i++ {
			sign := s.xp[i]
			if sign == 0 {
				sign = -s.pseudo[i]
			}
			if s.x[i]*sign <= 0 {
				s.x[i] = 0
			}
		}
		decrease := s.v.dotDiff(s.pseudo, s.x, s.xp)
		f := s.evaluate(s.x)
		if isFinite(f) && f <= before+armijo*decrease && decrease < 0 {
			s.value, s.step = f, t
			return true
		}
		t *= 0.5
		if trial == 0 && s.held == 0 {
			t *= 0.2 // the first step has no scale yet
		}
	}
	return false
}
