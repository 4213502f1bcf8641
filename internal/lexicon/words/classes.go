package words

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// MaxColumns bounds the columns of word classes; a class is at most MaxClass.
const (
	MaxColumns = 6
	MaxClass   = math.MaxUint16
)

// HashStart is the Hash of nothing.
const HashStart uint64 = 14695981039346656037

// Hash is the number under which taggers know a string: FNV-1a of 64 bits (Fowler,
// Noll and Vo).
func Hash(s string) uint64 {
	h := HashStart
	for i := 0; i < len(s); i++ {
		h = HashOn(h, uint64(s[i]))
	}
	return h
}

// HashOn is the hash of what h is the hash of and one byte more.
func HashOn(h, next uint64) uint64 {
	const prime = 1099511628211
	return (h ^ next) * prime
}

// Key is the half of a word's Hash under which Classes know it; the word must be
// folded (lexicon.Fold).
func Key(hash uint64) uint32 { return uint32(hash>>32) ^ uint32(hash) }

// Classes says to which class a word belongs, in each of up to six columns:
// clusters of its vector at several sizes, how frequent it is, how often it has
// a capital. It is part of a model, read-only and safe for concurrent use. The
// zero value knows no words.
type Classes struct {
	columns int
	keys    []uint32 // Key, ascending
	class   []uint16 // [word·columns+column], from 1
	buckets buckets
}

// NewClasses makes the table of words, which must be folded; class[c][i] is the
// class of words[i] in column c, from 1; 0 is none. Of words with the same hash
// the first is kept.
func NewClasses(words []string, class ...[]uint16) (*Classes, error) {
	if len(class) > MaxColumns {
		return nil, fmt.Errorf("%d columns of word classes; there may be %d", len(class), MaxColumns)
	}
	order := make([]int, len(words))
	hash := make([]uint32, len(words))
	for i, w := range words {
		order[i], hash[i] = i, Key(Hash(w))
	}
	for c := range class {
		if len(class[c]) != len(words) {
			return nil, fmt.Errorf("column %d has %d classes for %d words", c, len(class[c]), len(words))
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return int(int64(hash[a]) - int64(hash[b])) })
	t := &Classes{columns: len(class)}
	for _, i := range order {
		if n := len(t.keys); n > 0 && t.keys[n-1] == hash[i] {
			continue
		}
		t.keys = append(t.keys, hash[i])
		for c := range class {
			t.class = append(t.class, class[c][i])
		}
	}
	t.buckets = newBuckets(t.keys)
	return t, nil
}

// ClassesOf makes the table that Keys and Column tell, of a file: keys are to
// ascend, and each column to have a class for each.
func ClassesOf(keys []uint32, column ...[]uint16) (*Classes, error) {
	if len(column) > MaxColumns {
		return nil, fmt.Errorf("%d columns of word classes; there may be %d", len(column), MaxColumns)
	}
	for i := 1; i < len(keys); i++ {
		if keys[i] <= keys[i-1] {
			return nil, errors.New("the words of classes are not in order")
		}
	}
	t := &Classes{columns: len(column), keys: keys, class: make([]uint16, len(keys)*len(column))}
	for c, list := range column {
		if len(list) != len(keys) {
			return nil, fmt.Errorf("column %d has %d classes for %d words", c, len(list), len(keys))
		}
		for i, class := range list {
			t.class[i*t.columns+c] = class
		}
	}
	t.buckets = newBuckets(keys)
	return t, nil
}

// Keys returns the words' keys, ascending; they are not to be changed.
func (t *Classes) Keys() []uint32 { return t.keys }

// Column returns the classes of a column, in the order of Keys.
func (t *Classes) Column(c int) []uint16 {
	out := make([]uint16, len(t.keys))
	for i := range out {
		out[i] = t.class[i*t.columns+c]
	}
	return out
}

// Words returns the number of words, Columns that of columns.
func (t *Classes) Words() int { return len(t.keys) }

// Columns returns the number of columns.
func (t *Classes) Columns() int { return t.columns }

// Look stores the classes of the word with the hash; of one that is not there it
// stores nothing.
func (t *Classes) Look(hash uint64, into *[MaxColumns]uint16) {
	if t.columns == 0 {
		return
	}
	if i := t.buckets.find(t.keys, Key(hash)); i >= 0 {
		copy(into[:t.columns], t.class[i*t.columns:])
	}
}

// buckets finds a key in a sorted list: the upper bits of the key say where in
// the list to look.
type buckets struct {
	shift uint
	start []uint32 // of each bucket, and the end of the last
}

// newBuckets makes about as many buckets as there are keys.
func newBuckets(keys []uint32) buckets {
	bits := uint(1)
	for 1<<bits < len(keys) && bits < 24 {
		bits++
	}
	b := buckets{shift: 32 - bits, start: make([]uint32, 1<<bits+1)}
	at := 0
	for i := range b.start {
		for at < len(keys) && int(keys[at]>>b.shift) < i {
			at++
		}
		b.start[i] = uint32(at)
	}
	return b
}

// find returns the index of a key, −1 if it is not there.
func (b *buckets) find(keys []uint32, key uint32) int {
	if len(keys) == 0 {
		return -1
	}
	slot := key >> b.shift
	for i := b.start[slot]; i < b.start[slot+1]; i++ {
		if keys[i] == key {
			return int(i)
		}
	}
	return -1
}
