package cue

import (
	"context"
	"unicode"

	"github.com/bauta/bauta"
)

// Digits finds every run of so many digits, whatever it is (sms4science.ch,
// "Numbers": all numbers with three and more digits).
type Digits struct{ Least int }

var _ bauta.Detector = Digits{}

// RuleDigits is the key (Span.Rule) of what Digits finds.
const RuleDigits = "digits"

// Detect walks the text once.
func (o Digits) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	start, n := 0, 0
	flush := func(end int) {
		if n >= o.Least {
			out = append(out, bauta.Span{
				Start: start, End: end, Label: bauta.UID, P: 1, Source: "digits", Rule: RuleDigits, Why: "digits",
			})
		}
		n = 0
	}
	for i, r := range d.Text {
		if !unicode.IsDigit(r) {
			flush(i)
			continue
		}
		if n == 0 {
			start = i
		}
		n++
	}
	flush(len(d.Text))
	return out, nil
}
