package lexicon

import (
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/variant"
	"github.com/bauta/bauta/text"
)

// Match says how [Lexicon.Resolve] came from a word to its entry.
type Match struct {
	// Heuristic is the one that fired; variant.None for a word that stands in
	// the lexicon as it is, or whose parts do.
	Heuristic variant.Heuristic
	Text      string // the normal spelling: of "jexplique", "j'explique"
	// Parts are the known words in the word; more than one for a compound
	// (anne-sophie) or words written together, none for a sound.
	Parts []Part
}

// Part is a known word in the word that was asked for.
type Part struct {
	Start, End int // bytes in the folded word: in "d'alice", 2 and 7
	Entry      Entry
}

// resolve is Resolve of a folded word.
func (l *Lexicon) resolve(word, lang string) (Entry, Match, bool) {
	if e, ok := l.Look(word, lang); ok {
		return e, Match{Text: word, Parts: []Part{{0, len(word), e}}}, true
	}
	if parts := l.parts(word, lang); parts != nil {
		return merge(parts), Match{Text: word, Parts: parts}, true
	}
	for _, u := range l.users {
		if e, m, ok := u.resolve(word, lang); ok {
			return e, m, true
		}
	}
	if !latin(word) {
		return l.transliterated(word, lang)
	}
	return l.search(word, lang)
}

// latin reports a word that begins in Latin letters, or in none.
func latin(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return r < 0x250 || !unicode.IsLetter(r) || unicode.Is(unicode.Latin, r)
}

// transliterated looks a word of another script up in plain letters: a name, as
// words of the language are written in its own script.
func (l *Lexicon) transliterated(word, lang string) (Entry, Match, bool) {
	key := text.Plain(word)
	if len(key) < 4 || len(key) > 64 {
		return Entry{}, Match{}, false
	}
	e, _ := l.Look(key, lang)
	if e.Kinds &= Dictionary; e.Kinds == 0 {
		return Entry{}, Match{}, false
	}
	e.POS = 0
	return e, Match{Heuristic: variant.Transliteration, Text: key, Parts: []Part{{0, len(word), e}}}, true
}

// parts looks up what hyphens and apostrophes part; nil unless all is known.
func (l *Lexicon) parts(word, lang string) []Part {
	data := variant.ForLang(lang)
	var out []Part
	for start := 0; start <= len(word); {
		end := len(word)
		if i := strings.IndexByte(word[start:], '-'); i >= 0 {
			end = start + i
		}
		p, ok := l.part(word, start, end, lang, data)
		if !ok || len(out) == maxParts {
			return nil
		}
		out = append(out, p)
		start = end + 1
	}
	return out
}

// maxParts bounds the words of a compound.
const maxParts = 8

// part looks up word[start:end] without the clitics before its apostrophes and
// the contraction after.
func (l *Lexicon) part(word string, start, end int, lang string, data *variant.Lang) (Part, bool) {
	if e, ok := l.Look(word[start:end], lang); ok {
		return Part{start, end, e}, true
	}
	if data == nil {
		return Part{}, false
	}
	for _, c := range data.Contractions {
		if head, ok := strings.CutSuffix(word[start:end], c); ok && c[0] == '\'' {
			if e, ok := l.Look(head, lang); ok {
				return Part{start, start + len(head), e}, true
			}
		}
	}
	at := start + strings.LastIndexByte(word[start:end], '\'') + 1
	if at == start || !slices.Contains(data.Elided, word[start:at-1]) {
		return Part{}, false
	}
	e, ok := l.Look(word[at:end], lang)
	return Part{at, end, e}, ok
}

// merge makes one entry of several: all kinds, the rest of the first.
func merge(parts []Part) Entry {
	if len(parts) == 0 {
		return Entry{}
	}
	e := parts[0].Entry
	for _, p := range parts[1:] {
		e.Kinds |= p.Entry.Kinds
		e.POS |= p.Entry.POS
		if e.NameIndex == 0 {
			e.NameIndex, e.NameRank, e.Sex, e.origins = p.Entry.NameIndex, p.Entry.NameRank, p.Entry.Sex,
				p.Entry.origins
		}
		e.CityRank, e.WordRank = max(e.CityRank, p.Entry.CityRank), max(e.WordRank, p.Entry.WordRank)
	}
	return e
}

// searcher finds variants in one table, in one language.
type searcher struct {
	finder *variant.Finder
	entry  func(ordinal int) Entry
}

