package location

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/logistic"
)

// Segmenter cuts a document into the words of its language. Ranges are bytes of
// the message, in order and disjoint; Kind tells words from noise.
type Segmenter interface {
	Segment(d *bauta.Doc) ([]bauta.Token, error)
}

// Words is the segmenter of languages that put blanks between words.
type Words struct{}

// Segment gives the tokens of the document.
func (Words) Segment(d *bauta.Doc) ([]bauta.Token, error) { return d.Tokens, nil }

// Segmenters maps names to what makes a segmenter; opening may take long.
type Segmenters map[string]func() (Segmenter, error)

// Open opens a segmenter by name; "" and "words" are Words.
func (s Segmenters) Open(name string) (Segmenter, error) {
	if name == "" || name == "words" {
		return Words{}, nil
	}
	if open, ok := s[name]; ok {
		return open()
	}
	names := []string{"words"}
	for n := range s {
		names = append(names, n)
	}
	slices.Sort(names)
	return nil, fmt.Errorf("no segmenter %q; use %s", name, strings.Join(names, " or "))
}

// Classifier is a vocabulary with the weights of its features.
type Classifier struct {
	Vocabulary *Vocabulary
	Weights    *logistic.Model
}

// Probabilities gives the probability of each class of a message's words, those
// of its units one after the other.
func (c *Classifier) Probabilities(words []string) []float32 {
	p := make([]float32, c.Weights.Classes)
	col, val := c.Vocabulary.Row(words)
	c.Weights.Probabilities(col, val, p)
	return p
}

// spelt gives the weights of a word that is not in the vocabulary, by its
// letters; nil where they say nothing.
func (c *Classifier) spelt(word string) []float32 {
	col, val := c.Vocabulary.spell(word)
	if len(col) == 0 {
		return nil
	}
	out := make([]float32, c.Weights.Classes)
	for i, f := range col {
		for k, w := range c.Weights.Row(f) {
			out[k] += val[i] * w
		}
	}
	return out
}
