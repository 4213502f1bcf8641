package bautaprocessor

import (
	"context"

	"go.opentelemetry.io/collector/pdata/ptrace"
)

func (c *cleaner) traces(ctx context.Context, td ptrace.Traces) (ptrace.Traces, error) {
	b := c.batch(ctx)
	for _, rs := range td.ResourceSpans().All() {
		b.around(c.Resource, rs.Resource().Attributes())
		for _, ss := range rs.ScopeSpans().All() {
			b.around(c.Scope, ss.Scope().Attributes())
			for _, s := range ss.Spans().All() {
				b.span(s)
			}
		}
	}
	return td, b.end()
}

func (b *batch) span(s ptrace.Span) {
	if b.ctx.Err() != nil {
		return
	}
	r := b.record()
	if b.Traces.Names {
		s.SetName(r.filter(s.Name()))
	}
	if b.Traces.Status {
		s.Status().SetMessage(r.filter(s.Status().Message()))
	}
	if b.Traces.Attributes {
		r.attributes(s.Attributes(), "", 0)
	}
	for _, e := range s.Events().All() {
		if b.Traces.Names {
			e.SetName(r.filter(e.Name()))
		}
		if b.Traces.Events {
			r.attributes(e.Attributes(), "", 0)
		}
	}
	for _, l := range s.Links().All() {
		if b.Traces.Links {
			r.attributes(l.Attributes(), "", 0)
		}
	}
}
