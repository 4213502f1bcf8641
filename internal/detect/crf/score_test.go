package crf

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/google/go-cmp/cmp"
)

// TestScores: from what Scores tells, a lattice gives the spans that Detect gives,
// with their probabilities, in each stretch of a long message.
func TestScores(t *testing.T) {
	m := tiny(t, map[string]uint8{"anna": 1, "vonk": 2, "oslo": 0})
	d, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil)), Ask: -1, Sure: 1e-9})
	if err != nil {
		t.Fatal(err)
	}
	doc := document(t, "Anna Vonk in Oslo, "+strings.Repeat("then, ", 256)+"Anna")
	parts, err := d.Scores(t.Context(), doc)
	if err != nil {
		t.Fatal(err)
	}
	spans, err := d.Detect(t.Context(), doc)
	if err != nil || len(spans) != 2 || len(parts) < 2 {
		t.Fatalf("%d spans, %d parts, %v", len(spans), len(parts), err)
	}
	var read []bauta.Span
	for _, p := range parts {
		if p.Lang != "en" || len(p.Scores) != len(p.Words)*p.Trans.Labels() {
			t.Fatalf("%s, %d words, %d scores", p.Lang, len(p.Words), len(p.Scores))
		}
		l := chain.NewLattice(p.Trans)
		l.Reset(len(p.Words))
		p.AddTo(l, 1)
		r := tags.Reader{Types: p.Types, Source: "crf", Lang: "en", Sure: 1e-9, Ask: -1}
		read = r.Spans(read, p.Words, l)
		for _, w := range p.Words {
			if text := doc.Text[w.Start:w.End]; w.Mute != (text == ",") {
				t.Errorf("%q: mute %v", text, w.Mute)
			}
		}
	}
	if diff := cmp.Diff(spans, read); diff != "" {
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
