package lexicon

import (
	"encoding/binary"
	"iter"
	"math/bits"
)

// Pack is the small lists of a language, each sorted by bytes: what rules look
// for by name. The large ones are asked through [Lexicon.Look].
type Pack struct {
	Lang          string
	Greetings     []string // salut, coucou
	Kinship       []string // maman, tonton
	Pronouns      []string // je, moi, celui
	Interjections []string // hein, ben
	// Hypocoristics are the nicknames; [Lexicon.FullNames] says of whom.
	Hypocoristics []string
	// SMS are the SMS spellings; [Lexicon.Normals] says of what.
	SMS []string
}

// Pack collects the small lists of the language. It takes a millisecond or
// two: call it once and keep what it gives. A language without data has empty
// lists.
func (l *Lexicon) Pack(lang string) *Pack {
	p := &Pack{Lang: lang}
	t, at := l.table, l.table.lang(lang)
	if at < 0 {
		return p
	}
	for o := range t.rareOnes() {
		e := t.entry(o, at)
		w, ok := t.words.Word(o)
		if !ok {
			continue
		}
		for _, list := range []struct {
			in    bool
			words *[]string
		}{
			{e.Kinds&Greeting != 0, &p.Greetings},
			{e.Kinds&Kinship != 0, &p.Kinship},
			{e.POS&Pronoun != 0, &p.Pronouns},
			{e.Kinds&Interjection != 0, &p.Interjections},
			{e.Kinds&Hypocoristic != 0, &p.Hypocoristics},
			{e.Kinds&SMS != 0, &p.SMS},
		} {
			if list.in {
				*list.words = append(*list.words, w)
			}
		}
	}
	return p
}

// all iterates over the ordinals.
func (t *table) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for o := range t.words.Len() {
			if !yield(o) {
				return
			}
		}
	}
}

// rareOnes iterates over the ordinals of words of rareKinds, and pronouns.
func (t *table) rareOnes() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; i+4 <= len(t.rare); i += 4 {
			if !yield(int(binary.LittleEndian.Uint32(t.rare[i:]))) {
				return
			}
		}
	}
}

// named iterates over the ordinals of words that have a name index.
func (t *table) named() iter.Seq[int] {
	return func(yield func(int) bool) {
		for b := 0; b+blockSize <= len(t.blocks); b += blockSize {
			for set := binary.LittleEndian.Uint64(t.blocks[b:]); set != 0; set &= set - 1 {
				if !yield(b/blockSize*64 + bits.TrailingZeros64(set)) {
					return
				}
			}
		}
	}
}
