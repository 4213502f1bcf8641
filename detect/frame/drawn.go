package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// Bounds on drawn-out names: how often a letter stands in a row, and in how many
// lists a name must be that is a word, too.
const (
	leastDrawn = 3
	usualFirst = 10
	leastLists = 2 // in which a short one must be
)

// drawn reads a first name whose letters are repeated: "annaaaaa", "steeellaaaa". One
// that is a common word counts where somebody may be called: at the start or
// the end of the message.
func drawn(r *reading, i int) (bauta.Span, bool) {
	norm := r.norm(i)
	if !repeats(norm) {
		return bauta.Span{}, false
	}
	once, twice := squeeze(norm, 1), squeeze(norm, 2)
	if a, b := r.look(once), r.look(twice); a.common != b.common && (a.common && !a.first() || b.common && !b.first()) {
		return bauta.Span{}, false // dannn is dann, not Dan
	}
	for _, short := range []string{once, twice} {
		if utf8.RuneCountInString(short) < 3 || laughter(short) || notCalled[short] {
			continue
		}
		w := r.look(short)
		called := i == 0 || i == len(r.doc.Tokens)-1
		if w.first() && (w.nick || w.rank >= leastLists || utf8.RuneCountInString(short) > 5) && !w.is(lexicon.Kinship|lexicon.Interjection|lexicon.Greeting|lexicon.SMS|lexicon.Onomatopoeia) && (!w.common || called && w.rank >= usualFirst) {
			return r.span(i, i, bauta.Person, byFrame, "a drawn-out name"), true
		}
	}
	return bauta.Span{}, false
}

// repeats reports a letter that stands at least leastDrawn times in a row.
func repeats(s string) bool {
	var last rune
	n := 0
	for _, c := range s {
		if c != last {
			last, n = c, 0
		}
		if n++; n >= leastDrawn && unicode.IsLetter(c) {
			return true
		}
	}
	return false
}

// squeeze shortens runs of a letter of at least leastDrawn to most.
func squeeze(s string, most int) string {
	letters := []rune(s)
	var b strings.Builder
	for i := 0; i < len(letters); {
		j := i
		for j < len(letters) && letters[j] == letters[i] {
			j++
		}
		n := j - i
		if n >= leastDrawn {
			n = most
		}
		for range n {
			b.WriteRune(letters[i])
		}
		i = j
	}
	return b.String()
}

// laughter reports haha, jeje, ahahah, hihi.
func laughter(norm string) bool {
	if utf8.RuneCountInString(norm) < 3 {
		return false
	}
	aspirates, vowels := 0, map[rune]bool{}
	for _, c := range norm {
		switch {
		case c == 'h' || c == 'j' || c == 'x' || c == 'k':
			aspirates++
		case strings.ContainsRune("aeiou", c):
			vowels[c] = true
		default:
			return false
		}
	}
	return aspirates >= 2 && len(vowels) == 1
}
