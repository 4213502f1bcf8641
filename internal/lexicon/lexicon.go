package lexicon

import (
	_ "embed"
	"iter"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon/fst"
	"github.com/bauta/bauta/internal/memo"
	"github.com/bauta/bauta/internal/packed"
)

// embedded is the lexicon file, compressed; in a page, as [Compact] writes it.
//
//go:embed data/words.blex.zst
var embedded []byte

//go:embed data/words.sha256
var digest string

// Digest is the SHA-256 of the lexicon that comes with the program, as it is unpacked, in
// hexadecimal. It is written with the file, since a browser takes most of a second for it.
func Digest() string { return strings.TrimSpace(digest) }

// Entry is all that a lexicon knows of a word in a language.
type Entry struct {
	ID    int // ordinal of the folded word in the lexicon; changes when lists do
	Kinds Kind
	POS   POS
	Sex   Sex
	// NameIndex is the number of a first name, from 1, the same in all
	// versions of the lexicon; 0 for what is none.
	NameIndex int
	// NameRank is the number of locales whose lists have the word as a first
	// name, at most 255: a rough measure of how usual it is.
	NameRank uint8
	// SurnameRank is the same for surnames.
	SurnameRank uint8
	// CityRank is the binary logarithm of the population of the largest town
	// of the name, rounded down.
	CityRank uint8
	// WordRank is 100 minus the SCOWL size of an English form: 90 for the
	// commonest words, 30 for rare ones. 0 where a source has no rank.
	WordRank uint8
	origins  uint64
}

// Hidden reports whether the word is in a dictionary: a name.
func (e Entry) Hidden() bool { return e.Kinds&Dictionary != 0 }

// Name reports a word that the lists have for the name of a person and for nothing else
// but towns, many of which are named after one.
func (e Entry) Name() bool { return e.Hidden() && e.Kinds&AntiDictionary&^City == 0 }

// Kept reports whether the word is in an anti-dictionary.
func (e Entry) Kept() bool { return e.Kinds&AntiDictionary != 0 }

// Lexicon answers what a word is. It is read-only and safe for concurrent
// use.
type Lexicon struct {
	table    *table
	searcher func(lang string) *searcher
	users    []*User
	resolved func() *memo.Cache[resolved] // see [Lexicon.Resolve]
}

// Default returns the lexicon that comes with the program.
func Default() *Lexicon { return defaultLexicon() }

var defaultLexicon = sync.OnceValue(func() *Lexicon {
	data, err := Expand(packed.Embedded(embedded))
	var l *Lexicon
	if err == nil {
		l, err = Open(data)
	}
	if err != nil {
		// The file is part of the program and a test opens it.
		panic(err)
	}
	return l
})

// Open reads a lexicon file in place: the bytes must not change while it is
// in use. It looks at the header alone; see [Lexicon.Verify].
func Open(data []byte) (*Lexicon, error) {
	t, err := openTable(data)
	if err != nil {
		return nil, err
	}
	return remembering(&Lexicon{table: t, searcher: t.searchers(func(ordinal, lang int, origin uint64) Entry {
		return near(t.entry(ordinal, lang), origin)
	})}), nil
}

// Verify reads the whole file and returns [ErrDamaged] unless it is sound.
func (l *Lexicon) Verify() error { return l.table.verify() }

// Bytes is the lexicon file, as [Open] reads it.
func (l *Lexicon) Bytes() []byte { return l.table.data }

// FST is the automaton over the folded words; its ordinals are Entry.ID.
func (l *Lexicon) FST() *fst.FST { return l.table.words }

// Langs lists the languages the lexicon has data on.
func (l *Lexicon) Langs() []string { return append([]string(nil), l.table.langs...) }

// Sources lists where the words come from.
func (l *Lexicon) Sources() []Source { return l.table.sourceList() }

// Look returns what the word is in the language, and false when it is in no
// list of that language and in none that holds in all. The word is folded
// first ([Fold]). For a language without data only the latter count.
func (l *Lexicon) Look(word, lang string) (Entry, bool) {
	e, ok := l.look(word, l.table.lang(lang))
	if len(l.users) == 0 {
		return e, ok
	}
	return l.overlay(Fold(word), lang, e, ok)
}

