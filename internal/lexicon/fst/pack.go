package fst

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// What is written of an edge: which of the popular states it leads to, or one of these.
const (
	fresh   = 0xFF // a state that no edge led to before
	distant = 0xFE // another state that some edge led to, by its number among those
)

const (
	packMagic  = "BFSP"
	flagShared = 0x40
	fewEdges   = 0x3F // this value in the head of a state: the rest of the number of edges follows
)

// streams are an automaton in numbers, each kind of them by itself, so that a compressor finds like
// beside like. States stand as a walk in the order of labels leaves them, which comes to each once.
type streams struct {
	heads   []byte // of each state: final, shared, number of edges
	labels  []byte // of each edge
	edges   []byte // of each edge: fresh, distant, or one of the popular
	popular []byte // the shared states that most edges lead to: their numbers, three bytes each
	far     []byte // for each distant edge the number of a shared state: all low bytes, all middle, all high
}

func (s *streams) all() []*[]byte {
	return []*[]byte{&s.heads, &s.labels, &s.edges, &s.popular, &s.far}
}

// Pack writes what [Build] made, without addresses and counts, which follow from the rest: a
// compressor makes half as many bytes of it. [Unpack] gives the same bytes back.
func Pack(data []byte) ([]byte, error) {
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	if err := f.Verify(); err != nil {
		return nil, err
	}
	p := packer{f: f, users: make([]int, len(data)), number: make([]uint32, len(data)), slot: map[uint32]byte{}}
	p.choose()
	p.walk(headerSize)
	for shift := 0; shift < 24; shift += 8 {
		for _, n := range p.distant {
			p.far = append(p.far, byte(n>>shift))
		}
	}
	for _, a := range p.most {
		p.popular = appendUint(p.popular, p.number[a]-1, 3)
	}
	out := []byte(packMagic)
	for _, s := range p.all() {
		out = append(binary.AppendUvarint(out, uint64(len(*s))), *s...)
	}
	return out, nil
}

// packer walks an automaton; states are known by their addresses.
type packer struct {
	streams
	f       *FST
	users   []int           // how many edges lead to a state
	number  []uint32        // of a state that was walked, one more than its number among the shared ones
	shared  uint32          // shared states walked
	slot    map[uint32]byte // of the popular states, their place in most
	most    []uint32
	distant []uint32
}

// choose counts edges, and finds the states that most of them lead to.
func (p *packer) choose() {
	var shared []uint32
	for a := uint32(headerSize); int(a) < len(p.f.data); {
		v, _ := p.f.view(a)
		for k := range v.labels {
			to, _ := v.edge(Node{}, k)
			if p.users[to.addr]++; p.users[to.addr] == 2 {
				shared = append(shared, to.addr)
			}
		}
		a = v.end
	}
	slices.SortFunc(shared, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(p.users[b], p.users[a]), cmp.Compare(a, b))
	})
	p.most = shared[:min(len(shared), distant)]
	for i, a := range p.most {
		p.slot[a] = byte(i)
	}
}

// walk writes the states that the one at an address leads to for the first time, then itself. It
// goes no deeper than the longest word.
func (p *packer) walk(a uint32) {
	v, _ := p.f.view(a)
	var edges []byte
	var far []uint32
	p.number[a] = 1 // a shared state has its number once it is written
	for k := range v.labels {
		to, _ := v.edge(Node{}, k)
		slot, popular := p.slot[to.addr]
		switch {
		case p.number[to.addr] == 0:
			p.walk(to.addr)
			edges = append(edges, fresh)
		case popular:
			edges = append(edges, slot)
		default:
			edges, far = append(edges, distant), append(far, p.number[to.addr]-1)
		}
	}
	h := byte(min(len(edges), fewEdges))
	if v.final == 1 {
		h |= flagFinal
	}
	if p.users[a] > 1 {
		h |= flagShared
		p.shared++
		p.number[a] = p.shared
	}
	p.heads = append(p.heads, h)
	if len(edges) >= fewEdges {
		p.heads = append(p.heads, byte(len(edges)-fewEdges))
	}
	p.labels, p.edges, p.distant = append(p.labels, v.labels...), append(p.edges, edges...), append(p.distant, far...)
}

