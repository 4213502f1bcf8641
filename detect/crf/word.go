package crf

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/lexicon/words"
)

// affixes is the length in letters of the longest prefix and suffix.
const affixes = 5

// Word is a word of a sentence, as far as features look at it.
type Word struct {
	Start, End int // bytes of Message.Text
	Kind       bauta.TokenKind

	text, lower   uint64 // hashes of the word as written and in lower case
	prefix        [affixes]uint64
	suffix        [affixes]uint64 // hashes; those longer than the word are 0
	shape, short  uint64
	caps, pattern uint8
	letters       uint8 // length in letters, at most 15
	known         bool  // in the lexicon
	kinds, pos    uint64
	rank          uint64 // how usual as a name, a town and a word
	phrase        uint64 // kinds of an entry of several words ("los angeles") it stands in, and where
	norm          string // until the phrases are found
	class         [maxColumns]uint16
	gramFrom      int // its character n-grams in Sentence.grams
	gramTo        int
	again         uint8 // how the same word is written elsewhere in the message
}

// Sentence is a message as the tagger sees it. It is reused: Extractor.Read
// fills it anew.
type Sentence struct {
	Words []Word
	grams []uint64
	caps  uint64 // how the message as a whole is written
	seen  map[uint64]uint8
	runes []int  // scratch: where the letters of a word start
	buf   []byte // scratch: a phrase
}

// How a word is written.
const (
	capsNone  uint8 = iota // no letters
	capsLower              // lower
	capsFirst              // First
	capsOne                // A, one letter
	capsAll                // ALL
	capsMixed              // mIxed
)

// What a word looks like to a pattern.
const (
	patternNone uint8 = iota
	patternEmail
	patternURL
	patternHandle
	patternTag
	patternMasked
	patternEmoji
	patternPunct
	patternDigits1 // one digit; two to nine follow, the last is nine and more
	_
	_
	patternDigits4
	patternDigits5
	_
	_
	_
	patternDigits9
	patternTime   // 10:30, 10h30
	patternDate   // 10.03.2020, 10/3
	patternNumber // 1.000, 3,5
	patternMixed  // letters and digits
)

// Read fills s with the words of a document. It looks at Text and Tokens.
func (x *Extractor) Read(d *bauta.Doc, s *Sentence) {
	s.Words, s.grams = s.Words[:0], s.grams[:0]
	end := 0
	for i := range d.Tokens {
		t := &d.Tokens[i]
		if t.Start < end || t.End > len(d.Text) || t.Start >= t.End {
			continue // not a token of this text, or one of the same bytes as the one before
		}
		x.cut(d, t, s)
		end = t.End
	}
	x.phrases(s)
	for i := range s.Words {
		s.Words[i].norm = "" // no text stays behind
	}
	s.finish()
}

// maxPhrase is the number of words of the longest entry looked for.
const maxPhrase = 3

// Where in a phrase a word stands, beside the kinds of lexicon.Kind.
const (
	phraseFirst uint64 = 1 << 40
	phraseNext  uint64 = 1 << 41
)

// phrases looks for entries of several words, the longest first.
func (x *Extractor) phrases(s *Sentence) {
	if x.lexicon == nil {
		return
	}
	for i := 0; i < len(s.Words); i++ {
		n := 1
		for n < maxPhrase && i+n < len(s.Words) && s.Words[i+n-1].Kind == bauta.Word && s.Words[i+n].Kind == bauta.Word {
			n++
		}
		for ; n > 1; n-- {
			s.buf = s.buf[:0]
			for _, w := range s.Words[i : i+n] {
				s.buf = append(append(s.buf, w.norm...), ' ')
			}
			e, ok := x.lexicon.Look(string(s.buf[:len(s.buf)-1]), x.lang)
			if kinds := uint64(e.Kinds &^ userKinds); ok && kinds != 0 {
				for k := range n {
					s.Words[i+k].phrase = kinds | phraseNext
				}
				s.Words[i].phrase = kinds | phraseFirst
				i += n - 1
				break
			}
		}
	}
}

// userKinds are those of users' lists, which are not what the model learnt.
const userKinds = lexicon.Hide | lexicon.Keep

// cut appends the words of a token: one, unless a name may stand inside it.
func (x *Extractor) cut(d *bauta.Doc, t *bauta.Token, s *Sentence) {
	surface := d.Text[t.Start:t.End]
	norm := t.Norm
	if norm == "" {
		norm = lexicon.Fold(surface)
	}
	switch t.Kind {
	case bauta.Tag:
		if len(surface) > 1 && surface[0] == '#' && norm[0] == '#' {
			x.word(s, surface[1:], norm[1:], t.Start+1, t.Kind)
			return
		}
	case bauta.Word, bauta.Number:
		if a, b, ok := words.Apostrophe(surface, norm); ok {
			x.word(s, surface[:a], norm[:b], t.Start, t.Kind)
			x.word(s, surface[a:], norm[b:], t.Start+a, t.Kind)
			return
		}
		if a := words.Amount(surface); a > 0 && len(norm) == len(surface) {
			x.word(s, surface[:a], norm[:a], t.Start, bauta.Number)
			x.word(s, surface[a:], norm[a:], t.Start+a, bauta.Word)
			return
		}
	}
	x.word(s, surface, norm, t.Start, t.Kind)
}

