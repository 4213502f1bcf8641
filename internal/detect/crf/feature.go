package crf

import (
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// FeatureSet numbers the templates of this file. A model says which it was
// trained on; models of another set are refused.
const FeatureSet = 1

// mix makes a feature of a template and what it sees: multiplications that
// spread each bit over the upper half, which is taken.
func mix(template, seen uint64) uint32 {
	h := seen + template*0x9E3779B97F4A7C15
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return uint32(h >> 32)
}

// join makes one number of two, in their order.
func join(a, b uint64) uint64 {
	h := a*0xA0761D6478BD642F ^ (b<<29 | b>>35)
	h ^= h >> 31
	return h * 0xE7037ED1A0B428DB
}

// Extractor reads documents and gives the features of their words. It is
// read-only and safe for concurrent use; the Sentence is the caller's.
type Extractor struct {
	reader  words.Reader
	classes *words.Classes
}

// NewExtractor returns an extractor for a language. The lexicon and the classes
// may be nil: their features are then absent.
func NewExtractor(lang string, l *lexicon.Lexicon, c *words.Classes) *Extractor {
	if c == nil {
		c = &words.Classes{}
	}
	return &Extractor{reader: words.Reader{Lang: lang, Lexicon: l}, classes: c}
}

// affixes fills the hashes of prefixes and suffixes and returns that of the word.
func (s *Sentence) affixes(w *Word, norm string) uint64 {
	s.runes = s.runes[:0]
	h := words.HashStart
	for i, r := range norm {
		if n := len(s.runes); n > 0 && n <= affixes {
			w.prefix[n-1] = h
		}
		s.runes = append(s.runes, i)
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
		}
		for j := i; j < i+size && j < len(norm); j++ {
			h = words.HashOn(h, uint64(norm[j]))
		}
	}
	n := len(s.runes)
	if n > 0 && n <= affixes {
		w.prefix[n-1] = h
	}
	for k := 1; k <= min(n, affixes); k++ {
		w.suffix[k-1] = words.Hash(norm[s.runes[n-k]:])
	}
	w.letters = uint8(min(n, 15))
	return h
}

// maxGrams bounds the n-grams of one word.
const maxGrams = 24

// addGrams appends the hashes of the character 3- and 4-grams of ^word$. The
// affixes are features of their own, so that a word of n letters has 2n−5 here.
func (s *Sentence) addGrams(w *Word, norm string) {
	n := len(s.runes)
	for k := 3; k <= 4; k++ {
		for i := 1; i+k < n && len(s.grams)-w.gramFrom < maxGrams; i++ {
			s.grams = append(s.grams, words.Hash(norm[s.runes[i]:s.runes[i+k]]))
		}
	}
	w.gramTo = len(s.grams)
}

// finish computes what hangs on the whole message.
func (s *Sentence) finish() {
	if s.seen == nil {
		s.seen = map[uint64]uint8{}
	}
	clear(s.seen)
	var lower, first, all int
	for i := range s.Words {
		w := &s.Words[i]
		switch w.caps {
		case words.Lower:
			lower++
		case words.First, words.Mixed:
			first++
		case words.All:
			all++
		}
		if w.caps != words.NoLetters {
			// Bits: written with a capital after a word, in lower case, at all.
			bit := uint8(1)
			if w.caps == words.First && i > 0 && s.Words[i-1].pattern == words.Plain {
				bit = 2
			} else if w.caps == words.Lower {
				bit = 4
			}
			s.seen[w.lower] = elsewhere(s.seen[w.lower], bit)
		}
	}
	switch {
	case lower+first+all == 0:
		s.caps = 0
	case first+all == 0:
		s.caps = 1
	case lower == 0 && all > first:
		s.caps = 2
	case first > 2*lower:
		s.caps = 3
	default:
		s.caps = 4
	}
	for i := range s.Words {
		w := &s.Words[i]
		w.elsewhere = s.seen[w.lower]
		if w.elsewhere&8 == 0 {
			w.elsewhere = 0 // it stands here alone
		}
	}
}

