package chain

import (
	"fmt"
	"math"
	"slices"
)

// Transitions holds the scores between neighbouring labels. It is read-only
// once built.
type Transitions struct {
	labels int
	score  []float64 // [from·labels+to]; −Inf where forbidden
	start  []float64 // score of a label at the first position; 0 or −Inf
	keep   []bool    // pairs that get an edge even at score 0, for their expectation; nil: none

	// Viterbi reads by target: the labels from which one may come.
	sources []source
	srcEnd  []int     // end of each target in sources
	open    []bool    // by target: one may come to it from every label
	slack   []float64 // by source: the most that another gains on it on the way to an open target

	// Rivals bounds labellings by what a label at most gains on 0 by the transitions
	// around it: behind 0 or at the start, and behind another label. most is the
	// logarithm of the greater.
	first, next, most []float64

	// Forward–backward works on exp(score). Most label pairs were never seen
	// and score 0, exp 1; a target has base 1 for all sources and an edge for
	// each source that differs, or base 0 and an edge for each allowed source.
	edges    []edge    // by target
	onward   product   // the same to targets, for forward
	back     product   // and to sources, for backward
	base     []float64 // by target, 0 or 1
	expStart []float64
}

type source struct {
	score float64
	from  uint8
}

// edge is one explicit transition. weight is what it adds to the base:
// exp(score) − base; exp is the factor itself.
type edge struct {
	weight, exp float64
	from, to    uint8
}

// expLimit bounds the exponents of transitions, so that a hostile or badly
// scaled model cannot make them infinite or zero.
const expLimit = 100

// subtractable is the least exp(score) for which base 1 plus (exp − 1) keeps
// enough digits.
const subtractable = 1e-6

// NewTransitions makes the table of labels×labels scores, score[from·labels+to],
// and of the first label's scores (nil: all 0). −Inf forbids; each label must be
// reachable from one at least, and one at least must be allowed at the start.
// The slices are kept.
func NewTransitions(labels int, score, start []float64) (*Transitions, error) {
	if labels < 1 || labels > MaxLabels || len(score) != labels*labels || start != nil && len(start) != labels {
		return nil, fmt.Errorf("transitions of %d labels: %d scores, %d first scores", labels, len(score), len(start))
	}
	if start == nil {
		start = make([]float64, labels)
	}
	t := &Transitions{labels: labels, score: score, start: start}
	allowed := 0
	for _, s := range start {
		if math.IsNaN(s) || math.IsInf(s, 1) {
			return nil, fmt.Errorf("score of a first label is %g", s)
		}
		if !math.IsInf(s, -1) {
			allowed++
		}
	}
	if allowed == 0 {
		return nil, fmt.Errorf("no label is allowed at the start")
	}
	for _, s := range score {
		if math.IsNaN(s) || math.IsInf(s, 1) {
			return nil, fmt.Errorf("score of a transition is %g", s)
		}
	}
	for from := range labels {
		out := 0
		for to := range labels {
			if !math.IsInf(score[from*labels+to], -1) {
				out++
			}
		}
		if out == 0 {
			return nil, fmt.Errorf("label %d has no successor", from)
		}
	}
	t.prepare()
	return t, nil
}

// Labels returns the number of labels.
func (t *Transitions) Labels() int { return t.labels }

// Score returns the score of a pair of neighbouring labels; −Inf if forbidden.
func (t *Transitions) Score(from, to int) float64 { return t.score[from*t.labels+to] }

// Start returns the score of a label at the first position.
func (t *Transitions) Start(label int) float64 { return t.start[label] }

// prepare computes what inference reads from score and start.
func (t *Transitions) prepare() {
	t.prepareViterbi()
	t.prepareRivals()
	n := t.labels
	t.edges = t.edges[:0]
	t.base = make([]float64, n)
	t.expStart = make([]float64, n)
	for to := range n {
		t.expStart[to] = boundedExp(t.start[to])
		t.base[to] = 1
		for from := range n {
			if boundedExp(t.score[from*n+to]) < subtractable {
				t.base[to] = 0
			}
		}
		for from := range n {
			e := boundedExp(t.score[from*n+to])
			if e != t.base[to] || t.keep != nil && t.keep[from*n+to] {
				t.edges = append(t.edges, edge{e - t.base[to], e, uint8(from), uint8(to)})
			}
		}
	}
	turned := slices.Clone(t.edges)
	for i, g := range turned {
		turned[i].from, turned[i].to = g.to, g.from
	}
	t.onward, t.back = productOf(n, t.edges), productOf(n, turned)
}

// prepareViterbi computes what Viterbi and NBest read.
func (t *Transitions) prepareViterbi() {
	n := t.labels
	t.sources = t.sources[:0]
	t.srcEnd, t.open, t.slack = grown(t.srcEnd, n), grown(t.open, n), grown(t.slack, n)
	clear(t.slack)
	for to := range n {
		first, top := len(t.sources), math.Inf(-1)
		for from := range n {
			if s := t.score[from*n+to]; !math.IsInf(s, -1) {
				t.sources = append(t.sources, source{s, uint8(from)})
				top = max(top, s)
			}
		}
		t.srcEnd[to] = len(t.sources)
		if t.open[to] = len(t.sources)-first == n; t.open[to] {
			for _, s := range t.sources[first:] {
				t.slack[s.from] = max(t.slack[s.from], top-s.score)
			}
		}
	}
}

// boundedExp is exp with the argument held within ±expLimit; 0 at −Inf.
func boundedExp(s float64) float64 {
	if math.IsInf(s, -1) {
		return 0
	}
	return math.Exp(math.Max(-expLimit, math.Min(s, expLimit)))
}
