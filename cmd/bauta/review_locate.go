package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/location"
	"github.com/bauta/bauta/review"
	"github.com/bauta/bauta/server"
	"github.com/bauta/bauta/text"
)

// locator guesses places for the location screen. Words that are out are left
// out: those beside them become neighbours, as when location deidentify deletes.
type locator struct {
	model *location.Model
	human *location.Feasibility // nil: people were not asked
	prior []float64
	seg   location.Segmenter
}

var _ server.Locator = (*locator)(nil)

// openLocator opens the bundles.
func openLocator(name, feasibility string) (*locator, error) {
	m, err := openLocation(name)
	if err != nil {
		return nil, err
	}
	l := &locator{model: m}
	for _, x := range m.Prior {
		l.prior = append(l.prior, math.Exp(x))
	}
	if feasibility != "" {
		if l.human, err = openFeasibility(feasibility); err != nil {
			return nil, err
		}
	}
	l.seg, err = segmenters().Open(m.Segmenter)
	return l, err
}

// Layout implements server.Locator.
func (l *locator) Layout() server.Layout {
	d := l.model.Division
	g := d.Grid
	return server.Layout{
		Rows: g.Rows, Cols: g.Cols, South: g.South, West: g.West, North: g.North, East: g.East,
		Cells: d.Cells, Threshold: l.model.Threshold, Prior: l.prior, People: l.human != nil,
	}
}

// tokens are the words that tell something.
func (l *locator) tokens(ctx context.Context, m bauta.Message) ([]bauta.Token, error) {
	d, err := text.Analyser{}.Analyse(ctx, m)
	if err != nil {
		return nil, err
	}
	all, err := l.seg.Segment(d)
	var out []bauta.Token
	for _, t := range all {
		if t.Kind == bauta.Word || t.Kind == bauta.Number || t.Kind == bauta.Emoji {
			out = append(out, t)
		}
	}
	return out, err
}

// Words implements server.Locator.
func (l *locator) Words(ctx context.Context, m bauta.Message) ([]review.Range, error) {
	tokens, err := l.tokens(ctx, m)
	out := make([]review.Range, len(tokens))
	for i, t := range tokens {
		out[i] = review.Range{Start: t.Start, End: t.End}
	}
	return out, err
}

// Guess implements server.Locator.
func (l *locator) Guess(ctx context.Context, m bauta.Message, out []bool) (server.Posterior, error) {
	tokens, err := l.tokens(ctx, m)
	if err != nil {
		return server.Posterior{}, err
	}
	if len(tokens) != len(out) {
		return server.Posterior{}, errors.New("as many flags as words are needed")
	}
	var words []string
	for i, t := range tokens {
		if !out[i] {
			words = append(words, t.Norm)
		}
	}
	var p server.Posterior
	for _, x := range l.model.Probabilities(words) {
		p.P = append(p.P, float64(x))
	}
	if l.human != nil {
		p.People = float64(l.human.Probabilities(words)[1])
	}
	return p, nil
}

// places opens what the location screen needs, where it was asked for.
func (o *reviewServe) places(c *server.Config) error {
	if o.location == "" {
		if o.feasibility+o.outline != "" {
			return errUsage{errors.New("--feasibility and --outline need --location")}
		}
		return nil
	}
	l, err := openLocator(o.location, o.feasibility)
	if err != nil {
		return err
	}
	if d := l.Layout(); d.Rows > maxGrid || d.Cols > maxGrid || math.IsNaN(d.Threshold) {
		return fmt.Errorf("%s: a grid of %d × %d; the page shows at most %d × %d", o.location, d.Rows, d.Cols, maxGrid, maxGrid)
	}
	c.Locator = l
	if o.outline == "" {
		return nil
	}
	data, err := os.ReadFile(o.outline)
	if err != nil {
		return fmt.Errorf("%s: cannot be read; does it exist?", o.outline)
	}
	if c.Outline, err = server.ParseOutline(data); err != nil {
		return fmt.Errorf("%s:1: %w", o.outline, err)
	}
	return nil
}

// maxGrid bounds the rows and columns of a grid on the page.
const maxGrid = 400
