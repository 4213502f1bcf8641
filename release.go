package bauta

import (
	"context"
	"errors"
	"fmt"
)

// errThread is why a message is withheld of whose thread one was before.
var errThread = errors.New("an earlier message of its thread was withheld")

// release hands results to who runs a pipeline, in input order. It alone decides
// what is withheld, so that this hangs on the input and not on the jobs.
type release struct {
	ctx      context.Context
	yield    func(Result, error) bool
	withheld map[uint64]bool // threads of which a message failed
	store    *store
	kept     []Result // since the last mark
	failed   []error  // of them, nil for those that did not
}

// batch hands out a batch; false ends the run.
func (r *release) batch(b *batch) bool {
	if err := r.keep(b); err != nil && b.err == nil {
		b.works, b.err = nil, err
	}
	for _, w := range b.works {
		if err := r.ctx.Err(); err != nil { // phases fail for it, too
			r.yield(Result{}, err)
			return false
		}
		if !r.work(w) {
			return false
		}
	}
	if b.err != nil {
		r.yield(Result{}, b.err)
	}
	return b.err == nil
}

// keep gives the store the results up to a mark.
func (r *release) keep(b *batch) error {
	if !r.store.marks() || b.again || r.ctx.Err() != nil {
		return nil
	}
	for _, w := range b.works {
		for i, m := range w.messages {
			res := Result{Message: m, Withheld: true}
			if w.err == nil {
				res = w.results[i]
			}
			r.kept, r.failed = append(r.kept, res), append(r.failed, w.err)
		}
	}
	if !b.marked {
		return nil
	}
	err := r.store.Keep(r.kept, r.failed)
	r.kept, r.failed = nil, nil
	return err
}

// work hands out a thread, or a stretch of one.
func (r *release) work(w *work) bool {
	thread := w.messages[0].Thread
	if w.err == nil && thread != "" && r.withheld[digest(thread)] {
		w.err = &MessageError{w.messages[0], errThread}
	}
	if w.err == nil {
		for _, res := range w.results {
			if !r.yield(res, nil) {
				return false
			}
		}
		return true
	}
	if len(r.withheld) >= maxForgotten {
		r.yield(Result{}, fmt.Errorf("more than %d threads are withheld; the last: %w", maxForgotten, w.err))
		return false
	}
	if thread != "" {
		r.withheld[digest(thread)] = true
	}
	for _, m := range w.messages {
		if !r.yield(Result{Message: m, Withheld: true}, w.err) {
			return false
		}
	}
	return true
}
