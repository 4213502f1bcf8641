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
	return regexp.MustCompile(`\d.*?[ ,>](` + verbs[1:] +
		`)([ \t]+[^\n:<@]{1,60})?[ \x{a0}]?:$`)
})

// mostHeaded bounds the words of a name in the head of a mail.
const mostHeaded = 5

// bare finds whom heads of quoted mails name without an address: who wrote at a time, and lists in headers that
// stand beside others.
func bare(said string) (out []Range) {
	for at := 0; at < len(said); {
		end := at + lineEnd(said[at:])
		line := strings.TrimRight(said[at:end], " \t\r")
		if strings.HasSuffix(line, ":") && len(line) <= longestHead {
			out = wroteThen(out, said, at, at+len(line))
		}
		name, colon := headerOf(said[at:end])
		if colon > 0 && quoteHeads()[name] == "p" && besideHeader(said, at, end) {
			out = headed(out, said, at+colon, end)
		}
		at = end + 1
	}
	return out
}

// longestHead bounds a line that says who wrote, in bytes.
const longestHead = 500

// wroteThen adds who wrote at a time, as a line says it.
func wroteThen(out []Range, said string, at, end int) []Range {
	m := quoteWrote().FindStringSubmatchIndex(said[at:end])
	if m == nil {
		return out
	}
	if m[4] >= 0 { // behind the verb
		return listedName(out, said, at+m[4], at+m[5])
	}
	head := strings.TrimRight(said[at:at+m[2]], ",; \t\"")
	to := at + len(head)
	from := at + strings.LastIndexAny(head, ",;>") + 1
	return listedName(out, said, lastName(said, from, to), to)
}

// headed adds those whom a header lists.
func headed(out []Range, said string, from, end int) []Range {
	sep := ","
	if strings.Contains(said[from:end], ";") {
		sep = ";"
	}
	for part := range strings.SplitSeq(said[from:end], sep) {
		out = listedName(out, said, from, from+len(part))
		from += len(part) + len(sep)
	}
	return out
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
	head := quotedHead().FindString(line + " ")
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
