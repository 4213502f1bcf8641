package bautaprocessor

import (
	"context"
	"errors"

	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/metric"
)

// reason is why a value was withheld.
type reason uint8

const (
	configured reason = iota // its key says so
	failed                   // the pipeline failed on it, or withholds it
	foreign                  // in a language that the policy does not read
	size                     // too long, or nested too deep
	timeout                  // its record took too long
	unread                   // bytes that are no text
	reasons
)

var reasonNames = [reasons]string{"configured", "failed", "foreign", "size", "timeout", "unread"}

// tally counts the values of a batch.
type tally struct {
	read, changed int64
	withheld      [reasons]int64
}

// meter is what the processor says of itself; metadata.yaml describes it.
type meter struct {
	read, changed, withheld metric.Int64Counter
	of                      attribute.KeyValue
}

func newMeter(set processor.Settings) (*meter, error) {
	of := set.MeterProvider.Meter("github.com/bauta/bauta/x/otel/bautaprocessor")
	counter := func(name, what string) (metric.Int64Counter, error) {
		name = "otelcol_processor_bauta_" + name
		return of.Int64Counter(name, metric.WithDescription(what), metric.WithUnit("{values}"))
	}
	read, e1 := counter("values_read", "Number of values that were read.")
	changed, e2 := counter("values_changed", "Number of values in which something was replaced.")
	withheld, e3 := counter("values_withheld", "Number of values that were withheld as a whole.")
	return &meter{read, changed, withheld, attribute.String("processor", set.ID.String())}, errors.Join(e1, e2, e3)
}

func (m *meter) add(ctx context.Context, t *tally) {
	of := metric.WithAttributes(m.of)
	m.read.Add(ctx, t.read, of)
	m.changed.Add(ctx, t.changed, of)
	for why, n := range t.withheld {
		if n > 0 {
			m.withheld.Add(ctx, n, metric.WithAttributes(m.of, attribute.String("reason", reasonNames[why])))
		}
	}
}
