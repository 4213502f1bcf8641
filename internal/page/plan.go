package page

import (
	"bytes"
	"context"
	"errors"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
)

// The reasons for which there is no plan.
var (
	errLimit = errors.New("the limit is a share above 0 and below 1")
	errAlpha = errors.New("alpha is a chance from 0.0001 to 0.2")
)

// Plan says how many looks prove that at most a share of the messages that Save writes
// leak, as bauta audit plan says it of the file saved. They are counted in what is saved.
// alpha is the chance that this is wrong.
func (p *Page) Plan(ctx context.Context, limit, alpha float64) (*audit.Plan, error) {
	switch {
	case !(limit > 0 && limit < 1):
		return nil, errLimit
	case !audit.Level(alpha).Sound():
		return nil, errAlpha
	}
	var out bytes.Buffer
	if err := p.Save(ctx, &out); err != nil {
		return nil, err
	}
	r, err := corpus.Open(&out, p.name, p.config())
	if err != nil {
		return nil, err
	}
	n := 0
	for _, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		n++
	}
	return audit.NewPlan(audit.Test{N: n, Limit: limit}, audit.Level(alpha), audit.Canaries), nil
}
