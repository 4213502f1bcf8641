package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/policy"
)

// TestNothingIsTakenAwayUnnamed is the law of coverage over the built pipelines: what
// a detector was sure of is covered by the result, or a settler is named that took it
// away, cut it or made a question of it.
func TestNothingIsTakenAwayUnnamed(t *testing.T) {
	var texts []string
	for s := range fixture.SMS(3, 120) {
		texts = append(texts, s.Text)
	}
	for s := range fixture.Texts(2000) {
		texts = append(texts, strings.ToValidUTF8(s, "\ufffd"))
	}
	for _, of := range fixture.Five() {
		texts = append(texts, of...)
	}
	for _, name := range policy.Presets() {
		p := build(t, load(t, name), policy.Options{FindOnly: true})
		p.Link, p.Judge, p.Trace, p.Pending = nil, nil, true, bauta.MaskPending
		taken := 0
		for _, text := range texts {
			r := one(t, p, text)
			for _, s := range unsettled(t, p, text) {
				for at := s.Start; at < s.End; at++ {
					covers := func(s bauta.Span) bool { return s.Doubt == bauta.Sure && s.Start <= at && at < s.End }
					if slices.ContainsFunc(r.Spans, covers) {
						continue
					}
					named := func(c bauta.Change) bool { return covers(c.Before) && !covers(c.After) }
					if !slices.ContainsFunc(r.Changes, named) {
						t.Fatalf("%s: byte %d of %q: %v of %s is gone, and nobody says who took it", name, at, text, s, s.Source)
					}
					taken++
				}
			}
		}
		if name == policy.Newcomer && taken == 0 {
			t.Errorf("%s: no settler took anything away: the test looks at nothing", name)
		}
	}
}

// unsettled gives what the detectors of a pipeline are sure of, before any settler.
func unsettled(t *testing.T, p *bauta.Pipeline, text string) []bauta.Span {
	t.Helper()
	d, err := p.Analyse.Analyse(t.Context(), bauta.Message{ID: "1", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	var out []bauta.Span
	for r, err := range p.Read.Read(t.Context(), d) {
		if err != nil {
			t.Fatal(err)
		}
		for _, det := range p.Detectors {
			found, err := det.Detect(t.Context(), r.Doc)
			if err != nil {
				t.Fatal(err)
			}
			for _, s := range found {
				if s.Start, s.End = s.Start+r.At, s.End+r.At; s.Doubt == bauta.Sure && s.Start >= r.Start && s.End <= r.End {
					out = append(out, s)
				}
			}
		}
	}
	return out
}
