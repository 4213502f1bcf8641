package train

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sort"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
)

// personShare is the share, in per cent, of the characters of persons that the
// bound for persons is to hide in the messages of each seed it is chosen on: a
// little above what is asked for, since the messages it is measured on are others.
// A recipe may ask for more (ChatUse.Hidden).
const personShare = 97.2

func (r *Recipe) personShare() float64 { return cmp.Or(r.Chat.Hidden, personShare) }

// personSeeds is of how many seeds the messages to choose on are: the share of
// characters that one bound hides varies by half a point from seed to seed, so
// that the worst of them decides.
const personSeeds = 4

// personBounds are the bounds tried, from the most precise on. The last one
// stands where none hides enough.
func personBounds() []float64 {
	return []float64{0.5, 0.4, 0.3, 0.25, 0.2, 0.18, 0.16, 0.14, 0.12, 0.1, 0.08, 0.07, 0.06, 0.05, 0.04, 0.03, 0.02}
}

// choosePerson chooses the highest bound for persons that hides enough of them
// in generated chat of seeds that neither training nor evaluation uses. The
// names are held out of training; evaluation draws from the same ones.
func (r *Result) choosePerson(ctx context.Context) (err error) {
	r.Person, err = r.highestBound(ctx, r.tagger, 1)
	return err
}

// bounded makes a detector of a bound for persons.
type bounded func(person float64) (bauta.Detector, error)

// highestBound is choosePerson for any detector, on a share of the messages; 0 for
// a recipe without chat.
func (r *Result) highestBound(ctx context.Context, tagger bounded, share float64) (float64, error) {
	generated, err := r.toChooseOn()
	if err != nil || len(generated) == 0 {
		return 0, err
	}
	generated = thin(generated, share)
	bounds := personBounds()
	at := sort.Search(len(bounds)-1, func(i int) bool { // the lower, the more is hidden
		least, failed := r.leastHidden(ctx, tagger, generated, bounds[i])
		err = errors.Join(err, failed)
		return least >= r.Recipe.personShare()
	})
	if err != nil {
		return 0, err
	}
	return bounds[at], nil
}

// toChooseOn generates the messages for choosePerson, as many of each seed, one
// seed after the other.
func (r *Result) toChooseOn() (out []gold.Sentence, err error) {
	for seed := range uint64(personSeeds) {
		list, err := r.heldOut(2 + seed)
		if err != nil {
			return nil, err
		}
		out = append(out, list...)
	}
	return out, nil
}

// leastHidden is the smallest share of the characters of persons that a bound hides
// in the messages of one seed; once it is too small, the seeds after it are left out.
func (r *Result) leastHidden(ctx context.Context, tagger bounded, generated []gold.Sentence, bound float64) (float64,
	error,
) {
	least := 100.0
	for list := range slices.Chunk(generated, max(1, len(generated)/personSeeds)) {
		s, err := r.personsBy(ctx, tagger, list, bound)
		if err != nil {
			return 0, err
		}
		if least = min(least, s.Spans.Coverage.Recall()); least < r.Recipe.personShare() {
			break
		}
	}
	return least, nil
}

// persons scores the tagger on persons alone, with a bound for them.
func (r *Result) persons(ctx context.Context, list []gold.Sentence, bound float64) (Scores, error) {
	return r.personsBy(ctx, r.tagger, list, bound)
}

// personsBy is persons for any detector.
func (r *Result) personsBy(ctx context.Context, tagger bounded, list []gold.Sentence, bound float64) (Scores, error) {
	d, err := tagger(bound)
	if err != nil {
		return Scores{}, err
	}
	return Score(ctx, d, list, r.Recipe.Lang, Cases()[0], []bauta.Label{bauta.Person})
}

// Rescore makes the bundle of a tagger anew without training: small weights are dropped as the
// recipe says now, the bound for persons is chosen and the scores are taken again.
func Rescore(ctx context.Context, old *model.Bundle, card string, r *Recipe, src Sources) (*Bundle, []Scores, error) {
	result, err := ofBundle(old, r, src)
	if err != nil {
		return nil, nil, err
	}
	b, scores, err := result.finish(ctx)
	if err != nil {
		return nil, nil, err
	}
	// How long the training took, and of how much, the old card alone knows.
	b.Card = strings.Replace(b.Card, trainedLine(b.Card), trainedLine(card), 1)
	return b, scores, nil
}

// ofBundle is Of or OfNeural for the tagger of a bundle.
func ofBundle(b *model.Bundle, r *Recipe, src Sources) (*Result, error) {
	name := BundleFile
	if b.Kind == NeuralKind {
		name = NeuralFile
	}
	raw, err := b.Read(name)
	if err != nil {
		return nil, err
	}
	if b.Kind == NeuralKind {
		m, err := neural.Read(raw)
		if err != nil {
			return nil, err
		}
		return OfNeural(m.For(b.Lang), r, src)
	}
	m, err := crf.Read(raw)
	if err != nil {
		return nil, err
	}
	if m, err = m.Cut(r.Pack.Steps); err != nil {
		return nil, err
	}
	return Of(m, r, src)
}

// trainedLine is the line of a card that tells of the training.
func trainedLine(card string) string {
	for line := range strings.Lines(card) {
		if strings.HasPrefix(line, "- trained on:") {
			return line
		}
	}
	return ""
}