// Unpack gives the automaton that [Pack] was given. [ErrFormat] and [ErrDamaged] as [Open].
func Unpack(data []byte) ([]byte, error) {
	if len(data) < len(packMagic) || string(data[:len(packMagic)]) != packMagic {
		return nil, ErrFormat
	}
	data = data[len(packMagic):]
	var u unpacker
	for _, s := range u.all() {
		n, used := binary.Uvarint(data)
		if used <= 0 || n > uint64(len(data)-used) {
			return nil, ErrDamaged
		}
		*s, data = data[used:][:n], data[used:][n:]
	}
	alike := len(u.streams.edges) == len(u.streams.labels)
	if len(data) > 0 || !alike || len(u.far)%3 != 0 || len(u.popular)%3 != 0 || !u.read() {
		return nil, ErrDamaged
	}
	order := make([]uint32, len(u.ends))
	for i := range order {
		order[i] = uint32(len(order) - 1 - i)
	}
	return u.encode(order)
}

// unpacker reads states. It appends to nothing and moves no slice: in WebAssembly that takes twice
// as long.
type unpacker struct {
	streams
	graph
	at, written, led int      // heads read, states and edges written
	open             []uint32 // states that no edge leads to yet
	waiting          int      // how many there are
	shared           []uint32
	known            int // how many there are
	passed           int // distant edges read
}

// read makes the graph; the last state is the root.
func (u *unpacker) read() bool {
	most, edges := len(u.heads), len(u.streams.labels)
	u.ends, u.finals, u.counts = make([]uint32, most), make([]bool, most), make([]uint32, most)
	u.targets, u.graph.labels = make([]uint32, edges), u.streams.labels
	u.open, u.shared = make([]uint32, most), make([]uint32, most)
	for u.at < most {
		if !u.next() {
			return false
		}
	}
	u.ends = u.ends[:u.written]
	all := u.led == edges && 3*u.passed == len(u.far)
	return all && u.waiting == 1 && !u.finals[u.open[0]]
}

// next reads a state.
func (u *unpacker) next() bool {
	h := u.heads[u.at]
	u.at++
	n := int(h & fewEdges)
	if n == fewEdges && u.at < len(u.heads) {
		n += int(u.heads[u.at])
		u.at++
	}
	if n == 0 && h&flagFinal == 0 && u.at < len(u.heads) {
		return false // it leads to no word
	}
	if n > len(u.targets)-u.led {
		return false
	}
	count, ok := u.follow(n)
	if h&flagFinal != 0 {
		count++
	}
	if !ok || count >= maxSize {
		return false
	}
	s := u.written
	u.ends[s], u.finals[s], u.counts[s] = uint32(u.led), h&flagFinal != 0, count
	if h&flagShared != 0 {
		u.shared[u.known] = uint32(s)
		u.known++
	}
	u.open[u.waiting] = uint32(s)
	u.waiting++
	u.written++
	return true
}

// follow finds where the next n edges lead, and counts the words that they are on the way to. Those
// to states that no edge led to before take the last of them, in their order.
func (u *unpacker) follow(n int) (count uint32, ok bool) {
	labels, edges, targets := u.graph.labels[u.led:][:n], u.streams.edges[u.led:][:n], u.targets[u.led:][:n]
	at := u.waiting
	for _, e := range edges {
		if e == fresh {
			at--
		}
	}
	if at < 0 {
		return 0, false
	}
	u.waiting = at
	for i, e := range edges {
		if i > 0 && labels[i] <= labels[i-1] {
			return 0, false
		}
		t := uint32(0)
		if e == fresh {
			t = u.open[at]
			at++
		} else if t, ok = u.met(e); !ok {
			return 0, false
		}
		targets[i] = t
		count += u.counts[t]
	}
	u.led += n
	return count, true
}

// met is the state that an edge leads to which is not fresh.
func (u *unpacker) met(e byte) (s uint32, ok bool) {
	var n int
	if e != distant {
		at := 3 * int(e)
		if at >= len(u.popular) {
			return 0, false
		}
		n = int(load(u.popular, at, 3))
	} else {
		each := len(u.far) / 3
		if u.passed >= each {
			return 0, false
		}
		n = int(u.far[u.passed]) | int(u.far[each+u.passed])<<8 | int(u.far[2*each+u.passed])<<16
		u.passed++
	}
	if n >= u.known {
		return 0, false
	}
	return u.shared[n], true
}
