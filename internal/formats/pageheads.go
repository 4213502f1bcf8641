package formats

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// pageHeads are the elements that stand above and below pages.
var pageHeads = []string{
	"oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter",
}

// headCode is what in them is no text (ECMA-376, part 1, 18.3.1.46): where it stands, how it looks, what is
// put in.
var headCode = WhenAsked(`&(?:amp|#38);(&(?:amp|#38);|(?:"|&quot;|&#34;)[^&"<]*(?:"|&quot;|&#34;)|` +
	`K[0-9A-F]{6}|[0-9]+|[A-Z])`)

// head makes slots of the texts between the codes of a page's head or foot, which stay; false where there are
// none. What stands left, in the middle and right is a text each.
func (p *asides) head(raw []byte, name string, role Role, from, to int, quote func(string) []byte) bool {
	codes, section, last := false, "", from
	piece := func(end int) {
		if v := unescapeXML(string(raw[last:end])); strings.TrimSpace(v) != "" {
			p.slots = append(p.slots, Slot{
				From: last, To: end, Role: role, Path: name, Value: v, Quote: quote,
				Join: fmt.Sprint(name, " ", from, " ", section),
			})
		}
	}
	for _, at := range headCode().FindAllSubmatchIndex(raw[from:to], -1) {
		code := string(raw[from+at[2] : from+at[3]])
		if !isHeadCode(code, raw[from+at[1]:to]) {
			continue
		}
		piece(from + at[0])
		if codes, last = true, from+at[1]; strings.Contains("LCR", code) {
			section = code
		}
	}
	if codes {
		piece(to)
	}
	return codes
}

// isHeadCode reports what is no text, whatever follows: of a letter in front of what may be the rest of a word
// both are read, and so is what may be a number.
func isHeadCode(code string, then []byte) bool {
	first, n := utf8.DecodeRune(then)
	second, _ := utf8.DecodeRune(then[n:])
	switch {
	case len(code) == 1 && unicode.IsLetter(rune(code[0])):
		return !unicode.IsLetter(first) && !unicode.IsMark(first) || unicode.IsUpper(first) && unicode.IsLower(second)
	case unicode.IsDigit(rune(code[0])):
		return len(code) <= 2
	}
	return code[0] == 'K'
}

// isPageHead reports an element above or below pages.
func isPageHead(name string) bool { return slices.Contains(pageHeads, name) }
