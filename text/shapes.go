package text

import (
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// link finds an address inside a chunk without white space: a URL, a host that
// starts with "www.", or something@host.tld. It gives the byte range.
func link(chunk string) (start, end int, ok bool) {
	if len(chunk) > maxLink || !strings.ContainsAny(chunk, "@:.") {
		return 0, 0, false
	}
	trim := strings.TrimRight(chunk, afterLink)
	if i := strings.Index(trim, "://"); i > 0 && i+3 < len(trim) {
		return schemeStart(trim, i), linkEnd(trim, i+3), true
	}
	if i := strings.Index(strings.ToLower(trim), "www."); i >= 0 && i+4 < len(trim) &&
		len(trim) == len(strings.ToLower(trim)) {
		return i, linkEnd(trim, i+4), true
	}
	if i := strings.IndexByte(trim, '@'); i > 0 && strings.IndexByte(trim[i:], '.') > 1 {
		return mailStart(trim, i), linkEnd(trim, i+1), true
	}
	return 0, 0, false
}

// afterLink is what a sentence puts behind an address.
const afterLink = ".,;:!?)]}>\"'»…"

// linkEnd gives the end of an address that goes on at s[i]: mark-up ends it, and what stands
// behind that is a text of its own (<a href="https://a.example">Zoe</a>, <https://a.example|Zoe>).
func linkEnd(s string, i int) int {
	if n := strings.IndexAny(s[i:], "<>\"|`"); n > 0 {
		return i + len(strings.TrimRight(s[i:i+n], afterLink))
	}
	return len(s)
}

func schemeStart(s string, colon int) int {
	i := colon
	for i > 0 && s[i-1]|0x20 >= 'a' && s[i-1]|0x20 <= 'z' {
		i--
	}
	return i
}

func mailStart(s string, at int) int {
	i := at
	for i > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if !isWord(r) && !strings.ContainsRune("._%+-", r) {
			break
		}
		i -= size
	}
	return i
}

// units are what may stand glued behind a number without making it a word.
var units = sync.OnceValue(func() lists.Words { return lists.In("number-units") })

// maxNumber bounds the numbers that have signs between their digits, in bytes:
// what goes on for longer is a row of numbers, of which each would else be read
// to the end of all.
const maxNumber = 256

// numberLen is the length of the number at the start of s: digits with signs
// between them ("17h30", "1/2", "3,50", "12:05", "20€") and a unit. 0 when what
// follows makes it a word ("2main").
func numberLen(s string) int {
	n := digitsLen(s)
	for n < len(s) {
		sep := 1
		switch s[n] {
		case '.', ',', ':', '/', '-', 'h', 'H', 'x', 'X', '+', '*', '=', 'e', 'E', '\'':
		default:
			sep = 0
		}
		d := 0
		if sep > 0 {
			d = digitsLen(s[n+sep:])
		}
		if d == 0 {
			break
		}
		if n += sep + d; n > maxNumber {
			return 0
		}
	}
	tail := n
	for tail < len(s) {
		r, size := utf8.DecodeRuneInString(s[tail:])
		if !isWord(r) {
			break
		}
		tail += size
	}
	if tail-n > 8 || tail > n && !units()[strings.ToLower(s[n:tail])] {
		return 0
	}
	for tail < len(s) {
		r, size := utf8.DecodeRuneInString(s[tail:])
		if !strings.ContainsRune("€$£%°", r) {
			break
		}
		tail += size
	}
	return tail
}

func digitsLen(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

// smiley is the length of the smiley that starts at s[i], 0 when there is none.
// Eyes that are letters or digits (xD, 8)) count only where no word runs into
// them, and a mouth that is a letter only where no word follows (":p" but not
// "note:paul").
func smiley(s string, i int) int {
	rest := s[i:]
	c := rest[0]
	free := i == 0 || !wordEnd(s[:i])
	switch c {
	case '<':
		return repeated(rest, 1, "3")
	case '^':
		if n := punctLen(rest); n >= 2 {
			return n
		}
		return fixed(rest, "^_^", "^.^", "^-^", "^o^")
	case '-', 'T', '>', 'o', 'O', '\\', ';', ':', '=', 'x', 'X', '8', '(':
	default:
		return 0
	}
	if n := fixed(rest, "-_-", "T_T", ">_<", ">.<", "o_O", "O_o", "o_o", "O_O", "\\o/", "\\O/", ":'(", ":')", ";_;",
		"=_=", "(:", "(;", "(="); n > 0 && (free || !isWord(rune(c))) {
		return n
	}
	switch c {
	case 'x', 'X', '8':
		if free {
			return repeated(rest, 1, "DdpP)")
		}
	case ':', ';', '=':
		n := 1
		for n < len(rest) && n < 3 && strings.IndexByte("-o'^", rest[n]) >= 0 {
			if m := repeated(rest, n+1, ")(DPpOo3/\\|*sSX$][}{d@"); m > 0 {
				return m
			}
			n++
		}
		return repeated(rest, 1, ")(DPpOo3/\\|*sSX$][}{d")
	}
	return 0
}

// fixed gives the length of the first of the forms that s starts with.
func fixed(s string, forms ...string) int {
	for _, f := range forms {
		if strings.HasPrefix(s, f) {
			return len(f)
		}
	}
	return 0
}

// repeated is the length of s up to the end of a run of one of the mouths at
// s[at], 0 when there is none or a word goes on behind a mouth that is a letter
// or digit, or "://" of an address follows.
func repeated(s string, at int, mouths string) int {
	if at >= len(s) || strings.IndexByte(mouths, s[at]) < 0 {
		return 0
	}
	n := at + 1
	for n < len(s) && s[n] == s[at] {
		n++
	}
	if s[at] == '/' && n-at > 1 {
		return 0
	}
	if n < len(s) && isWord(rune(s[at])) {
		if r, _ := utf8.DecodeRuneInString(s[n:]); isWord(r) {
			return 0
		}
	}
	return n
}
