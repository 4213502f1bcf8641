package fst

import (
	"encoding/binary"
	"hash/crc32"
)

// Verify reads the whole file and returns [ErrDamaged] unless it is exactly
// what [Build] would make of some words: the checksum holds, nodes stand one
// behind the other, labels rise, targets are nodes, every node leads to a
// word, and the counts that ordinals are made of are true. It takes time and
// memory in proportion to the size of the file.
func (f *FST) Verify() error {
	if crc32.Checksum(f.data[headerSize:], castagnoli()) != binary.LittleEndian.Uint32(f.data[16:]) {
		return ErrDamaged
	}
	var starts []uint32
	for a := uint32(headerSize); int(a) < len(f.data); {
		v, ok := f.view(a)
		if !ok {
			return ErrDamaged
		}
		starts = append(starts, a)
		a = v.end
	}
	// words[a] is the number of words from the node at address a, depth[a] the
	// length of the longest of them; targets lie behind, so go backwards.
	words := make([]uint32, len(f.data))
	depth := make([]uint16, len(f.data))
	reached := make([]bool, len(f.data))
	reached[headerSize] = true
	for i := len(starts) - 1; i >= 0; i-- {
		if !f.verifyNode(starts[i], words, depth, reached) {
			return ErrDamaged
		}
	}
	for _, a := range starts {
		if !reached[a] {
			return ErrDamaged
		}
	}
	if words[headerSize] != f.words {
		return ErrDamaged
	}
	return nil
}

func (f *FST) verifyNode(a uint32, words []uint32, depth []uint16, reached []bool) bool {
	v, _ := f.view(a)
	sum, deep := v.final, uint16(0)
	if v.final == 1 && a == headerSize {
		return false // the empty word
	}
	for i, l := range v.labels {
		to, ok := v.edge(Node{}, i)
		if !ok || int(to.addr) >= len(words) || (i > 0 && l <= v.labels[i-1]) || v.before(i) != sum {
			return false
		}
		w := words[to.addr]
		if w == 0 {
			return false // not a node, or one that leads to no word
		}
		reached[to.addr] = true
		sum += w
		deep = max(deep, depth[to.addr]+1)
		if sum >= maxSize || deep > MaxWord {
			return false
		}
	}
	words[a], depth[a] = sum, deep
	return sum > 0 || a == headerSize
}
