package cue

import (
	"context"
	"strconv"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Ages finds the age of a person from so many years on: HIPAA lets 89 stand.
type Ages struct{ Least int }

var _ bauta.Detector = Ages{}

// RuleAge is the key (Span.Rule) of what Ages finds.
const RuleAge = "age"

// Oldest is the highest number that is taken for an age.
const Oldest = 130

var (
	ageBefore = lists.In("age-before")
	ageAfter  = lists.In("age-after")
)

// Detect looks at the words around each number.
func (a Ages) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for i, t := range d.Tokens {
		number, unit, _ := strings.Cut(t.Norm, "-") // 92-year-old
		if unit == "" {
			number = strings.TrimRightFunc(t.Norm, unicode.IsLetter) // 92yo
			unit = t.Norm[len(number):]
		}
		if n, err := strconv.Atoi(number); err != nil || n < a.Least || n > Oldest {
			continue
		}
		if unit == "" {
			unit = near(d, i, 1)
		}
		end := t.Start + figures(d.Text[t.Start:t.End])
		if end > t.Start && (ageBefore[near(d, i, -1)] || ageAfter[unit]) {
			out = append(out, bauta.Span{
				Start: t.Start, End: end, Label: bauta.Misc, P: 1, Source: "ages", Rule: RuleAge, Why: "age",
			})
		}
	}
	return out, nil
}

// near gives the next word of the two tokens before or behind token i.
func near(d *bauta.Doc, i, step int) string {
	for j := i + step; j >= 0 && j < len(d.Tokens) && j != i+3*step; j += step {
		if d.Tokens[j].Kind == bauta.Word {
			return d.Tokens[j].Norm
		}
	}
	return ""
}

// figures gives how many figures a text begins with.
func figures(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}
