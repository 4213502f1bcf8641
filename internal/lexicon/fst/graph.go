package fst

import (
	"encoding/binary"
	"hash/crc32"
	"slices"
)

// graph is the states of an automaton by number, each behind all that it leads to.
type graph struct {
	labels  []byte   // of all edges, state after state
	targets []uint32 // numbers of the states that the edges lead to
	ends    []uint32 // where the edges of each state end
	finals  []bool   // a word ends there
	counts  []uint32 // words accepted from each
}

// state adds the state whose edges were added since the last one, and returns its number.
func (g *graph) state(final bool) uint32 {
	s := uint32(len(g.ends))
	g.ends, g.finals, g.counts = append(g.ends, uint32(len(g.targets))), append(g.finals, final), append(g.counts, 0)
	count := uint32(0)
	if final {
		count = 1
	}
	_, targets := g.edges(s)
	for _, t := range targets {
		count += g.counts[t]
	}
	g.counts[s] = count
	return s
}

// edges gives the labels of a state's edges and where they lead.
func (g *graph) edges(s uint32) (labels []byte, targets []uint32) {
	from := uint32(0)
	if s > 0 {
		from = g.ends[s-1]
	}
	return g.labels[from:g.ends[s]], g.targets[from:g.ends[s]]
}

// order lists the states so that each stands before all it leads to, and, as
// often as that allows, right before the target of its last edge (reverse
// postorder).
func (g *graph) order(root uint32) []uint32 {
	type frame struct {
		s    uint32
		next int
	}
	seen := make([]bool, len(g.ends))
	out := make([]uint32, 0, len(g.ends))
	stack := []frame{{s: root}}
	seen[root] = true
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if _, targets := g.edges(f.s); f.next < len(targets) {
			t := targets[f.next]
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
	slices.Reverse(out)
	return out
}

// encode lays the states out in an order, as FORMAT.md says.
func (g *graph) encode(order []uint32) ([]byte, error) {
	addr, heads := make([]uint32, len(g.ends)), make([]byte, len(g.ends))
	at := headerSize
	for i, s := range order {
		behind := s // no state leads to itself
		if i+1 < len(order) {
			behind = order[i+1]
		}
		var size int
		heads[s], size = g.head(s, behind)
		addr[s] = uint32(at)
		if at += size; at > maxSize {
			return nil, ErrTooLarge
		}
	}
	out := make([]byte, headerSize, at+1) // one more, as a number is written four bytes wide
	for _, s := range order {
		out = g.appendNode(out, s, heads[s], addr)
	}
	copy(out, magic)
	out[4] = version
	binary.LittleEndian.PutUint32(out[8:], g.counts[order[0]])
	binary.LittleEndian.PutUint32(out[12:], uint32(len(out)))
	binary.LittleEndian.PutUint32(out[16:], crc32.Checksum(out[headerSize:], castagnoli()))
	return out, nil
}

// head gives the first byte of a state's node, before that of another, and the size of the node.
func (g *graph) head(s, behind uint32) (h byte, size int) {
	_, targets := g.edges(s)
	n := len(targets)
	h, size = byte(min(n, manyEdges)), 1+n+3*n
	if g.finals[s] {
		h |= flagFinal
	}
	if n >= manyEdges {
		size++
	}
	if n == 0 {
		return h, size
	}
	last := targets[n-1]
	if last == behind {
		h |= flagChained
		size -= 3
	}
	if n > 1 {
		w := width(g.counts[s] - g.counts[last])
		h |= byte(w) << 4
		size += (n - 1) * w
	}
	return h, size
}

// width is the number of bytes of each stored count of a state whose last is so large.
func width(last uint32) int {
	switch {
	case last < 1<<8:
		return 1
	case last < 1<<16:
		return 2
	}
	return 3
}

func (g *graph) appendNode(out []byte, s uint32, head byte, addr []uint32) []byte {
	labels, targets := g.edges(s)
	n, w := len(targets), int(head>>4)&3
	out = append(out, head)
	if n >= manyEdges {
		out = append(out, byte(n-manyEdges))
	}
	out = append(out, labels...)
	if n > 1 {
		before := uint32(head >> 7)
		for _, t := range targets[:n-1] {
			before += g.counts[t]
			out = appendUint(out, before, w)
		}
	}
	if head&flagChained != 0 {
		n--
	}
	for _, t := range targets[:n] {
		out = appendUint(out, addr[t], 3)
	}
	return out
}

// appendUint appends the low bytes of v, least first, three at most.
func appendUint(out []byte, v uint32, width int) []byte {
	return binary.LittleEndian.AppendUint32(out, v)[:len(out)+width]
}
