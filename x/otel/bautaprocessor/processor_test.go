package bautaprocessor

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"testing"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/consumer/consumertest"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/pdata/pmetric"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/processor"
	"go.opentelemetry.io/collector/processor/processortest"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/entry"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// canary is a name that nothing may show.
const canary = "Patrice Zyxwvut"

// settings are those of a collector, and what the processor says of itself in it.
func settings(t testing.TB) (processor.Settings, *componenttest.Telemetry) {
	tel := componenttest.NewTelemetry()
	t.Cleanup(func() { tel.Shutdown(context.Background()) })
	set := processortest.NewNopSettings(NewFactory().Type())
	set.TelemetrySettings = tel.NewTelemetrySettings()
	return set, tel
}

// counted gives a counter, with the reason behind its name where it has one.
func counted(t *testing.T, tel *componenttest.Telemetry) map[string]int64 {
	t.Helper()
	out := map[string]int64{}
	var all metricdata.ResourceMetrics
	if err := tel.Reader.Collect(t.Context(), &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			name, ours := strings.CutPrefix(m.Name, "otelcol_processor_bauta_")
			if !ours {
				continue
			}
			for _, p := range m.Data.(metricdata.Sum[int64]).DataPoints {
				if of, ok := p.Attributes.Value("processor"); !ok || of.AsString() == "" {
					t.Errorf("%s does not say of which processor it is", m.Name)
				}
				if why, ok := p.Attributes.Value("reason"); ok {
					name = "values_withheld " + why.AsString()
				}
				out[name] += p.Value
			}
		}
	}
	return out
}

// throughLogs sends records through a processor as a collector does.
func throughLogs(t *testing.T, set processor.Settings, cfg *Config, ld plog.Logs) plog.Logs {
	t.Helper()
	sink := new(consumertest.LogsSink)
	p, err := NewFactory().CreateLogs(t.Context(), set, cfg, sink)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(t.Context(), componenttest.NewNopHost()); err != nil {
		t.Fatal(err)
	}
	n := ld.LogRecordCount()
	if err := p.ConsumeLogs(t.Context(), ld); err != nil {
		t.Fatal(err)
	}
	if err := p.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if sink.LogRecordCount() != n {
		t.Fatalf("%d records in, %d out", n, sink.LogRecordCount())
	}
	return sink.AllLogs()[0]
}

// plant fills a map with the name in all shapes that a value has.
func plant(m pcommon.Map) {
	m.PutStr("greeting", "hello "+canary)
	m.PutStr("http.request.method", "GET "+canary) // of a technical key: stays
	m.PutStr("user.name", canary)
	m.PutStr("json", `{"note": "hello `+canary+`", "user": {"email": "`+canary+`"}, "n": [1.50]}`)
	m.PutInt("phone", 41791234567)
	m.PutInt("size", 12)
	m.PutDouble("float phone", 41791234567)
	m.PutDouble("seconds", 0.41791234567)
	m.PutEmptyBytes("raw").FromRaw([]byte("hello " + canary))
	nested := m.PutEmptyMap("nested")
	nested.PutEmptySlice("list").AppendEmpty().SetEmptyMap().PutStr("who", "call "+canary+" today")
	nested.PutStr("mail lea@example.com", "x")
	nested.PutBool("yes", true)
}

