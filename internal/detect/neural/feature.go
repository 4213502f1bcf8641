package neural

import (
	"math/bits"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/internal/reading"
)

// FeatureSet numbers the features of this file. A model says which it was trained
// on; models of another set are refused.
const FeatureSet = 1

// Where the features of each group begin. All but affixes and shapes are numbers
// that stand for themselves; those are hashed into so many places.
const (
	atCaps    = 0
	atPattern = atCaps + words.AllCaps
	atLength  = atPattern + words.AllPatterns
	atPlace   = atLength + 16 // first, last
	atMessage = atPlace + 2   // how the message is written
	atKnown   = atMessage + 5
	atKind    = atKnown + 1
	atPOS     = atKind + 32
	atRank    = atPOS + 32 // four ranks, 16 each
	atPhrase  = atRank + 64
	atFirst   = atPhrase + 32
	atAgain   = atFirst + 1 // written elsewhere with a capital, in lower case
	atShape   = atAgain + 2
	atPrefix  = atShape + 512
	atSuffix  = atPrefix + 1024
	atDomain  = atSuffix + 1024
	atLang    = atDomain + domains
	features  = atLang + langs // and after them the places of each column of classes
	domains   = 32             // see Builder.Domain
	langs     = 8
	maxShape  = 8

	classPlaces = 1024
)

// input is a message as the network sees it, with the room for it; it is reused.
type input struct {
	words  []words.Word
	plain  []tags.Word
	forms  map[string]uint8 // how a folded word is written in the message
	caps   int32
	domain int32 // −1: none
	lang   int32
	feats  []int32

	classes *words.Classes
	hidden  int // column of classes that is not seen; −1: none
}

// read takes in a document.
func (in *input) read(r words.Reader, d *bauta.Doc) {
	if r.Lexicon != nil {
		r.Seen = reading.In(d, r.Lexicon, r.Lang)
	}
	in.words = r.Read(d, in.words[:0])
	in.plain = in.plain[:0]
	if in.forms == nil {
		in.forms = map[string]uint8{}
	}
	clear(in.forms)
	var count [words.AllCaps]int
	end := 0
	for i := range in.words {
		w := &in.words[i]
		mute := w.Kind == bauta.Punct || w.Kind == bauta.Emoji || w.Kind == bauta.Masked
		in.plain = append(in.plain, tags.Word{
			Start: w.Start, End: w.End, Mute: mute, Sign: mute, Known: w.Known, Masked: w.Kind == bauta.Masked,
			Honorific: w.Honorific, Punct: w.Pattern == words.Punct,
			Break: tags.Breaks(d.Text[end:w.Start]),
		})
		end = w.End
		count[w.Caps]++
		if bit := writing(in.words, i); bit != 0 {
			in.forms[w.Norm] |= bit
		}
	}
	in.caps = manner(count)
}

// forget drops the text that was read.
func (in *input) forget() {
	clear(in.words)
	clear(in.forms)
}

// writing says how word i is written, where that is evidence for the same word
// elsewhere: 1 with a capital after a plain word, 2 in lower case.
func writing(list []words.Word, i int) uint8 {
	switch c := list[i].Caps; {
	case c == words.Lower:
		return 2
	case c == words.First && i > 0 && list[i-1].Pattern == words.Plain:
		return 1
	}
	return 0
}

// manner says how a message is written, of words in each Caps: without letters,
// without capitals, in capitals, like a title, or as usual.
func manner(n [words.AllCaps]int) int32 {
	lower, first, all := n[words.Lower], n[words.First]+n[words.Mixed], n[words.All]
	switch {
	case lower+first+all == 0:
		return 0
	case first+all == 0:
		return 1
	case lower == 0 && all > first:
		return 2
	case first > 2*lower:
		return 3
	}
	return 4
}

