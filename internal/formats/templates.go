package formats

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// templates are told by a word that stands in each line of theirs, as a line is held against
// the few that have a word of it and not against all.
type templates struct {
	all  []template
	with map[string][]int // by such a word
	any  []int            // those without one
}

// indexed finds such a word for each: the longest between two blanks.
func indexed(all []template) templates {
	out := templates{all: all, with: map[string][]int{}}
	for i, t := range all {
		if word := t.word(); word != "" {
			out.with[word] = append(out.with[word], i)
		} else {
			out.any = append(out.any, i)
		}
	}
	return out
}

// word is the longest word between blanks in what stands between the holes of a template.
func (t template) word() (longest string) {
	for _, has := range t.has {
		words := strings.Split(has, " ")
		if len(words) < 3 {
			continue
		}
		for _, word := range words[1 : len(words)-1] {
			if utf8.RuneCountInString(word) > utf8.RuneCountInString(longest) {
				longest = word
			}
		}
	}
	return longest
}

// may gives the templates that have a word of a line, in their order.
func (ts templates) may(plain string) []int {
	out := slices.Clone(ts.any)
	for word := range strings.SplitSeq(plain, " ") {
		out = append(out, ts.with[word]...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// longestLine bounds what can be a line of the program, in bytes.
const longestLine = 2000

// people finds the people in a line that the program wrote; false for other lines.
func (ts templates) people(said string) ([]Range, bool) {
	if len(said) > longestLine || strings.ContainsAny(said, "\r\n") {
		return nil, false
	}
	plain := blanks.Replace(said)
	for _, i := range ts.may(plain) {
		t := ts.all[i]
		if !t.may(plain) {
			continue
		}
		m := t.line().FindStringSubmatchIndex(said)
		if m == nil {
			continue
		}
		out := []Range{}
		for g := 1; g < len(m)/2; g++ {
			out = append(out, t.people(said, m[2*g], m[2*g+1])...)
		}
		return out, true
	}
	return nil, false
}

// blanks turns blanks that do not break into others.
var blanks = strings.NewReplacer("\u00a0", " ", "\u202f", " ")

// may reports a line that holds the words of a template.
func (t template) may(plain string) bool {
	for _, words := range t.has {
		_, rest, ok := strings.Cut(plain, words)
		if !ok {
			return false
		}
		plain = rest
	}
	return true
}