// word appends one word with all that features want to know of it.
func (x *Extractor) word(s *Sentence, surface, norm string, start int, kind bauta.TokenKind) {
	s.Words = append(s.Words, Word{Start: start, End: start + len(surface), Kind: kind})
	w := &s.Words[len(s.Words)-1]
	w.norm = norm
	w.text = hashString(surface)
	w.lower = s.affixes(w, norm)
	w.shape, w.short, w.caps = shapeOf(surface)
	w.pattern = patternOf(surface, kind)
	w.gramFrom, w.gramTo = len(s.grams), len(s.grams)
	if kind == bauta.Word || kind == bauta.Tag || kind == bauta.Handle {
		s.addGrams(w, norm)
		x.look(w, norm)
		w.gramTo = len(s.grams)
	}
	x.classes.look(w.lower, &w.class)
}

// look asks the lexicon, for the word and where it is unknown for the word
// without lengthened letters.
func (x *Extractor) look(w *Word, norm string) {
	if x.lexicon == nil {
		return
	}
	e, ok := x.lexicon.Look(norm, x.lang)
	if !ok {
		if short, cut := shortened(norm, 1); cut {
			if e, ok = x.lexicon.Look(short, x.lang); !ok {
				short, _ = shortened(norm, 2)
				e, ok = x.lexicon.Look(short, x.lang)
			}
		}
	}
	if !ok {
		return
	}
	w.known = true
	w.kinds = uint64(e.Kinds &^ userKinds)
	w.pos = uint64(e.POS)
	w.rank = uint64(log2(e.SurnameRank))<<24 | uint64(log2(e.NameRank))<<16 | uint64(e.CityRank/3)<<8 | uint64(e.WordRank/15)
}

// shortened cuts runs of three and more of a letter to n; false if there are none.
func shortened(s string, n int) (string, bool) {
	run, found := 0, false
	last := rune(-1)
	for _, r := range s {
		if r == last {
			run++
			found = found || run >= 3
		} else {
			last, run = r, 1
		}
	}
	if !found {
		return s, false
	}
	var b strings.Builder
	run, last = 0, -1
	long := runLengths(s)
	i := 0
	for _, r := range s {
		if r == last {
			run++
		} else {
			last, run = r, 1
		}
		if long[i] < 3 || run <= n {
			b.WriteRune(r)
		}
		i++
	}
	return b.String(), true
}

// runLengths gives for each letter the length of the run it stands in.
func runLengths(s string) []int {
	rs := []rune(s)
	out := make([]int, len(rs))
	for i := 0; i < len(rs); {
		j := i
		for j < len(rs) && rs[j] == rs[i] {
			j++
		}
		for k := i; k < j; k++ {
			out[k] = j - i
		}
		i = j
	}
	return out
}

func log2(b uint8) (n uint8) {
	for ; b > 0; b >>= 1 {
		n++
	}
	return n
}

// shapeOf hashes the shape of a word (Anna-Lena9 is Xxxx-Xxxx0), the same with
// runs as one sign, and says how it is written.
func shapeOf(s string) (shape, short uint64, caps uint8) {
	shape, short = fnvOffset, fnvOffset
	last := rune(-1)
	upper, lower, n := 0, 0, 0
	firstUpper := false
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
		switch c {
		case 'X':
			upper++
			firstUpper = firstUpper || n == 0
		case 'x':
			lower++
		}
		if n < 16 {
			shape = (shape ^ uint64(c)) * fnvPrime
		}
		if c != last {
			short = (short ^ uint64(c)) * fnvPrime
			last = c
		}
		n++
	}
	switch {
	case upper+lower == 0:
		caps = capsNone
	case upper == 0:
		caps = capsLower
	case upper == 1 && lower == 0:
		caps = capsOne
	case lower == 0:
		caps = capsAll
	case firstUpper && upper == 1:
		caps = capsFirst
	default:
		caps = capsMixed
	}
	return shape, short, caps
}

// patternOf says what a word looks like.
func patternOf(s string, kind bauta.TokenKind) uint8 {
	switch kind {
	case bauta.Link:
		if strings.IndexByte(s, '@') > 0 {
			return patternEmail
		}
		return patternURL
	case bauta.Handle:
		return patternHandle
	case bauta.Masked:
		return patternMasked
	case bauta.Emoji:
		return patternEmoji
	case bauta.Punct:
		return patternPunct
	}
	var digits, letters, colon, dots, slash int
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == ':' || (c == 'h' || c == 'H') && digits > 0 && letters == 0:
			colon++
		case c == '.' || c == ',':
			dots++
		case c == '/' || c == '-':
			slash++
		default:
			letters++
		}
	}
	switch {
	case digits == 0 && kind == bauta.Tag:
		return patternTag
	case digits == 0:
		return patternNone
	case letters > 0:
		return patternMixed
	case colon > 0:
		return patternTime
	case slash > 0 || dots > 1:
		return patternDate
	case dots > 0:
		return patternNumber
	}
	return patternDigits1 + uint8(min(digits, 9)) - 1
}
