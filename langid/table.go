package langid

import (
	"io"
	"slices"
	"sync"
	"sync/atomic"
)

// The n-grams stand on shelves by the upper bits of their keys, so that a short text
// reads few of them.
const (
	shelfBits  = 19 // of a key that tell n-grams of a shelf apart
	numShelves = 1 << (32 - shelfBits)
	maxGrams   = 1 << 22
	// MaxOrder is the length of the longest n-gram, edges included.
	MaxOrder = 6
)

// Scale is the number of steps of a weight in one nat.
const Scale = 8

// step extends the hash of an n-gram by the rune before it. N-grams are hashed
// from their last rune to their first, so that the n-grams that end at one
// place are found by one walk to the left.
func step(h uint64, r rune) uint64 {
	h = (h ^ uint64(uint32(r))) * 0x9e3779b97f4a7c15
	return h ^ h>>32
}

func key(h uint64) uint32 { return uint32(h * 0xd6e8feb86659fd93 >> 32) }

// seed starts the hash; the edge of a word is an n-gram of every group.
func seed(g Group) uint64 { return 0x8445d61a4e774912 + uint64(g) }

// Key is the key of an n-gram in words of a group.
func Key(g Group, gram []rune) uint32 {
	h := seed(g)
	for i := len(gram) - 1; i >= 0; i-- {
		h = step(h, gram[i])
	}
	return key(h)
}

// A load says where the weights of an n-gram are: two bits of kind, moreBit, and a number
// whose meaning depends on the kind.
const (
	kindSingle = 1 << 19 // a class and its weight
	kindList   = 2 << 19 // place in pool
	kindRow    = 3 << 19 // place in rows
	kindMask   = 3 << 19
	moreBit    = 1 << 18 // a longer n-gram ends in this one
	numberMask = moreBit - 1
)

// A row holds the weights of all languages of the Latin group, four to a word,
// each raised by rowBias so that lanes never borrow from one another.
type row [maxGroup / 4]uint64

const (
	rowBias = 128
	maxRows = 0xffff / (2 * rowBias)
)

// rowMin is the number of languages from which a row is quicker than a list.
const rowMin = 7

// table maps the key of an n-gram to its weights.
type table struct {
	file io.ReaderAt
	desk sync.Pool // of *desk
	rice byte
	codes
	ends    [numShelves]uint32 // of the shelves in the file, in bits behind the head
	shelves [numShelves]atomic.Pointer[shelf]
}

// shelf holds n-grams that stand beside each other, by ascending key, in five bytes each:
// what tells the key from others of the shelf, and the load.
type shelf struct {
	grams []uint32 // the key, and lowBits of the load
	high  []uint8  // the rest of the load
	pool  []uint16 // lists of class<<8 | weight, the last of each with endBit
	rows  []row
}

const (
	shelfMask = 1<<shelfBits - 1
	lowBits   = 32 - shelfBits // of a load, beside the key
	lowMask   = 1<<lowBits - 1
)

// load gives that of the n-gram of a number.
func (s *shelf) load(i int) uint32 { return uint32(s.high[i])<<lowBits | s.grams[i]&lowMask }

// desk is where shelves are put together: they stay, and what was too much of their room would,
// too.
type desk struct {
	data []byte
	shelf
}

const endBit = 0x8000

// find returns the shelf of a key with its load, nil if it is not there.
func (t *table) find(k uint32) (*shelf, uint32) {
	s := t.shelves[k>>shelfBits].Load()
	if s == nil {
		// A file that is damaged behind its head says nothing there: who opens one of
		// others has looked at all of it.
		s, _ = t.read(int(k >> shelfBits))
		t.shelves[k>>shelfBits].Store(s)
	}
	// Keys are random numbers: one stands near the place that its bits give.
	k &= shelfMask
	n := len(s.grams)
	i := int(uint64(k) * uint64(n) >> shelfBits)
	for ; i < n && s.grams[i]>>lowBits < k; i++ {
	}
	for ; i > 0 && s.grams[i-1]>>lowBits >= k; i-- {
	}
	if i < n && s.grams[i]>>lowBits == k {
		return s, s.load(i)
	}
	return nil, 0
}

// read reads a shelf from the file; false if it is damaged, with what stands before.
func (t *table) read(number int) (*shelf, bool) {
	d, ok := t.desk.Get().(*desk)
	if !ok {
		d = new(desk)
	}
	defer t.desk.Put(d)
	d.clear()
	ok = t.fill(d, number)
	return d.copy(), ok
}

