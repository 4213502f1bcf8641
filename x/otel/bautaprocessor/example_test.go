package bautaprocessor_test

import (
	"context"
	"fmt"

	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/processor/processortest"

	"github.com/bauta/bauta/x/otel/bautaprocessor"
)

func ExampleNewFactory() {
	factory := bautaprocessor.NewFactory()
	sink := new(consumertest.LogsSink)
	set := processortest.NewNopSettings(factory.Type())
	p, err := factory.CreateLogs(context.Background(), set, factory.CreateDefaultConfig(), sink)
	if err != nil {
		panic(err)
	}
	logs := plog.NewLogs()
	record := logs.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	record.Body().SetStr("login of Patrice Martin from lea@example.com")
	p.ConsumeLogs(context.Background(), logs)
	fmt.Println(sink.AllLogs()[0].ResourceLogs().At(0).ScopeLogs().At(0).LogRecords().At(0).Body().Str())
	// Output: login of Person 1 from EMAIL
}
