package location

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/learn/logistic"
	"github.com/bauta/bauta/text"
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

// maxTokens bounds the words of a message that are looked at. A longer message
// is refused: a place named in its tail would stay.
const maxTokens = 4096

// tokens gives the words of a document that tell something: noise (links,
// hashtags, mentions), punctuation and earlier replacements are left out.
func tokens(seg Segmenter, d *bauta.Doc) ([]bauta.Token, error) {
	all, err := seg.Segment(d)
	if err != nil {
		return nil, err
	}
	var out []bauta.Token
	for _, t := range all {
		if t.Kind == bauta.Word || t.Kind == bauta.Number || t.Kind == bauta.Emoji {
			out = append(out, t)
		}
	}
	if len(out) > maxTokens {
		return nil, fmt.Errorf("message %q: %d words, at most %d; cut it", d.ID, len(out), maxTokens)
	}
	return out, nil
}

func analyse(id, s string) (*bauta.Doc, error) {
	return text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: id, Text: s})
}

// Vocabulary numbers the words and the pairs of neighbours, joined by a blank.
type Vocabulary struct {
	grams []string
	id    map[string]int32
}

func newVocabulary(grams []string) *Vocabulary {
	v := &Vocabulary{grams: grams, id: make(map[string]int32, len(grams))}
	for i, g := range grams {
		v.id[g] = int32(i)
	}
	return v
}

// learnVocabulary takes the words and pairs of at least so many messages, sorted.
func learnVocabulary(messages [][]string, least int) *Vocabulary {
	count := map[string]int32{}
	last := map[string]int32{}
	for i, words := range messages {
		grams(words, func(g string) {
			if last[g] != int32(i+1) {
				last[g] = int32(i + 1)
				count[g]++
			}
		})
	}
	var kept []string
	for g, n := range count {
		if int(n) >= least {
			kept = append(kept, g)
		}
	}
	slices.Sort(kept)
	return newVocabulary(kept)
}

// grams calls f for each word and each pair of neighbours.
func grams(words []string, f func(string)) {
	for i, w := range words {
		f(w)
		if i > 0 {
			f(words[i-1] + " " + w)
		}
	}
}

// Len is the number of features.
func (v *Vocabulary) Len() int { return len(v.grams) }

// word is the feature of a word, -1 for none.
func (v *Vocabulary) word(w string) int32 {
	if id, ok := v.id[w]; ok {
		return id
	}
	return -1
}

// pair is the feature of two neighbours, -1 for none.
func (v *Vocabulary) pair(a, b string) int32 {
	var room [96]byte
	key := append(append(append(room[:0], a...), ' '), b...)
	if id, ok := v.id[string(key)]; ok {
		return id
	}
	return -1
}

// Row gives the features of a message, sorted, each once.
func (v *Vocabulary) Row(words []string) []int32 {
	var out []int32
	for i, w := range words {
		if id := v.word(w); id >= 0 {
			out = append(out, id)
		}
		if i > 0 {
			if id := v.pair(words[i-1], w); id >= 0 {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Classifier is a vocabulary with the weights of its features.
type Classifier struct {
	Vocabulary *Vocabulary
	Weights    *logistic.Model
}

// Probabilities gives the probability of each class of a message's words.
func (c *Classifier) Probabilities(words []string) []float32 {
	p := make([]float32, c.Weights.Classes)
	c.Weights.Probabilities(c.Vocabulary.Row(words), nil, p)
	return p
}

func norms(ts []bauta.Token) []string {
	out := make([]string, len(ts))
	for i, t := range ts {
		out[i] = t.Norm
	}
	return out
}
