package neural_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/google/go-cmp/cmp"
)

// TestScores: from what Scores tells, a lattice gives the spans that Detect gives,
// in each stretch of a long message.
func TestScores(t *testing.T) {
	d := detector(t, tagger.Config{Sure: 1e-9, Ask: -1})
	doc := analyse(t, "well I saw Anna in Oslo, "+strings.Repeat("then, ", 300)+"call Zoé", "en")
	parts, err := d.Scores(t.Context(), doc)
	if err != nil {
		t.Fatal(err)
	}
	want, err := d.Detect(t.Context(), doc)
	if err != nil || len(parts) < 2 || len(want) == 0 {
		t.Fatalf("%d parts, %d spans, %v", len(parts), len(want), err)
	}
	var got []bauta.Span
	for _, p := range parts {
		l := chain.NewLattice(p.Trans)
		l.Reset(len(p.Words))
		p.AddTo(l, 1)
		r := tags.Reader{Types: p.Types, Source: "neural", Lang: p.Lang, Sure: 1e-9, Ask: -1}
		got = r.Spans(got, p.Words, l)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := d.Scores(ended, doc); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	doc.Lang = "fr"
	if parts, err := d.Scores(t.Context(), doc); err != nil || parts != nil {
		t.Errorf("a language without a model: %v, %v", parts, err)
	}
}

// TestPersonBounds: the bound of a language stands before the one of all.
func TestPersonBounds(t *testing.T) {
	sure := func(c tagger.Config) (n int) {
		c.Sure, c.Ask = 1.1, -1
		for _, s := range detect(t, detector(t, c), "well call Anna again", "en") {
			if s.Doubt == bauta.Sure {
				n++
			}
		}
		return n
	}
	if sure(tagger.Config{}) != 0 || sure(tagger.Config{Person: 0.1}) != 1 {
		t.Error("the bound for persons")
	}
	own := map[string]float64{"en": 1.1}
	if sure(tagger.Config{Person: 0.1, Persons: own}) != 0 || sure(tagger.Config{Person: 0.1, Persons: map[string]float64{"fr": 1.1}}) != 1 {
		t.Error("the bound of a language of its own")
	}
}

func TestInside(t *testing.T) {
	in, err := model(t).Inside(t.Context(), lexicon.Default(), 3, "Going")
	if err != nil {
		t.Fatal(err)
	}
	if in.Lang != "en" || in.Words != 10 || in.Grams != 50 || in.Dims != dims || in.Weights != model(t).Weights() {
		t.Errorf("%+v", in)
	}
	cells := 0
	for _, m := range in.Tables {
		cells += m.Rows * m.Cols
		if m.Name == "" || m.Length <= 0 {
			t.Errorf("%+v", m)
		}
	}
	if cells != in.Weights {
		t.Errorf("matrices of %d weights, the model has %d", cells, in.Weights)
	}
	var labels []string
	for _, l := range in.Labels {
		labels = append(labels, l.Label)
		if len(l.Next) != 3 || l.Next[0].Score < l.Next[2].Score {
			t.Errorf("%s: %+v", l.Label, l.Next)
		}
		for _, n := range l.Next {
			if l.Label == "O" && strings.HasPrefix(n.Label, "I-") || strings.HasSuffix(l.Label, "PERSON") && n.Label == "I-LOCATION" {
				t.Errorf("%s after %s", n.Label, l.Label)
			}
		}
	}
	if diff := cmp.Diff([]string{"O", "B-PERSON", "I-PERSON", "B-LOCATION", "I-LOCATION"}, labels); diff != "" {
		t.Error(diff)
	}
	if w := in.Labels[0].Words; len(w) != 3 || w[0].P < w[2].P || w[0].P > 1 {
		t.Errorf("words outside: %+v", w)
	}
	if len(in.Labels[2].Words) != 0 {
		t.Error("a message of one word starts inside a span")
	}
	if n := in.Near; len(n) != 3 || n[0].Cosine < n[2].Cosine || n[0].Cosine > 1 {
		t.Errorf("near: %+v", n)
	}
	if _, err := json.Marshal(in); err != nil {
		t.Error(err)
	}
}

func TestInsideWithoutWords(t *testing.T) {
	in, err := model(t).Inside(t.Context(), nil, -1, "well")
	if err != nil || len(in.Labels) != 5 || in.Labels[0].Words != nil || len(in.Labels[0].Next) != 0 || in.Near != nil {
		t.Errorf("%+v, %v", in, err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := model(t).Inside(ended, lexicon.Default(), 1, ""); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
