package train

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
)

// devSet is a set of sentences by which the epochs of a training are compared.
type devSet struct {
	name      string
	labels    []bauta.Label // those that it annotates; nil: all
	sentences []gold.Sentence
}

// generatedSet is the name of that of generated sentences.
const generatedSet = "generated"

// maxDev bounds the sentences of such a set.
const maxDev = 500

// devSets parts the sentences kept from training: those of each set that the
// recipe is tested on, and the generated ones. Others are of another language or
// another kind of text, and do not say which network is better.
func (r *Result) devSets() []devSet {
	lang := r.Recipe.Lang
	sets := []devSet{{name: generatedSet}}
	for _, t := range r.corpus.tests {
		sets = append(sets, devSet{name: t.sets[0].Name, labels: t.labels()})
	}
	for _, s := range r.Recipe.Sets { // what is the user's is what the tagger is for
		if s.File != "" {
			sets = append(sets, devSet{name: s.called()})
		}
	}
	for _, s := range r.corpus.kept {
		at := 0
		if s.Set != "chat" && s.Set != "tatoeba" {
			at = -1
			for i := range sets {
				if sets[i].name == s.Set && s.Lang == lang {
					at = i
				}
			}
		}
		if at >= 0 {
			sets[at].sentences = append(sets[at].sentences, s)
		}
	}
	out := sets[:0]
	for _, s := range sets {
		if n := len(s.sentences); n > 0 {
			s.sentences = thin(s.sentences, maxDev/float64(n))
			out = append(out, s)
		}
	}
	return out
}

// dev is the mean F1 over the sets kept from training, as the tests take it, each
// with the root of its size as its weight: one of fourteen sentences moves by
// points from epoch to epoch. told is what there is to say of each.
func (r *Result) dev(ctx context.Context) (mean float64, told string, err error) {
	d, err := r.detector()
	if err != nil {
		return 0, "", err
	}
	var b strings.Builder
	total := 0.0
	for _, s := range r.devSets() {
		one, err := Score(ctx, d, s.sentences, r.Recipe.Lang, Cases()[0], s.labels)
		if err != nil {
			return 0, "", err
		}
		weight := math.Sqrt(float64(len(s.sentences)))
		mean, total = mean+weight*one.Chunks.All.F1(), total+weight
		fmt.Fprintf(&b, ", %s %.2f", s.name, one.Chunks.All.F1())
	}
	mean /= max(total, 1)
	return mean, fmt.Sprintf("F1 of the sentences kept: %.2f%s", mean, b.String()), nil
}
