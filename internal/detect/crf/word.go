package crf

import (
	"hash/maphash"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/internal/reading"
)

// affixes is the length in letters of the longest prefix and suffix.
const affixes = 5

// Word is a word of a sentence, as far as features look at it.
type Word struct {
	Start, End int // bytes of Message.Text
	Kind       bauta.TokenKind

	id           uint64 // of the word as written, folded, and its kind
	text, lower  uint64 // hashes of the word as written and in lower case
	prefix       [affixes]uint64
	suffix       [affixes]uint64 // hashes; those longer than the word are 0
	shape, short uint64
	caps         words.Caps
	pattern      words.Pattern
	letters      uint8 // length in letters, at most 15
	known        bool  // in the lexicon
	kinds, pos   uint64
	rank         uint64 // how usual as a name, a town and a word
	phrase       uint64 // kinds of an entry of several words ("los angeles") it stands in, and where
	class        [words.MaxColumns]uint16
	gramFrom     int // its character n-grams in Sentence.grams
	gramTo       int
	elsewhere    uint8 // how the same word is written elsewhere in the message
}

// Sentence is a message as the tagger sees it. It is reused: Extractor.Read
// fills it anew.
type Sentence struct {
	Words []Word
	grams []uint64
	caps  uint64 // how the message as a whole is written
	seen  map[uint64]uint8
	plain []tags.Word  // Words, as far as labels are concerned
	read  []words.Word // scratch: as package words reads them
	runes []int        // scratch: where the letters of a word start
}

// Read fills s with the words of a document. It looks at Text and Tokens.
func (x *Extractor) Read(d *bauta.Doc, s *Sentence) {
	s.Words, s.grams, s.plain = s.Words[:0], s.grams[:0], s.plain[:0]
	r := x.reader
	if r.Lexicon != nil {
		r.Seen = reading.In(d, r.Lexicon, r.Lang)
	}
	s.read = r.Read(d, s.read[:0])
	end := 0
	for i := range s.read {
		r := &s.read[i]
		x.word(s, r)
		s.plain[i].Break = tags.Breaks(d.Text[end:r.Start])
		end = r.End
	}
	clear(s.read) // no text stays behind
	s.finish()
}

// Where in a phrase a word stands, beside the kinds of lexicon.Kind.
const (
	phraseFirst uint64 = 1 << 40
	phraseNext  uint64 = 1 << 41
)

// seed makes the ids of words others in every run, so that nobody can write two
// words that are taken for one.
var seed = maphash.MakeSeed()

// word appends a word with all that features want to know of it.
func (x *Extractor) word(s *Sentence, r *words.Word) {
	s.Words = append(s.Words, Word{
		Start: r.Start, End: r.End, Kind: r.Kind, caps: r.Caps, pattern: r.Pattern, known: r.Known,
	})
	w := &s.Words[len(s.Words)-1]
	w.id = join(maphash.String(seed, r.Text), maphash.String(seed, r.Norm)+uint64(r.Kind))
	w.text = words.Hash(r.Text)
	w.lower = s.affixes(w, r.Norm)
	w.shape, w.short = shapeOf(r.Text)
	w.gramFrom, w.gramTo = len(s.grams), len(s.grams)
	if r.Kind == bauta.Word || r.Kind == bauta.Tag || r.Kind == bauta.Handle {
		s.addGrams(w, r.Norm)
	}
	if e := &r.Entry; r.Known {
		w.kinds, w.pos = uint64(e.Kinds), uint64(e.POS)
		w.rank = uint64(log2(e.SurnameRank))<<24 | uint64(log2(e.NameRank))<<16 | uint64(e.CityRank/3)<<8 |
			uint64(e.WordRank/15)
	}
	switch {
	case r.Phrase != 0 && r.First:
		w.phrase = uint64(r.Phrase) | phraseFirst
	case r.Phrase != 0:
		w.phrase = uint64(r.Phrase) | phraseNext
	}
	x.classes.Look(w.lower, &w.class)
	s.plain = append(s.plain, tags.Word{
		Start: r.Start, End: r.End, Mute: mute(r), Sign: sign(r), Known: r.Known, Masked: r.Kind == bauta.Masked,
		Honorific: r.Honorific, Punct: r.Pattern == words.Punct,
	})
}

// mute says that nobody is asked about a word: no name is a sign, or the 's after one.
func mute(r *words.Word) bool { return sign(r) || strings.HasPrefix(r.Norm, "'") }

// sign reports what is no word at all.
func sign(r *words.Word) bool {
	return r.Kind == bauta.Punct || r.Kind == bauta.Emoji || r.Kind == bauta.Masked
}

func log2(b uint8) (n uint8) {
	for ; b > 0; b >>= 1 {
		n++
	}
	return n
}

// shapeOf hashes the shape of a word (Anna-Lena9 is Xxxx-Xxxx0), and the same with
// runs as one sign.
func shapeOf(s string) (shape, short uint64) {
	shape, short = words.HashStart, words.HashStart
	last, n := rune(-1), 0
	for _, r := range s {
		c := r
		switch {
		case r < utf8.RuneSelf && r|0x20 >= 'a' && r|0x20 <= 'z':
			c = 'x' - (^r & 0x20)
		case r >= '0' && r <= '9':
			c = '0'
		case r >= utf8.RuneSelf && unicode.IsUpper(r):
			c = 'X'
		case r >= utf8.RuneSelf && unicode.IsLetter(r):
			c = 'x'
		}
		if n < 16 {
			shape = words.HashOn(shape, uint64(c))
		}
		if c != last {
			short = words.HashOn(short, uint64(c))
			last = c
		}
		n++
	}
	return shape, short
}
