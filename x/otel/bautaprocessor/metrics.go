package bautaprocessor

import (
	"context"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pmetric"
)

func (c *cleaner) metrics(ctx context.Context, md pmetric.Metrics) (pmetric.Metrics, error) {
	b := c.batch(ctx)
	for _, rm := range md.ResourceMetrics().All() {
		b.around(c.Resource, rm.Resource().Attributes())
		for _, sm := range rm.ScopeMetrics().All() {
			b.around(c.Scope, sm.Scope().Attributes())
			for _, m := range sm.Metrics().All() {
				if c.Metrics.Attributes {
					b.metric(m)
				}
			}
		}
	}
	return md, b.end()
}

func (b *batch) metric(m pmetric.Metric) {
	b.around(true, m.Metadata())
	switch m.Type() {
	case pmetric.MetricTypeGauge:
		b.numbers(m.Gauge().DataPoints())
	case pmetric.MetricTypeSum:
		b.numbers(m.Sum().DataPoints())
	case pmetric.MetricTypeHistogram:
		for _, p := range m.Histogram().DataPoints().All() {
			b.point(p.Attributes(), p.Exemplars())
		}
	case pmetric.MetricTypeExponentialHistogram:
		for _, p := range m.ExponentialHistogram().DataPoints().All() {
			b.point(p.Attributes(), p.Exemplars())
		}
	case pmetric.MetricTypeSummary:
		for _, p := range m.Summary().DataPoints().All() {
			b.point(p.Attributes(), pmetric.NewExemplarSlice())
		}
	}
}

func (b *batch) numbers(points pmetric.NumberDataPointSlice) {
	for _, p := range points.All() {
		b.point(p.Attributes(), p.Exemplars())
	}
}

func (b *batch) point(labels pcommon.Map, exemplars pmetric.ExemplarSlice) {
	if b.ctx.Err() != nil {
		return
	}
	r := b.record()
	r.attributes(labels, "", 0)
	for _, e := range exemplars.All() {
		r.attributes(e.FilteredAttributes(), "", 0)
	}
}
