package text

import (
	"encoding/hex"
	"html"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// markup is a stretch of text [from, to) that a reader of a page does not see
// as it stands, and what stands for it in the shadow copy.
type markup struct {
	from, to int
	with     string
	half     bool // of a tag: before or behind the value of an attribute; of a control about what it carries
	begin    int  // of the last half: where the tag or control begins
	parts    bool // a tag, the mark of a comment or the end of a line that parts words
}

// maxTag and maxEntity bound what is read as one, in bytes: a tag may hold a
// long address, the longest name of an entity has 31 letters.
const (
	maxTag         = 1024
	maxEntity      = 40
	longestElement = 20
)

// findMarkup lists tags, the marks of comments, character entities, controls of terminals,
// escapes of programs (\u00e9) and, in links, characters written as %XX, in order.
// It is careful about what it takes for a tag, because people write "<3", "a<b",
// "<zoe> salut" and "<- ici": only the elements of HTML count, with attributes that have
// values, and others, in small letters, that begin and end in the text, or have a
// value and no end. Where no tag has a value, the names of those others are read:
// <rita>ok</rita>. What a reader of the page does not see stays in the shadow, as it
// comes out with the message: comments, scripts, style sheets and the values of
// attributes are read as any text. Linear but for tags left open, which cost
// maxTag each.
func findMarkup(text string) []markup {
	if !strings.ContainsAny(text, "<&%\\\x1b") && !strings.Contains(text, "\xc2") && !drawnIn(text) {
		return nil // C1 controls begin with \xc2
	}
	m := markupScanner{text: text}
	for i := 0; i < len(text); {
		if n := m.atTail(i); n > 0 {
			i += n
			continue
		}
		n := 1
		switch text[i] {
		case '&':
			n = max(1, m.entity(i))
		case '<':
			n = max(1, m.tag(i))
		case '-':
			n = max(1, m.commentEnd(i))
		case ' ', '\n', '\t', '\r':
			m.link, m.word = false, i+1
		case ':':
			m.link = m.link || strings.HasPrefix(text[i:], "://")
		case '%':
			n = max(1, m.percent(i))
		case '\x1b', '\xc2', '\xe2', '^':
			n = max(1, m.control(i))
		case '\\':
			if n = m.control(i); n == 0 {
				n = max(1, m.backslash(i))
			}
		}
		i += n
	}
	return m.found
}

type markupScanner struct {
	text    string
	found   []markup
	comment bool            // inside a comment
	link    bool            // behind the :// of a link
	pairs   map[string]byte // elements that are none of HTML; nil until one is asked for
	program bool            // a tag has an attribute, as programs write them; known with pairs
	tail    markup          // the end of a string that a control carries, which is read on
	word    int             // where the word begins, behind a blank
	judged  int             // up to where isPath holds
	isPath  bool            // the word has backslashes that are of no escapes
}

// Sides of an element; of one that is not in small letters, and begins with attributes, behind them.
const (
	opened byte = 1 << iota
	closed
	valued
	anyClosed
)

// paired reports an element that begins and ends in the text, as programs write them (<legacyquote>); one that
// has attributes with values may have capitals (<URIObject uri="x">).
func (m *markupScanner) paired(name string) bool {
	if m.pairs == nil {
		m.pairs = map[string]byte{}
		for at := 0; ; at++ {
			next := strings.IndexByte(m.text[at:], '<')
			if next < 0 {
				break
			}
			at += next
			tag := m.text[at:min(len(m.text), at+maxTag)]
			other, end := tagName(tag)
			values, _ := attributes(tag, end)
			m.program = m.program || len(values) > 0
			if other != "" {
				m.pairs[other] |= side(tag[:end], other, len(values) > 0)
			}
		}
	}
	const both, other = opened | closed, valued | anyClosed
	sides := m.pairs[name]
	return sides&both == both || sides&other == other
}

// side is the side of an element of which this is the beginning of a tag; 0 for neither.
func side(tag, name string, attributed bool) byte {
	closes := strings.HasPrefix(tag, "</")
	switch small := strings.TrimPrefix(tag[1:], "/") == name; {
	case small && closes:
		return closed
	case small:
		return opened
	case closes:
		return anyClosed
	case attributed:
		return valued
	}
	return 0
}

func (m *markupScanner) add(from, to int, with string) {
	m.found = append(m.found, markup{from: from, to: to, with: with})
}

// part adds what parts words.
func (m *markupScanner) part(from, to int) {
	m.found = append(m.found, markup{from: from, to: to, with: "\n", parts: true})
}

// entity reads &amp; &eacute; &#233; &#xE9; at i and gives its length, 0 where
// there is none.
func (m *markupScanner) entity(i int) int {
	s := m.text[i:min(len(m.text), i+maxEntity)]
	n := reference(s)
	with := html.UnescapeString(s[:n])
	if with == s[:n] || utf8.RuneCountInString(with) > 2 {
		return 0
	}
	m.add(i, i+n, with)
	return n
}

// reference gives the length of what is written as an entity, 0 where nothing is.
// The semicolon is asked for, but behind figures: R&D and ?a=1&copy=2 are text.
func reference(s string) int {
	n := 1
	for n < len(s) && (isAlnum(s[n]) || s[n] == '#' && n == 1) {
		n++
	}
	switch ended := n < len(s) && s[n] == ';'; {
	case !ended:
		return decimals(s)
	case n < 3 || strings.EqualFold(s[:n], "&#x"):
		return 0
	}
	return n + 1
}

// decimals gives the length of &# and its figures, as browsers read them without a
// semicolon, 0 where there are none.
func decimals(s string) int {
	if !strings.HasPrefix(s, "&#") {
		return 0
	}
	n := 2
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	if n < 4 {
		return 0
	}
	return n
}

// percent reads the escape of one character in a link (%40, %C3%A9) at i, or of an @
// between two words, and gives its length, 0 where there is none. What would end the
// link, or part its fields, stays as it is written.
func (m *markupScanner) percent(i int) int {
	if !m.link && !(strings.HasPrefix(m.text[i:], "%40") && m.glued(i, i+3)) {
		return 0
	}
	var code [utf8.UTFMax]byte
	n := 0
	for at := i; n < len(code) && at+3 <= len(m.text) && m.text[at] == '%'; at += 3 {
		if _, err := hex.Decode(code[n:n+1], []byte(m.text[at+1:at+3])); err != nil {
			break
		}
		n++
		if utf8.FullRune(code[:n]) {
			break
		}
	}
	r, size := utf8.DecodeRune(code[:n])
	if size != n || r == utf8.RuneError || r != '@' && !unicode.In(r, unicode.L, unicode.M, unicode.Nd) {
		return 0
	}
	m.add(i, i+3*n, string(r))
	return 3 * n
}

// glued reports a stretch with letters or digits on its left and a letter on its right.
func (m *markupScanner) glued(from, to int) bool {
	return from > 0 && isAlnum(m.text[from-1]) && to < len(m.text) && m.text[to]|0x20 >= 'a' && m.text[to]|0x20 <= 'z'
}

// tag reads a tag, or the beginning of a comment, at i and gives its length, 0
// where there is none.
func (m *markupScanner) tag(i int) int {
	s := m.text[i:min(len(m.text), i+maxTag)]
	if strings.HasPrefix(s, "<!--") {
		m.comment = true
		m.part(i, i+4)
		return 4
	}
	if masked(s) > 0 {
		return 0
	}
	name, at := tagName(s)
	values, end := attributes(s, at)
	if end == 0 || !elements[name] && !m.paired(name) && !(len(values) > 0 && s[end-2] == '/') {
		return 0
	}
	parts := blocks[name] || !elements[name]
	if !elements[name] && len(values) == 0 && !m.program && !strings.ContainsAny(name, ":-") {
		m.part(i, i+at-len(name)) // people write so, too, and the name may be somebody's
		m.part(i+at, i+end)
		return end
	}
	with := ""
	if parts {
		with = "\n"
	}
	if name == "meta" {
		values = slices.DeleteFunc(values, func(v [2]int) bool { return keyword(s[:v[0]], s[v[0]:v[1]]) })
	}
	from, first := i, len(m.found)
	for _, v := range values {
		m.add(from, i+v[0], " ")
		from, with = i+v[1], " "
	}
	m.add(from, i+end, with)
	for j := first; j < len(m.found); j++ {
		m.found[j].half, m.found[j].parts = len(values) > 0, parts
	}
	if len(values) > 0 {
		m.found[len(m.found)-1].begin = i
	}
	return end
}

// keyword reports the value of an attribute of a tag that says what the tag is for: <meta name="author">.
func keyword(before, value string) bool {
	before = strings.ToLower(strings.TrimRight(before, `"'`))
	return (strings.HasSuffix(before, " name=") || strings.HasSuffix(before, " property=")) &&
		strings.Trim(value, "abcdefghijklmnopqrstuvwxyz:.-") == ""
}

// Borders gives the stretches of tags that stand before and behind the values of attributes, and of controls of
// terminals about what they carry, the tags of blocks, the marks of comments and escapes of the ends of lines, in
// order: a text on either side of one is in another place.
func Borders(s string) (out [][2]int) {
	for _, m := range findMarkup(s) {
		if m.half || m.parts {
			out = append(out, [2]int{m.from, m.to})
		}
	}
	return out
}

// commentEnd reads the end of an open comment at i and gives its length, 0 where
// there is none.
func (m *markupScanner) commentEnd(i int) int {
	if !m.comment || !strings.HasPrefix(m.text[i:], "-->") {
		return 0
	}
	m.comment = false
	m.part(i, i+3)
	return 3
}

// tagName gives the name of the element at "<" or "</" in lower case, and where
// it ends.
func tagName(s string) (string, int) {
	at := 1
	if at < len(s) && s[at] == '/' {
		at++
	}
	from := at
	for at < len(s) && (isAlnum(s[at]) || at > from && (s[at] == '-' || s[at] == ':')) {
		at++
	}
	if at-from > longestElement {
		return "", at
	}
	return strings.ToLower(s[from:at]), at
}

// attributes reads from behind the name to the end of the tag: the ranges of
// the values, and where the tag ends, 0 where it is none.
func attributes(s string, at int) (values [][2]int, end int) {
	for at < len(s) {
		blank := at
		for at < len(s) && isBlank(s[at]) {
			at++
		}
		switch {
		case at >= len(s):
			return nil, 0
		case s[at] == '>':
			return values, at + 1
		case s[at] == '/' && at+1 < len(s) && s[at+1] == '>':
			return values, at + 2
		case at == blank:
			return nil, 0
		}
		name := at
		at = nameEnd(s, at)
		if at == name || at >= len(s) || s[at] != '=' {
			return nil, 0
		}
		from, to, next := value(s, at+1)
		if next == 0 {
			return nil, 0
		}
		from = behindScheme(s, from, to)
		if to > from {
			values = append(values, [2]int{from, to})
		}
		at = next
	}
	return nil, 0
}

// nameEnd returns where the name of an attribute at s[at] ends.
func nameEnd(s string, at int) int {
	for at < len(s) && (isAlnum(s[at]) || s[at] == '-' || s[at] == ':' || s[at] == '_') {
		at++
	}
	return at
}

// behindScheme returns where the address in the value s[from:to] begins.
func behindScheme(s string, from, to int) int {
	for _, scheme := range []string{"mailto:", "tel:", "sms:"} {
		if len(scheme) <= to-from && strings.EqualFold(s[from:from+len(scheme)], scheme) {
			from += len(scheme)
		}
	}
	return from
}

// value reads the value of an attribute: its range, and where the tag goes on, 0
// where it does not end.
func value(s string, at int) (from, to, next int) {
	if at < len(s) && (s[at] == '"' || s[at] == '\'') {
		n := strings.IndexByte(s[at+1:], s[at])
		if n < 0 {
			return 0, 0, 0
		}
		return at + 1, at + 1 + n, at + n + 2
	}
	end := at
	for end < len(s) && !isBlank(s[end]) && s[end] != '>' && s[end] != '<' {
		end++
	}
	return at, end, end
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

func isAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}
