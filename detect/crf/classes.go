package crf

import (
	"fmt"
	"math"
	"slices"
)

// Bounds of word classes.
const (
	maxColumns = 6
	maxClasses = math.MaxUint16
)

// Classes says to which class a word belongs, in each of up to six columns:
// clusters of its vector at several sizes, how frequent it is, how often it has
// a capital. It is part of a model, read-only and safe for concurrent use. The
// zero value knows no words.
type Classes struct {
	columns int
	keys    []uint32 // WordHash, ascending
	class   []uint16 // [word·columns+column], from 1
	buckets buckets
}

// NewClasses makes the table of words, which must be folded; class[c][i] is the
// class of words[i] in column c, from 1; 0 is none. Of words with the same hash
// the first is kept.
func NewClasses(words []string, class ...[]uint16) (*Classes, error) {
	if len(class) > maxColumns {
		return nil, fmt.Errorf("%d columns of word classes; there may be %d", len(class), maxColumns)
	}
	order := make([]int, len(words))
	hash := make([]uint32, len(words))
	for i, w := range words {
		order[i], hash[i] = i, WordHash(w)
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

// Words returns the number of words, Columns that of columns.
func (t *Classes) Words() int { return len(t.keys) }

// Columns returns the number of columns.
func (t *Classes) Columns() int { return t.columns }

// look stores the classes of the word with the hash.
func (t *Classes) look(hash uint64, into *[maxColumns]uint16) {
	if t.columns == 0 {
		return
	}
	if i := t.buckets.find(t.keys, fold32(hash)); i >= 0 {
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
