package formats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	// quotedAddress is an address in brackets, as heads of mails that are quoted or sent on write it behind whose
	// it is.
	quotedAddress = WhenAsked(`[ \t]{0,20}["']?[ \t]{0,20}(?:<|&lt;|\[|\()(?:<a [^<>\n]{1,300}>)?(?:mailto:)?` +
		`[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+`)
	// quotedWrote is what stands behind the address where a mail is quoted: > wrote:
	quotedWrote = WhenAsked(`^(?:>|&gt;|\]|\))?(?:</a>)?(?:>|&gt;|\]|\))?` +
		`(?:[\s>]{1,5}\pL{1,15}){0,3}[ \x{a0}]?:\s`)
	// quotedHead is the name of a header at the beginning of a line: To: , À : .
	quotedHead = WhenAsked(`^[>|*\s]*\pL[\pL -]{0,20}\*?[ \x{a0}]?:\*?[ \t\x{a0}]`)
)

// longestWhose is how many bytes of a line are read for whose an address is.
const longestWhose = 80

// whose finds whom a text pairs with an address: what stands before it, in a header since the last sign that
// parts people; where a mail is quoted the last word and those with capitals before it.
func whose(said string) (out []Range) {
	for _, m := range quotedAddress().FindAllStringIndex(said, -1) {
		line := strings.LastIndexByte(said[:m[0]], '\n') + 1
		from := max(line, m[0]-longestWhose)
		for from < m[0] && !utf8.RuneStart(said[from]) {
			from++
		}
		head := quotedHead().FindString(said[line:m[0]])
		start := max(from, line+len(head))
		if i := strings.LastIndexAny(said[start:m[0]], `,;<>:"()[]`); i >= 0 {
			start += i + 1
		}
		end := start + len(strings.TrimRight(said[start:m[0]], " \t\"'"))
		start = end - len(strings.TrimLeft(said[start:end], " \t'"))
		if head == "" {
			if !quotedWrote().MatchString(said[m[1]:]) {
				continue
			}
			start = lastName(said, start, end)
		}
		if start < end && strings.ContainsFunc(said[start:end], unicode.IsLetter) {
			out = append(out, Range{Start: start, End: end})
		}
	}
	return out
}

// lastName is where a name begins that ends a text: at its last word, or at those before it that have a capital and
// more than the letters of AM.
func lastName(said string, start, end int) int {
	from := end
	for from > start {
		word := strings.TrimRight(said[start:from], " \t")
		at := start + strings.LastIndexAny(word, " \t") + 1
		first, _ := utf8.DecodeRuneInString(said[at:])
		if from < end && (!unicode.IsUpper(first) || len(word)-(at-start) <= len("AM")) {
			break
		}
		from = at
	}
	return from
}

// beside adds ranges to others, which are in order, where they overlap none.
func beside(known, more []Range) []Range {
	for _, r := range more {
		i, _ := slices.BinarySearchFunc(known, r.Start, func(k Range, at int) int { return k.End - 1 - at })
		if i == len(known) || known[i].Start >= r.End {
			known = slices.Insert(known, i, r)
		}
	}
	return known
}