// fill puts the n-grams of a shelf on an empty desk.
func (t *table) fill(d *desk, number int) bool {
	from := uint32(0)
	if number > 0 {
		from = t.ends[number-1]
	}
	to := t.ends[number]
	size := int((to+7)/8 - from/8)
	d.data = slices.Grow(d.data[:0], size)[:size]
	if n, _ := t.file.ReadAt(d.data, int64(headSize)+int64(from/8)); n < size {
		return false
	}
	r := bitReader{data: d.data}
	r.take(uint8(from % 8))
	rest := 8*size - int(from%8) - int(to-from) // bits of the next shelf
	key := uint64(number) << shelfBits
	var pairs [numClasses]Pair
	for r.left() > rest {
		gap, ok := r.rice(t.rice)
		if key += gap; !ok || key>>shelfBits != uint64(number) || gap == 0 && len(d.grams) > 0 {
			return false
		}
		n, more, ok := t.pairs(&r, &pairs)
		if !ok || r.left() < rest {
			return false
		}
		d.add(uint32(key), pairs[:n], more)
	}
	return len(d.pool) <= numberMask && len(d.rows) <= numberMask
}

// clear takes all from a shelf but its room.
func (s *shelf) clear() { *s = shelf{s.grams[:0], s.high[:0], s.pool[:0], s.rows[:0]} }

// copy gives the same shelf with no more room than it needs.
func (s *shelf) copy() *shelf {
	return &shelf{slices.Clone(s.grams), slices.Clone(s.high), slices.Clone(s.pool), slices.Clone(s.rows)}
}

// pairs reads those of an n-gram, whose classes ascend, and whether a longer one ends in it.
func (t *table) pairs(r *bitReader, pairs *[numClasses]Pair) (n byte, more, ok bool) {
	n, ok = t.counts.read(r)
	more = n&moreFlag != 0
	if n &^= moreFlag; !ok || n == 0 || n > numClasses {
		return 0, false, false
	}
	last := -1
	for j := range pairs[:n] {
		class, ok := t.classes.read(r)
		weight, known := t.weights.read(r)
		if !ok || !known || class >= numClasses || int(class) <= last {
			return 0, false, false
		}
		pairs[j], last = Pair{class, int8(weight)}, int(class)
	}
	return n, more, true
}

// Pair is the weight of one language, in 1/Scale nats.
type Pair struct {
	Class  uint8
	Weight int8
}

// add enters an n-gram behind the others.
func (s *shelf) add(key uint32, pairs []Pair, more bool) {
	load := s.store(pairs)
	if more {
		load |= moreBit
	}
	s.grams, s.high = append(s.grams, key<<lowBits|load&lowMask), append(s.high, uint8(load>>lowBits))
}

func (s *shelf) store(pairs []Pair) uint32 {
	if len(pairs) == 1 {
		return kindSingle | uint32(pairs[0].Class)<<8 | uint32(uint8(pairs[0].Weight))
	}
	if len(pairs) >= rowMin && groupOf[pairs[0].Class] == Latin {
		s.rows = append(s.rows, rowOf(pairs))
		return kindRow | uint32(len(s.rows)-1)&numberMask
	}
	at := len(s.pool)
	for _, p := range pairs {
		s.pool = append(s.pool, uint16(p.Class)<<8|uint16(uint8(p.Weight)))
	}
	s.pool[len(s.pool)-1] |= endBit
	return kindList | uint32(at)&numberMask
}

// rowOf gives the weights of the Latin group as a row.
func rowOf(pairs []Pair) (r row) {
	for i := range members[Latin] {
		r[i/4] += rowBias << (16 * (i % 4))
	}
	for _, p := range pairs {
		if groupOf[p.Class] == Latin {
			i := lane[p.Class]
			r[i/4] += uint64(int64(p.Weight)) << (16 * (i % 4))
		}
	}
	return r
}

// sums collects the weights of a text by class, and those of one word by lane.
type sums struct {
	class [64]int32
	lanes row
	rows  int32
}

func (s *sums) add(at *shelf, load uint32) {
	switch n := load & numberMask; load & kindMask {
	case kindSingle:
		s.class[n>>8&63] += int32(int8(n))
	case kindList:
		for _, p := range at.pool[n:] {
			s.class[p>>8&63] += int32(int8(p))
			if p&endBit != 0 {
				break
			}
		}
	case kindRow:
		s.addRow(&at.rows[n])
	}
}

func (s *sums) addRow(r *row) {
	for i := range r {
		s.lanes[i] += r[i]
	}
	s.rows++
}

// flush moves the lanes into the classes. A lane holds maxRows rows.
func (s *sums) flush() {
	if s.rows == 0 {
		return
	}
	for i, c := range members[Latin] {
		s.class[c] += int32(s.lanes[i/4]>>(16*(i%4))&0xffff) - rowBias*s.rows
	}
	s.lanes, s.rows = row{}, 0
}
