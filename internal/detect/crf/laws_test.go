package crf_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/text"
)

// TestWordsOfASentence stand in order, apart, and inside the text.
func TestWordsOfASentence(t *testing.T) {
	x := crf.NewExtractor("fr", nil, nil)
	var s crf.Sentence // used again and again
	rapid.Check(t, func(rt *rapid.T) {
		d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: "1", Lang: "fr", Text: rapid.String().Draw(rt, "text")})
		if err != nil {
			return
		}
		x.Read(d, &s)
		end := 0
		for i, w := range s.Words {
			if w.Start < end || w.End <= w.Start || w.End > len(d.Text) {
				rt.Fatalf("word %d–%d after %d of %d", w.Start, w.End, end, len(d.Text))
			}
			end = w.End
			one, two := x.Features(&s, i, nil), x.Features(&s, i, nil)
			if len(one) == 0 || !slices.Equal(one, two) {
				rt.Fatalf("word %d: %d features, then %d", i, len(one), len(two))
			}
		}
	})
}

// TestSpansOfAnyText are in order, inside, of the model's types, with a
// probability, and the same each time.
func TestSpansOfAnyText(t *testing.T) {
	f := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Lang: "en"})
	ctx := context.Background()
	rapid.Check(t, func(rt *rapid.T) {
		parts := rapid.SliceOfN(rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"Anna", "in Paris", "Pierre Martin", "call", "!", "d'Anna", "#Lyon"})), 0, 8).Draw(rt, "parts")
		d, err := text.Analyser{}.Analyse(ctx, bauta.Message{ID: "1", Lang: "en", Text: strings.Join(parts, " ")})
		if err != nil {
			return
		}
		a, err := f.Detect(ctx, d)
		if err != nil {
			rt.Fatal(err)
		}
		b, err := f.Detect(ctx, d)
		if err != nil || len(a) != len(b) {
			rt.Fatalf("%d spans, then %d (%v)", len(a), len(b), err)
		}
		for i, s := range a {
			if s.Start < 0 || s.End <= s.Start || s.End > len(d.Text) || !(s.P >= 0 && s.P <= 1+1e-6) || !slices.Contains(types, s.Label) {
				rt.Fatalf("span %d: %d–%d %s %v", i, s.Start, s.End, s.Label, s.P)
			}
			if b[i].Start != s.Start || b[i].End != s.End || b[i].Label != s.Label || b[i].P != s.P {
				rt.Fatalf("span %d differs the second time", i)
			}
		}
	})
}

// TestEndedContextIsHeard: Detect fails when the context has ended.
func TestEndedContextIsHeard(t *testing.T) {
	f := detector(t, tagger.Config{Models: tagger.Ready(model(t).With(nil)), Lang: "en"})
	d, _ := analyse(t, "hi [PERSON:Anna], how are you?", "en")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := f.Detect(ctx, d); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestModelFileCutOrChanged: no part of a file is read, errors are of one kind.
func TestModelFileCutOrChanged(t *testing.T) {
	var b bytes.Buffer
	if err := model(t).Write(&b); err != nil {
		t.Fatal(err)
	}
	good := b.Bytes()
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 400 {
		bad := slices.Clone(good)
		if i%2 == 0 {
			bad = bad[:r.IntN(len(bad))]
		} else {
			bad[r.IntN(len(bad))] ^= 1 << r.IntN(8)
		}
		if _, err := crf.Read(bad); !errors.Is(err, crf.ErrFormat) {
			t.Fatalf("trial %d: error %v", i, err)
		}
	}
}
