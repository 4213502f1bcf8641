package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// masked is the length of what bauta's own operators write at the start of s,
// 0 where there is none, so that a second run leaves it alone: <PRE_7>,
// <PRE_7_17316>, <?_7>, <PERSON>, <DATE_2019>, <ENC_…>, [_forename_],
// [LastName], NNN, xxxx@yyy.ch, *** and longer rows of stars. The forms are
// narrow on purpose: what counts as masked is looked up by nobody, so a name
// or number that a writer put in brackets must not be one of them.
func masked(s string) int {
	switch s[0] {
	case '*':
		n := punctLen(s)
		if n >= 3 {
			return n
		}
	case '<':
		return code(s)
	case '[':
		return slot(s)
	case 'N':
		n := runLen(s, 'N')
		if n < 3 {
			return 0
		}
		if r, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && isWord(r) {
			return 0
		}
		return n
	case 'x':
		return mailLen(s)
	}
	return 0
}

// maxSealed bounds the codes of the encrypt operator, which grow with what
// they hold.
const maxSealed = 16 << 10

// code reads <?_7>, a type with or without something behind it (<PERSON>,
// <DATE_2019_03>), a tag with numbers (<PRE_7_17316>), and <ENC_…>.
func code(s string) int {
	end := codeEnd(s)
	if end < 3 {
		return 0
	}
	body := s[1:end]
	tag, rest, more := strings.Cut(body, "_")
	switch {
	case labels[body], tag == "ENC" && len(rest) >= 8, tag == "?" && more && allDigits(rest), tag == "AGE" && more:
		return end + 1
	case typed(tag, body) && more && hasDigit(rest):
		return end + 1
	}
	for i := strings.LastIndexByte(body, '_'); i > 0; i = strings.LastIndexByte(body[:i], '_') {
		if labels[body[:i]] {
			return end + 1
		}
	}
	return 0
}

// codeEnd returns where the ">" of a code stands, 0 for none.
func codeEnd(s string) int {
	limit := 64
	if strings.HasPrefix(s, "<ENC_") {
		limit = maxSealed
	}
	for i := 1; i < len(s) && i < limit; i++ {
		switch c := s[i]; {
		case c == '>':
			return i
		case c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '_', c == '?':
		default:
			return 0
		}
	}
	return 0
}

// typed reports a type in front of the numbers of a code.
func typed(tag, body string) bool {
	return len(tag) >= 2 && !hasDigit(tag) && !strings.Contains(body, "?")
}

// slot reads [_forename_] and [LastName]: a capital inside, or the signs of
// TEI, so that [camille] and [Camille] are words in brackets.
func slot(s string) int {
	inner := false
	for i := 1; i < len(s) && i < 64; i++ {
		c := s[i]
		switch {
		case c == ']':
			if i >= 3 && (inner || s[1] == '_' && s[i-1] == '_') {
				return i + 1
			}
			return 0
		case c >= 'A' && c <= 'Z':
			inner = inner || i > 1 && s[i-1] >= 'a' && s[i-1] <= 'z'
		case c >= 'a' && c <= 'z', c == '_', c == '?':
		default:
			return 0
		}
	}
	return 0
}

// maxMail bounds the letters of a masked address before the "@", in bytes.
const maxMail = 512

// mailLen reads the masked form of an e-mail address: x for letters before the
// "@", y for those behind, and the last label as it was.
func mailLen(s string) int {
	i := 0
	for i < min(len(s), maxMail) && (s[i] == 'x' || i > 0 && strings.IndexByte("._%+-", s[i]) >= 0) {
		i++
	}
	if i == 0 || i+1 >= len(s) || s[i] != '@' || s[i+1] != 'y' {
		return 0
	}
	i++
	for i < len(s) && (s[i] == 'y' || s[i] == '.' || s[i] == '-') {
		i++
	}
	if s[i-1] != '.' {
		return 0
	}
	tld := 0
	for i+tld < len(s) && s[i+tld]|0x20 >= 'a' && s[i+tld]|0x20 <= 'z' {
		tld++
	}
	if tld < 2 {
		return 0
	}
	if r, _ := utf8.DecodeRuneInString(s[i+tld:]); i+tld < len(s) && isWord(r) {
		return 0
	}
	return i + tld
}

// numbered is the length of "Person 12" at the start of s, the pseudonym of a
// person in a thread, or of "Location 3", that of something else.
func numbered(s string) int {
	if s[0] < 'A' || s[0] > 'Z' {
		return 0
	}
	if n := spelled(s); n > 0 {
		return n
	}
	blank := strings.IndexByte(s[:min(len(s), 20)], ' ')
	if blank < 3 || blank+1 == len(s) || s[blank+1] == '0' {
		return 0
	}
	most := 3
	switch kind := s[:blank]; {
	case kind == "Person":
		most = 5
	case !kinds[kind]:
		return 0
	}
	n := digitsLen(s[blank+1:])
	if n == 0 || n > most {
		return 0
	}
	n += blank + 1
	if r, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && isWord(r) && !unspaced(r) {
		return 0
	}
	return n
}

