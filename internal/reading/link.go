package reading

import (
	"iter"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// LinkWord is a word of an address: where it stands, in bytes, and what it says, decoded.
type LinkWord struct {
	From, To int
	Word     string
}

// InLink gives the words of an address, cut at what is no letter. Letters may be written as escapes, once or twice,
// of UTF-8, of Latin-1, and of UTF-8 that was read as Latin-1: Z%C3%A9lie, Z%25C3%25A9lie, Z%E9lie, Z%C3%83%C2%A9lie.
func InLink(address string) iter.Seq[LinkWord] {
	return func(yield func(LinkWord) bool) {
		var said []byte
		from := 0
		for at := 0; at <= len(address); {
			c, n := letterIn(address[at:])
			if c != nil {
				said = append(said, c...)
				at += n
				continue
			}
			for word := range strings.FieldsFuncSeq(decoded(said), func(r rune) bool { return !lettered(r) }) {
				if !yield(LinkWord{from, at, word}) {
					return
				}
			}
			said = said[:0]
			at += max(1, n)
			from = at
		}
	}
}

func lettered(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) }

// letterIn gives the bytes of the letter, or of the part of one, that an address begins with, and how many bytes of it
// they are; nil for a sign.
func letterIn(address string) ([]byte, int) {
	if c, n := escape(address); n > 0 {
		if c >= utf8.RuneSelf || unicode.IsLetter(rune(c)) {
			return []byte{c}, n
		}
		return nil, n
	}
	r, n := utf8.DecodeRuneInString(address)
	if !lettered(r) {
		return nil, n
	}
	return []byte(address[:n]), n
}

// escape is the byte that stands as an escape at the beginning of an address, and its length there; 0 for none.
func escape(address string) (byte, int) {
	rest, ok := strings.CutPrefix(address, "%")
	if again, twice := strings.CutPrefix(rest, "25"); twice && len(again) > 1 && isHex(again[:2]) {
		rest = again
	}
	if !ok || len(rest) < 2 || !isHex(rest[:2]) {
		return 0, 0
	}
	c, err := strconv.ParseUint(rest[:2], 16, 8)
	if err != nil {
		return 0, 0
	}
	return byte(c), len(address) - len(rest) + 2
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdefABCDEF") == "" }

// decoded is a word of which the letters beyond ASCII are UTF-8, perhaps read as Latin-1, or Latin-1.
func decoded(said []byte) string {
	if !utf8.Valid(said) {
		return latin(said)
	}
	was := make([]byte, 0, len(said))
	for _, r := range string(said) {
		if r > unicode.MaxLatin1 {
			return string(said)
		}
		was = append(was, byte(r))
	}
	if utf8.Valid(was) {
		return string(was)
	}
	return string(said)
}

// latin reads bytes as Latin-1.
func latin(said []byte) string {
	var b strings.Builder
	for _, c := range said {
		b.WriteRune(rune(c))
	}
	return b.String()
}
