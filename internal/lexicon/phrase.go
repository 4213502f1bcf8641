package lexicon

import "strings"

// maxPhrase bounds the words of an entry of several words.
const maxPhrase = 8

// LookPhrase finds entries of several words (new york, da silva, côte
// d'azur): how many of the words, from the first on and at least two, are the
// longest entry, and what it is in the language. It costs a look-up of the
// first word where that begins no phrase. No entry: 0.
func (l *Lexicon) LookPhrase(words []string, lang string) (n int, e Entry, ok bool) {
	if len(words) < 2 {
		return 0, Entry{}, false
	}
	words = words[:min(len(words), maxPhrase)]
	longest := l.table.phrase(words)
	for _, u := range l.users {
		longest = max(longest, u.table.phrase(words))
	}
	// What is no entry in this language may hide a shorter one that is.
	for n = longest; n >= 2; n-- {
		if e, ok = l.Look(strings.Join(words[:n], " "), lang); ok {
			return n, e, true
		}
	}
	return 0, Entry{}, false
}

// phrase is the number of words of the longest entry that they begin with, 0
// when that is not two or more.
func (t *table) phrase(words []string) int {
	longest := 0
	n, ok := t.words.Root(), true
	for i, w := range words {
		if i > 0 {
			if n, ok = t.words.Step(n, ' '); !ok {
				return longest
			}
		}
		w = Fold(w)
		for j := range len(w) {
			if n, ok = t.words.Step(n, w[j]); !ok {
				return longest
			}
		}
		if _, final := t.words.Final(n); final && i > 0 {
			longest = i + 1
		}
	}
	return longest
}
