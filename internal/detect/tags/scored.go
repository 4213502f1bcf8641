package tags

import (
	"context"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/chain"
)

// Scored is what a tagger makes of a stretch of words that it reads as one
// sequence, before it decides: a lattice of package learn/chain, written down.
type Scored struct {
	Lang   string // of the model
	Types  []bauta.Label
	Words  []Word
	Trans  *chain.Transitions
	Scores []float64 // of the labels of each word: [word·labels + label]

	lattice *chain.Lattice // with these scores, and what was worked out of them; nil: not made
}

// Scorer is a tagger that tells its scores: of all stretches of a message, or of those
// that are chosen by their numbers, which ascend. A message in a language for which it
// has no model has none.
type Scorer interface {
	Scores(ctx context.Context, d *bauta.Doc, chosen ...int) ([]Scored, error)
}

// Open are the stretches of a document that a tagger is in doubt of.
type Open struct {
	Scores  []Scored
	Numbers []int        // by which another tagger of the same words is asked for their scores
	Found   []bauta.Span // in them, by itself
}

// NewScored writes down a lattice of words; words and types are kept as they are.
func NewScored(lang string, types []bauta.Label, words []Word, l *chain.Lattice) Scored {
	l = l.Clone()
	return Scored{Lang: lang, Types: types, Words: words, Trans: l.Transitions(), Scores: l.Scores(), lattice: l}
}

// Lattice gives the lattice that was written down.
func (s *Scored) Lattice() *chain.Lattice {
	if s.lattice == nil {
		s.lattice = chain.NewLattice(s.Trans)
		s.lattice.Reset(len(s.Words))
		s.AddTo(s.lattice, 1)
	}
	return s.lattice
}

// AddTo adds the scores, times weight, to a lattice of as many words.
func (s *Scored) AddTo(l *chain.Lattice, weight float64) {
	k := s.Trans.Labels()
	for i := range s.Words {
		row := l.Row(i)
		for y, x := range s.Scores[i*k : (i+1)*k] {
			row[y] += weight * x
		}
	}
}

// unheard is what a type loses against outside that a tagger does not know.
const unheard = 5

// View is how the labels of a tagger stand among those of other types.
type View struct {
	types []bauta.Label
	trans *chain.Transitions
	of    []int // the tagger's label for each
	less  []float64
}

// View returns the view of s among other types: that of all that its tagger says in
// its language. A type that s does not know scores as outside does, less 5: somebody who
// never heard of it holds it for hardly possible. Types of s that are not among them are
// left out.
func (s *Scored) View(types []bauta.Label) (*View, error) {
	k := Labels(len(types))
	v := &View{types: types, of: make([]int, k), less: make([]float64, k)}
	for t, label := range types {
		at := index(s.Types, label)
		for y := 1 + 2*t; y <= 2+2*t; y++ {
			if v.of[y] = y - 2*t + 2*at; at < 0 {
				v.of[y], v.less[y] = Outside, unheard
			}
		}
	}
	score, start := make([]float64, k*k), make([]float64, k)
	for to := range k {
		start[to] = allow(-1, to, s.Trans.Start(v.of[to]))
		for from := range k {
			score[from*k+to] = allow(from, to, s.Trans.Score(v.of[from], v.of[to]))
		}
	}
	var err error
	v.trans, err = chain.NewTransitions(k, score, start)
	return v, err
}

// Over returns the scores over the types of a view.
func (s *Scored) Over(v *View) Scored {
	k := len(v.of)
	out := Scored{Lang: s.Lang, Types: v.types, Words: s.Words, Trans: v.trans}
	out.Scores = make([]float64, 0, len(s.Words)*k)
	for i := range s.Words {
		row := s.Scores[i*s.Trans.Labels():]
		for y, of := range v.of {
			out.Scores = append(out.Scores, row[of]-v.less[y])
		}
	}
	return out
}

// allow is the score of a transition, −Inf where the constraint forbids it.
func allow(from, to int, score float64) float64 {
	if !Allowed(from, to) {
		return math.Inf(-1)
	}
	return score
}
