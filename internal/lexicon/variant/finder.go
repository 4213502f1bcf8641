package variant

import (
	"iter"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

// Heuristic is a way from a spelling to a word. The order of the constants is
// that of the search.
type Heuristic uint8

// The heuristics. The zero value is none: the word as it stands, perhaps behind
// clitics with their apostrophes (l'école).
const (
	None            Heuristic = iota
	MissingAccent             // desole → désolé
	MisplacedAccent           // dèsolè → désolé
	Elongation                // nicoooolllaassss → nicolas; accents are ignored, too
	Apostrophe                // jexplique → j'explique, dont → don't
	Concatenation             // jtaime → je t'aime, apresmidi → après-midi
	Misspelling               // surment → sûrement: one letter wrong, missing, extra, or two swapped
	Sound                     // mouhahaha: no word at all
	Phonetic                  // trankil → tranquille
	Transliteration           // Γιώργος → giorgos; not of a Finder, the lexicon asks for it
	heuristics                // how many there are
)

// String is the name of the heuristic, as it stands in a span's reason.
func (h Heuristic) String() string {
	names := [heuristics]string{
		"exact", "missing accent", "misplaced accent", "repeated letters", "missing apostrophe",
		"concatenation", "misspelling", "onomatopoeia", "phonetic spelling", "another script",
	}
	if int(h) < len(names) {
		return names[h]
	}
	return "unknown heuristic"
}

// Word is a known word inside a candidate.
type Word struct {
	Start, End int // bytes in the word that was asked for
	Ordinal    int // in the automaton
}

// Candidate is what a word may stand for.
type Candidate struct {
	Text      string // the normal spelling: "je t'aime"
	Heuristic Heuristic
	// Words are the known words in Text, clitics and other small glued words
	// left out; none for Sound and Phonetic.
	Words []Word
	// Verb says that a subject pronoun was split off, so that the word after
	// it ought to be a verb.
	Verb bool
}

// Config is what a Finder is made of.
type Config struct {
	Words *fst.FST // folded words; nil knows none
	Lang  *Lang    // nil has no apostrophes, concatenations and phonetics
	// Allow says whether a heuristic may lead to the word with the ordinal;
	// nil allows all. It must be quick and safe for concurrent use.
	Allow func(ordinal int, h Heuristic) bool
	// Name says whether the word with the ordinal is a name. A word that may
	// be a misspelt name is not taken for another misspelt word. Nil knows none.
	Name func(ordinal int) bool
	// Keys are the phonetic keys of common words, as [Lang.Key] gives them;
	// nil turns the heuristic off.
	Keys *fst.FST
}

// Finder yields candidates. It is safe for concurrent use.
type Finder struct {
	cfg    Config
	beside letterSets // keys side by side
	close  letterSets // those, and letters written for each other
}

// Bounds of one word. Longer words are looked at as sounds only.
const (
	maxRunes      = 40   // after runs of a letter are cut to three
	maxCandidates = 24   // yielded for one word
	maxVisits     = 3000 // nodes visited for one word, all heuristics together
)

// New makes a Finder.
func New(cfg Config) *Finder {
	if cfg.Lang == nil {
		cfg.Lang = &Lang{}
	}
	f := &Finder{cfg: cfg}
	f.beside.rows(cfg.Lang.Keyboard)
	f.close = f.beside
	f.close.groups(cfg.Lang.Alike)
	return f
}

// Candidates yields what the folded word (lower case, accents composed) may
// stand for, in the order of the heuristics. A word that is
// known as it stands is no candidate. There are at most maxCandidates of them.
func (f *Finder) Candidates(word string) iter.Seq[Candidate] {
	return func(yield func(Candidate) bool) {
		q := query{Finder: f, word: word, yield: yield, budget: maxVisits}
		if q.read() && f.cfg.Words != nil {
			q.elided()
			q.accents()
			q.elongation()
			q.apostrophe()
			q.concatenation()
			q.misspelling()
		}
		q.sound()
		q.phonetic()
	}
}

// letter is a rune of the word, where it stands, and its unaccented form.
type letter struct {
	r, base rune
	at      int
}

// query is the search for one word.
type query struct {
	*Finder
	word    string
	yield   func(Candidate) bool
	buf     [maxRunes + 1]letter
	letters []letter // of the word, runs of a letter cut to three
	accent  bool     // has an accented letter
	run     bool     // has the same letter twice on end, accents apart
	budget  int
	given   int
	done    bool
	seen    [maxCandidates]int // ordinals given as whole words
	nseen   int
}

// read splits the word into letters; false when it is too long.
func (q *query) read() bool {
	q.letters = q.buf[:0]
	n := 0 // letters on end with the same base
	for i, r := range q.word {
		l := letter{r: r, base: base(r), at: i}
		k := len(q.letters)
		if k > 0 && q.letters[k-1].base == l.base {
			if n++; n > 3 {
				continue
			}
			q.run = true
		} else {
			n = 1
		}
		if k == maxRunes {
			q.letters = nil
			return false
		}
		q.accent = q.accent || l.base != r
		q.letters = append(q.letters, l)
	}
	return len(q.letters) > 0
}

// give yields a candidate, unless there were enough.
func (q *query) give(c Candidate) {
	if q.done {
		return
	}
	q.given++
	if !q.yield(c) || q.given >= maxCandidates {
		q.done = true
	}
}

// word1 gives a candidate that is one known word, once.
func (q *query) word1(ordinal int, h Heuristic) {
	if q.done || !q.allowed(ordinal, h) {
		return
	}
	for _, o := range q.seen[:q.nseen] {
		if o == ordinal {
			return
		}
	}
	if q.nseen < len(q.seen) {
		q.seen[q.nseen] = ordinal
		q.nseen++
	}
	text, ok := q.cfg.Words.Word(ordinal)
	if !ok || text == q.word {
		return
	}
	q.give(Candidate{Text: text, Heuristic: h, Words: []Word{{0, len(q.word), ordinal}}})
}

func (q *query) allowed(ordinal int, h Heuristic) bool {
	return q.cfg.Allow == nil || q.cfg.Allow(ordinal, h)
}

// step follows a rune in the automaton.
func (q *query) step(n fst.Node, r rune) (fst.Node, bool) {
	q.budget--
	if r < utf8.RuneSelf {
		return q.cfg.Words.Step(n, byte(r))
	}
	var b [utf8.UTFMax]byte
	ok := true
	for _, c := range b[:utf8.EncodeRune(b[:], r)] {
		if n, ok = q.cfg.Words.Step(n, c); !ok {
			break
		}
	}
	return n, ok
}
