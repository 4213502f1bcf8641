package chain

import (
	"context"
	"errors"

	"github.com/bauta/bauta/internal/learn"
)

// beginning gives the problem of d and the weights that training in passes starts from.
func beginning(d *Data, c Config) (*CRF, []float64, error) {
	if d.Sequences() == 0 {
		return nil, nil, errors.New("no sequences to train on")
	}
	o, err := NewCRF(d, c)
	if err != nil {
		return nil, nil, err
	}
	x := make([]float64, o.Len())
	if c.Init != nil {
		err = o.load(x, c.Init)
	}
	return o, x, err
}

// inPasses calls pass, which changes x, until all are done, ctx ends, who watches
// says stop, or pass says that nothing is left to learn.
func inPasses(ctx context.Context, c Config, x []float64, pass func() (value float64, settled bool)) learn.Report {
	rep := learn.Report{Reason: learn.MaxIterations}
	passes := c.Passes
	if passes <= 0 {
		passes = 10
	}
	for rep.Iterations < passes {
		if ctx.Err() != nil {
			rep.Reason = learn.Cancelled
			break
		}
		settled := false
		rep.Value, settled = pass()
		rep.Iterations++
		rep.Evaluations++
		if c.Progress != nil && !c.Progress(learn.Progress{
			Iteration: rep.Iterations, Evaluations: rep.Evaluations, Value: rep.Value, X: x,
		}) {
			rep.Reason = learn.Stopped
			break
		}
		if settled {
			rep.Reason = learn.ValueSettled
			break
		}
	}
	return rep
}
