package fst

import (
	"encoding/binary"
	"hash/crc32"
)

// writer writes nodes, each in front of those it leads to, from the end of a file to its beginning.
type writer struct {
	out  []byte
	from int // where the node written last begins
}

// place is where the node of a state stands, and how many words it leads to.
type place struct{ addr, words uint32 }

// newWriter writes a file of so many bytes.
func newWriter(size int) writer { return writer{make([]byte, size), size} }

// most bounds the size of a file: a node has two bytes beside its edges, and an edge a label, a count and an
// address of three bytes each.
func most(nodes, edges int) int { return headerSize + 2*nodes + 7*edges }

// node writes a state of which the edges have labels and lead to targets. False where it does not fit in,
// or leads to more words than a file may have.
func (w *writer) node(labels []byte, targets []place, final byte) (p place, ok bool) {
	words := uint32(final / flagFinal)
	first := words // what stands for the first edge, which is not written
	for _, t := range targets {
		if words += t.words; words >= maxSize {
			return p, false
		}
	}
	h, size := head(targets, words, final, uint32(w.from))
	if w.from-size < headerSize {
		return p, false
	}
	w.from -= size
	node := w.out[w.from:][:size]
	node[0] = h
	at := 1
	if len(labels) >= manyEdges {
		node[at] = byte(len(labels) - manyEdges)
		at++
	}
	at += copy(node[at:], labels)
	if wide := int(h>>4) & 3; wide > 0 {
		for _, t := range targets[:len(targets)-1] {
			first += t.words
			put(node[at:][:wide], first)
			at += wide
		}
	}
	for i := 0; at < size; i++ {
		put(node[at:][:3], targets[i].addr)
		at += 3
	}
	return place{uint32(w.from), words}, true
}

// head gives the first byte of a node that leads to so many words, in front of the one behind it, and its
// size.
func head(targets []place, words uint32, final byte, behind uint32) (h byte, size int) {
	n := len(targets)
	h, size = final|byte(min(n, manyEdges)), 1+n+3*n
	if n >= manyEdges {
		size++
	}
	if n == 0 {
		return h, size
	}
	last := targets[n-1]
	if last.addr == behind {
		h |= flagChained
		size -= 3
	}
	if n > 1 {
		wide := width(words - last.words)
		h |= byte(wide) << 4
		size += (n - 1) * wide
	}
	return h, size
}

// width is the number of bytes of each count of a node whose last is so large.
func width(last uint32) int {
	switch {
	case last < 1<<8:
		return 1
	case last < 1<<16:
		return 2
	}
	return 3
}

// put writes the low bytes of v, least first.
func put(to []byte, v uint32) {
	for i := range to {
		to[i] = byte(v)
		v >>= 8
	}
}

// sealed gives the file, whose first node leads to so many words.
func (w *writer) sealed(words uint32) []byte {
	copy(w.out, magic)
	w.out[4] = version
	binary.LittleEndian.PutUint32(w.out[8:], words)
	binary.LittleEndian.PutUint32(w.out[12:], uint32(len(w.out)))
	binary.LittleEndian.PutUint32(w.out[16:], crc32.Checksum(w.out[headerSize:], castagnoli()))
	return w.out
}
