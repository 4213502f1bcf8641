package lexicon

import (
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/memo"
)

// resolved is what a lexicon remembers of a word: messages repeat their unknown words,
// and a search costs a hundred look-ups.
type resolved struct {
	entry Entry
	match Match
	ok    bool
}

// memoryBits makes room for 32,768 words, under hashes, about 8 MB when full.
const memoryBits = 15

// remembering gives a lexicon its memory, to be made when it is first asked for.
func remembering(l *Lexicon) *Lexicon {
	l.resolved = sync.OnceValue(func() *memo.Cache[resolved] { return memo.New[resolved](memoryBits) })
	return l
}

// Resolve returns what the word is in the language: as [Lexicon.Look] says;
// else by its parts, where an apostrophe or hyphens part words that are all
// known (d'alice, anne-sophie); else by the first heuristic of package variant
// that leads to known words. Where that leads to several, the entry has the
// kinds of all: a spelling that may be a name stays one. A heuristic finds a
// name only where the name is of the language or usual in three others, and,
// where small words are glued to it, when it has four letters; misspelling
// finds no names at all. The parts of the match must not be changed.
func (l *Lexicon) Resolve(word, lang string) (Entry, Match, bool) {
	key, seen := memo.Key(word, lang), l.resolved()
	r, ok := seen.Get(key)
	if !ok {
		// The word may be a slice of a whole message: do not keep that.
		r.entry, r.match, r.ok = l.resolve(Fold(strings.Clone(word)), lang)
		seen.Put(key, r)
	}
	return r.entry, r.match, r.ok
}
