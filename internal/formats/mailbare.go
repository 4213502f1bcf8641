package formats

import (
	_ "embed" // of the words of heads
	"regexp"
	"strings"
	"sync"
	"unicode"
)

// What heads of quoted mails say, a kind and a word or two a line.
//
//go:embed system/mail-quotes.txt
var mailQuoteList string

// quoteHeads are the kinds of words of heads.
var quoteHeads = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for line := range strings.Lines(mailQuoteList) {
		if kind, word, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			out[word] = kind
		}
	}
	return out
})

// quoteWrote is a line that says who wrote at a time, its verb, and who stands behind that.
var quoteWrote = sync.OnceValue(func() *regexp.Regexp {
	verbs := ""
	for word, kind := range quoteHeads() {
		if kind == "w" {
			verbs += "|" + regexp.QuoteMeta(word)
		}
	}
	return regexp.MustCompile(`(?m)^.{0,200}\d.{0,160}?[ ,>](` + verbs[1:] +
		`)([ \t]+[^\n:<@]{1,60})?[ \x{a0}]?:[ \t\r]*$`)
})

// mostHeaded bounds the words of a name in the head of a mail.
const mostHeaded = 5

// bare finds whom heads of quoted mails name without an address: who wrote at a time, and lists in headers that
// stand beside others.
func bare(said string) (out []Range) {
	for _, m := range quoteWrote().FindAllStringSubmatchIndex(said, -1) {
		from, to := m[4], m[5]
		if from < 0 {
			from = m[0] + strings.LastIndexAny(said[m[0]:m[2]], ",;>") + 1
			if strings.TrimSpace(said[from:m[2]]) == "" { // behind the comma before the verb
				head := strings.TrimRight(said[m[0]:m[2]], ",; \t")
				from, to = m[0]+strings.LastIndexAny(head, ",;>")+1, m[0]+len(head)
			} else {
				to = m[2]
			}
			to = from + len(strings.TrimRight(said[from:to], " \t\""))
			from = lastName(said, from, to)
		}
		out = listedName(out, said, from, to)
	}
	var listed []Range
	for at := 0; at < len(said); {
		end := at + lineEnd(said[at:])
		name, colon := headerOf(said[at:end])
		if colon > 0 && quoteHeads()[name] == "p" && besideHeader(said, at, end) {
			sep := ","
			if strings.Contains(said[at+colon:end], ";") {
				sep = ";"
			}
			from := at + colon
			for part := range strings.SplitSeq(said[from:end], sep) {
				listed = listedName(listed, said, from, from+len(part))
				from += len(part) + len(sep)
			}
		}
		at = end + 1
	}
	return beside(out, listed)
}

// listedName adds what somebody is called between two places, without signs around it; an address is none.
func listedName(out []Range, said string, from, to int) []Range {
	const around = " \t\r\n\"'*<>\u00a0"
	to = from + len(strings.TrimRight(said[from:to], around))
	from = to - len(strings.TrimLeft(said[from:to], around))
	name := said[from:to]
	words := len(strings.Fields(name))
	if words == 0 || words > mostHeaded || strings.ContainsAny(name, "@<>:/") ||
		!strings.ContainsFunc(name, unicode.IsLetter) {
		return out
	}
	return append(out, Range{Start: from, End: to})
}

// lineEnd is how many bytes of a text are its first line.
func lineEnd(said string) int {
	if i := strings.IndexByte(said, '\n'); i >= 0 {
		return i
	}
	return len(said)
}

// headerOf is the name of the header that a line begins with, in small letters, and what of it is before its value; 0
// for none.
func headerOf(line string) (name string, value int) {
	head := quotedHead.FindString(line + " ")
	return strings.ToLower(strings.Trim(head, ">|* \t:\u00a0")), min(len(head), len(line))
}

// besideHeader reports a line beside one that begins with a header.
func besideHeader(said string, at, end int) bool {
	if end < len(said) {
		next := said[end+1:]
		if _, value := headerOf(next[:lineEnd(next)]); value > 0 {
			return true
		}
	}
	if at == 0 {
		return false
	}
	before := said[strings.LastIndexByte(said[:at-1], '\n')+1 : at-1]
	_, value := headerOf(before)
	return value > 0
}
