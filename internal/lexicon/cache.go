package lexicon

import (
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/memo"
)

// memory is what a lexicon remembers of the words that it was asked for: a look-up
// takes a dozen looks all over the file, and a search a hundred look-ups. It holds a
// bounded number of words, under hashes.
type memory struct {
	looked   *memo.Cache[looked]
	resolved *memo.Cache[resolved]
}

type looked struct {
	entry         Entry
	known, begins bool
}

type resolved struct {
	entry Entry
	match Match
	ok    bool
}

// memoryBits makes room for 32,768 words of each kind, about 12 MB when full.
const memoryBits = 15

// remembering gives a lexicon its memory, to be made when it is first asked for.
func remembering(l *Lexicon) *Lexicon {
	l.memory = sync.OnceValue(func() *memory {
		return &memory{memo.New[looked](memoryBits), memo.New[resolved](memoryBits)}
	})
	return l
}

// LookOn is [Lexicon.Look], and reports whether an entry of several words may begin
// with the word: its look-up goes that far anyhow.
func (l *Lexicon) LookOn(word, lang string) (e Entry, known, begins bool) {
	key, seen := memo.Key(word, lang), l.memory().looked
	w, ok := seen.Get(key)
	if !ok {
		w.entry, w.known, w.begins = l.lookOn(Fold(word), lang)
		seen.Put(key, w)
	}
	return w.entry, w.known, w.begins
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
	key, seen := memo.Key(word, lang), l.memory().resolved
	r, ok := seen.Get(key)
	if !ok {
		// The word may be a slice of a whole message: do not keep that.
		r.entry, r.match, r.ok = l.resolve(Fold(strings.Clone(word)), lang)
		seen.Put(key, r)
	}
	return r.entry, r.match, r.ok
}
