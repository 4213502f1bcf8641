package crf

import (
	"unicode/utf8"

	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/lexicon/words"
)

// FeatureSet numbers the templates of this file. A model says which it was
// trained on; models of another set are refused.
const FeatureSet = 1

// FNV-1a, 64 bits (Fowler, Noll and Vo).
const (
	fnvOffset uint64 = 14695981039346656037
	fnvPrime  uint64 = 1099511628211
)

func hashString(s string) uint64 {
	h := fnvOffset
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * fnvPrime
	}
	return h
}

// WordHash is the number under which word classes know a word; the word must
// be folded (lexicon.Fold).
func WordHash(word string) uint32 { return fold32(hashString(word)) }

func fold32(h uint64) uint32 { return uint32(h>>32) ^ uint32(h) }

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
	classes *Classes
}

// NewExtractor returns an extractor for a language. The lexicon and the classes
// may be nil: their features are then absent.
func NewExtractor(lang string, l *lexicon.Lexicon, c *Classes) *Extractor {
	if c == nil {
		c = &Classes{}
	}
	return &Extractor{reader: words.Reader{Lang: lang, Lexicon: l}, classes: c}
}

// affixes fills the hashes of prefixes and suffixes and returns that of the word.
func (s *Sentence) affixes(w *Word, norm string) uint64 {
	s.runes = s.runes[:0]
	h := fnvOffset
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
			h = (h ^ uint64(norm[j])) * fnvPrime
		}
	}
	n := len(s.runes)
	if n > 0 && n <= affixes {
		w.prefix[n-1] = h
	}
	for k := 1; k <= min(n, affixes); k++ {
		w.suffix[k-1] = hashString(norm[s.runes[n-k]:])
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
			s.grams = append(s.grams, hashString(norm[s.runes[i]:s.runes[i+k]]))
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
			s.seen[w.lower] = again(s.seen[w.lower], bit)
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
		w.again = s.seen[w.lower]
		if w.again&8 == 0 {
			w.again = 0 // it stands here alone
		}
	}
}

// again adds a way of writing to those seen; bit 8 says that there are two
// occurrences at least.
func again(old, bit uint8) uint8 {
	if old != 0 {
		bit |= 8
	}
	return old | bit
}

// edge words stand before the first and after the last word.
var (
	before = Word{text: 1, lower: 1, shape: 1, short: 1, caps: 7, pattern: 30, kinds: 1 << 40, pos: 1 << 40}
	after  = Word{text: 2, lower: 2, shape: 2, short: 2, caps: 8, pattern: 31, kinds: 1 << 41, pos: 1 << 41}
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
	f := window{s.at(i - 2), s.at(i - 1), s.at(i), s.at(i + 1), s.at(i + 2), s, dst}
	f.words()
	f.form(i)
	f.lists()
	for c := range x.classes.columns {
		f.column(uint64(c), c)
	}
	return f.dst
}

// window is a word with its neighbours, and the features found so far.
type window struct {
	l2, l1, w, r1, r2 *Word
	s                 *Sentence
	dst               []uint32
}

func (f *window) add(template, seen uint64) { f.dst = append(f.dst, mix(template, seen)) }

// words: the word and its neighbours as such. Templates 1 to 19.
func (f *window) words() {
	f.add(1, 0)
	f.add(2, f.w.text)
	f.add(3, f.w.lower)
	f.add(4, f.l1.lower)
	f.add(5, f.r1.lower)
	f.add(6, f.l2.lower)
	f.add(7, f.r2.lower)
	f.add(8, join(f.l1.lower, f.w.lower))
	f.add(9, join(f.w.lower, f.r1.lower))
	f.add(10, join(f.l1.lower, f.r1.lower))
	f.add(11, join(f.l2.lower, f.l1.lower))
	f.add(12, join(f.r1.lower, f.r2.lower))
	f.add(13, join(f.l1.lower, f.w.short))
	f.add(14, join(f.r1.lower, f.w.short))
	f.add(15, f.l1.text)
	f.add(16, f.r1.text)
}

