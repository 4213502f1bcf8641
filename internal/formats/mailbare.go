package formats

import (
	_ "embed" // of the words of heads
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// What heads of quoted mails say, a kind and a word or two a line.
//
//go:embed system/mail-quotes.txt
var mailQuoteList string

// quoteHeads are the ways to say who wrote, and the headers of people.
var quoteHeads = sync.OnceValue(func() (h struct {
	wrote  *regexp.Regexp
	people map[string]bool
},
) {
	var verbs []string
	h.people = map[string]bool{}
	for line := range strings.Lines(mailQuoteList) {
		switch kind, word, _ := strings.Cut(strings.TrimSpace(line), "\t"); kind {
		case "w":
			verbs = append(verbs, regexp.QuoteMeta(word))
		case "p":
			h.people[word] = true
		}
	}
	h.wrote = regexp.MustCompile(`(?m)^.{0,200}\d.{0,160}?[ ,>](` + strings.Join(verbs, "|") +
		`)([ \t]+[^\n:<@]{1,60})?[ \x{a0}]?:[ \t\r]*$`)
	return h
})

// mostHeaded bounds the words of a name in the head of a mail.
const mostHeaded = 5

// bare finds whom heads of quoted mails name without an address: who wrote at a time, and lists in headers that
// stand beside others.
func bare(said string) (out []Range) {
	for _, m := range quoteHeads().wrote.FindAllStringSubmatchIndex(said, -1) {
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
	for at := 0; at < len(said); {
		end := at + lineEnd(said[at:])
		if name, colon := headerOf(said[at:end]); colon > 0 && quoteHeads().people[name] && besideHeader(said, at, end) {
			sep := ","
			if strings.Contains(said[at+colon:end], ";") {
				sep = ";"
			}
			from := at + colon
			for part := range strings.SplitSeq(said[from:end], sep) {
				out = listedName(out, said, from, from+len(part))
				from += len(part) + len(sep)
			}
		}
		at = end + 1
	}
	slices.SortFunc(out, func(a, b Range) int { return a.Start - b.Start })
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