// Numbered takes a pseudonym apart into its kind and its number: "Person 12", or
// "Person_ab" as transcripts have it, in which no digit may stand.
func Numbered(pseudonym string) (kind string, n int, ok bool) {
	if kind, digits, ok := strings.Cut(pseudonym, " "); ok {
		n, err := strconv.Atoi(digits)
		return kind, n, err == nil
	}
	i := strings.LastIndexByte(pseudonym, '_')
	if i < 0 {
		return "", 0, false
	}
	for _, c := range []byte(pseudonym[i+1:]) {
		if c < 'a' || c > 'j' {
			return "", 0, false
		}
		n = n*10 + int(c-'a'+1)%10
	}
	return strings.ReplaceAll(pseudonym[:i], "_", "-"), n, n > 0
}

// tags are those of people in codes, as transcripts have them: <PRE_12> is Pre_ab there.
var tags = map[string]bool{"Pre": true, "Nom": true, "Sur": true}

// spelled is the length of "Person_ab" at the start of s, a pseudonym or a code as it stands
// in a transcript, or of Pre_g___nom_f, the codes of a first and a last name.
func spelled(s string) int {
	n := 0
	for n < min(len(s), mostSpelled) && (s[n] == '_' || s[n]|0x20 >= 'a' && s[n]|0x20 <= 'z') {
		n++
	}
	if r, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && isWord(r) {
		return 0
	}
	first, others, several := strings.Cut(s[:n], "___")
	if !ofKind(first, several) {
		return 0
	}
	for several {
		var other string
		other, others, several = strings.Cut(others, "___")
		if other == "" || !ofKind(strings.ToUpper(other[:1])+other[1:], true) {
			return 0
		}
	}
	return n
}

// mostSpelled bounds in bytes what stands for somebody in a transcript: eight names of ten letters and more.
const mostSpelled = 8 * len("nom_aj___")

// ofKind reports a pseudonym, or a code, of which alone several stand in a row.
func ofKind(pseudonym string, code bool) bool {
	kind, number, ok := Numbered(pseudonym)
	if !ok || number > 999 {
		return false
	}
	return tags[kind] || !code && (kind == "Person" || kinds[kind])
}

// unspaced reports the letters of a script that parts no words, so that they may
// follow a pseudonym: "Person 1くん".
func unspaced(r rune) bool { return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) }

// parted reports that a pseudonym may begin behind s: no word ends there, or one
// of a script that parts none.
func parted(s string) bool {
	r := lastBase(s)
	return !isWord(r) || unspaced(r)
}

func runLen(s string, c byte) int {
	n := 0
	for n < len(s) && s[n] == c {
		n++
	}
	return n
}

func allDigits(s string) bool { return s != "" && digitsLen(s) == len(s) }

func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// labels are the types as the tag operator writes them.
var labels = map[string]bool{
	"PERSON": true, "ADDRESS": true, "ZIP_CODE": true, "LOCATION": true, "EMAIL": true, "PHONE": true, "UID": true,
	"IP_ADDRESS": true,
	"DATE":       true, "ORGANIZATION": true, "PRODUCT": true, "FACILITY": true, "URL": true, "NATIONALITY": true,
	"GEOGRAPHICAL": true,
	"EVENT":        true, "WORK_OF_ART": true, "LANGUAGE": true, "UNIT": true, "MISC": true, "MED_CHEM": true,
	"SPORTS_TEAM": true,
	"KNOWN_GROUP": true, "KNOWN_FIGURE": true, "FICTIONAL_FIGURE": true,
}

// kinds are the types as coreference numbers them: Location, Zip-code, UID.
var kinds = kindsOf(labels)

func kindsOf(labels map[string]bool) map[string]bool {
	out := map[string]bool{"UID": true, "URL": true}
	for l := range labels {
		out[l[:1]+strings.ToLower(strings.ReplaceAll(l[1:], "_", "-"))] = true
	}
	return out
}

// labelLen is the length of the run of capitals and "_" at the start of s, 0
// when the word goes on behind it.
func labelLen(s string) int {
	n := 0
	for n < 20 && (capitalAt(s, n) || n < len(s) && s[n] == '_' && capitalAt(s, n+1)) {
		n++
	}
	if r, _ := utf8.DecodeRuneInString(s[n:]); n < len(s) && isWord(r) {
		return 0
	}
	return n
}

// capitalAt reports a capital letter of ASCII at s[i].
func capitalAt(s string, i int) bool { return i < len(s) && s[i] >= 'A' && s[i] <= 'Z' }
