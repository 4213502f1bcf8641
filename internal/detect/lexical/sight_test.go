package lexical_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/text"
)

// both weighs a document before and after it detects in it.
type both struct {
	*lexical.Detector
	t *testing.T
}

// Detect holds what is weighed of a document that was read before against what is
// weighed of it alone.
func (b both) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	alone := *d
	want, err := b.Detector.Detect(ctx, &alone)
	if err != nil {
		return nil, err
	}
	weighed := b.Weigh(&alone)
	for range 2 {
		got, err := b.Detector.Detect(ctx, d)
		if err != nil {
			return nil, err
		}
		if diff := cmp.Diff(want, got); diff != "" {
			b.t.Errorf("%q: %s", d.Text, diff)
		}
		if diff := cmp.Diff(weighed, b.Weigh(d)); diff != "" {
			b.t.Errorf("%q, weighed: %s", d.Text, diff)
		}
	}
	return nil, nil
}

// TestReadOnce: detecting and weighing share what is read of a document, and neither
// changes what the other makes of it.
func TestReadOnce(t *testing.T) {
	for _, literal := range []bool{false, true} {
		det := both{detector(t, lexical.Config{Model: names(t, "fr"), Literal: literal}), t}
		p := &bauta.Pipeline{Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{det}}
		texts := []string{"Lamaison zorglub, pharel et maxime a la gare #AnnivCamille", "jean-zorglub d'alice qu'elodie"}
		for _, m := range fixture.Messages() {
			texts = append(texts, strings.ToValidUTF8(m.Text, "\ufffd"))
		}
		for _, s := range texts {
			if _, err := p.Thread(t.Context(), []bauta.Message{{Text: s}}); err != nil {
				t.Fatal(err)
			}
		}
	}
}
