package fst

import (
	"encoding/binary"
	"errors"
	"fmt"
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
	return b.encode(b.order(b.freeze(0)))
}

// edge is a transition to a frozen state.
type edge struct {
	label  byte
	target uint32 // its number in the graph
}

// pending is a state on the path of the last word, still open. Its last edge
// (label) leads to the next pending state and is added when that is frozen.
type pending struct {
	final bool
	label byte
	edges []edge
}

type builder struct {
	graph                      // the frozen states: nothing about them changes any more
	register map[string]uint32 // signature of a state → its number
	path     []pending         // path[i] is the state after i bytes of prev
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
	for _, e := range p.edges {
		b.labels, b.targets = append(b.labels, e.label), append(b.targets, e.target)
	}
	i := b.state(p.final)
	b.register[string(b.key)] = i
	return i
}