// planted holds a map that came out to what it may show.
func planted(t *testing.T, m pcommon.Map) {
	t.Helper()
	for key, want := range map[string]any{
		"greeting": "hello Person 1", "http.request.method": "GET " + canary, "user.name": entry.Withheld,
		"json": `{"note":"hello Person 1","user":{"email":"[withheld]"},"n":[1.50]}`,
		"size": int64(12), "seconds": 0.41791234567, "raw": []byte("hello Person 1"),
	} {
		v, ok := m.Get(key)
		if got := v.AsRaw(); !ok || string(asBytes(got)) != string(asBytes(want)) {
			t.Errorf("%s: %v, want %v", key, got, want)
		}
	}
	nested, _ := m.Get("nested")
	raw := nested.Map().AsRaw()
	if len(raw) != 3 || raw["mail EMAIL"] != "x" || raw["yes"] != true ||
		raw["list"].([]any)[0].(map[string]any)["who"] != "call Person 1 today" {
		t.Errorf("nested: %v", raw)
	}
	for _, name := range []string{"phone", "float phone"} {
		if phone, ok := m.Get(name); !ok || phone.Type() != pcommon.ValueTypeStr || phone.Str() == "41791234567" {
			t.Errorf("%s: %v", name, phone.AsRaw())
		}
	}
	m.Remove("http.request.method")
	if m.Len() != 9 {
		t.Errorf("%d values are left, not 9", m.Len())
	}
}

func asBytes(v any) []byte {
	switch v := v.(type) {
	case []byte:
		return append([]byte("bytes "), v...)
	case string:
		return []byte(v)
	case int64:
		return binary.AppendVarint([]byte("int "), v)
	case float64:
		return fmt.Append([]byte("float "), v)
	}
	return nil
}

func TestLogs(t *testing.T) {
	ld := plog.NewLogs()
	rl := ld.ResourceLogs().AppendEmpty()
	plant(rl.Resource().Attributes())
	sl := rl.ScopeLogs().AppendEmpty()
	plant(sl.Scope().Attributes())
	one := sl.LogRecords().AppendEmpty()
	one.Body().SetStr("login of " + canary + " from lea@example.com")
	plant(one.Attributes())
	plant(sl.LogRecords().AppendEmpty().Body().SetEmptyMap())
	sl.LogRecords().AppendEmpty()
	set, tel := settings(t)
	out := throughLogs(t, set, defaults(), ld)
	rl = out.ResourceLogs().At(0)
	sl = rl.ScopeLogs().At(0)
	if got := sl.LogRecords().At(0).Body().Str(); got != "login of Person 1 from EMAIL" {
		t.Errorf("body: %q", got)
	}
	planted(t, rl.Resource().Attributes())
	planted(t, sl.Scope().Attributes())
	planted(t, sl.LogRecords().At(0).Attributes())
	planted(t, sl.LogRecords().At(1).Body().Map())
	raw, _ := (&plog.JSONMarshaler{}).MarshalLogs(out)
	if strings.Contains(string(raw), "Zyx") {
		t.Errorf("%s", raw)
	}
	if n := counted(t, tel); n["values_withheld configured"] != 8 || n["values_changed"] != 4*7+1 {
		t.Errorf("%v", n)
	}
}

func TestTraces(t *testing.T) {
	for _, names := range []bool{false, true} {
		td := ptrace.NewTraces()
		ss := td.ResourceSpans().AppendEmpty().ScopeSpans().AppendEmpty()
		s := ss.Spans().AppendEmpty()
		s.SetName("order of " + canary)
		s.Status().SetMessage("no account of " + canary)
		plant(s.Attributes())
		e := s.Events().AppendEmpty()
		e.SetName("mail to " + canary)
		plant(e.Attributes())
		plant(s.Links().AppendEmpty().Attributes())
		cfg := defaults()
		cfg.Traces.Names = names
		set, _ := settings(t)
		sink := new(consumertest.TracesSink)
		p, err := NewFactory().CreateTraces(t.Context(), set, cfg, sink)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.ConsumeTraces(t.Context(), td); err != nil || sink.SpanCount() != 1 {
			t.Fatal(err, sink.SpanCount())
		}
		s = sink.AllTraces()[0].ResourceSpans().At(0).ScopeSpans().At(0).Spans().At(0)
		planted(t, s.Attributes())
		planted(t, s.Events().At(0).Attributes())
		planted(t, s.Links().At(0).Attributes())
		if got := s.Status().Message(); got != "no account of Person 1" {
			t.Errorf("status: %q", got)
		}
		if clean := s.Name() == "order of Person 1" && s.Events().At(0).Name() == "mail to Person 1"; clean != names {
			t.Errorf("names are read: %v, %q, %q", names, s.Name(), s.Events().At(0).Name())
		}
	}
}

