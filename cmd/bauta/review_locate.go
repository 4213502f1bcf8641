package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server"
	"github.com/bauta/bauta/text"
)

// locator guesses places for the location screen, for the surer of two readers:
// who makes neighbours of the words beside one that is out, and who does not.
type locator struct {
	model *location.Model
	least *location.Cleaner     // nil: the model has no threshold
	human *location.Feasibility // nil: people were not asked
	prior []float64
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
		if l.human.Segmenter != m.Segmenter {
			return nil, fmt.Errorf("%s cuts words by %q, %s by %q; train them alike", feasibility, l.human.Segmenter,
				name, m.Segmenter)
		}
	}
	if m.Threshold == 0 {
		return l, nil
	}
	if err := m.Reachable(m.Threshold); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	l.least, err = location.NewCleaner(m, nil, location.Options{Replace: true, Budget: leastBudget})
	return l, err
}

// leastBudget is how many nodes are searched for the fewest words while somebody waits.
const leastBudget = 100_000

// Least implements server.Locator.
func (l *locator) Least(ctx context.Context, m bauta.Message) ([]bool, bool, error) {
	d, err := text.Analyser{}.Analyse(ctx, m)
	if err != nil || l.least == nil {
		return nil, false, err
	}
	c, err := l.least.Clean(d)
	if err != nil {
		return nil, false, err
	}
	out := slices.Clone(c.Deleted)
	for i := range out {
		out[i] = out[i] || c.Suppressed
	}
	return out, c.Minimal && !c.Suppressed, nil
}

// Layout implements server.Locator.
func (l *locator) Layout() server.Layout {
	d := l.model.Division
	g := d.Grid
	out := server.Layout{
		Rows: g.Rows, Cols: g.Cols, South: g.South, West: g.West, North: g.North, East: g.East,
		Cells: d.Cells, Threshold: l.model.Threshold, Lowest: l.model.Lowest(), Prior: l.prior, People: l.human != nil,
	}
	for _, p := range d.Places {
		out.Places = append(out.Places, server.Named{Name: p.Name, At: [2]float64{p.Lon, p.Lat}, Lives: p.Lives})
	}
	return out
}

// Words implements server.Locator.
func (l *locator) Words(ctx context.Context, m bauta.Message) ([]review.Range, error) {
	d, err := text.Analyser{}.Analyse(ctx, m)
	if err != nil {
		return nil, err
	}
	units, err := l.model.Read(d)
	out := make([]review.Range, len(units))
	for i, u := range units {
		out[i] = review.Range{Start: u.Start, End: u.End}
	}
	return out, err
}

// Guess implements server.Locator.
func (l *locator) Guess(ctx context.Context, m bauta.Message, out []bool) (server.Posterior, error) {
	var p server.Posterior
	d, err := text.Analyser{}.Analyse(ctx, m)
	if err != nil {
		return p, err
	}
	units, err := l.model.Read(d)
	if err != nil {
		return p, err
	}
	if len(units) != len(out) {
		return p, errors.New("as many flags as words are needed")
	}
	p.P = l.model.Guess(units, out)
	if l.human != nil {
		if units, err = l.human.Read(d); err != nil {
			return p, err
		}
		p.People = l.human.Guess(units, out)
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
		return fmt.Errorf("%s: a grid of %d × %d; the page shows at most %d × %d", o.location, d.Rows, d.Cols, maxGrid,
			maxGrid)
	}
	c.Locator = l
	if o.outline == "" {
		return nil
	}
	data, err := bounded.File(o.outline, 64*bounded.MiB)
	if err != nil {
		return err
	}
	if c.Outline, err = server.ParseOutline(data); err != nil {
		return fmt.Errorf("%s:1: %w", o.outline, err)
	}
	return nil
}

// maxGrid bounds the rows and columns of a grid on the page.
const maxGrid = 400
