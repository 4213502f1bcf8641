package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// passwordWords are words for a password and for nothing else, by their languages.
var passwordWords = lists.ByLang("password-words")

// passwordStates are what is said of a password, by language; endings of such words begin with a hyphen.
var passwordStates = lists.ByLang("password-states")

// leastPlain is how many bytes a password has at least that is a word like others.
const leastPlain = 5

// plainPassword reports a password at word v that is a word like others: behind a word for a password, w, and
// a colon, last in its clause, no word of which everyday messages are made, and nothing that is said of a
// password; behind a word for "is" it has a capital, too, or is long and in no dictionary.
func (sc *scan) plainPassword(w, v int) bool {
	x := sc.words[v]
	if sc.size(v) < leastPlain || x.has&hasDigit != 0 || x.tags != 0 || !sc.clauseEnds(int(x.end)) {
		return false
	}
	if !strings.ContainsAny(sc.between(v-1, v), ":=") && !(sc.means(v-1) && (sc.named(v) || sc.inNoDictionary(v))) {
		return false
	}
	known := false
	for lang, words := range passwordWords {
		if !words[sc.plain(w)] {
			continue
		}
		if known = true; sc.saidOfPassword(v, lang) {
			return false
		}
	}
	for u := w + 1; u < v && !known; u++ { // "code wifi"
		known = wireless[sc.plain(u)] && !sc.saidOfPassword(v, "all")
	}
	return known && !lexicon.FrequentAnywhere(lexicon.Fold(sc.text(v)))
}

// named reports a word with a capital that is not in capitals.
func (sc *scan) named(v int) bool { return sc.capital(v) && !sc.shouted(v) }

// leastUnlisted is how many bytes a password in small letters has at least that is no word: shorter ones are
// slang, and misspelt.
const leastUnlisted = 8

// inNoDictionary reports a long word that the lexicon has not, in a language of which it has the words: it
// knows the one for "is" before it.
func (sc *scan) inNoDictionary(v int) bool {
	if sc.size(v) < leastUnlisted {
		return false
	}
	has := func(w int) bool {
		e, _ := lexicon.Default().Look(lexicon.Fold(sc.text(w)), sc.lang)
		return e.Kinds&lexicon.Form != 0
	}
	return has(v-1) && !has(v)
}

// clauseEnds reports the end of the text at byte end, or a sign that ends a clause.
func (sc *scan) clauseEnds(end int) bool {
	rest := strings.TrimLeft(sc.s[end:], " \"'”»)")
	return rest == "" || strings.IndexByte(".,;!?\n/|(", rest[0]) >= 0
}

// saidOfPassword reports that word v is said of passwords in a language, "all" for any.
func (sc *scan) saidOfPassword(v int, lang string) bool {
	word := strings.ToLower(sc.text(v))
	for of, states := range passwordStates {
		if lang != "all" && of != lang && of != "all" {
			continue
		}
		if states[word] {
			return true
		}
		for state := range states {
			if ending, ok := strings.CutPrefix(state, "-"); ok && strings.HasSuffix(word, ending) {
				return true
			}
		}
	}
	return false
}
