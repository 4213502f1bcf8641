package reviewtest

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/bauta/bauta/internal/review"
)

// enough is more messages than any store takes in at a time, beyond the first helping.
const enough = 4001

// whole imports many messages at once, breaks off on the way, and imports them again.
func whole(d *desk) {
	var items []review.Item
	for it, err := range Many(enough, 2) {
		d.must(err)
		items = append(items, it)
	}
	if done, err := d.ImportWhole(lapsing(d.ctx, 200), d.p.ID, 1, items); !errors.Is(err, context.Canceled) ||
		done != (review.Imported{}) {
		d.Errorf("an import that was broken off: %+v, %v", done, err)
	}
	p, err := d.Progress(d.ctx, d.p.ID)
	d.must(err)
	if p != (review.Progress{}) {
		d.Errorf("of an import that was broken off there is %+v", p)
	}
	done, err := d.ImportWhole(d.ctx, d.p.ID, 7, items)
	d.must(err)
	other := d.project("other")
	parts, err := d.Import(d.ctx, other.ID, Items(items...))
	d.must(err)
	if done != parts || done.Messages != enough {
		d.Errorf("at once %+v, in parts %+v", done, parts)
	}
	again, err := d.ImportWhole(d.ctx, d.p.ID, 7, items)
	if err != nil || again.Known != enough || again.Messages != 0 {
		d.Errorf("once more: %+v, %v", again, err)
	}
	now, err := d.Digest(d.ctx, d.p.ID)
	d.must(err)
	if anew, err := d.Rebuild(d.ctx, d.p.ID); err != nil || anew != now {
		d.Errorf("the projection is %s, not %s, %v", now, anew, err)
	}
	rows, err := d.Entries(d.ctx, 1)
	d.must(err)
	if rows[0].Action != "import" || rows[0].User != 7 {
		d.Errorf("the audit has %s by %d", rows[0].Action, rows[0].User)
	}
	bad := Item("bad", "[rose?]")
	bad.Spans[0].End = 99
	if _, err := d.ImportWhole(d.ctx, d.p.ID, 7, append(items[:1:1], bad)); err == nil {
		d.Error("a span outside its text was taken")
	}
	d.must(d.SetState(d.ctx, d.p.ID, review.Frozen, 1))
	_, err = d.ImportWhole(d.ctx, d.p.ID, 7, items)
	d.fails(err, review.ErrRefused)
}

// lapse is a context that ends when it was asked a number of times.
type lapse struct {
	context.Context
	left   atomic.Int64
	cancel context.CancelFunc
}

func lapsing(ctx context.Context, times int64) *lapse {
	l := &lapse{}
	l.Context, l.cancel = context.WithCancel(ctx)
	l.left.Store(times)
	return l
}

// Done counts who asks.
func (l *lapse) Done() <-chan struct{} {
	if l.left.Add(-1) == 0 {
		l.cancel()
	}
	return l.Context.Done()
}
