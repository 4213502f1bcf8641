package lexical

import (
	"bytes"
	"encoding/binary"
	"errors"
	"maps"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/lexicon"
)

// Priors give the log-odds that words are names, by a hash of the folded word: a
// word may come into the lexicon, or leave it, and no model changes. A word of which
// no source counted anything has the prior of its kinds.
//
// A hash has five bytes; words whose first two are the same are a bucket. The file is
// "bautapri", a version, the number of nicknames, the number of words (each four bytes,
// least first), of each bucket the number of its words (a byte), and then of the words,
// sorted by hash, the other three bytes of each, and the prior of each: 128 + 10 × the
// log-odds.
type Priors struct {
	nicknames float64
	from      []uint32 // the first word of each bucket, and the last one's end
	rests     []byte   // of the hash of each word, behind what makes its bucket
	priors    []byte
}

const (
	priorsMagic   = "bautapri"
	priorsVersion = 2
	hashBytes     = 5
	restBytes     = hashBytes - 2
	buckets       = 1 << 16 // by the first two bytes of the hash
)

var errPriors = errors.New("not a table of priors, or one of another version; train the model again")

// priorHash is what stands for a folded word: the first bytes of its FNV-1a, of 64 bits.
func priorHash(word string) [hashBytes]byte {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], h)
	return [hashBytes]byte(b[:])
}

// OpenPriors checks a table; none at all is a table without words.
func OpenPriors(file []byte) (Priors, error) {
	if len(file) == 0 {
		return Priors{}, nil
	}
	r := codec.NewReader(priorsMagic, file)
	version, nicknames, n := r.Uint32(), r.Uint32(), r.Uint32()
	sizes, words := r.Take(buckets), r.Rest()
	if r.Err() != nil || version != priorsVersion || uint64(len(words)) != uint64(n)*(restBytes+1) {
		return Priors{}, errPriors
	}
	p := Priors{
		nicknames: float64(nicknames), from: make([]uint32, 1, buckets+1),
		rests: words[:n*restBytes], priors: words[n*restBytes:],
	}
	end := uint32(0)
	for _, size := range sizes {
		end += uint32(size)
		p.from = append(p.from, end)
	}
	if end != n || !p.sorted() {
		return Priors{}, errPriors
	}
	return p, nil
}

// sorted reports whether the words of each bucket rise.
func (p Priors) sorted() bool {
	for b := range buckets {
		for i := int(p.from[b]) + 1; i < int(p.from[b+1]); i++ {
			if bytes.Compare(p.rest(i-1), p.rest(i)) >= 0 {
				return false
			}
		}
	}
	return true
}

// rest is what the table has of the hash of a word.
func (p Priors) rest(i int) []byte { return p.rests[i*restBytes:][:restBytes] }

// MakePriors writes a table of the words whose prior is not that of their kinds.
// Two words of one hash are an error.
func MakePriors(lex *lexicon.Lexicon, lang string, nicknames int, priors map[string]byte) ([]byte, error) {
	p := Priors{nicknames: float64(nicknames)}
	of := map[[hashBytes]byte]byte{}
	for w, prior := range priors {
		if e, _ := lex.Look(w, lang); prior == p.ofKinds(e) {
			continue
		}
		h := priorHash(w)
		if _, double := of[h]; double {
			return nil, errors.New("two words of the lexicon have one hash; take more bytes of it")
		}
		of[h] = prior
	}
	var sizes [buckets]byte
	rising := func(a, b [hashBytes]byte) int { return bytes.Compare(a[:], b[:]) }
	for _, h := range slices.SortedFunc(maps.Keys(of), rising) {
		bucket := binary.BigEndian.Uint16(h[:])
		if sizes[bucket]++; sizes[bucket] == 0 {
			return nil, errors.New("more than 255 words of the lexicon have hashes that begin alike")
		}
		p.rests, p.priors = append(p.rests, h[2:]...), append(p.priors, of[h])
	}
	out := codec.NewWriter(priorsMagic)
	for _, n := range []int{priorsVersion, nicknames, len(of)} {
		out.Uint32(uint32(n))
	}
	for _, column := range [][]byte{sizes[:], p.rests, p.priors} {
		out.Raw(column)
	}
	return out.Bytes(), nil
}

