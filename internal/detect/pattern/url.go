package pattern

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// findURL reads an address from the "://" at s[at].
func findURL(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	if at < sc.url || !strings.HasPrefix(s[at:], "://") {
		return
	}
	start := at
	for start > 0 && at-start < 12 && (s[start-1]|0x20 >= 'a' && s[start-1]|0x20 <= 'z') {
		start--
	}
	end := urlEnd(s, at+3)
	sc.url = end
	if at-start < 2 || !strings.ContainsFunc(s[at+3:end], unicode.IsLetter) {
		return // what has a scheme is a link whatever its host: in an office hosts have no dot
	}
	sc.host = max(sc.host, end)
	sc.add(r, start, end, 0.97, urlKind(s[start:end], "url"))
}

// urlKind is the kind of an address: "url-profile" for somebody's page.
func urlKind(address, kind string) string {
	if profile(address) {
		return "url-profile"
	}
	return kind
}

const longestURL = 4096

// urlEnd returns where the address that goes on at s[i] ends: at white space or
// a quote, without the punctuation of the sentence.
func urlEnd(s string, i int) int {
	end, open := i, 0
	for end < len(s) && end-i < longestURL && !endsURL(s, end) {
		switch s[end] {
		case '(':
			open++
		case ')':
			open--
		}
		if open < 0 {
			break
		}
		end++
	}
	for end > i {
		c, size := utf8.DecodeLastRuneInString(s[i:end])
		balanced := c == ')' && open >= 0 && strings.Count(s[i:end], "(") == strings.Count(s[i:end], ")")
		if balanced || spells(c) {
			break
		}
		end -= size
	}
	return end
}

// endsURL reports white space, a quote or a bracket of mark-up at s[i].
func endsURL(s string, i int) bool {
	if c := s[i]; c < utf8.RuneSelf {
		return c <= ' ' || strings.IndexByte("<>\"`|", c) >= 0
	}
	return strings.HasPrefix(s[i:], "»") || strings.HasPrefix(s[i:], "”") || strings.HasPrefix(s[i:], "…")
}

// spells reports a character that an address may end in: letters of any script
// and signs, not the punctuation, emoji and quotes that people glue to it.
func spells(c rune) bool {
	const emojiStyle = 0xFE0F
	if c < utf8.RuneSelf {
		return !strings.ContainsRune(".,;:!?'*~)", c)
	}
	return unicode.IsLetter(c) || unicode.IsDigit(c) || unicode.IsMark(c) && c != emojiStyle
}

// findHost reads a host name without a scheme from the first dot in it.
func findHost(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	start := at
	for start > sc.host && at-start < 63 && (alnum(s[start-1]) || s[start-1] == '-') {
		start--
	}
	for start < at && s[start] == '-' {
		start++
	}
	end := hostEnd(s, start)
	sc.host = max(sc.host, end)
	mail := strings.HasSuffix(s[:start], "@") || strings.HasPrefix(s[end:], "@")
	if start == at || !before(s, start) || mail {
		return
	}
	host := s[start:end]
	n := topLevel(host)
	if n == 0 {
		return
	}
	if n < len(host) {
		host, end = host[:n], start+n
	}
	to := end
	if hostGoesOn(s[end:]) {
		to = urlEnd(s, end)
	}
	if score := hostScore(host, to > end+1 && s[end] != '?'); score > 0 {
		sc.host = max(sc.host, to)
		sc.add(r, start, to, score, urlKind(s[start:to], "url-bare"))
	}
}

// hostGoesOn reports a path, a query or a port behind a host.
func hostGoesOn(s string) bool {
	if s == "" {
		return false
	}
	return s[0] == '/' || s[0] == '?' || s[0] == ':' && len(s) > 1 && digit(s[1])
}

// hostScore says how likely it is that a.b is a host name and not two
// sentences without a space between. Some top levels are words.
func hostScore(host string, path bool) float64 {
	labels := strings.Split(strings.ToLower(host), ".")
	n := len(labels)
	top, name := labels[n-1], labels[n-2]
	malformed := slices.ContainsFunc(labels, func(l string) bool { return l == "" || len(l) > 63 })
	if malformed || !knownTop(top) {
		return 0
	}
	if last := host[len(host)-len(top)]; last >= 'A' && last <= 'Z' && strings.ToUpper(host) != host {
		return 0 // a sentence that begins
	}
	switch {
	case path, n > 2 && labels[0] == "www":
		return 0.95
	case safeTops[top] && (len(name) > 1 || n > 2):
		return 0.9
	case safeTops[top]:
		return 0.4
	case knownSites[name], n > 2 && knownTop(name) && len(name) <= 3, n > 2 && strings.ContainsAny(host, "-0123456789"):
		return 0.8
	case wordTops[top], len(top) == 2:
		return 0.2
	case strings.ContainsAny(name, "-0123456789"):
		return 0.7
	}
	return 0.4
}

// knownTop reports whether label is a top level.
func knownTop(label string) bool {
	return strings.HasPrefix(label, "xn--") || tops[strings.ToLower(label)]
}

// tops are all top levels of the day.
var tops = lists.In("tops")

// safeTops are top levels that are no words of the languages people chat in.
var safeTops = lists.In("tops-sure")

// wordTops are top levels that are also words or file endings.
var wordTops = lists.In("tops-words")

// knownSites are names that are read as a host under any top level.
var knownSites = lists.In("sites")
