package tags

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/learn/chain"
)

// Scored is what a tagger makes of a stretch of words that it reads as one
// sequence, before it decides: a lattice of package learn/chain, written down.
type Scored struct {
	Lang   string // of the model
	Types  []bauta.Label
	Words  []Word
	Trans  *chain.Transitions
	Scores []float64 // of the labels of each word: [word·labels + label]
}

// Scorer is a tagger that tells its scores. A message in a language for which it
// has no model has none.
type Scorer interface {
	Scores(ctx context.Context, d *bauta.Doc) ([]Scored, error)
}

// NewScored writes down a lattice of words; words and types are kept as they are.
func NewScored(lang string, types []bauta.Label, words []Word, l *chain.Lattice) Scored {
	t := l.Transitions()
	s := Scored{Lang: lang, Types: types, Words: words, Trans: t, Scores: make([]float64, 0, l.Len()*t.Labels())}
	for i := range l.Len() {
		s.Scores = append(s.Scores, l.Row(i)...)
	}
	return s
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