// LookOn is [Lexicon.Look], and reports whether an entry of several words may begin
// with the word: its look-up goes that far anyhow.
func (l *Lexicon) LookOn(word, lang string) (e Entry, known, begins bool) {
	word = Fold(word)
	ordinal, begins, ok := l.table.walk(word)
	if ok {
		e = l.table.entry(ordinal, l.table.lang(lang))
		known = e.Kinds != 0
	}
	if len(l.users) == 0 {
		return e, known, begins
	}
	for _, u := range l.users {
		_, more, _ := u.table.walk(word)
		begins = begins || more
	}
	e, known = l.overlay(word, lang, e, known)
	return e, known, begins
}

// walk finds a folded word, and reports whether words of the table go on with a blank
// behind it.
func (t *table) walk(word string) (ordinal int, more, ok bool) {
	n := t.words.Root()
	for i := range len(word) {
		if n, ok = t.words.Step(n, word[i]); !ok {
			return 0, false, false
		}
	}
	_, more = t.words.Step(n, ' ')
	ordinal, ok = t.words.Final(n)
	return ordinal, more, ok
}

// look asks the table alone.
func (l *Lexicon) look(word string, lang int) (Entry, bool) {
	ordinal, ok := l.find(word)
	if !ok {
		return Entry{}, false
	}
	e := l.table.entry(ordinal, lang)
	return e, e.Kinds != 0
}

// find gives the ordinal of the word as folded.
func (l *Lexicon) find(word string) (int, bool) {
	if folded(word) {
		return l.table.words.Find(word)
	}
	var buf [64]byte
	if b, ok := lowerASCII(buf[:], word); ok {
		return l.table.words.FindBytes(b)
	}
	return l.table.words.Find(Fold(word))
}

// Entry returns what the word with the ordinal is in the language, without
// users' lists; false as for [Lexicon.Look].
func (l *Lexicon) Entry(id int, lang string) (Entry, bool) {
	e := l.table.entry(id, l.table.lang(lang))
	return e, e.Kinds != 0
}

// Normal returns the normal form of an SMS spelling, the likeliest where
// there are several; see [Lexicon.Normals].
func (l *Lexicon) Normal(word, lang string) (string, bool) {
	n := l.Normals(word, lang)
	if len(n) == 0 {
		return "", false
	}
	return n[0], true
}

// Normals returns the normal forms of an SMS spelling, likeliest first; a
// form may be several words. Nil when the word is none.
func (l *Lexicon) Normals(word, lang string) []string { return l.noteParts(word, lang, noteNormal) }

// FullNames returns the first names that a hypocoristic stands for in the
// language, likeliest first; nil when it is none.
func (l *Lexicon) FullNames(nick, lang string) []string { return l.noteParts(nick, lang, noteFull) }

func (l *Lexicon) noteParts(word, lang string, kind noteKind) []string {
	ordinal, ok := l.find(word)
	if !ok {
		return nil
	}
	s, ok := l.table.note(ordinal, l.table.lang(lang), kind)
	if !ok {
		return nil
	}
	return strings.Split(s, "|")
}

// Origins lists the languages whose name lists have the word, sorted as the
// lexicon has them; nil for what is no name or of unknown origin.
func (l *Lexicon) Origins(e Entry) []string {
	var out []string
	for i, o := range l.table.origins {
		if e.origins&(1<<i) != 0 {
			out = append(out, o)
		}
	}
	return out
}

// Words iterates over the words that have one of the kinds in the language,
// in byte order, with their entries; users' lists are not among them. For
// first names and the kinds of few words it is quick; for forms, surnames and
// towns it reads the whole lexicon.
func (l *Lexicon) Words(kinds Kind, lang string) iter.Seq2[string, Entry] {
	at, t := l.table.lang(lang), l.table
	ordinals := t.all()
	switch {
	case kinds&^rareKinds == 0:
		ordinals = t.rareOnes()
	case kinds == FirstName:
		ordinals = t.named()
	}
	return func(yield func(string, Entry) bool) {
		for o := range ordinals {
			e := t.entry(o, at)
			if e.Kinds&kinds == 0 {
				continue
			}
			if w, ok := t.words.Word(o); ok && !yield(w, e) {
				return
			}
		}
	}
}
