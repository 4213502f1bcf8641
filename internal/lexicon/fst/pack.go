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
		n := p.number[a] - 1
		p.popular = append(p.popular, byte(n), byte(n>>8), byte(n>>16))
	}
	out := binary.AppendUvarint([]byte(packMagic), uint64(len(data)))
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
	size, used := binary.Uvarint(data)
	if used <= 0 || size < headerSize || size > maxSize {
		return nil, ErrDamaged
	}
	data = data[used:]
	var u unpacker
	for _, s := range u.all() {
		n, used := binary.Uvarint(data)
		if used <= 0 || n > uint64(len(data)-used) {
			return nil, ErrDamaged
		}
		*s, data = data[used:][:n], data[used:][n:]
	}
	alike := len(u.edges) == len(u.labels) && size <= uint64(most(len(u.heads), len(u.edges)))
	if len(data) > 0 || !alike || len(u.far)%3 != 0 || len(u.popular)%3 != 0 || !u.read(int(size)) {
		return nil, ErrDamaged
	}
	return u.sealed(u.open[0].words), nil
}

// unpacker reads states and writes each. It appends to nothing and moves no slice: in WebAssembly that
// takes twice as long.
type unpacker struct {
	streams
	writer
	at, led int     // heads and edges read
	open    []place // states that no edge leads to yet
	waiting int     // how many there are
	shared  []place
	known   int // how many there are
	passed  int // distant edges read
	targets [256]place
}

// read writes a file of so many bytes; the last state is the root.
func (u *unpacker) read(size int) bool {
	shared := 0
	for _, h := range u.heads {
		shared += int(h & flagShared / flagShared)
	}
	u.writer = newWriter(size)
	u.open, u.shared = make([]place, 256), make([]place, shared)
	final := false
	for u.at < len(u.heads) {
		h := u.heads[u.at]
		final = h&flagFinal != 0
		if !u.next(h) {
			return false
		}
	}
	all := u.led == len(u.edges) && 3*u.passed == len(u.far) && u.from == headerSize
	return all && u.waiting == 1 && !final
}

// next reads the state of a head.
func (u *unpacker) next(h byte) bool {
	u.at++
	n := int(h & fewEdges)
	if n == fewEdges && u.at < len(u.heads) {
		n += int(u.heads[u.at])
		u.at++
	}
	if n == 0 && h&flagFinal == 0 && u.at < len(u.heads) {
		return false // it leads to no word
	}
	if n > min(len(u.labels)-u.led, len(u.targets)) || !u.follow(n) {
		return false
	}
	state, ok := u.node(u.labels[u.led:][:n], u.targets[:n], h&flagFinal)
	if !ok {
		return false
	}
	u.led += n
	if h&flagShared != 0 {
		u.shared[u.known] = state
		u.known++
	}
	if u.waiting == len(u.open) {
		u.open = append(u.open, make([]place, u.waiting)...)
	}
	u.open[u.waiting] = state
	u.waiting++
	return true
}

// follow finds where the next n edges lead. Those to states that no edge led to before take the last of
// them, in their order.
func (u *unpacker) follow(n int) bool {
	labels, edges := u.labels[u.led:][:n], u.edges[u.led:][:n]
	at := u.waiting
	for _, e := range edges {
		if e == fresh {
			at--
		}
	}
	if at < 0 {
		return false
	}
	u.waiting = at
	for i, e := range edges {
		if i > 0 && labels[i] <= labels[i-1] {
			return false
		}
		if e == fresh {
			u.targets[i] = u.open[at]
			at++
			continue
		}
		t, ok := u.met(e)
		if !ok {
			return false
		}
		u.targets[i] = t
	}
	return true
}

// met is the state that an edge leads to which is not fresh.
func (u *unpacker) met(e byte) (t place, ok bool) {
	var n int
	if e != distant {
		at := 3 * int(e)
		if at >= len(u.popular) {
			return t, false
		}
		n = int(load(u.popular, at, 3))
	} else {
		each := len(u.far) / 3
		if u.passed >= each {
			return t, false
		}
		n = int(u.far[u.passed]) | int(u.far[each+u.passed])<<8 | int(u.far[2*each+u.passed])<<16
		u.passed++
	}
	if n >= u.known {
		return t, false
	}
	return u.shared[n], true
}
