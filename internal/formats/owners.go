package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// own adds to whom a slot beside texts names who owns something in it, as titles say whose party it is (Jos Geburtstag,
// Juniper's do). A title has too few words for a detector to tell a name from a word by.
func (p people) own(s *Slot) {
	if s.Role == Note {
		s.Known = beside(s.Known, p.owners(s.Value))
	}
}

// owners finds people by the first word of what they are called, with a capital and in the genitive.
func (p people) owners(said string) (out []Range) {
	before := ' '
	for i, r := range said {
		if unicode.IsUpper(r) && !wordly(before) && before != '@' {
			if n := p.owner(said[i:]); n > 0 {
				out = append(out, Range{Start: i, End: i + n})
			}
		}
		before = r
	}
	return out
}

// shortestOwner is how many letters a name has that no article or letter of a list is.
const shortestOwner = 2

// owner is how long the name is that a text begins with: its -s is a part of it, an apostrophe is none. 0 for no name.
func (p people) owner(said string) int {
	word := said[:wordEnd(said)]
	stem, n := word, len(word)
	if i := strings.LastIndexAny(word, "'’"); i > 0 {
		_, width := utf8.DecodeRuneInString(word[i:])
		if word[i+width:] != "s" {
			return 0
		}
		stem, n = word[:i], i
	} else if r, _ := utf8.DecodeRuneInString(said[n:]); r != '\'' && r != '’' {
		stem = strings.TrimSuffix(word, "s")
		if stem == word {
			return 0
		}
	}
	if utf8.RuneCountInString(stem) < shortestOwner || len(p[at(stem)]) == 0 {
		return 0
	}
	return n
}
