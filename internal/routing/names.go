package routing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/langid"
)

// people are the words of what people of a thread are called in its fields, folded: names tell
// where somebody comes from, not what others write.
type people map[string]bool

// people gathers the names of fields; a word in use in a language that is read is none.
func (o *Foreign) people(thread []bauta.Message) people {
	out := people{}
	for i := range thread {
		if thread[i].Field() != bauta.Person {
			continue
		}
		for w := range langid.Words(thread[i].Text) {
			word := lexicon.Fold(thread[i].Text[w.Start:w.End])
			if !o.Names.Usual(word, o.reads...) {
				out[word] = true
			}
		}
	}
	return out
}

// without is a text with blanks in the place of these names, and of what its corpus knows to
// be one.
func (p people) without(m *bauta.Message, text string) string {
	if len(p)+len(m.Known) == 0 {
		return text
	}
	out := []byte(text)
	blank := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = ' '
		}
	}
	for _, s := range m.Known {
		blank(s.Start, s.End)
	}
	for w := range langid.Words(text) {
		if p[lexicon.Fold(text[w.Start:w.End])] {
			blank(w.Start, w.End)
		}
	}
	return string(out)
}

// mostNamed is how many words a text has at most that may be nothing but a name.
const mostNamed = 6

// called reports a text of few words, all with a capital, as names and titles have: it is in
// no language.
func called(text string) bool {
	words := 0
	for w := range langid.Words(text) {
		first, _ := utf8.DecodeRuneInString(text[w.Start:w.End])
		if words++; words > mostNamed || !unicode.IsUpper(first) {
			return false
		}
	}
	return words > 0 && strings.ToUpper(text) != text
}
