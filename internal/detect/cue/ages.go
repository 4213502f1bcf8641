package cue

import (
	"context"
	"slices"
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
	ageSaid   = lists.Longest("age-said")
	openers   = lists.In("clause-openers")
	heats     = lists.In("heat-words")
)

// numbers are the words for numbers of all languages, and their values.
var numbers = lists.NotesIn("number-words")

// Detect looks at the words around each number.
func (a Ages) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for i, t := range d.Tokens {
		n, unit, end := age(t, d.Text)
		last := i
		if end == 0 {
			n, last = spelled(d, i)
			end = d.Tokens[last].End
		}
		if n < a.Least || n > Oldest {
			continue
		}
		sex := strings.HasPrefix(d.Text[end:], "M") || strings.HasPrefix(d.Text[end:], "F") // 97M
		if unit == "" {
			unit = near(d, last, 1)
		}
		if unit == "y" && strings.HasPrefix(strings.TrimLeft(d.Text[end:], " "), "y/o") {
			unit = "y/o"
		}
		told := ageBefore[near(d, i, -1)] || ageAfter[unit] || sex && len(unit) == 1 && !heated(d, i)
		if told || said(d, t.Start, end, unit) {
			out = append(out, bauta.Span{
				Start: t.Start, End: end, Label: bauta.Misc, P: 1, Source: "ages", Rule: RuleAge, Why: "age",
			})
		}
	}
	return out, nil
}

// age reads a number in figures, with its unit glued to it or without, and the byte where its figures end: "92",
// "92-year-old", "92yo"; 0 for none.
func age(t bauta.Token, text string) (n int, unit string, end int) {
	number, unit, _ := strings.Cut(t.Norm, "-")
	if unit == "" {
		number = strings.TrimRightFunc(t.Norm, unicode.IsLetter)
		unit = t.Norm[len(number):]
	}
	n, err := strconv.Atoi(number)
	if long := figures(text[t.Start:t.End]); err == nil && long > 0 {
		return n, unit, t.Start + long
	}
	return 0, "", 0
}

// spelled reads a number of tens in words, and where its last token is: "ninety-two", "ninety two", "novanta".
func spelled(d *bauta.Doc, i int) (n, last int) {
	tens, one, _ := strings.Cut(d.Tokens[i].Norm, "-")
	n, _ = strconv.Atoi(numbers[tens])
	if n < 20 || n%10 != 0 {
		return 0, i
	}
	last = i
	if one == "" && i+1 < len(d.Tokens) {
		one, last = d.Tokens[i+1].Norm, i+1
	}
	if ones, err := strconv.Atoi(numbers[one]); err == nil && ones > 0 && ones < 10 {
		return n + ones, last
	}
	return n, i
}

// heated reports a word for heat shortly before token i, whose number is in degrees: "fever of 101F".
func heated(d *bauta.Doc, i int) bool {
	const near = 3
	return slices.ContainsFunc(d.Tokens[max(0, i-near):i], func(t bauta.Token) bool { return heats[t.Norm] })
}

// said reports a number from start to end of which somebody is said to be, and that nothing is counted by it: "She's
// 93.", "he is 94 and lives alone". next is the word behind it.
func said(d *bauta.Doc, start, end int, next string) bool {
	const longest = 24
	rest := d.Text[end:]
	parted := rest == "" || strings.IndexByte(".,;!?\n", rest[0]) >= 0 && figures(rest[1:]) == 0
	if !parted && !openers[next] {
		return false
	}
	before := strings.ReplaceAll(strings.ToLower(d.Text[max(0, start-longest):start]), "\u2019", "'")
	return slices.ContainsFunc(ageSaid, func(words string) bool { return strings.HasSuffix(before, words+" ") })
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
