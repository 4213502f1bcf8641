package cue

import (
	"context"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// Companies finds names of companies by what stands at their end: Inc, GmbH, and Sons.
// A person's name that is part of one is the company's.
type Companies struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Detector = Companies{}

var endings = lists.In("company-endings")

// longestCompany is how many words before its end a company's name may have.
const longestCompany = 5

// Detect walks back from each ending over words with a capital.
func (o Companies) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	r := reading.Of(d, o.Lexicon)
	for i, t := range d.Tokens {
		if i == 0 || !ends(r, i) {
			continue
		}
		if start := companyStart(r, i); start >= 0 {
			out = append(out, bauta.Span{
				Start: start, End: start + len(strings.TrimRight(d.Surface(start, t.End), ".")),
				Label: bauta.Organization, P: 0.9, Source: "companies", Why: "a company's ending",
			})
		}
	}
	return out, nil
}

// ends reports the ending of a company's name; before a number it is part of a plate:
// HH AB 123.
func ends(r *reading.Reading, i int) bool {
	if !r.IsWord(i) || !r.Word(i).Capital || r.Shouted(i) || !endings[strings.ReplaceAll(r.Norm(i), ".", "")] {
		return false
	}
	plate := i+1 < r.Len() && r.Doc.Tokens[i+1].Kind == bauta.Number
	return !plate
}

// companyStart gives where the name begins that ends at token i, -1 where none does.
func companyStart(r *reading.Reading, i int) int {
	start := -1
	for j := i - 1; j >= 0 && j >= i-longestCompany; j-- {
		if r.IsWord(j) && r.Word(j).Capital && !strings.Contains(r.Gap(j, i), "\n") {
			start = r.Doc.Tokens[j].Start
			continue
		}
		switch r.Surface(j) {
		case "&", "and", "et", "und":
		default:
			return start
		}
	}
	return start
}
