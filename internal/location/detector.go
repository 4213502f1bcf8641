package location

import (
	"context"

	"github.com/bauta/bauta"
)

// Detector is a Cleaner in a pipeline: it finds what gives the place away.
// An operator masks it. Whether the words around a mask are neighbours hangs on
// who reads the output: the search takes them both ways. Masks are no words, so
// that a second run finds nothing more.
type Detector struct{ cleaner *Cleaner }

// NewDetector makes the detector; opt.Replace and opt.General do not apply.
func NewDetector(m *Model, human *Feasibility, opt Options) (*Detector, error) {
	opt.Replace, opt.General = true, nil
	c, err := NewCleaner(m, human, opt)
	if err != nil {
		return nil, err
	}
	c.inside = true
	return &Detector{c}, nil
}

// Detect implements bauta.Detector. Its work is bounded by the budget.
func (d *Detector) Detect(_ context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	got, err := d.cleaner.Clean(doc)
	if err != nil {
		return nil, err
	}
	return got.Spans(doc.Text), nil
}
