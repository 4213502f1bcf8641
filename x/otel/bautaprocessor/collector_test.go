package bautaprocessor

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
)

// received is what a collector sent on.
type received struct {
	mu                     sync.Mutex
	raw                    bytes.Buffer
	records, spans, points int
}

// ServeHTTP takes what comes by OTLP.
func (r *received) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	raw, err := io.ReadAll(req.Body)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.raw.Write(raw)
	switch req.URL.Path {
	case "/v1/logs":
		var ld plog.Logs
		if ld, err = (&plog.ProtoUnmarshaler{}).UnmarshalLogs(raw); err == nil {
			r.records += ld.LogRecordCount()
		}
	case "/v1/traces":
		var td ptrace.Traces
		if td, err = (&ptrace.ProtoUnmarshaler{}).UnmarshalTraces(raw); err == nil {
			r.spans += td.SpanCount()
		}
	case "/v1/metrics":
		var md pmetric.Metrics
		if md, err = (&pmetric.ProtoUnmarshaler{}).UnmarshalMetrics(raw); err == nil {
			r.points += md.DataPointCount()
		}
	}
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
	}
}

// address is one at which nobody listens.
func address(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestCollector: a collector that the builder made is fed by OTLP; what it sends on is
// as much as came, and holds no name.
func TestCollector(t *testing.T) {
	binary := os.Getenv("BAUTA_COLLECTOR")
	if binary == "" {
		t.Skip("BAUTA_COLLECTOR is not the path of a collector; make otel builds one")
	}
	var got received
	to := httptest.NewServer(&got)
	defer to.Close()
	in, metrics := address(t), address(t)
	_, port, _ := net.SplitHostPort(metrics)
	var said bytes.Buffer
	cmd := exec.Command(binary, "--config", "../testdata/otlp.yaml")
	cmd.Env = append(os.Environ(), "OTLP_HTTP="+in, "OTLP_GRPC="+address(t), "OTLP_TO="+to.URL, "METRICS_PORT="+port)
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	n := feed(t, "http://"+in)
	own := get(t, "http://"+metrics+"/metrics")
	cmd.Process.Signal(os.Interrupt) // what is under way is sent on
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, said.String())
	}
	if got.records != n || got.spans != n || got.points != n {
		t.Errorf("%d records, %d spans and %d data points of %d each", got.records, got.spans, got.points, n)
	}
	if strings.Contains(got.raw.String(), "Zyx") || !strings.Contains(got.raw.String(), "Person 1") {
		t.Error("a name went through, or nothing did")
	}
	if strings.Contains(said.String(), "Zyx") || strings.Contains(own, "Zyx") {
		t.Error("the collector says a name")
	}
	if !strings.Contains(own, "otelcol_processor_bauta_values_changed") || !strings.Contains(own, `reason="configured"`) {
		t.Errorf("what was counted is not said: %s", own)
	}
}

// feed sends records, spans and data points, of each as many as it gives.
func feed(t *testing.T, to string) int {
	t.Helper()
	const n = 20
	ld, td, md := plog.NewLogs(), ptrace.NewTraces(), pmetric.NewMetrics()
	records := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
	spans := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty().Spans()
	points := md.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics().AppendEmpty().SetEmptyGauge().DataPoints()
	for range n {
		l := records.AppendEmpty()
		l.Body().SetStr("login of " + canary)
		for _, m := range []interface{ PutStr(k, v string) }{
			l.Attributes(), spans.AppendEmpty().Attributes(), points.AppendEmpty().Attributes(),
		} {
			m.PutStr("greeting", "hello "+canary)
			m.PutStr("user.name", canary)
			m.PutStr("note", `{"text": "hello `+canary+`"}`)
		}
	}
	logs, e1 := (&plog.ProtoMarshaler{}).MarshalLogs(ld)
	traces, e2 := (&ptrace.ProtoMarshaler{}).MarshalTraces(td)
	gauges, e3 := (&pmetric.JSONMarshaler{}).MarshalMetrics(md)
	if e1 != nil || e2 != nil || e3 != nil {
		t.Fatal(e1, e2, e3)
	}
	post(t, to+"/v1/logs", "application/x-protobuf", logs)
	post(t, to+"/v1/traces", "application/x-protobuf", traces)
	post(t, to+"/v1/metrics", "application/json", gauges)
	return n
}

// post sends once somebody listens.
func post(t *testing.T, to, kind string, body []byte) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	for {
		req, _ := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
		req.Header.Set("Content-Type", kind)
		r, err := http.DefaultClient.Do(req)
		switch {
		case err == nil && r.StatusCode == http.StatusOK:
			r.Body.Close()
			return
		case err == nil || ctx.Err() != nil:
			t.Fatal(to, r, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
}

func get(t *testing.T, from string) string {
	t.Helper()
	r, err := http.Get(from)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
