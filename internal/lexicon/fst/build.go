package fst

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
)

// MaxWord is the longest word an automaton may hold, in bytes.
const MaxWord = 255

// maxSize bounds a file, because a target is stored in three bytes.
const maxSize = 1 << 24

// ErrTooLarge is returned by [Build] when the words do not fit the format.
var ErrTooLarge = errors.New("fst: the words need more than 16 MiB; split the list")

// Build returns the automaton of the words, which must come in strictly
// increasing byte order and be 1 to [MaxWord] bytes long. The same words give
// the same bytes. Errors name the number of the word, not the word.
func Build(sorted iter.Seq[string]) ([]byte, error) {
	b := builder{register: map[string]uint32{}}
	b.path = append(b.path, pending{})
	for w := range sorted {
		if err := b.add(w); err != nil {
			return nil, err
		}
	}
	root := b.freeze(0)
	return b.encode(root)
}

// edge is a transition to a frozen state.
type edge struct {
	label  byte
	target uint32 // index in builder.states
}

// state is a frozen state: nothing about it changes any more.
type state struct {
	final bool
	edges []edge
	count uint32 // words accepted from here
}

// pending is a state on the path of the last word, still open. Its last edge
// (label) leads to the next pending state and is added when that is frozen.
type pending struct {
	final bool
	label byte
	edges []edge
}

type builder struct {
	register map[string]uint32 // signature of a state → its index
	states   []state
	path     []pending // path[i] is the state after i bytes of prev
	prev     string
	words    int
	key      []byte // scratch of freeze
}

// add takes the next word in.
func (b *builder) add(w string) error {
	b.words++
	switch {
	case len(w) == 0:
		return fmt.Errorf("fst: word %d is empty; leave it out", b.words)
	case len(w) > MaxWord:
		return fmt.Errorf("fst: word %d is longer than %d bytes; leave it out", b.words, MaxWord)
	case b.words > 1 && w <= b.prev:
		return fmt.Errorf("fst: word %d is not after word %d; sort the words by bytes and drop doubles", b.words,
			b.words-1)
	}
	common := 0
	for common < len(b.prev) && b.prev[common] == w[common] {
		common++
	}
	b.closeTo(common)
	for i := common; i < len(w); i++ {
		b.path[i].label = w[i]
		b.path = append(b.path, pending{})
	}
	b.path[len(w)].final = true
	b.prev = w
	return nil
}

// closeTo freezes the pending states deeper than depth.
func (b *builder) closeTo(depth int) {
	for len(b.path)-1 > depth {
		last := len(b.path) - 1
		t := b.freeze(last)
		b.path = b.path[:last]
		up := &b.path[last-1]
		up.edges = append(up.edges, edge{up.label, t})
	}
}

// freeze turns the pending state at the depth, and all deeper ones, into
// frozen states, sharing those that accept the same words.
func (b *builder) freeze(depth int) uint32 {
	b.closeTo(depth)
	p := b.path[depth]
	b.key = append(b.key[:0], 0)
	if p.final {
		b.key[0] = 1
	}
	for _, e := range p.edges {
		b.key = append(b.key, e.label)
		b.key = binary.LittleEndian.AppendUint32(b.key, e.target)
	}
	if i, ok := b.register[string(b.key)]; ok {
		return i
	}
	s := state{final: p.final, edges: p.edges}
	if p.final {
		s.count = 1
	}
	for _, e := range p.edges {
		s.count += b.states[e.target].count
	}
	i := uint32(len(b.states))
	b.states = append(b.states, s)
	b.register[string(b.key)] = i
	return i
}

// order lists the states so that each stands before all it leads to, and, as
// often as that allows, right before the target of its last edge (reverse
// postorder).
func (b *builder) order(root uint32) []uint32 {
	type frame struct {
		s    uint32
		next int
	}
	seen := make([]bool, len(b.states))
	out := make([]uint32, 0, len(b.states))
	stack := []frame{{s: root}}
	seen[root] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if es := b.states[f.s].edges; f.next < len(es) {
			t := es[f.next].target
			f.next++
			if !seen[t] {
				seen[t] = true
				stack = append(stack, frame{s: t})
			}
			continue
		}
		out = append(out, f.s)
		stack = stack[:len(stack)-1]
	}
	for i, j := 0, len(out)-1; i < j; i, j = i+1, j-1 {
		out[i], out[j] = out[j], out[i]
	}
	return out
}

// encode lays the states out as FORMAT.md says.
func (b *builder) encode(root uint32) ([]byte, error) {
	order := b.order(root)
	addr := make([]int, len(b.states))
	at := headerSize
	for i, s := range order {
		addr[s] = at
		at += b.size(order, i)
		if at > maxSize {
			return nil, ErrTooLarge
		}
	}
	out := make([]byte, headerSize, at)
	for i := range order {
		out = b.appendNode(out, order, i, addr)
	}
	copy(out, magic)
	out[4] = version
	binary.LittleEndian.PutUint32(out[8:], uint32(b.words))
	binary.LittleEndian.PutUint32(out[12:], uint32(len(out)))
	binary.LittleEndian.PutUint32(out[16:], crc32.Checksum(out[headerSize:], castagnoli()))
	return out, nil
}

// chained reports whether the last edge of order[i] leads to order[i+1], so
// that its target need not be stored.
func (b *builder) chained(order []uint32, i int) bool {
	es := b.states[order[i]].edges
	return len(es) > 0 && i+1 < len(order) && es[len(es)-1].target == order[i+1]
}

// width is the number of bytes of each stored count of the state.
func (s *state) width(states []state) int {
	if len(s.edges) < 2 {
		return 0
	}
	largest := s.count - states[s.edges[len(s.edges)-1].target].count
	switch {
	case largest < 1<<8:
		return 1
	case largest < 1<<16:
		return 2
	}
	return 3
}

func (b *builder) size(order []uint32, i int) int {
	s := &b.states[order[i]]
	n := len(s.edges)
	size := 1 + n + 3*n
	if n >= manyEdges {
		size++
	}
	if n > 1 {
		size += (n - 1) * s.width(b.states)
	}
	if b.chained(order, i) {
		size -= 3
	}
	return size
}

func (b *builder) appendNode(out []byte, order []uint32, i int, addr []int) []byte {
	s := &b.states[order[i]]
	n, w, chained := len(s.edges), s.width(b.states), b.chained(order, i)
	h := byte(min(n, manyEdges)) | byte(w)<<4
	if chained {
		h |= flagChained
	}
	if s.final {
		h |= flagFinal
	}
	out = append(out, h)
	if n >= manyEdges {
		out = append(out, byte(n-manyEdges))
	}
	for _, e := range s.edges {
		out = append(out, e.label)
	}
	before := 0
	if s.final {
		before = 1
	}
	for k, e := range s.edges {
		if k > 0 {
			out = appendUint(out, before, w)
		}
		before += int(b.states[e.target].count)
	}
	for k, e := range s.edges {
		if k < n-1 || !chained {
			out = appendUint(out, addr[e.target], 3)
		}
	}
	return out
}

// appendUint appends the low bytes of v, least first.
func appendUint(out []byte, v, width int) []byte {
	for range width {
		out = append(out, byte(v))
		v >>= 8
	}
	return out
}
