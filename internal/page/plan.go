package page

import (
	"bytes"
	"context"
	"errors"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
)

var errLimit = errors.New("the limit is a share above 0 and below 1")

// Plan says how many looks prove that at most a share of the messages that Save writes
// leak, as bauta audit plan says it of the file saved. They are counted in what is saved.
func (p *Page) Plan(ctx context.Context, limit float64) (*audit.Plan, error) {
	if !(limit > 0 && limit < 1) {
		return nil, errLimit
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
	return audit.NewPlan(audit.Test{N: n, Limit: limit}, audit.UsualLevel, audit.Canaries), nil
}
