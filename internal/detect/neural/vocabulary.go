package neural

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// Vocabulary says what has a vector: words by the hash of their folded form,
// letters, and so many buckets of character n-grams; and to which classes a word
// belongs. It is read-only and safe for concurrent use.
type Vocabulary struct {
	words   []uint32 // ascending
	letters []rune   // ascending; number 0 is for all others
	grams   int
	classes *words.Classes
}

// Bounds of a vocabulary.
const (
	maxWords   = 1 << 20
	maxLetters = 1 << 12
	maxGrams   = 1 << 20
)

// NewVocabulary makes a vocabulary of folded words, letters, a number of buckets
// for n-grams, and classes of words; nil for none.
func NewVocabulary(list []string, letters []rune, grams int, classes *words.Classes) (*Vocabulary, error) {
	if len(list) > maxWords || len(letters) > maxLetters || grams < 0 || grams > maxGrams {
		return nil, fmt.Errorf("%d words, %d letters, %d buckets; there may be %d, %d, %d", len(list), len(letters),
			grams, maxWords, maxLetters, maxGrams)
	}
	if classes == nil {
		classes = &words.Classes{}
	}
	v := &Vocabulary{letters: slices.Compact(slices.Sorted(slices.Values(letters))), grams: grams, classes: classes}
	for _, w := range list {
		v.words = append(v.words, hash(w))
	}
	slices.Sort(v.words)
	v.words = slices.Compact(v.words)
	return v, nil
}

// Classes returns the classes of words.
func (v *Vocabulary) Classes() *words.Classes { return v.classes }

// Words returns the number of words with a vector.
func (v *Vocabulary) Words() int { return len(v.words) }

// Word returns the number of a folded word, −1 for one without a vector.
func (v *Vocabulary) Word(norm string) int32 {
	if i, ok := slices.BinarySearch(v.words, hash(norm)); ok {
		return int32(i)
	}
	return -1
}

// Grams appends the buckets of the character n-grams of a folded word, of three
// to five letters with its borders as letters.
func (v *Vocabulary) Grams(norm string, dst []int32) []int32 {
	if v.grams == 0 {
		return dst
	}
	const most = 64
	s := "<" + norm + ">"
	for i := range s { // at the start of each letter
		n := 0
		for j := range s[i:] {
			if n >= minGram {
				dst = append(dst, int32(hash(s[i:i+j])%uint32(v.grams)))
			}
			if n++; n > maxGram {
				break
			}
		}
		if rest := utf8.RuneCountInString(s[i:]); rest >= minGram && rest <= maxGram {
			dst = append(dst, int32(hash(s[i:])%uint32(v.grams)))
		}
		if len(dst) >= most {
			return dst[:most]
		}
	}
	return dst
}

// The lengths of n-grams.
const (
	minGram = 3
	maxGram = 5
)

// maxLength is the number of letters of a word that are read.
const maxLength = 24

// spelling appends the numbers of the letters of a word as it is written.
func (v *Vocabulary) spelling(text string, dst []int32) []int32 {
	n := 0
	for _, r := range text {
		if n++; n > maxLength {
			break
		}
		i, ok := slices.BinarySearch(v.letters, r)
		if !ok {
			i = -1
		}
		dst = append(dst, int32(i+1))
	}
	return dst
}

// sizes are those of a network of this vocabulary.
func (v *Vocabulary) sizes(d Dims, types int) neural.Sizes {
	s := neural.Sizes{
		Words: len(v.words), Grams: v.grams, Word: d.Word, Letters: 1 + len(v.letters), Letter: d.Letter,
		Spelling: d.Spelling,
		Longest:  maxLength, Features: features + classPlaces*v.classes.Columns(), Feature: d.Feature, Hidden: d.Hidden,
		Labels: 1 + 2*types,
	}
	if s.Words+s.Grams == 0 {
		s.Word = 0
	}
	return s
}

// Dims are the lengths of the vectors of a network.
type Dims struct {
	Word     int `yaml:"word" json:"word"`         // of words and n-grams
	Letter   int `yaml:"letter" json:"letter"`     // of letters
	Spelling int `yaml:"spelling" json:"spelling"` // of the state over letters, a direction
	Feature  int `yaml:"feature" json:"feature"`   // of features
	Hidden   int `yaml:"hidden" json:"hidden"`     // of the state over words, a direction
}

// hash is FNV-1a (Fowler, Noll and Vo), 32 bits, with its bits spread once more
// so that remainders of it are even.
func hash(s string) uint32 {
	h := uint32(2166136261)
	for i := range len(s) {
		h = (h ^ uint32(s[i])) * 16777619
	}
	h ^= h >> 15
	h *= 0x2c1b3c6d
	return h ^ h>>13
}
