package langid

// The table of n-grams. A key has 32 bits: the upper indexBits choose the slot
// where the search begins, the others are the fingerprint kept there.
const (
	indexBits = 21
	numSlots  = 1 << indexBits
	maxGrams  = numSlots * 4 / 5
	maxPairs  = 1 << 22
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

// A slot is 0 where empty, or the fingerprint above a payload: two bits of kind,
// moreBit, and a number whose meaning depends on the kind.
const (
	printShift = indexBits
	kindSingle = 1 << 19 // a class and its weight
	kindList   = 2 << 19 // place in pool, over listAlign
	kindRow    = 3 << 19 // place in rows
	kindMask   = 3 << 19
	moreBit    = 1 << 18 // a longer n-gram ends in this one
	numberMask = moreBit - 1
	maxRowsAll = numberMask + 1
	listAlign  = 4
	maxPool    = (numberMask + 1) * listAlign
)

// A row holds the weights of all languages of the Latin group, four to a word,
// each raised by rowBias so that lanes never borrow from one another.
type row [maxGroup / 4]uint64

// rowBias also holds for the sum of three weights, see merge.
const (
	rowBias = 3 * 128
	maxRows = 0xffff / (2 * rowBias)
)

// rowMin is the number of languages from which a row is quicker than a list.
const rowMin = 7

// table maps the key of an n-gram to its weights.
type table struct {
	slots *[numSlots]uint32
	pool  []uint16 // lists of class<<8 | weight, the last of each with endBit
	rows  []row
}

const endBit = 0x8000

func newTable() *table {
	return &table{slots: new([numSlots]uint32)}
}

// find returns the payload of a key.
func (t *table) find(k uint32) (uint32, bool) {
	if at := t.slot(k); at >= 0 {
		return t.slots[at] & (1<<printShift - 1), true
	}
	return 0, false
}

// slot returns the slot of a key, negative if it is not there.
func (t *table) slot(k uint32) int {
	i := k >> (32 - indexBits)
	for {
		s := t.slots[i&(numSlots-1)]
		if s == 0 {
			return -1
		}
		if (s>>printShift^k)&(1<<(32-indexBits)-1) == 0 {
			return int(i & (numSlots - 1))
		}
		i++
	}
}

// Pair is the weight of one language, in 1/Scale nats.
type Pair struct {
	Class  uint8
	Weight int8
}

// add enters an n-gram. Keys are added once, in ascending order, at most
// maxGrams of them, with pairs in ascending order of class.
func (t *table) add(k uint32, pairs []Pair, more bool) {
	i := k >> (32 - indexBits)
	for t.slots[i&(numSlots-1)] != 0 {
		i++
	}
	i &= numSlots - 1
	t.slots[i] = k<<printShift | t.store(pairs)
	if more {
		t.slots[i] |= moreBit
	}
}

func (t *table) store(pairs []Pair) uint32 {
	if len(pairs) == 1 {
		return kindSingle | uint32(pairs[0].Class)<<8 | uint32(uint8(pairs[0].Weight))
	}
	if len(pairs) >= rowMin && groupOf[pairs[0].Class] == Latin {
		var s sums
		for _, p := range pairs {
			s.class[p.Class] = int32(p.Weight)
		}
		t.rows = append(t.rows, s.row())
		return kindRow | uint32(len(t.rows)-1)
	}
	for len(t.pool)%listAlign != 0 {
		t.pool = append(t.pool, endBit)
	}
	at := len(t.pool)
	for _, p := range pairs {
		t.pool = append(t.pool, uint16(p.Class)<<8|uint16(uint8(p.Weight)))
	}
	t.pool[len(t.pool)-1] |= endBit
	return kindList | uint32(at/listAlign)
}

// sums collects the weights of a text by class, and those of one word by lane.
type sums struct {
	class [64]int32
	lanes row
	rows  int32
}

func (s *sums) add(t *table, load uint32) {
	switch at := load & numberMask; load & kindMask {
	case kindSingle:
		s.class[at>>8&63] += int32(int8(at))
	case kindList:
		for _, p := range t.pool[at*listAlign:] {
			s.class[p>>8&63] += int32(int8(p))
			if p&endBit != 0 {
				break
			}
		}
	case kindRow:
		s.addRow(&t.rows[at])
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

// reserve makes room for n-grams of the given numbers of pairs and for short
// merged ones.
func (t *table) reserve(counts []byte, short int) {
	pool, rows := 0, 0
	for _, n := range counts {
		if n &^= moreFlag; n >= rowMin {
			rows++
		} else if n > 1 {
			pool += (int(n) + listAlign - 1) / listAlign * listAlign
		}
	}
	t.pool = append(make([]uint16, 0, len(t.pool)+pool+64), t.pool...)
	t.rows = append(make([]row, 0, len(t.rows)+rows+short), t.rows...)
}
