// Package bautaprocessor is a processor of the OpenTelemetry Collector that anonymises
// logs, and attributes of traces and metrics, by a policy of bauta.
package bautaprocessor

import (
	"context"

	"go.opentelemetry.io/collector/component"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processorhelper"
)

// NewFactory gives the factory of the processor, for a collector that is built with it.
func NewFactory() processor.Factory {
	return processor.NewFactory(
		component.MustNewType("bauta"),
		func() component.Config { return defaults() },
		processor.WithLogs(newLogs, component.StabilityLevelAlpha),
		processor.WithTraces(newTraces, component.StabilityLevelAlpha),
		processor.WithMetrics(newMetrics, component.StabilityLevelAlpha),
	)
}

var mutates = processorhelper.WithCapabilities(consumer.Capabilities{MutatesData: true})

func newLogs(
	ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Logs,
) (processor.Logs, error) {
	c, err := newCleaner(set, cfg.(*Config))
	if err != nil {
		return nil, err
	}
	return processorhelper.NewLogs(ctx, set, cfg, next, c.logs, mutates)
}

func newTraces(
	ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Traces,
) (processor.Traces, error) {
	c, err := newCleaner(set, cfg.(*Config))
	if err != nil {
		return nil, err
	}
	return processorhelper.NewTraces(ctx, set, cfg, next, c.traces, mutates)
}

func newMetrics(
	ctx context.Context, set processor.Settings, cfg component.Config, next consumer.Metrics,
) (processor.Metrics, error) {
	c, err := newCleaner(set, cfg.(*Config))
	if err != nil {
		return nil, err
	}
	return processorhelper.NewMetrics(ctx, set, cfg, next, c.metrics, mutates)
}
