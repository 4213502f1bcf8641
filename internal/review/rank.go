package review

import "math"

// MaskAbove is the probability of a name from which hiding is the better guess: a leak
// weighs more than a word hidden for nothing. It is the bound at which the newcomer's
// policy hides a word in doubt (decide).
const MaskAbove = 0.3

// leakCost is what a leak costs in words hidden for nothing, as MaskAbove has it.
const leakCost = (1 - MaskAbove) / MaskAbove

// leakWorth is what a leak that a question finds is worth, in words given back: twice what
// a proposal takes it for. At once leakCost two thirds of the leaks stay while three
// quarters of the words hidden for nothing are given back (docs/experiments/review-effort.md).
const leakWorth = 2 * leakCost

// RefitEvery is how many decisions a ranking learns from at a time.
const RefitEvery = 25

// Evidence is what is known of a word about which nobody has decided.
type Evidence struct {
	Open, Sure, Passed Weight // its places: asked, hidden by the pipeline, passed over
	Times              int    // it stands in the corpus
	Capitals           int    // of these, with a capital that no sentence asks for
	Hidden             int    // of these, hidden
	Taken              int    // places that a settler took away
	Named              bool   // a list of names knows it
}

// features is how many figures a word has for the ranking, the constant included.
const features = 8

type vector [features]float64

// mean is the mean probability of some places; 0.5 of none.
func (w Weight) mean() float64 {
	if w.N == 0 {
		return 0.5
	}
	return min(0.999, max(0.001, w.Leak/float64(w.N)))
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return min(1, float64(n)/float64(of))
}

// vector lays evidence out for places that the pipeline gives the probability p.
func (e *Evidence) vector(p float64, passed bool) vector {
	v := vector{
		1, logit(p), share(e.Capitals, e.Times), 0, share(e.Hidden, e.Times), 0, share(e.Taken, e.Times),
		math.Log1p(float64(e.Times)),
	}
	if e.Named {
		v[3] = 1
	}
	if passed {
		v[5] = 1
	}
	return v
}

// Ranking orders words by what a look at them is worth. The zero value has learnt
// nothing; it takes the pipeline at its word, but for what the whole corpus says of
// the word.
type Ranking struct{ shift vector }

// beginning are the weights before anything was learnt: the means, to one figure, of
// what Learn found on generated messages of three languages under two policies
// (docs/experiments/review-effort.md).
func beginning() vector { return vector{-0.2, 0.7, 0.4, 0.5, 0.7, -0.8, 0.3, -0.3} }

// Fitted is one weight of a ranking, by what it weighs.
type Fitted struct {
	Of     string  `json:"of"`
	Weight float64 `json:"weight"`
}

// Weights are those of a ranking, in the order of its figures: what beginning holds is
// taken from them.
func (r *Ranking) Weights() []Fitted {
	of := [features]string{
		"always", "odds of the pipeline", "capitals", "in a list of names", "hidden elsewhere", "passed over",
		"taken by a settler", "times",
	}
	out := make([]Fitted, features)
	for i, b := range beginning() {
		out[i] = Fitted{of[i], b + r.shift[i]}
	}
	return out
}

// P is the probability that places of a word, which the pipeline gave p, are names.
func (r *Ranking) P(e *Evidence, p float64, passed bool) float64 {
	x, w, b := e.vector(p, passed), 0.0, beginning()
	for i := range x {
		w += (b[i] + r.shift[i]) * x[i]
	}
	return 1 / (1 + math.Exp(-w))
}

// Worth is what a look at the word is expected to bring: leaks removed and words given
// back, by the second, a leak in clear counted leakWorth times. Of open places it is what the
// better guess is expected to cost.
func (r *Ranking) Worth(e *Evidence) float64 {
	gain, n := 0.0, e.Open.N+e.Sure.N+e.Passed.N
	if e.Open.N > 0 {
		p := r.P(e, e.Open.mean(), false)
		gain += float64(e.Open.N) * min(leakCost*p, 1-p)
	}
	if e.Passed.N > 0 {
		gain += leakWorth * float64(e.Passed.N) * r.P(e, e.Passed.mean(), true)
	}
	if e.Sure.N > 0 {
		gain += float64(e.Sure.N) * (1 - r.P(e, e.Sure.mean(), false))
	}
	return gain / (secondsGroup + secondsEach*min(float64(n), onScreen))
}

// Likely is the probability that the places of a word are names, all together.
func (r *Ranking) Likely(e *Evidence) float64 {
	sum, n := 0.0, 0
	for i, w := range []Weight{e.Open, e.Sure, e.Passed} {
		if w.N > 0 {
			sum += float64(w.N) * r.P(e, w.mean(), i == 2)
			n += w.N
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// Lesson is a word that people have decided about: the evidence before, and how many
// of its places are names.
type Lesson struct {
	Evidence
	Names, Others int
}

// stiffness is the weight of the beginning, in lessons.
const stiffness = 2.0

// Learn refits the ranking: logistic regression on the lessons, drawn towards the
// beginning (Hoerl and Kennard's ridge), by Newton's method.
func Learn(lessons []Lesson) Ranking {
	var r Ranking
	if len(lessons) == 0 {
		return r
	}
	for range newtonSteps {
		gradient, hessian := vector{}, [features]vector{}
		for i := range gradient {
			gradient[i], hessian[i][i] = -stiffness*r.shift[i], stiffness
		}
		for i := range lessons {
			r.learn(&lessons[i], &gradient, &hessian)
		}
		step, ok := solve(hessian, gradient)
		if !ok {
			return Ranking{}
		}
		size := 0.0
		for i := range step {
			r.shift[i] += max(-1, min(1, step[i]))
			size = max(size, math.Abs(step[i]))
		}
		if size < 1e-4 {
			break
		}
	}
	return r
}

// newtonSteps bounds the fit; it takes about six.
const newtonSteps = 25

// learn adds one lesson. Each word counts once, whatever the number of its places: they
// are decided together.
func (r *Ranking) learn(l *Lesson, gradient *vector, hessian *[features]vector) {
	if l.Names+l.Others == 0 {
		return
	}
	all := Weight{}
	for _, w := range []Weight{l.Open, l.Sure, l.Passed} {
		all.N, all.Leak = all.N+w.N, all.Leak+w.Leak
	}
	passed := l.Passed.N > l.Open.N+l.Sure.N
	x, p := l.vector(all.mean(), passed), r.P(&l.Evidence, all.mean(), passed)
	miss := share(l.Names, l.Names+l.Others) - p
	for i := range x {
		gradient[i] += miss * x[i]
		for j := range x {
			hessian[i][j] += p * (1 - p) * x[i] * x[j]
		}
	}
}

// solve solves a small system by Gaussian elimination with the greatest pivot.
func solve(a [features]vector, b vector) (vector, bool) {
	for i := range b {
		at := i
		for j := i + 1; j < features; j++ {
			if math.Abs(a[j][i]) > math.Abs(a[at][i]) {
				at = j
			}
		}
		if math.Abs(a[at][i]) < 1e-12 {
			return b, false
		}
		a[i], a[at], b[i], b[at] = a[at], a[i], b[at], b[i]
		for j := i + 1; j < features; j++ {
			f := a[j][i] / a[i][i]
			for k := i; k < features; k++ {
				a[j][k] -= f * a[i][k]
			}
			b[j] -= f * b[i]
		}
	}
	for i := features - 1; i >= 0; i-- {
		for k := i + 1; k < features; k++ {
			b[i] -= a[i][k] * b[k]
		}
		b[i] /= a[i][i]
	}
	return b, true
}
