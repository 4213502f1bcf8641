package cue

import (
	"context"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon/data/lists"
	"github.com/bauta/bauta/text"
)

// Companies finds names of companies by what stands at their end: Inc, GmbH, and Sons.
// A person's name that is part of one is the company's.
type Companies struct{}

var _ bauta.Detector = Companies{}

var endings = lists.In("company-endings")

// longestCompany is how many words before its end a company's name may have.
const longestCompany = 5

// Detect walks back from each ending over words with a capital.
func (Companies) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	loud := strings.ToUpper(d.Text) == d.Text
	for i, t := range d.Tokens {
		if i == 0 || !ends(d, i, loud) {
			continue
		}
		if start := companyStart(d, i); start >= 0 {
			out = append(out, bauta.Span{
				Start: start, End: start + len(strings.TrimRight(d.Surface(start, t.End), ".")),
				Label: bauta.Organization, Score: 0.9, Source: "companies", Why: "a company's ending",
			})
		}
	}
	return out, nil
}

// ends reports the ending of a company's name; before a number it is part of a plate:
// HH AB 123.
func ends(d *bauta.Doc, i int, loud bool) bool {
	t := d.Tokens[i]
	if t.Kind != bauta.Word || !endings[strings.ReplaceAll(t.Norm, ".", "")] || !text.Capital(d, t) {
		return false
	}
	plate := i+1 < len(d.Tokens) && d.Tokens[i+1].Kind == bauta.Number
	return !plate && !text.Shouted(d, i, loud)
}

// companyStart gives where the name begins that ends at token i, -1 where none does.
func companyStart(d *bauta.Doc, i int) int {
	start, end := -1, d.Tokens[i].Start
	for j := i - 1; j >= 0 && j >= i-longestCompany; j-- {
		t := d.Tokens[j]
		if t.Kind == bauta.Word && text.Capital(d, t) && !strings.Contains(d.Surface(t.End, end), "\n") {
			start = t.Start
			continue
		}
		switch d.Surface(t.Start, t.End) {
		case "&", "and", "et", "und":
		default:
			return start
		}
	}
	return start
}
