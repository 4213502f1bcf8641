package policy

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/frame"
	"github.com/bauta/bauta/lexicon"
)

// finds adds the small detectors that need no model.
func (f *File) finds(b *Built) {
	if n := f.Detect.Digits; n > 0 {
		b.detect("digits", digitRuns{n})
	}
	if n := f.Detect.Ages; n > 0 {
		b.detect("ages", ages{n})
	}
	if f.Detect.NER != nil && f.Detect.Pattern != nil {
		b.detect("companies", companies{})
		b.detect("titles", titled{b.Lexicon})
	}
	if f.Detect.Frames {
		b.detect("frames", frame.New(b.Lexicon))
	}
	if f.Detect.Links {
		b.detect("names in links", linkNames{b.Lexicon})
	}
}

// digitRuns finds every run of so many digits, whatever it is (sms4science.ch,
// "Numbers": all numbers with three and more digits).
type digitRuns struct{ least int }

// Detect walks the text once.
func (o digitRuns) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	start, n := 0, 0
	flush := func(end int) {
		if n >= o.least {
			out = append(out, bauta.Span{Start: start, End: end, Label: bauta.UID, Score: 1, Source: "digits", Rule: "digits", Why: "digits"})
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

// ages finds the age of a person from so many years on: HIPAA lets 89 stand.
type ages struct{ least int }

// maxAge is the highest number that is taken for an age.
const maxAge = 130

// ageBefore and ageAfter are the words beside an age, in six languages.
var (
	ageBefore = strings.Fields("age aged turned turning âge âgé âgée alter edad età eta ålder fyller cumple compie wird")
	ageAfter  = strings.Fields("years year yrs yr yo y/o year-old years-old ans an jahre jahren jährig jähriger jährige anni años anos år åring")
)

// Detect looks at the words around each number.
func (a ages) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for i, t := range d.Tokens {
		number, unit, _ := strings.Cut(t.Norm, "-") // 92-year-old
		if unit == "" {
			number = strings.TrimRightFunc(t.Norm, unicode.IsLetter) // 92yo
			unit = t.Norm[len(number):]
		}
		n, err := strconv.Atoi(number)
		if err != nil || n < a.least || n > maxAge {
			continue
		}
		before, after := "", unit
		for j := i - 1; j >= max(0, i-2) && before == ""; j-- {
			if d.Tokens[j].Kind == bauta.Word {
				before = d.Tokens[j].Norm
			}
		}
		for j := i + 1; j < min(len(d.Tokens), i+3) && after == ""; j++ {
			if d.Tokens[j].Kind == bauta.Word {
				after = d.Tokens[j].Norm
			}
		}
		if slices.Contains(ageBefore, before) || slices.Contains(ageAfter, after) {
			end := t.Start
			for end < t.End && d.Text[end] >= '0' && d.Text[end] <= '9' {
				end++
			}
			if end > t.Start {
				out = append(out, bauta.Span{Start: t.Start, End: end, Label: bauta.Misc, Score: 1, Source: "ages", Rule: "age", Why: "age"})
			}
		}
	}
	return out, nil
}

// linkNames finds the names in web addresses. Its score is so low that an
// address found as a whole stays one, with the name inside.
type linkNames struct{ lex *lexicon.Lexicon }

// leastInLink is how many letters a name in an address must have, and
// commonInLink in how many lists it must stand: ma, al and co are no names
// there.
const (
	leastInLink  = 4
	commonInLink = 2
)

// Detect looks the letters between the signs of an address up.
func (o linkNames) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		if t.Kind != bauta.Link {
			continue
		}
		start := t.Start
		flush := func(end int) {
			if end-start >= leastInLink && o.name(d.Text[start:end], d.Lang) {
				out = append(out, bauta.Span{Start: start, End: end, Label: bauta.Person, Score: 0.01, Source: "links", Why: "name in an address"})
			}
		}
		for i, r := range d.Text[t.Start:t.End] {
			if !unicode.IsLetter(r) {
				flush(t.Start + i)
				start = t.Start + i + len(string(r))
			}
		}
		flush(t.End)
	}
	return out, nil
}

// name reports a usual name that is no word.
func (o linkNames) name(word, lang string) bool {
	e, ok := o.lex.Look(word, lang)
	return ok && e.Hidden() && (e.Kinds&lexicon.AntiDictionary == 0 || e.NameRank >= 8) && max(e.NameRank, e.SurnameRank) >= commonInLink
}

func set(words string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		out[w] = true
	}
	return out
}
