package bautaprocessor

import (
	"context"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
)

// batch filters the records of one call.
type batch struct {
	*cleaner
	ctx context.Context
	tally
}

func (c *cleaner) batch(ctx context.Context) *batch { return &batch{cleaner: c, ctx: ctx} }

// end counts. Where the call was broken off, nothing goes out: who sent it sends it again.
func (b *batch) end() error {
	b.meter.add(context.WithoutCancel(b.ctx), &b.tally)
	return b.ctx.Err()
}

func (b *batch) record() *record { return b.cleaner.record(b.ctx, &b.tally) }

// around filters the attributes of what stands around records.
func (b *batch) around(read bool, m pcommon.Map) {
	if read && m.Len() > 0 && b.ctx.Err() == nil {
		b.record().attributes(m, "", 0)
	}
}

func (c *cleaner) logs(ctx context.Context, ld plog.Logs) (plog.Logs, error) {
	b := c.batch(ctx)
	for _, rl := range ld.ResourceLogs().All() {
		b.around(c.Resource, rl.Resource().Attributes())
		for _, sl := range rl.ScopeLogs().All() {
			b.around(c.Scope, sl.Scope().Attributes())
			for _, l := range sl.LogRecords().All() {
				b.log(l)
			}
		}
	}
	return ld, b.end()
}

func (b *batch) log(l plog.LogRecord) {
	if b.ctx.Err() != nil {
		return
	}
	r := b.record()
	if b.Logs.Body && r.value(l.Body(), "", 0) && b.Withheld == remove {
		pcommon.NewValueEmpty().CopyTo(l.Body())
	}
	if b.Logs.Attributes {
		r.attributes(l.Attributes(), "", 0)
	}
}
