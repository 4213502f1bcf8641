package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// accountWord is the word with which the name begins that word w announces, as [scan.announced]
// says it, or one further on in the clause, unmarked: "mi usuario de la play es …".
func (sc *scan) accountWord(w int) (v int, marked bool) {
	v, marked = sc.announced(w, 5)
	if v < 0 {
		return v, marked
	}
	if _, _, odd := sc.loose(v); odd {
		return v, marked
	}
	if u, _ := sc.codeWord(w); u > v {
		return u, false
	}
	return v, marked
}

// networkPrepositions stand between the name of an account and its network.
var networkPrepositions = lists.In("network-prepositions")

// accountBefore reads the name that stands before the network at word w: "lea.dpt sur insta".
func (sc *scan) accountBefore(r *compiled, w int) {
	if w < 2 || !networks[sc.plain(w)] || !networkPrepositions[sc.plain(w-1)] || sc.between(w-1, w) != " " {
		return
	}
	end := int(sc.words[w-2].end)
	gap := sc.between(w-2, w-1)
	if gap == "_ " {
		end++
	} else if gap != " " {
		return
	}
	start := nameStart(sc.s, end)
	if name := sc.s[start:end]; len(name) >= 4 && before(sc.s, start) && (userName(name) || dotted(name)) {
		sc.add(r, start, end, 0.5, "account")
	}
}

// nameStart is where the name of an account begins that ends at s[end].
func nameStart(s string, end int) int {
	start := end
	for start > 0 && end-start < longestHandle && (alnum(s[start-1]) || strings.IndexByte("_.-", s[start-1]) >= 0) {
		start--
	}
	for start < end && (s[start] == '.' || s[start] == '-') {
		start++
	}
	return start
}

// beforeSecret reports a name at word v, right behind word w that announces it, before what
// announces a password: "user dwhit, password …".
func (sc *scan) beforeSecret(w, v int) bool {
	if v != w+1 || !sc.within(v+1) || !sc.tagged(v+1, tagSecret) || networks[sc.plain(w)] {
		return false
	}
	switch sc.between(v, v+1) {
	case " ", ", ", " / ":
		return sc.words[v].tags == 0 && (sc.is(w, "login") || !sc.own(v))
	}
	return false
}

// findNumberedName reads a name with the number that tells it from others of that name:
// "krawallkeks#4402".
func findNumberedName(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if at < 4 || s[at-1] != '#' || sc.size(w) != 4 || !checkdigit.Digits(sc.text(w)) || year(sc.text(w)) {
		return
	}
	start := nameStart(s, at-1)
	if name := s[start : at-1]; len(name) >= 3 && letters(name[:1]) && before(s, start) {
		sc.add(r, start, at+4, 0.6, "account")
	}
}
