package policy_test

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// TestGeneratedGold: no sender is left in any field of any variant of any format, and nobody
// who is named, as of the same messages as CSV. A thousand messages with BAUTA_WHOLE=1, and
// the table of docs/experiments/formats-gold.md.
func TestGeneratedGold(t *testing.T) {
	n := 14
	if os.Getenv("BAUTA_WHOLE") != "" {
		n = 1000
	}
	p := build(t, load(t, "gdpr"), policy.Options{})
	gold := exports.Messages(t, n)
	variants := map[string]int{}
	t.Logf("| format | variant | records in | out | bytes of names before | left | senders before | left |")
	for _, s := range exports.Shapes(t) {
		variants[s.Format]++
		data := s.Write(t, gold)
		named, sent := exports.Left(t, data, gold)
		if sent < n && !s.Nobody || named == 0 && s.Variant != "calls" {
			t.Errorf("%s/%s: who is in the file is not seen: %d senders, %d bytes", s.Format, s.Variant, sent, named)
		}
		out, records, err := goldRun(p, &s, data)
		if err != nil {
			t.Errorf("%s/%s: %v", s.Format, s.Variant, err)
			continue
		}
		names, senders := exports.Left(t, out, gold)
		t.Logf("| `%s` | %s | %d | %d | %d | %d | %d | %d |",
			s.Format, s.Variant, records.In, records.Out, named, names, sent, senders)
		if names > 0 || senders > 0 {
			t.Errorf("%s/%s: %d bytes of names and %d senders of %d are left", s.Format, s.Variant, names, senders, n)
		}
	}
	for _, f := range formats.Registry() {
		if f.Module == "" && variants[f.Name] < 3 {
			t.Errorf("%s: %d variants", f.Name, variants[f.Name])
		}
	}
}

// goldRun anonymises a file.
func goldRun(p *bauta.Pipeline, s *exports.Shape, data []byte) ([]byte, corpus.Ledger, error) {
	cfg := corpus.Config{Fields: true, Key: bytes.Repeat([]byte{1}, 32), Also: s.Also}
	r, err := corpus.Open(bytes.NewReader(data), s.Name, cfg)
	if err != nil {
		return nil, corpus.Ledger{}, err
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	if err != nil {
		return nil, corpus.Ledger{}, err
	}
	for res, err := range p.Run(context.Background(), r.Messages(), 1) {
		if err == nil {
			err = w.Write(&res)
		}
		if err != nil {
			return nil, corpus.Ledger{}, err
		}
	}
	err = w.Close()
	return out.Bytes(), r.Ledger(), err
}
