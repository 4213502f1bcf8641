package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// passwordWords are words for a password and for nothing else.
var passwordWords = lists.In("password-words")

// passwordStates are what is said of a password; endings of such words begin with a hyphen.
var passwordStates = lists.Longest("password-states")

// leastPlain is how many bytes a password has at least that is a word like others.
const leastPlain = 5

// plainPassword reports a password at word v that is a word like others: behind a word for a password, w, and
// a colon, last in its clause, no word of which everyday messages are made, and nothing that is said of a
// password; behind a word for "is" it has a capital, too.
func (sc *scan) plainPassword(w, v int) bool {
	x := sc.words[v]
	if sc.size(v) < leastPlain || x.has&hasDigit != 0 || x.tags != 0 || !sc.clauseEnds(int(x.end)) {
		return false
	}
	if !strings.ContainsAny(sc.between(v-1, v), ":=") && !(sc.means(v-1) && sc.capital(v) && !sc.shouted(v)) {
		return false
	}
	known := passwordWords[sc.plain(w)] || v > w+1 && wireless[sc.plain(w+1)] // "code wifi"
	word := strings.ToLower(sc.text(v))
	return known && !saidOfPassword(word) && !lexicon.FrequentAnywhere(lexicon.Fold(word))
}

// clauseEnds reports the end of the text at byte end, or a sign that ends a clause.
func (sc *scan) clauseEnds(end int) bool {
	rest := strings.TrimLeft(sc.s[end:], " \"'”»)")
	return rest == "" || strings.IndexByte(".,;!?\n/|(", rest[0]) >= 0
}

// saidOfPassword reports a word that is said of passwords.
func saidOfPassword(word string) bool {
	for _, state := range passwordStates {
		if word == state || state[0] == '-' && strings.HasSuffix(word, state[1:]) {
			return true
		}
	}
	return false
}
