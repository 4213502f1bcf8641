package location

import (
	"context"
	"math"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/logistic"
)

// trust is what the weights of each kind of feature are multiplied by: the
// constants; the letters of words that are not in the vocabulary; words; and
// pairs. What a word or a pair counts for goes by three things, see aspects.
type trust [2 + 2*aspects]float64

const (
	trustBias    = 0
	trustLetters = 1
	trustWords   = 2
	trustPairs   = trustWords + aspects

	aspects = 3 // 1, the share of its messages that it tells, and log10 of 1 + its authors
)

// untouched believes every weight as it was learned.
var untouched = trust{trustBias: 1, trustLetters: 1, trustWords: 1, trustPairs: 1}

// trustPrior is the messages that believing the weights as they are counts for.
const trustPrior = 10

// kind is where the trust of a feature stands, and what it goes by.
func (t *telling) kind(f int32) (first, n int, by [aspects]float64) {
	if int(f) >= len(t.share) {
		return trustLetters, 1, [aspects]float64{1}
	}
	if first = trustWords; strings.Contains(t.words.grams[f], " ") {
		first = trustPairs
	}
	return first, aspects, [aspects]float64{1, t.share[f], math.Log10(float64(1 + t.authors[f]))}
}

// factors are what the weights of each feature are multiplied by. None is
// turned round.
func (t *telling) factors(w trust) []float32 {
	out := make([]float32, t.words.Len())
	for f := range out {
		first, n, by := t.kind(int32(f))
		sum := 0.0
		for a := range n {
			sum += w[first+a] * by[a]
		}
		out[f] = float32(max(0, sum))
	}
	return out
}

// constants are those of a model, believed so far.
func (w *trust) constants(bias []float32) []float32 {
	out := make([]float32, len(bias))
	for k, v := range bias {
		out[k] = float32(w[trustBias]) * v
	}
	return out
}

// fit finds the trust under which rows of other authors are likeliest.
func (t *telling) fit(ctx context.Context, m *logistic.Model, x *logistic.Matrix, class []int) (trust, error) {
	w := slices.Clone(untouched[:])
	_, err := learn.LBFGS{MaxIter: 50, Delta: 1e-4, Jobs: 1}.Minimize(ctx, judgement(t, m, x, class), w)
	return trust(w), err
}

// judgement adds up what each kind of feature says of the rows.
func judgement(t *telling, m *logistic.Model, x *logistic.Matrix, class []int) *judge {
	j := &judge{classes: m.Classes, class: class, said: make([]float32, len(class)*len(trust{})*m.Classes)}
	for i := range class {
		said := j.of(i)
		copy(said, m.Bias)
		col, val := x.Row(i)
		for c, f := range col {
			first, n, by := t.kind(f)
			for a := range n {
				to := said[(first+a)*m.Classes:]
				for k, w := range m.Row(f) {
					to[k] += val[c] * float32(by[a]) * w
				}
			}
		}
	}
	return j
}

// judge is the loss of a trust: minus the log likelihood of the classes of rows,
// whose scores are what each kind of feature says, times the trust in it
// (a conditional logit: McFadden, Conditional logit analysis of qualitative
// choice behavior, 1974). It implements learn.Objective.
type judge struct {
	classes int
	class   []int
	said    []float32 // row × kind × class
}

// of is what the features of a row say, kind × class.
func (j *judge) of(row int) []float32 {
	n := len(trust{}) * j.classes
	return j.said[row*n : (row+1)*n]
}

// Eval gives the loss of a trust and its slopes.
func (j *judge) Eval(w, slope []float64) float64 {
	loss := 0.0
	for a := range w {
		far := w[a] - untouched[a]
		slope[a] = trustPrior * far
		loss += trustPrior * far * far / 2
	}
	z := make([]float64, j.classes)
	for i, class := range j.class {
		said := j.of(i)
		clear(z)
		for a, v := range w {
			for k, s := range said[a*j.classes : (a+1)*j.classes] {
				z[k] += v * float64(s)
			}
		}
		loss += surprise(z, class)
		for a := range w {
			for k, s := range said[a*j.classes : (a+1)*j.classes] {
				slope[a] += z[k] * float64(s)
			}
		}
	}
	return loss
}

// surprise is −log of the probability of a class; the scores become the
// probabilities less 1 for that class.
func surprise(z []float64, class int) float64 {
	most, sum := slices.Max(z), 0.0
	right := z[class] - most
	for k, v := range z {
		z[k] = math.Exp(v - most)
		sum += z[k]
	}
	for k := range z {
		z[k] /= sum
	}
	z[class]--
	return math.Log(sum) - right
}