// of returns the features of word i; they are good until the next call.
func (in *input) of(i int) []int32 {
	w := &in.words[i]
	f := append(in.feats[:0], atCaps+int32(w.Caps), atPattern+int32(w.Pattern), atMessage+in.caps)
	f = append(f, atLength+int32(min(utf8.RuneCountInString(w.Norm), 15)))
	if i == 0 {
		f = append(f, atPlace)
	}
	if i == len(in.words)-1 {
		f = append(f, atPlace+1)
	}
	if w.Known {
		e := &w.Entry
		f = append(f, atKnown, atRank+int32(bits.Len8(e.NameRank)), atRank+16+int32(bits.Len8(e.SurnameRank)),
			atRank+32+int32(min(e.CityRank/2, 15)), atRank+48+int32(min(e.WordRank/10, 15)))
		f = ones(f, atKind, uint32(e.Kinds))
		f = ones(f, atPOS, uint32(e.POS))
	}
	f = ones(f, atPhrase, uint32(w.Phrase))
	if w.First {
		f = append(f, atFirst)
	}
	if other := in.forms[w.Norm] &^ writing(in.words, i); other != 0 {
		f = append(f, atAgain+int32(other>>1))
	}
	f = append(f, atShape+place(shape(w.Text), 512))
	if head, tail := affix(w.Norm); head != "" {
		f = append(f, atPrefix+place(head, 1024), atSuffix+place(tail, 1024))
	}
	f = append(f, atLang+in.lang)
	if in.domain >= 0 {
		f = append(f, atDomain+in.domain)
	}
	f = in.class(w, f)
	in.feats = f
	return f
}

// class appends the classes of a word.
func (in *input) class(w *words.Word, f []int32) []int32 {
	if in.classes.Columns() == 0 {
		return f
	}
	var of [words.MaxColumns]uint16
	in.classes.Look(words.Hash(w.Norm), &of)
	for c, class := range of {
		if class > 0 && c != in.hidden {
			f = append(f, features+int32(c)*classPlaces+int32(class%classPlaces))
		}
	}
	return f
}

// ones appends the places of the bits of a set.
func ones(f []int32, at int32, set uint32) []int32 {
	for ; set != 0; set &= set - 1 {
		f = append(f, at+int32(bits.TrailingZeros32(set)))
	}
	return f
}

// place hashes a string into one of n places.
func place(s string, n uint32) int32 { return int32(hash(s) % n) }

// shape writes capitals as X, other letters as x, digits as 0, each run as one
// sign, up to so many signs.
func shape(s string) string {
	var b [maxShape]byte
	n := 0
	for _, r := range s {
		c := shapeOf(r)
		if n > 0 && b[n-1] == c {
			continue
		}
		if n == maxShape {
			break
		}
		b[n] = c
		n++
	}
	return string(b[:n])
}

// affix returns the first and the last three letters of a longer word.
func affix(norm string) (head, tail string) {
	n, first := 0, 0
	for i := range norm {
		if n == 3 {
			first = i
		}
		n++
	}
	if n < 4 {
		return "", ""
	}
	at := len(norm)
	for range 3 {
		_, size := utf8.DecodeLastRuneInString(norm[:at])
		at -= size
	}
	return norm[:first], norm[at:]
}

// form makes of a word what the network sees of its spelling.
func (v *Vocabulary) form(w *words.Word, f *neural.Form) {
	f.Word = v.Word(w.Norm)
	f.Grams, f.Letters = f.Grams[:0], v.spelling(w.Text, f.Letters[:0])
	f.Grams = v.Grams(w.Norm, f.Grams)
}

// shapeOf writes a letter as X or x, a digit as 0, and all else as it is where it
// is ASCII.
func shapeOf(r rune) byte {
	switch {
	case unicode.IsUpper(r):
		return 'X'
	case unicode.IsLetter(r):
		return 'x'
	case unicode.IsDigit(r):
		return '0'
	case r < utf8.RuneSelf:
		return byte(r)
	}
	return '?'
}

// langNumber gives each language its number; those of which no model is shipped
// share the last.
func langNumber(lang string) int32 {
	for i, l := range []string{"en", "fr", "de", "it", "es", "sv"} {
		if l == lang {
			return int32(i)
		}
	}
	return langs - 1
}
