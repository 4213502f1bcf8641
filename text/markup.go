package text

import (
	"html"
	"strings"
	"unicode/utf8"
)

// markup is a stretch of text [from, to) that a reader of a page does not see
// as it stands, and what stands for it in the shadow copy.
type markup struct {
	from, to int
	with     string
}

// maxTag and maxEntity bound what is read as one, in bytes: a tag may hold a
// long address, the longest name of an entity has 31 letters.
const (
	maxTag    = 1024
	maxEntity = 40
)

// findMarkup lists tags, comments, scripts, style sheets and character entities,
// in order. It is careful about what it takes for a tag, because people write
// "<3", "a<b" and "<- ici": only the elements of HTML count, with attributes
// that have values. Values that hold text or an address (href, title, alt) stay
// in the shadow, so that a name in them is found. Linear but for tags left
// open, which cost maxTag each.
func findMarkup(text string) []markup {
	if strings.IndexByte(text, '<') < 0 && strings.IndexByte(text, '&') < 0 {
		return nil
	}
	m := markupScanner{text: text}
	for i := 0; i < len(text); {
		n := 1
		switch text[i] {
		case '&':
			n = max(1, m.entity(i))
		case '<':
			n = max(1, m.tag(i))
		}
		i += n
	}
	return m.found
}

type markupScanner struct {
	text  string
	found []markup
	// open are the ends that were looked for and do not come, so that they are
	// not looked for again.
	open map[string]bool
}

func (m *markupScanner) add(from, to int, with string) {
	m.found = append(m.found, markup{from, to, with})
}

// entity reads &amp; &eacute; &#233; &#xE9; at i and gives its length, 0 where
// there is none. The semicolon is asked for: R&D and ?a=1&copy=2 are text.
func (m *markupScanner) entity(i int) int {
	s := m.text[i:min(len(m.text), i+maxEntity)]
	n := 1
	for n < len(s) && (isAlnum(s[n]) || s[n] == '#' && n == 1) {
		n++
	}
	if n < 3 || n >= len(s) || s[n] != ';' || strings.EqualFold(s[:n], "&#x") {
		return 0
	}
	n++
	with := html.UnescapeString(s[:n])
	if with == s[:n] || utf8.RuneCountInString(with) > 2 {
		return 0
	}
	m.add(i, i+n, with)
	return n
}

// tag reads a tag, a comment, or an element that is not shown, at i and gives
// its length, 0 where there is none.
func (m *markupScanner) tag(i int) int {
	s := m.text[i:min(len(m.text), i+maxTag)]
	if strings.HasPrefix(s, "<!--") {
		return m.upTo(i, "-->")
	}
	if masked(s) > 0 {
		return 0
	}
	name, at := tagName(s)
	if !elements[name] {
		return 0
	}
	values, end := attributes(s, at)
	if end == 0 {
		return 0
	}
	if s[1] != '/' && (name == "script" || name == "style") {
		if n := m.upTo(i, "</"+name); n > 0 {
			return n
		}
	}
	with := ""
	if blocks[name] {
		with = "\n"
	}
	from := i
	for _, v := range values {
		m.add(from, i+v[0], " ")
		from, with = i+v[1], " "
	}
	m.add(from, i+end, with)
	return end
}

// upTo drops what stands from i up to and with the end; 0 where it does not
// come. The end tag of a script is closed by its own ">".
func (m *markupScanner) upTo(i int, end string) int {
	if m.open[end] {
		return 0
	}
	at := indexFold(m.text[i:], end)
	if at < 0 {
		if m.open == nil {
			m.open = map[string]bool{}
		}
		m.open[end] = true
		return 0
	}
	n := at + len(end)
	if end != "-->" {
		if close := strings.IndexByte(m.text[i+n:min(len(m.text), i+n+maxTag)], '>'); close >= 0 {
			n += close + 1
		}
	}
	m.add(i, i+n, "\n")
	return n
}

// indexFold is strings.Index for an ASCII word in any case.
func indexFold(s, word string) int {
	for i := 0; i+len(word) <= len(s); i++ {
		if s[i] == word[0] && strings.EqualFold(s[i:i+len(word)], word) {
			return i
		}
	}
	return -1
}

// tagName gives the name of the element at "<" or "</" in lower case, and where
// it ends.
func tagName(s string) (string, int) {
	at := 1
	if at < len(s) && s[at] == '/' {
		at++
	}
	from := at
	for at < len(s) && isAlnum(s[at]) {
		at++
	}
	if at-from > 10 {
		return "", at
	}
	return strings.ToLower(s[from:at]), at
}

// attributes reads from behind the name to the end of the tag: the ranges of
// the values that stay, and where the tag ends, 0 where it is none.
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
		for at < len(s) && (isAlnum(s[at]) || s[at] == '-' || s[at] == ':' || s[at] == '_') {
			at++
		}
		if at == name || at >= len(s) || s[at] != '=' {
			return nil, 0
		}
		key := strings.ToLower(s[name:at])
		from, to, next := value(s, at+1)
		if next == 0 {
			return nil, 0
		}
		for _, scheme := range []string{"mailto:", "tel:", "sms:"} {
			if len(scheme) <= to-from && strings.EqualFold(s[from:from+len(scheme)], scheme) {
				from += len(scheme)
			}
		}
		if spoken[key] && to > from {
			values = append(values, [2]int{from, to})
		}
		at = next
	}
	return nil, 0
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

// set makes a set of the words of a list.
func set(list string) map[string]bool {
	out := map[string]bool{}
	for w := range strings.FieldsSeq(list) {
		out[w] = true
	}
	return out
}

// elements are those of HTML that stand in messages and pages; blocks those
// that part words; spoken the attributes whose values are text or addresses.
var (
	elements = set(`a abbr article aside audio b bdi bdo big blockquote body br button caption center cite code col colgroup dd del details
		dfn div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd
		label legend li link main mark meta nav object ol optgroup option p param picture pre q s samp script section select small source
		span strike strong style sub summary sup svg table tbody td textarea tfoot th thead time title tr tt u ul var video wbr`)
	blocks = set(`article aside blockquote body br button caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 h3
		h4 h5 h6 head header hr html img input legend li main nav ol option p pre section select table tbody td textarea tfoot th thead title tr ul`)
	spoken = set(`href src title alt value content placeholder aria-label data-name data-title`)
)