// searchers makes a searcher a language, each when it is first asked for.
func (t *table) searchers(entry func(ordinal, lang int, origin uint64) Entry) func(lang string) *searcher {
	var made sync.Map
	return func(lang string) *searcher {
		if s, ok := made.Load(lang); ok {
			return s.(*searcher)
		}
		at, origin := t.lang(lang), uint64(0)
		if i := slices.Index(t.origins, lang); i >= 0 {
			origin = 1 << i
		}
		s := &searcher{entry: func(ordinal int) Entry { return entry(ordinal, at, origin) }}
		s.finder = variant.New(variant.Config{
			Words: t.words, Lang: variant.ForLang(lang),
			Allow: func(ordinal int, h variant.Heuristic) bool { return allowed(s.entry(ordinal), h) },
			Name:  func(ordinal int) bool { return s.entry(ordinal).Kinds&FirstName != 0 },
		})
		if at < 0 && len(t.langs) > 0 && variant.ForLang(lang) == nil {
			return s // not kept: callers could ask for any number of codes
		}
		kept, _ := made.LoadOrStore(lang, s)
		return kept.(*searcher)
	}
}

// near takes the name kinds off an entry that a spelling variant may not lead
// to: names of other languages that few lists have. There are so many of them,
// and so short, that half of all misspelt words are one accent away from one.
func near(e Entry, origin uint64) Entry {
	const usual = 3 // languages
	if e.origins&origin == 0 && bits.OnesCount64(e.origins) < usual {
		e.Kinds &^= FirstName | Surname
		e.NameIndex = 0
	}
	return e
}

// allowed says whether the heuristic may lead to the word.
func allowed(e Entry, h variant.Heuristic) bool {
	const plain = Form | SMS | Interjection | Greeting | Kinship | Loan | Keep
	switch h {
	case variant.Misspelling:
		return e.Kinds&Dictionary == 0 && e.NameRank|e.SurnameRank == 0 && e.Kinds&plain != 0
	case variant.Concatenation:
		return e.Kinds&(plain|Dictionary) != 0
	}
	return e.Kinds&(Dictionary|AntiDictionary) != 0
}

// search runs the heuristics over the lexicon.
func (l *Lexicon) search(word, lang string) (Entry, Match, bool) {
	s := l.searcher(lang)
	return s.resolve(word, func(w variant.Word) Entry {
		e := s.entry(w.Ordinal)
		if len(l.users) > 0 {
			if text, ok := l.table.words.Word(w.Ordinal); ok {
				e, _ = l.overlay(text, lang, e, true)
			}
		}
		return e
	})
}

// resolve runs the heuristics over a user's list, but for those that guess.
func (u *User) resolve(word, lang string) (Entry, Match, bool) {
	s := u.searcher(lang)
	e, m, ok := s.resolve(word, func(w variant.Word) Entry { return s.entry(w.Ordinal) })
	if m.Heuristic >= variant.Concatenation {
		return Entry{}, Match{}, false
	}
	return e, m, ok
}

// resolve takes the candidates of the first heuristic that has any: all where
// the spelling was only mended, the first where it was guessed at.
func (s *searcher) resolve(word string, entry func(variant.Word) Entry) (Entry, Match, bool) {
	var m Match
	found := false
	var all []Part
	for c := range s.finder.Candidates(word) {
		if found && (c.Heuristic != m.Heuristic || c.Heuristic >= variant.Concatenation) {
			break
		}
		parts := make([]Part, 0, len(c.Words))
		fits := !c.Verb // "j" stands before a verb
		for _, w := range c.Words {
			e := entry(w)
			fits = fits || e.POS&(Verb|Pronoun) != 0
			parts = append(parts, Part{w.Start, w.End, e})
		}
		if !fits || c.Heuristic >= variant.Apostrophe && shortName(parts, word) {
			continue
		}
		// The normal spelling is a form of the language rather than one more
		// SMS spelling.
		better := found && merge(m.Parts).Kinds&Form == 0 && merge(parts).Kinds&Form != 0
		if all = append(all, parts...); !found || better {
			found = true
			m = Match{Heuristic: c.Heuristic, Text: c.Text, Parts: parts}
		}
	}
	if !found {
		return Entry{}, Match{}, false
	}
	e := merge(all)
	if m.Heuristic == variant.Sound {
		e.Kinds = Onomatopoeia
	}
	return e, m, true
}

// shortName reports whether a part of the word, glued to what is before it, is
// nothing but a name of less than four letters: "cute" is not "c'Ute".
func shortName(parts []Part, word string) bool {
	for _, p := range parts {
		if p.Entry.Kinds&AntiDictionary == 0 && p.Start > 0 && word[p.Start-1] != '\'' &&
			utf8.RuneCountInString(word[p.Start:p.End]) < 4 {
			return true
		}
	}
	return false
}