// elsewhere adds a way of writing to those seen; bit 8 says that there are two
// occurrences at least.
func elsewhere(old, bit uint8) uint8 {
	if old != 0 {
		bit |= 8
	}
	return old | bit
}

// edge words stand before the first and after the last word.
var (
	before = Word{id: 1, text: 1, lower: 1, shape: 1, short: 1, caps: 7, pattern: 30, kinds: 1 << 40, pos: 1 << 40}
	after  = Word{id: 2, text: 2, lower: 2, shape: 2, short: 2, caps: 8, pattern: 31, kinds: 1 << 41, pos: 1 << 41}
)

func (s *Sentence) at(i int) *Word {
	switch {
	case i < 0:
		return &before
	case i >= len(s.Words):
		return &after
	}
	return &s.Words[i]
}

// Features appends the features of word i to dst.
func (x *Extractor) Features(s *Sentence, i int, dst []uint32) []uint32 {
	return x.features(s, i, everything, dst)
}

// features appends the features of some groups.
func (x *Extractor) features(s *Sentence, i int, want group, dst []uint32) []uint32 {
	f := window{s.at(i - 2), s.at(i - 1), s.at(i), s.at(i + 1), s.at(i + 2), s, want, dst}
	f.words()
	f.form(i)
	f.lists()
	for c := range x.classes.Columns() {
		f.column(uint64(c), c)
	}
	return f.dst
}

// A group is what a template looks at. The sums of the weights of a group are kept
// from word to word (sums.go).
type group uint8

const (
	self    group = 1 << iota // the word, and how the message is written
	left                      // the word before
	right                     // the word after
	left2                     // the second word before
	right2                    // the second word after
	forms                     // how the word and its neighbours are written, where they stand
	kinds                     // the lists of the word and its neighbours
	several                   // several words

	everything = 1<<iota - 1
)

// window is a word with its neighbours, the groups wanted, and the features found
// so far.
type window struct {
	l2, l1, w, r1, r2 *Word
	s                 *Sentence
	want              group
	dst               []uint32
}

func (f *window) add(g group, template, seen uint64) {
	if f.want&g != 0 {
		f.dst = append(f.dst, mix(template, seen))
	}
}

// words: the word and its neighbours as such. Templates 1 to 19.
func (f *window) words() {
	f.add(self, 1, 0)
	f.add(self, 2, f.w.text)
	f.add(self, 3, f.w.lower)
	f.add(left, 4, f.l1.lower)
	f.add(right, 5, f.r1.lower)
	f.add(left2, 6, f.l2.lower)
	f.add(right2, 7, f.r2.lower)
	f.add(several, 8, join(f.l1.lower, f.w.lower))
	f.add(several, 9, join(f.w.lower, f.r1.lower))
	f.add(several, 10, join(f.l1.lower, f.r1.lower))
	f.add(several, 11, join(f.l2.lower, f.l1.lower))
	f.add(several, 12, join(f.r1.lower, f.r2.lower))
	f.add(several, 13, join(f.l1.lower, f.w.short))
	f.add(several, 14, join(f.r1.lower, f.w.short))
	f.add(left, 15, f.l1.text)
	f.add(right, 16, f.r1.text)
}

