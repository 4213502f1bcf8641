package pattern

import (
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// measures are what programs call numbers that are nobody's: sizes, instants, marks of
// machines.
var measures = lists.NotesIn("measures")

// measure reports what a list says of a word that names a number.
func measure(word, is string) bool {
	for note := range strings.FieldsSeq(measures[word]) {
		if note == is {
			return true
		}
	}
	return false
}

// measured reports that the number or code s[at:end] is none of a person's: its field
// (heap_bytes=, "traceId":), or the word before it where programs say so (pid 4711), names a
// measure, an instant or a mark of a machine. What begins with 0, as telephones do, never is.
func (sc *scan) measured(at, end int) bool { return sc.measuredBy(at, end, beside) }

// measuredBy is measured where it is at least so sure that a word names the number.
func (sc *scan) measuredBy(at, end, least int) bool {
	body := sc.s[at:end]
	name, told := sc.fieldBefore(at)
	switch {
	case name == "" || told < least || body[0] == '0' && !mixed(body):
		return false
	case told == beside && !measure(name, "said"), told < field && measure(name, "inner"):
		return false
	}
	return measure(name, "thing") || measure(name, "size") && !mixed(body) || measure(name, "time") && instant(body)
}

// fielded reports digits alone that are the value of a measure's field: by chance they may
// be a telephone's of some country, or have the check digits of an ID.
func (sc *scan) fielded(at, end int) bool {
	return !mixed(sc.s[at:end]) && sc.measuredBy(at, end, field)
}

// mixed reports a code that is not of digits alone.
func mixed(body string) bool {
	return strings.ContainsFunc(body, func(r rune) bool { return r < '0' || r > '9' })
}

// How sure it is that a word names a number behind it.
const (
	beside = iota // a blank stands between
	colon         // a colon, as people write it, too
	field         // it is written as programs write fields
)

// farthest is how many bytes before a number its field is looked for.
const farthest = 48

// fieldBefore gives the last word that says something of the field whose value begins at
// byte at, in small letters, and how sure it is one. Of trace_id it is "trace": that a
// field is an ID says nothing of whose.
func (sc *scan) fieldBefore(at int) (word string, told int) {
	head := sc.s[max(0, at-farthest):at]
	name := strings.TrimRight(head, "\"'([ ")
	if signs := strings.TrimRight(name, "=:@"); len(signs) < len(name) {
		plain := strings.TrimRight(signs, "\"' )")
		told = colon
		if plain != signs || name[len(signs)] == '=' {
			told = field
		}
		name = plain
	} else if len(head)-len(name) > 1 {
		return "", beside
	}
	for name != "" {
		from := partStart(name)
		word = strings.ToLower(name[from:])
		rest := strings.TrimRight(name[:from], "_-. ")
		parted := len(name[:from]) - len(rest)
		if from > 0 && (name[from-1] == '_' || alnum(name[from-1])) {
			told = field
		}
		if note, listed := measures[word]; !listed || note != "" {
			return word, told
		}
		if parted > 1 {
			break
		}
		name = rest
	}
	return "", told
}

// partStart is where the last part of a field's name begins: Bytes in heap_bytes and in
// heapBytes, id in traceID.
func partStart(name string) int {
	i := len(name)
	for i > 0 && alnum(name[i-1]) {
		i--
		capital := name[i] >= 'A' && name[i] <= 'Z'
		if capital && i > 0 && name[i-1] >= 'a' && name[i-1] <= 'z' {
			break
		}
	}
	return i
}

// instant reports seconds, or thousandths, millionths or billionths of them, since 1970,
// of this time: from 2001 to 2064.
func instant(body string) bool {
	switch len(body) {
	case 10, 13, 16, 19:
		return body[0] == '1' || body[0] == '2' && body[1] < '9'
	}
	return false
}

// round is how many bytes numbers of bytes are multiples of, which no others are: one in a
// million is by chance.
const round = 1 << 20

// counted reports a number that is a count by its form: with places behind a point,
// before a unit, or of bytes, round or the most that fits.
func (sc *scan) counted(at, end int) bool {
	s := sc.s
	if end+1 < len(s) && s[end] == '.' && digit(s[end+1]) {
		return !dottedOn(s, end)
	}
	n, err := strconv.ParseUint(s[at:end], 10, 64)
	if rest := n % round; err == nil && s[at] != '0' && (rest == 0 || rest == round-1) {
		return true
	}
	rest := s[end:]
	if !strings.HasPrefix(rest, " ") {
		return false
	}
	behind := 1
	for behind < len(rest) && behind < 20 && (rest[behind]|0x20 >= 'a' && rest[behind]|0x20 <= 'z') {
		behind++
	}
	return boundary(rest, behind) && measure(strings.ToLower(rest[1:behind]), "unit")
}

// dottedOn reports further groups behind the one behind the point at s[i]: 123456789.12.3.
func dottedOn(s string, i int) bool {
	i++
	for i < len(s) && digit(s[i]) {
		i++
	}
	return i+1 < len(s) && s[i] == '.' && digit(s[i+1])
}
