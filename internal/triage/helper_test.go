package triage_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/text"
)

// weigh stands for the detector of names: a capital in mid-sentence is a likely
// name, an unlisted ending in "ou" a possible one.
func weigh(d *bauta.Doc) []bauta.Span {
	var out []bauta.Span
	for i, t := range d.Tokens {
		s := bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, Source: "test", Doubt: bauta.Ambiguous}
		surface := d.Text[t.Start:t.End]
		switch {
		case t.Kind != bauta.Word:
			continue
		case i > 0 && surface[0] >= 'A' && surface[0] <= 'Z':
			s.P = 0.8
		case strings.HasSuffix(t.Norm, "ou"):
			s.P, s.Doubt = 0.1, bauta.Unknown
		default:
			continue
		}
		out = append(out, s)
	}
	return out
}

func doc(t testing.TB, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{ID: "m", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func reader() *triage.Reader {
	return triage.NewReader(triage.ReaderConfig{Weigh: weigh})
}

// result is what a detector of likely names and nothing else gives.
func result(d *bauta.Doc) *bauta.Result {
	r := &bauta.Result{Message: d.Message, Outcome: bauta.NTA}
	for _, s := range weigh(d) {
		if s.P > 0.5 {
			s.Doubt = bauta.Sure
			r.Spans, r.Outcome = append(r.Spans, s), bauta.TA
		}
	}
	return r
}

// samples reads invented messages, labelled as their generator made them.
func samples(t testing.TB, seed uint64, n int) []triage.Sample {
	t.Helper()
	rd := reader()
	var out []triage.Sample
	for m := range fixture.SMS(seed, n) {
		d := doc(t, m.Text)
		out = append(out, triage.Sample{Row: rd.Read(d, result(d)), TA: m.TA})
	}
	return out
}

// value reads one feature of a message.
func value(t testing.TB, name, text string) float64 {
	t.Helper()
	fs, err := triage.Features(triage.Extended)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(fs, func(f triage.Feature) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("no feature %s", name)
	}
	d := doc(t, text)
	return reader().Read(d, result(d)).X[i]
}
