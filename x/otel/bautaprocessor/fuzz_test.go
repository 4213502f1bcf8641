package bautaprocessor

import (
	"testing"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/plog"
)

// FuzzLogs: whatever records hold, none is lost, no value but of a name that was changed
// is, and nothing panics.
func FuzzLogs(f *testing.F) {
	ld := plog.NewLogs()
	l := ld.ResourceLogs().AppendEmpty().ScopeLogs().AppendEmpty().LogRecords().AppendEmpty()
	plant(l.Attributes())
	plant(l.Body().SetEmptyMap())
	seed, err := (&plog.ProtoMarshaler{}).MarshalLogs(ld)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(seed)
	cfg := defaults()
	cfg.Policy = "seekhide-2013" // a quick one
	set, _ := settings(f)
	c, err := newCleaner(set, cfg)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		ld, err := (&plog.ProtoUnmarshaler{}).UnmarshalLogs(raw)
		if err != nil {
			return
		}
		records, values := ld.LogRecordCount(), count(ld)
		out, err := c.logs(t.Context(), ld)
		if err != nil || out.LogRecordCount() != records || count(out) != values {
			t.Fatal(err, out.LogRecordCount(), records, count(out), values)
		}
	})
}

// count is how many attributes records have.
func count(ld plog.Logs) int {
	n := 0
	for _, rl := range ld.ResourceLogs().All() {
		for _, sl := range rl.ScopeLogs().All() {
			for _, l := range sl.LogRecords().All() {
				n += l.Attributes().Len()
				if l.Body().Type() == pcommon.ValueTypeMap {
					n += l.Body().Map().Len()
				}
			}
		}
	}
	return n
}
