package audit

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

// TestReportInACertificate: the report of another release is not signed, nor taken where
// somebody signed it; after a withdrawal it is that of no release any more.
func TestReportInACertificate(t *testing.T) {
	c := &changing{t: t, r: rand.New(rand.NewPCG(2, 1)), s: NewState(), sees: 1, limit: 0.05, leaks: map[int]bool{}}
	c.come(600, 0)
	c.begin(0, nil)
	if ok, _ := c.audit(0); !ok {
		t.Fatal("not proved")
	}
	r := make(Release, 600)
	for i := range r {
		r[i] = DigestOf("", "", "", fmt.Sprint(i))
	}
	c.s.Release = r.Sum()
	other := OutputOf(append(r[1:600:600], r[1]))
	report := func(o *Output) json.RawMessage {
		raw, err := json.Marshal(map[string]any{"release": o, "version": "1"})
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	bad := []json.RawMessage{
		report(other), report(&Output{r.Sum(), 599}), report(&Output{"", 600}), []byte(`{"version":"1"}`), []byte(`[]`), []byte(`"x"`),
	}
	certify := func(raw json.RawMessage) (*Certificate, error) {
		return c.s.Certify(r, r, Key(nil), Certificate{Made: time.Unix(0, 0).UTC(), Report: raw})
	}
	made, err := certify(report(OutputOf(r)))
	if err != nil || made.Verify(r) != nil {
		t.Fatal(err)
	}
	for _, raw := range bad {
		if _, err := certify(raw); !errors.Is(err, ErrReport) {
			t.Errorf("%s is signed: %v", raw, err)
		}
		forged := *made
		forged.Report = raw
		if signed, err := forged.sign(Key(nil)); err != nil || !errors.Is(signed.Verify(r), ErrReport) {
			t.Errorf("%s is verified", raw)
		}
	}
	left, err := made.Without(r[:590], Left{}, Key(nil), time.Unix(0, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	raw, err := json.Marshal(left)
	if err != nil || left.Verify(r[:590]) != nil || strings.Contains(string(raw), r.Sum()) || !strings.Contains(string(raw), `"report":{"version":"1"}`) {
		t.Errorf("%v, %v: %s", err, left.Verify(r[:590]), left.Report)
	}
	forged := *left
	forged.Report = report(OutputOf(r))
	if signed, err := forged.sign(Key(nil)); err != nil || signed.Verify(r[:590]) == nil {
		t.Error("what is left has the report of the whole")
	}
}
