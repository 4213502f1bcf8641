package crf

import (
	"slices"

	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/memo"
)

// reach is how many words to either side a feature looks.
const reach = 2

// onlookers are the groups of features that look at one word alone, by where the
// word that has them stands from it: two places before it, …, two behind it.
var onlookers = [...]group{right2, right, self, left, left2}

// sum fills rows with the sums of the weights of words from … to−1. They are whole
// numbers, so that it is all one in which order they are added.
func (t *scorer) sum(from, to int) {
	n := len(t.model.bias)
	t.rows = slices.Grow(t.rows[:0], (to-from)*n)[:(to-from)*n]
	clear(t.rows)
	for i := from - reach; i < to+reach; i++ {
		sums := t.word(i)
		for j := max(from, i-reach); j < min(to, i+reach+1); j++ {
			at := (j - i + reach) * n
			add(t.rows[(j-from)*n:], sums[at:at+n])
		}
	}
	for i := from; i < to; i++ {
		row := t.rows[(i-from)*n : (i-from+1)*n]
		add(row, t.around(t.cache.Words, i, forms, t.sentence.forms(i)))
		add(row, t.around(t.cache.Words, i, kinds, t.sentence.kinds(i)))
		if !t.outside(row) {
			add(row, t.around(t.cache.Company, i, several, t.sentence.company(i)))
		}
	}
}

// farOut is by how much, in nats, a word is rather outside than anything else so that nobody asks what it says together
// with those beside it, which is half of the work for hardly any word that it would turn (docs/experiments/crf.md).
const farOut = 7

// outside reports a row of sums in which every label is so far behind.
func (t *scorer) outside(row []int32) bool {
	for y, n := range row {
		if n+t.behind[y] > row[tags.Outside] {
			return false
		}
	}
	return true
}

// behind gives for each label what its sum lacks at most in a row that is outside.
func (m *Model) behind() []int32 {
	out := make([]int32, len(m.bias))
	for y := range out[1:] {
		out[y+1] = int32(max(-1<<30, min((m.bias[y+1]-m.bias[tags.Outside]+farOut)/m.scale, 1<<30)))
	}
	return out
}

// add adds sums to a row of as many labels.
func add(row []int32, sums []int16) {
	row = row[:len(sums)]
	for ; len(sums) >= 8; row, sums = row[8:], sums[8:] { // three fifths of the time of one after the other
		r, s := row[:8], sums[:8]
		r[0] += int32(s[0])
		r[1] += int32(s[1])
		r[2] += int32(s[2])
		r[3] += int32(s[3])
		r[4] += int32(s[4])
		r[5] += int32(s[5])
		r[6] += int32(s[6])
		r[7] += int32(s[7])
	}
	for y, w := range sums {
		row[y] += int32(w)
	}
}

// word gives the sums of what looks at word i alone, for each of the words near it.
func (t *scorer) word(i int) []int16 {
	w := t.sentence.at(i)
	key := join(join(w.id, w.phrase), t.salt<<16|uint64(w.elsewhere)<<8|t.sentence.caps)
	sums, ok := t.cache.Words.Get(key)
	if !ok {
		sums = make([]int16, 0, len(onlookers)*len(t.model.bias))
		for j, g := range onlookers {
			sums = t.append(sums, i+j-reach, g)
		}
		t.cache.Words.Put(key, sums)
	}
	return sums
}

// around gives the sums of a group that looks at several words, kept under a key of all
// that it looks at.
func (t *scorer) around(kept *memo.Cache[[]int16], i int, g group, key uint64) []int16 {
	key = join(key, t.salt<<16|uint64(g))
	sums, ok := kept.Get(key)
	if !ok {
		sums = t.append(make([]int16, 0, len(t.model.bias)), i, g)
		kept.Put(key, sums)
	}
	return sums
}

// append appends the sums of the weights of a group of features of word i. A group
// has less than 128 features, each one weight of a byte for a label.
func (t *scorer) append(sums []int16, i int, g group) []int16 {
	n := len(t.model.bias)
	clear(t.row[:n])
	t.features = t.ex.features(&t.sentence, i, g, t.features[:0])
	t.model.table.add(t.features, &t.row)
	for _, s := range t.row[:n] {
		sums = append(sums, int16(s))
	}
	return sums
}

// forms is the key of what features of the group see at word i.
func (s *Sentence) forms(i int) uint64 {
	l1, w, r1 := s.at(i-1), s.at(i), s.at(i+1)
	at := uint64(min(i, 3))
	if r1 == &after {
		at |= 4
	}
	for n, w := range [...]*Word{l1, w, r1} {
		at |= (uint64(w.caps)<<5 | uint64(w.pattern)) << (16 + 16*n)
	}
	return join(join(join(l1.short, w.short), r1.short), at<<8|s.caps)
}

// company is the key of what features of several words see at word i: a message with a find is read once more, and
// most of its words in the same company.
func (s *Sentence) company(i int) uint64 {
	key := s.at(i - reach).id
	for j := i - reach + 1; j <= i+reach; j++ {
		key = join(key, s.at(j).id)
	}
	return key
}

// kinds is the key of what features of the group see at word i.
func (s *Sentence) kinds(i int) uint64 {
	return join(join(s.at(i-1).kinds, s.at(i).kinds), s.at(i+1).kinds)
}