func TestMetrics(t *testing.T) {
	md := pmetric.NewMetrics()
	all := md.ResourceMetrics().AppendEmpty().ScopeMetrics().AppendEmpty().Metrics()
	point := func(p interface {
		Attributes() pcommon.Map
		Exemplars() pmetric.ExemplarSlice
	},
	) {
		plant(p.Attributes())
		plant(p.Exemplars().AppendEmpty().FilteredAttributes())
	}
	point(all.AppendEmpty().SetEmptyGauge().DataPoints().AppendEmpty())
	point(all.AppendEmpty().SetEmptySum().DataPoints().AppendEmpty())
	point(all.AppendEmpty().SetEmptyHistogram().DataPoints().AppendEmpty())
	point(all.AppendEmpty().SetEmptyExponentialHistogram().DataPoints().AppendEmpty())
	plant(all.AppendEmpty().SetEmptySummary().DataPoints().AppendEmpty().Attributes())
	plant(all.At(0).Metadata())
	set, _ := settings(t)
	sink := new(consumertest.MetricsSink)
	p, err := NewFactory().CreateMetrics(t.Context(), set, defaults(), sink)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.ConsumeMetrics(t.Context(), md); err != nil || sink.DataPointCount() != 5 {
		t.Fatal(err, sink.DataPointCount())
	}
	all = sink.AllMetrics()[0].ResourceMetrics().At(0).ScopeMetrics().At(0).Metrics()
	planted(t, all.At(0).Metadata())
	sum := all.At(1).Sum().DataPoints().At(0)
	planted(t, sum.Attributes())
	planted(t, sum.Exemplars().At(0).FilteredAttributes())
	planted(t, all.At(4).Summary().DataPoints().At(0).Attributes())
	raw, _ := (&pmetric.JSONMarshaler{}).MarshalMetrics(sink.AllMetrics()[0])
	stays := 2*4 - 1 + 1 + 1 - 3 // of technical keys, less those that planted took out
	if n := strings.Count(string(raw), "Zyx"); n != strings.Count(string(raw), "GET "+canary) || n < stays {
		t.Errorf("%d times there: %s", n, raw)
	}
}

// failing is a detector on which every text fails.
type failing bool

func (f failing) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if f {
		panic(d.Text)
	}
	return nil, errors.New(d.Text)
}

// TestFailsClosed: a value that cannot be read is dropped and counted, and its record
// stays; an error shows nothing.
func TestFailsClosed(t *testing.T) {
	for name, of := range map[string]struct {
		change func(*cleaner)
		want   map[string]int64
	}{
		"error":   {func(c *cleaner) { c.pipeline = broken(false) }, map[string]int64{"failed": 3, "unread": 1, "size": 1}},
		"panic":   {func(c *cleaner) { c.pipeline = broken(true) }, map[string]int64{"failed": 3, "unread": 1, "size": 1}},
		"size":    {func(c *cleaner) { c.MaxValueSize = 3 }, map[string]int64{"size": 4, "unread": 1}},
		"timeout": {func(c *cleaner) { c.Timeout = 1 }, map[string]int64{"timeout": 3, "unread": 1, "size": 1}},
	} {
		for _, how := range []string{mark, remove} {
			set, tel := settings(t)
			cfg := defaults()
			cfg.Withheld = how
			c, err := newCleaner(set, cfg)
			if err != nil {
				t.Fatal(err)
			}
			of.change(c)
			ld := plog.NewLogs()
			l := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
			l.Body().SetStr(canary)
			l.Attributes().PutStr("who", canary)
			l.Attributes().PutEmptySlice("list").AppendEmpty().SetStr(canary)
			l.Attributes().PutEmptyBytes("raw").FromRaw([]byte(canary + "\xff"))
			deep := l.Attributes().PutEmptyMap("deep")
			for range maxDepth {
				deep = deep.PutEmptyMap("m")
			}
			deep.PutStr("who", canary)
			out, err := c.logs(t.Context(), ld)
			if err != nil {
				t.Fatal(name, err)
			}
			raw, _ := (&plog.JSONMarshaler{}).MarshalLogs(out)
			marks := map[string]int{mark: 5, remove: 0}[how]
			if strings.Contains(string(raw), "Zyx") || strings.Count(string(raw), entry.Withheld) != marks || out.LogRecordCount() != 1 {
				t.Errorf("%s, %s: %s", name, how, raw)
			}
			n := counted(t, tel)
			for why, want := range of.want {
				if n["values_withheld "+why] != want {
					t.Errorf("%s: %v, want %v", name, n, of.want)
				}
			}
		}
	}
}

