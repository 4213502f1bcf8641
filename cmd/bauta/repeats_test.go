package main

import (
	"context"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// annas finds "anna", and counts how often it reads.
type annas struct{ read *int }

// Detect finds anna.
func (c annas) Detect(_ context.Context, d *bauta.Doc) (out []bauta.Span, _ error) {
	*c.read++
	if at := strings.Index(d.Text, "anna"); at >= 0 {
		out = append(out, bauta.Span{Start: at, End: at + 4, Label: bauta.Person, P: 1})
	}
	return out, nil
}

// TestShortMessagesAreReadOnce: a short message that comes again is not read again, and comes out as the first did; one in
// another language, of a conversation or beside names of its own is read.
func TestShortMessagesAreReadOnce(t *testing.T) {
	read := 0
	p := &bauta.Pipeline{
		Analyse: text.Analyser{}, Detectors: []bauta.Detector{annas{&read}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Tag{}},
	}
	recallShort(p)
	for _, step := range []struct {
		m    bauta.Message
		want int
	}{
		{bauta.Message{Text: "ok anna"}, 1},
		{bauta.Message{Text: "ok anna"}, 1},
		{bauta.Message{Text: "ok"}, 2},
		{bauta.Message{Text: "ok anna", Lang: "fr"}, 3},
		{bauta.Message{Text: "ok anna", Thread: "t"}, 4},
		{bauta.Message{Text: "ok anna", Author: "a"}, 5},
		{bauta.Message{Text: "ok anna", Known: []bauta.Span{{Start: 3, End: 7, Label: bauta.Person, P: 1}}}, 6},
		{bauta.Message{Text: strings.Repeat("ok", shortest) + " anna"}, 7},
		{bauta.Message{Text: strings.Repeat("ok", shortest) + " anna"}, 8},
	} {
		got, err := p.Thread(t.Context(), []bauta.Message{step.m})
		if err != nil {
			t.Fatal(err)
		}
		if want := strings.Replace(step.m.Text, "anna", "PERSON", 1); got[0].Text != want || read != step.want {
			t.Errorf("%q: %q, read %d times, want %q and %d", step.m.Text, got[0].Text, read, want, step.want)
		}
	}
}