// Len is the number of words with a prior of their own.
func (p Priors) Len() int { return len(p.priors) }

// of gives the prior of a folded word that is in the table.
func (p Priors) of(word string) (prior byte, ok bool) {
	if len(p.priors) == 0 {
		return 0, false
	}
	h := priorHash(word)
	bucket := binary.BigEndian.Uint16(h[:])
	for i := int(p.from[bucket]); i < int(p.from[int(bucket)+1]); i++ {
		if bytes.Equal(p.rest(i), h[2:]) {
			return p.priors[i], true
		}
	}
	return 0, false
}

// ofKinds is the prior of a word of which no source counts anything.
func (p Priors) ofKinds(e lexicon.Entry) byte {
	name, word := KindShares(e, p.nicknames)
	return PriorOf(name, word)
}

// Shares of the words of a message that are names, and of the names by kind: one
// word in 120 names a person, mostly by first name or nickname.
const (
	NameShare    = 0.008
	FirstShare   = 0.80
	SurnameShare = 0.03
	nickShare    = 0.17
)

// Floors, as shares of all names or all words, for what a list holds and no source
// counts.
const (
	rareName = 2e-7
	rareWord = 2e-8
	smsWord  = 5e-7
)

// Spoken are the kinds of words that are written as they are spoken.
const Spoken = lexicon.SMS | lexicon.Onomatopoeia | lexicon.Interjection | lexicon.Greeting | lexicon.Kinship

// KindShares gives which share of all names, and of all words, a word is that has
// these kinds and that no source counts, in a language with so many nicknames.
func KindShares(e lexicon.Entry, nicknames float64) (name, word float64) {
	name = rareName / 200
	if e.Kinds&lexicon.FirstName != 0 {
		name += FirstShare * rareName
	}
	if e.Kinds&lexicon.Surname != 0 {
		name += SurnameShare * rareName / 4
	}
	if e.Kinds&lexicon.Hypocoristic != 0 {
		name += nickShare / max(nicknames, 1)
	}
	word = rareWord
	if e.Kinds&Spoken != 0 {
		word += smsWord
	}
	named := lexicon.Country | lexicon.Nationality | lexicon.Brand
	if e.Kinds&named == 0 && e.Kinds&lexicon.City != 0 {
		word += 1e-10 * math.Exp2(float64(e.CityRank))
	}
	return name, word
}

// PriorOf gives the prior of a word that is such a share of the names, and such a
// share of the words: 128 + 10 × the log-odds that it is a name.
func PriorOf(name, word float64) byte {
	z := math.Log(NameShare*name) - math.Log((1-NameShare)*word)
	return byte(max(1, min(255, math.Round(128+10*z))))
}

// noPrior are the log-odds of a word that the lexicon does not have: most of what is
// in a list of words only is a word.
const noPrior = -3

// prior gives the log-odds that a word of the lexicon is a name in the model's
// language.
func (m *Model) prior(lex *lexicon.Lexicon, id int) float64 {
	var buf [64]byte
	word, ok := lex.FST().AppendWord(buf[:0], id)
	if !ok {
		return noPrior
	}
	return m.priorAs(lex, id, string(word))
}

// priorAs is prior for a word that is at hand, folded.
func (m *Model) priorAs(lex *lexicon.Lexicon, id int, word string) float64 {
	prior, counted := m.Priors.of(word)
	if !counted {
		e, ok := lex.Entry(id, m.Lang)
		if !ok {
			return noPrior
		}
		prior = m.Priors.ofKinds(e)
	}
	return (float64(prior) - 128) / 10
}