// form: how the word is written. Templates 20 to 59.
func (f *window) form(i int) {
	w := f.w
	for k, h := range w.prefix {
		if h != 0 {
			f.add(20+uint64(k), h)
		}
	}
	for k, h := range w.suffix {
		if h != 0 {
			f.add(25+uint64(k), h)
		}
	}
	f.add(30, f.l1.suffix[2])
	f.add(31, f.r1.suffix[2])
	f.add(32, f.r1.prefix[2])
	f.add(33, w.shape)
	f.add(34, w.short)
	f.add(35, f.l1.short)
	f.add(36, f.r1.short)
	f.add(37, join(f.l1.short, w.short))
	f.add(38, join(w.short, f.r1.short))
	f.add(39, join(join(f.l1.short, w.short), f.r1.short))
	caps := uint64(w.caps)
	f.add(40, caps<<8|f.s.caps)
	f.add(41, caps<<8|uint64(f.l1.caps)<<16|uint64(f.r1.caps)<<24|f.s.caps)
	f.add(42, caps<<8|uint64(min(i, 3))<<16|uint64(f.l1.pattern)<<24)
	f.add(43, uint64(w.pattern))
	f.add(44, uint64(f.l1.pattern))
	f.add(45, uint64(f.r1.pattern))
	f.add(46, uint64(f.l1.pattern)<<16|uint64(w.pattern)<<8|uint64(f.r1.pattern))
	f.add(47, uint64(w.letters)<<8|caps)
	f.add(48, uint64(w.again)<<8|caps)
	f.add(49, join(uint64(w.again), f.s.caps))
	if f.l1 == &before {
		f.add(50, caps)
	}
	if f.r1 == &after {
		f.add(51, caps)
	}
	for _, g := range f.s.grams[w.gramFrom:w.gramTo] {
		f.add(52, g)
	}
}

// lists: what the lexicon says. Templates 60 to 89.
func (f *window) lists() {
	w := f.w
	caps := uint64(w.caps)
	for k := w.kinds; k != 0; k &= k - 1 {
		f.add(60, k&-k)
	}
	f.add(61, w.kinds)
	f.add(62, f.l1.kinds)
	f.add(63, f.r1.kinds)
	f.add(64, join(f.l1.kinds, w.kinds))
	f.add(65, join(w.kinds, f.r1.kinds))
	f.add(66, join(w.kinds, caps<<8|f.s.caps))
	f.add(67, join(w.kinds, f.l1.lower))
	f.add(68, join(w.kinds, f.r1.lower))
	f.add(69, join(w.pos, uint64(boolBit(w.known))))
	f.add(70, f.l1.pos)
	f.add(71, f.r1.pos)
	f.add(72, join(f.l1.pos, f.r1.pos))
	f.add(73, join(f.l1.pos, w.kinds))
	f.add(74, join(f.l2.pos, f.l1.pos))
	f.add(75, w.rank)
	f.add(76, join(w.rank, caps<<8|f.s.caps))
	f.add(77, join(w.kinds, w.suffix[2]))
	f.add(78, join(join(f.l1.kinds, w.kinds), f.r1.kinds))
	if w.phrase != 0 {
		f.add(79, w.phrase)
		f.add(80, join(w.phrase, caps<<8|f.s.caps))
	}
	for k := f.l1.kinds; k != 0; k &= k - 1 {
		f.add(81, k&-k)
	}
	for k := f.r1.kinds; k != 0; k &= k - 1 {
		f.add(82, k&-k)
	}
	f.add(83, f.l2.kinds)
	f.add(84, f.r2.kinds)
	f.add(85, f.r1.phrase)
}

// column: the word classes of one column. Templates 100 and up, 10 a column.
func (f *window) column(number uint64, c int) {
	t := 100 + 10*number
	w, l1, r1 := uint64(f.w.class[c]), uint64(f.l1.class[c]), uint64(f.r1.class[c])
	f.add(t, w)
	f.add(t+1, l1)
	f.add(t+2, r1)
	f.add(t+3, uint64(f.l2.class[c]))
	f.add(t+4, uint64(f.r2.class[c]))
	f.add(t+5, l1<<16|w)
	f.add(t+6, w<<16|r1)
	f.add(t+7, l1<<16|r1)
	f.add(t+8, w<<16|uint64(f.w.caps)<<8|f.s.caps)
}

func boolBit(b bool) int {
	if b {
		return 1
	}
	return 0
}