func broken(panics bool) *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{failing(panics)},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}},
	}
}

// TestForeign: a text in a language that the policy does not read is withheld.
func TestForeign(t *testing.T) {
	for lang, want := range map[string]int64{"": 1, "en": 0} {
		set, tel := settings(t)
		cfg := defaults()
		cfg.Lang = lang
		ld := plog.NewLogs()
		records := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords()
		records.AppendEmpty().Body().SetStr("Hyvää huomenta kaikille, tänään menemme yhdessä kauppaan ja ostamme leipää ja maitoa")
		records.AppendEmpty().Body().SetStr("retrying in 2s (attempt 4 of 5)")
		out := throughLogs(t, set, cfg, ld).ResourceLogs().At(0).ScopeLogs().At(0).LogRecords()
		gone := out.At(0).Body().Str() == entry.Withheld
		if n := counted(t, tel)["values_withheld foreign"]; n != want || gone != (want == 1) || !strings.HasPrefix(out.At(1).Body().Str(), "retry") {
			t.Errorf("%q: %d withheld, %q, %q", lang, n, out.At(0).Body().Str(), out.At(1).Body().Str())
		}
	}
}

// TestBrokenOff: of a call that is broken off nothing goes out.
func TestBrokenOff(t *testing.T) {
	set, _ := settings(t)
	sink := new(consumertest.LogsSink)
	p, err := NewFactory().CreateLogs(t.Context(), set, defaults(), sink)
	if err != nil {
		t.Fatal(err)
	}
	ld := plog.NewLogs()
	ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty().Body().SetStr(canary)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.ConsumeLogs(ctx, ld); !errors.Is(err, context.Canceled) || len(sink.AllLogs()) != 0 {
		t.Error(err, len(sink.AllLogs()))
	}
}

// TestNamesOfFields: fields that are called alike once names are gone all stay, and a map
// of very many such names goes.
func TestNamesOfFields(t *testing.T) {
	set, _ := settings(t)
	c, err := newCleaner(set, defaults())
	if err != nil {
		t.Fatal(err)
	}
	m := pcommon.NewMap()
	for _, name := range []string{"lea@example.com", "bob@example.com", "EMAIL", "k8s.pod.ip", "+41 79 123 45 67"} {
		m.PutInt(name, 1)
	}
	c.record(t.Context(), &tally{}).attributes(m, "", 0)
	raw := m.AsRaw()
	for _, name := range []string{"EMAIL", "EMAIL_1", "EMAIL_2", "k8s.pod.ip", "PHONE"} {
		if raw[name] != int64(1) {
			t.Errorf("no %s in %v", name, raw)
		}
	}
	c.MaxValueSize = 5 // nothing is read
	m = pcommon.NewMap()
	for i := range maxRename + 1 {
		m.PutInt("name of "+strings.Repeat("x", i), 1)
	}
	var n tally
	if c.record(t.Context(), &n).attributes(m, "", 0); m.Len() != 0 || n.withheld[size] != maxRename+2 {
		t.Error(m.Len(), n)
	}
}