// form: how the word is written. Templates 20 to 59.
func (f *window) form(i int) {
	w := f.w
	for k, h := range w.prefix {
		if h != 0 {
			f.add(self, 20+uint64(k), h)
		}
	}
	for k, h := range w.suffix {
		if h != 0 {
			f.add(self, 25+uint64(k), h)
		}
	}
	f.add(left, 30, f.l1.suffix[2])
	f.add(right, 31, f.r1.suffix[2])
	f.add(right, 32, f.r1.prefix[2])
	f.add(self, 33, w.shape)
	f.add(self, 34, w.short)
	f.add(left, 35, f.l1.short)
	f.add(right, 36, f.r1.short)
	f.add(forms, 37, join(f.l1.short, w.short))
	f.add(forms, 38, join(w.short, f.r1.short))
	f.add(forms, 39, join(join(f.l1.short, w.short), f.r1.short))
	caps := uint64(w.caps)
	f.add(self, 40, caps<<8|f.s.caps)
	f.add(forms, 41, caps<<8|uint64(f.l1.caps)<<16|uint64(f.r1.caps)<<24|f.s.caps)
	f.add(forms, 42, caps<<8|uint64(min(i, 3))<<16|uint64(f.l1.pattern)<<24)
	f.add(self, 43, uint64(w.pattern))
	f.add(left, 44, uint64(f.l1.pattern))
	f.add(right, 45, uint64(f.r1.pattern))
	f.add(forms, 46, uint64(f.l1.pattern)<<16|uint64(w.pattern)<<8|uint64(f.r1.pattern))
	f.add(self, 47, uint64(w.letters)<<8|caps)
	f.add(self, 48, uint64(w.elsewhere)<<8|caps)
	f.add(self, 49, join(uint64(w.elsewhere), f.s.caps))
	if f.l1 == &before {
		f.add(forms, 50, caps)
	}
	if f.r1 == &after {
		f.add(forms, 51, caps)
	}
	for _, g := range f.s.grams[w.gramFrom:w.gramTo] {
		f.add(self, 52, g)
	}
}

// lists: what the lexicon says. Templates 60 to 89.
func (f *window) lists() {
	w := f.w
	caps := uint64(w.caps)
	for k := w.kinds; k != 0; k &= k - 1 {
		f.add(self, 60, k&-k)
	}
	f.add(self, 61, w.kinds)
	f.add(left, 62, f.l1.kinds)
	f.add(right, 63, f.r1.kinds)
	f.add(kinds, 64, join(f.l1.kinds, w.kinds))
	f.add(kinds, 65, join(w.kinds, f.r1.kinds))
	f.add(self, 66, join(w.kinds, caps<<8|f.s.caps))
	f.add(several, 67, join(w.kinds, f.l1.lower))
	f.add(several, 68, join(w.kinds, f.r1.lower))
	f.add(self, 69, join(w.pos, uint64(boolBit(w.known))))
	f.add(left, 70, f.l1.pos)
	f.add(right, 71, f.r1.pos)
	f.add(several, 72, join(f.l1.pos, f.r1.pos))
	f.add(several, 73, join(f.l1.pos, w.kinds))
	f.add(several, 74, join(f.l2.pos, f.l1.pos))
	f.add(self, 75, w.rank)
	f.add(self, 76, join(w.rank, caps<<8|f.s.caps))
	f.add(self, 77, join(w.kinds, w.suffix[2]))
	f.add(kinds, 78, join(join(f.l1.kinds, w.kinds), f.r1.kinds))
	if w.phrase != 0 {
		f.add(self, 79, w.phrase)
		f.add(self, 80, join(w.phrase, caps<<8|f.s.caps))
	}
	for k := f.l1.kinds; k != 0; k &= k - 1 {
		f.add(left, 81, k&-k)
	}
	for k := f.r1.kinds; k != 0; k &= k - 1 {
		f.add(right, 82, k&-k)
	}
	f.add(left2, 83, f.l2.kinds)
	f.add(right2, 84, f.r2.kinds)
	f.add(right, 85, f.r1.phrase)
}

// column: the word classes of one column. Templates 100 and up, 10 a column.
func (f *window) column(number uint64, c int) {
	t := 100 + 10*number
	w, l1, r1 := uint64(f.w.class[c]), uint64(f.l1.class[c]), uint64(f.r1.class[c])
	f.add(self, t, w)
	f.add(left, t+1, l1)
	f.add(right, t+2, r1)
	f.add(left2, t+3, uint64(f.l2.class[c]))
	f.add(right2, t+4, uint64(f.r2.class[c]))
	f.add(several, t+5, l1<<16|w)
	f.add(several, t+6, w<<16|r1)
	f.add(several, t+7, l1<<16|r1)
	f.add(self, t+8, w<<16|uint64(f.w.caps)<<8|f.s.caps)
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}
