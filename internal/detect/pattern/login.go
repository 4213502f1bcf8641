package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// loginKeys are the keys of records that have the names of users.
var loginKeys = lists.In("login-keys")

// assigns are the signs between a key and its value.
var assigns = map[string]bool{"=": true, `="`: true, "='": true, `":"`: true, `'='`: true, `':'`: true}

// shortestLogin is how many letters the name of a user has at least.
const shortestLogin = 4

// findAssigned reads the name of a user that is the value of a key: user=mdupont, "login":"mdupont".
func findAssigned(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagLogin) {
		return
	}
	rest := sc.s[sc.words[w].end:]
	value := strings.TrimLeft(rest, `"':=`)
	if !assigns[rest[:len(rest)-len(value)]] {
		return
	}
	start := len(sc.s) - len(value)
	sc.addLogin(r, start, start+loginLen(value))
}

// findTodo reads the name of who is to do something in a comment: TODO(mdupont). Words that people write there
// (TODO(later)) are everyday ones, and in chats todo has small letters.
func findTodo(sc *scan, r *compiled, at, w int) {
	start := int(sc.words[w].end)
	if sc.tagged(w, tagTodo) && sc.shouted(w) && strings.HasPrefix(sc.s[start:], "(") {
		start++
		end := start + loginLen(sc.s[start:])
		if strings.HasPrefix(sc.s[end:], ")") && !lexicon.FrequentAnywhere(folded(sc.s[start:end])) {
			sc.addLogin(r, start, end)
		}
	}
}

// findLogUser reads the name of a user before the time in the log of a web server: 192.0.2.1 - mdupont [21/Mar/2026….
func findLogUser(sc *scan, r *compiled, at, _ int) {
	s := sc.s
	if at < 3 || len(s) < at+len("21/Mar/") || s[at-2:at] != " [" || !logDay(s[at:]) {
		return
	}
	start := strings.LastIndexByte(s[max(0, at-2-longestHandle):at-2], ' ') + 1
	if start == 0 {
		return
	}
	start += max(0, at-2-longestHandle)
	if ident := strings.HasSuffix(s[:start], " - "); ident && start+loginLen(s[start:]) == at-2 {
		sc.addLogin(r, start, at-2)
	}
}

// logDay reports a day as logs write it: 21/Mar/2026.
func logDay(s string) bool { return s[2] == '/' && !digit(s[3]) && s[6] == '/' }

// loginLen is the length of what may be the name of a user at the beginning of s.
func loginLen(s string) int {
	n := 0
	for n < min(len(s), longestHandle) && (alnum(s[n]) || strings.IndexByte("._-", s[n]) >= 0) {
		n++
	}
	return n
}

// addLogin adds the name of a user, unless it is a machine's or a word of programs.
func (sc *scan) addLogin(r *compiled, start, end int) {
	name := sc.s[start:end]
	if len(name) >= shortestLogin && hasLetter(name) && !nobodysLogin(name) && boundary(sc.s, end) {
		sc.add(r, start, end, 0.7, "account")
	}
}

// nobodysLogin reports the user of a machine, and a value of programs: self.user.
func nobodysLogin(s string) bool {
	first, _, _ := strings.Cut(strings.ToLower(s), ".")
	return serviceUsers[first]
}
