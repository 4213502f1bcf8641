package main

import (
	"fmt"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// style is how a release masks people, as its texts show it, so that a mention that is masked later looks like them.
type style struct {
	form string         // one of the forms below, or what stands for every name alike
	most map[string]int // the highest number of a person, by conversation
}

// The forms that differ from name to name.
const (
	numberedForm = "Person %d"
	lengthForm   = "<PRE_%d>"
)

// styleOf reads how most people are masked; stars where nothing shows it.
func styleOf(released []bauta.Message) *style {
	s := &style{form: hidden, most: map[string]int{}}
	seen := map[string]int{}
	for i := range released {
		at := released[i].Thread
		for _, said := range []string{released[i].Text, released[i].Author} {
			for form, n := range personMasks(said) {
				s.most[at] = max(s.most[at], n)
				if seen[form]++; seen[form] > seen[s.form] || seen[form] == seen[s.form] && form < s.form {
					s.form = form
				}
			}
		}
	}
	return s
}

// personMasks are the masks of people in a text, by their form and number.
func personMasks(said string) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, t := range text.Tokenise(said) {
			if form, n := personMask(said[t.Start:t.End]); form != "" && !yield(form, n) {
				return
			}
		}
	}
}

// personMask gives the form of a mask of a person, with its number; "" for any other word.
func personMask(word string) (form string, number int) {
	kind, n, numbered := text.Numbered(word)
	slot := strings.HasPrefix(word, "[") && strings.HasSuffix(word, "]")
	switch {
	case numbered && kind == "Person" && strings.Contains(word, " "):
		return numberedForm, n
	case word == string(bauta.Person), word == "<"+string(bauta.Person)+">", word == hidden:
		return word, 0
	case strings.HasPrefix(word, "<PRE_") && strings.HasSuffix(word, ">"):
		return lengthForm, 0
	case slot && strings.Contains(strings.ToLower(word), "name"):
		return word, 0
	}
	return "", 0
}

// mask is what stands for a name in a message: of a number, the first that nobody has in the conversation. Messages of
// none are numbered each for itself, and so is this.
func (s *style) mask(name string, m *bauta.Message) string {
	switch s.form {
	case numberedForm:
		most := s.most[m.Thread]
		if m.Thread == "" {
			most = 0
			for _, n := range personMasks(m.Text) {
				most = max(most, n)
			}
		}
		return fmt.Sprintf(s.form, most+1)
	case lengthForm:
		return fmt.Sprintf(s.form, utf8.RuneCountInString(name))
	}
	return s.form
}
