package corpus

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of a name of a column: what is longer is a sentence.
const (
	maxName       = 64
	maxNameWords  = 6
	maxNameWord   = 30
	maxNameDigits = 6
)

// plain reports whether a name of a column or field reads as one, so that it may
// be printed and come out unread: a few words of letters, no address, no number
// as long as a telephone's, no sentence.
func plain(name string) bool {
	words := strings.Fields(name)
	if len(words) == 0 || len(words) > maxNameWords || utf8.RuneCountInString(name) > maxName {
		return false
	}
	digits := 0
	for i, r := range name {
		switch {
		case unicode.IsDigit(r):
			digits++
		case unicode.IsLetter(r), unicode.IsMark(r):
		case r == '@' && i == 0:
		case strings.ContainsRune(" _-.:/#()[]%&'’°*+$,;", r):
		default:
			return false
		}
	}
	for _, w := range words {
		if strings.HasSuffix(w, ",") || strings.HasSuffix(w, ";") {
			return false
		}
		if utf8.RuneCountInString(w) > maxNameWord || strings.Contains(w, "://") || strings.HasPrefix(w, "www.") {
			return false
		}
	}
	return digits <= maxNameDigits
}

// shown is a name as it may be printed: in quotes, or its number where it may be
// a text.
func shown(name, noun string, number int) string {
	if plain(name) {
		return strconv.Quote(name)
	}
	return noun + " " + strconv.Itoa(number)
}
