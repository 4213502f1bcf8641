package triage_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/text"
)

// From calibrated probabilities of labelled messages to thresholds that keep a
// leak of one in a hundred, and no more questions than that needs.
func ExampleSelect() {
	var held []triage.Scored
	for i := range 1000 {
		p := float64(i) / 1000
		held = append(held, triage.Scored{P: p, TA: i >= 900 || i == 850})
	}
	c := triage.Select(held, triage.Goal{Leak: 0.01})
	fmt.Printf("leave at or below %.3f, anonymise from %.3f: %d of %d messages for the expert\n", c.LeaveBelow, c.AnonymiseAbove, c.Expert, c.Messages)
	// Output: leave at or below 0.901, anonymise from 0.902: 0 of 1000 messages for the expert
}

// A table without a model: the expert sees what the detectors leave open.
func ExampleJudge() {
	seek, err := triage.Preset("seek")
	if err != nil {
		panic(err)
	}
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: "Pierre arrive"})
	if err != nil {
		panic(err)
	}
	r := &bauta.Result{Outcome: bauta.Untagged, Candidates: []bauta.Span{{End: 6, Label: bauta.Person, Doubt: bauta.Ambiguous, P: 0.6}}}
	if err := (&triage.Judge{Table: seek}).Judge(context.Background(), d, r); err != nil {
		panic(err)
	}
	fmt.Printf("%s → %v, %.1f\n", r.Why, r.Verdict, r.Score)
	// Output: seek: untagged → expert, 0.6
}
