package formats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// enter remembers somebody of a list of members by each word of the name, too: what others say of themselves in that
// list may be about them.
func (p people) enter(name string) {
	p.add(name)
	for word := range strings.FieldsSeq(name) {
		if utf8.RuneCountInString(word) > 1 {
			p.remember(called{name: word, plain: true})
		}
	}
}

// entered finds the members of a list in what one of them says there: all as they are written, whose names begin with
// a capital or are the member's own.
func (p people) entered(rec *Record, said string) []Range {
	own := NewMet()
	for i := range rec.Slots {
		if rec.Slots[i].Role == Name {
			own.Add(rec.Slots[i].Value)
		}
	}
	return beside(p.capital(said), own.Small().InName(said))
}

// header finds people in the header of a corpus, by their names in full or by a word of one that no small letter
// begins.
func (p people) header(said string) []Range {
	return slices.DeleteFunc(p.anywhere(said), func(r Range) bool {
		name := said[r.Start:r.End]
		first, _ := utf8.DecodeRuneInString(name)
		return unicode.IsLower(first) && !peculiar(name)
	})
}

// capital finds people by names that no small letter begins.
func (p people) capital(said string) []Range {
	return slices.DeleteFunc(p.anywhere(said), func(r Range) bool {
		first, _ := utf8.DecodeRuneInString(said[r.Start:])
		return unicode.IsLower(first)
	})
}
