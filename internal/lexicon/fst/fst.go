package fst

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"iter"
	"sync"
)

const (
	magic      = "BFST"
	version    = 1
	headerSize = 20

	manyEdges   = 15 // this value in the header byte: the number of edges follows
	flagChained = 0x40
	flagFinal   = 0x80
)

// castagnoli is the polynomial of the checksum.
var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

// Errors of [Open] and [FST.Verify].
var (
	ErrFormat  = errors.New("fst: not an automaton of this program; build it again")
	ErrVersion = errors.New("fst: the automaton is of another version; build it again")
	ErrDamaged = errors.New("fst: the automaton is damaged; build it again")
)

// FST is an automaton read in place.
type FST struct {
	data  []byte // the whole file
	words uint32
}

// Open reads an automaton in place: the bytes must not change while it is in
// use. It looks at the header alone; see [FST.Verify].
func Open(data []byte) (*FST, error) {
	if len(data) <= headerSize || string(data[:4]) != magic {
		return nil, ErrFormat
	}
	if data[4] != version || data[5] != 0 || data[6] != 0 || data[7] != 0 {
		return nil, ErrVersion
	}
	f := &FST{data: data, words: binary.LittleEndian.Uint32(data[8:])}
	if uint64(binary.LittleEndian.Uint32(data[12:])) != uint64(len(data)) || len(data) > maxSize || f.words >= maxSize {
		return nil, ErrDamaged
	}
	return f, nil
}

// Len is the number of words.
func (f *FST) Len() int { return int(f.words) }

// Size is the number of bytes of the file.
func (f *FST) Size() int { return len(f.data) }

// Find returns the ordinal of the word, or false when it is not in the set.
// It allocates nothing.
func (f *FST) Find(word string) (ordinal int, ok bool) {
	n := f.Root()
	for i := range len(word) {
		if n, ok = f.Step(n, word[i]); !ok {
			return 0, false
		}
	}
	return f.Final(n)
}

// FindBytes is [FST.Find] for bytes.
func (f *FST) FindBytes(word []byte) (ordinal int, ok bool) {
	n := f.Root()
	for _, c := range word {
		if n, ok = f.Step(n, c); !ok {
			return 0, false
		}
	}
	return f.Final(n)
}

// Node is a place in the automaton together with the way to it: it knows how
// many words stand before those it leads to. The zero Node leads nowhere.
type Node struct {
	addr uint32
	ord  uint32
}

// Root is the node of the empty prefix.
func (f *FST) Root() Node { return Node{addr: headerSize} }

// State tells nodes apart that accept different endings: two nodes of one
// automaton with the same State have the same continuations, whatever the way
// to them. Searches use it to visit a place once.
func (n Node) State() uint32 { return n.addr }

// Final reports whether a word ends at the node, and its ordinal.
func (f *FST) Final(n Node) (ordinal int, ok bool) {
	if int(n.addr) >= len(f.data) || n.addr < headerSize || f.data[n.addr]&flagFinal == 0 || n.ord >= f.words {
		return 0, false
	}
	return int(n.ord), true
}

// view is a node's parts, sliced out of the file.
type view struct {
	labels  []byte
	counts  []byte // width bytes for each edge but the first
	targets []byte // three bytes for each edge, the last missing when chained
	width   int
	final   uint32 // 1 where a word ends
	end     uint32 // address behind the node
}

// view parses the node at the address; false means that there is none.
func (f *FST) view(addr uint32) (v view, ok bool) {
	d := f.data
	p := int(addr)
	if p >= len(d) || p < headerSize {
		return v, false
	}
	h := d[p]
	p++
	n := int(h & 15)
	if n == manyEdges {
		if p >= len(d) {
			return v, false
		}
		n += int(d[p])
		p++
	}
	v.width = int(h >> 4 & 3)
	v.final = uint32(h >> 7)
	counts := 0
	if n > 1 {
		counts = (n - 1) * v.width
	}
	targets := 3 * n
	if h&flagChained != 0 {
		targets -= 3
	}
	if targets < 0 || p+n+counts+targets > len(d) {
		return v, false
	}
	v.labels = d[p : p+n]
	p += n
	v.counts = d[p : p+counts]
	p += counts
	v.targets = d[p : p+targets]
	v.end = uint32(p + targets)
	return v, true
}

// edge is the node behind edge i of the node n, whose parts are v.
func (v *view) edge(n Node, i int) (Node, bool) {
	to := Node{addr: v.end, ord: n.ord + v.before(i)}
	if 3*i < len(v.targets) {
		to.addr = load(v.targets, 3*i, 3)
	}
	// A target stands after its node: no file can make a walk go round.
	return to, to.addr >= v.end
}

// before is the number of words of the node that stand before those of edge i.
func (v *view) before(i int) uint32 {
	if i == 0 {
		return v.final
	}
	return load(v.counts, (i-1)*v.width, v.width)
}

// head parses the beginning of the node at the address: its head byte, the
// number of its edges, and where their labels begin, which are all there.
func (f *FST) head(addr uint32) (h byte, edges, p int, ok bool) {
	d := f.data
	p = int(addr)
	if uint(p) >= uint(len(d)) || p < headerSize {
		return 0, 0, 0, false
	}
	h = d[p]
	p++
	edges = int(h & 15)
	if edges == manyEdges {
		if p >= len(d) {
			return 0, 0, 0, false
		}
		edges += int(d[p])
		p++
	}
	return h, edges, p, p+edges <= len(d)
}

// Step follows the edge with the label.
//
// It is view and edge in one, without the slices: look-ups spend all their
// time here.
func (f *FST) Step(n Node, label byte) (Node, bool) {
	h, edges, p, ok := f.head(n.addr)
	if !ok {
		return Node{}, false
	}
	i := 0
	if labels := f.data[p : p+edges]; len(labels) < manyEdges {
		for i < len(labels) && labels[i] != label {
			i++
		}
	} else if i = bytes.IndexByte(labels, label); i < 0 {
		return Node{}, false
	}
	if i >= edges {
		return Node{}, false
	}
	return f.follow(n, h, edges, i, p+edges)
}

// follow is the node behind edge i of the edges of n, whose head is h and
// whose counts begin at p.
func (f *FST) follow(n Node, h byte, edges, i, p int) (Node, bool) {
	d, width := f.data, int(h>>4&3)
	targets := p + (edges-1)*width
	end := targets + 3*edges
	if h&flagChained != 0 {
		end -= 3
	}
	if end > len(d) {
		return Node{}, false
	}
	to := Node{addr: uint32(end), ord: n.ord + uint32(h>>7)}
	if i > 0 {
		to.ord = n.ord + load(d, p+(i-1)*width, width)
	}
	if at := targets + 3*i; at < end {
		to.addr = load(d, at, 3)
	}
	// A target stands after its node: no file can make a walk go round.
	return to, int(to.addr) >= end
}

// load reads a little-endian number of 0 to 3 bytes, which are there: four at
// once where that many follow.
func load(d []byte, at, width int) uint32 {
	if at+4 <= len(d) {
		return binary.LittleEndian.Uint32(d[at:]) & (1<<(8*width) - 1)
	}
	v := uint32(0)
	for i := range width {
		v |= uint32(d[at+i]) << (8 * i)
	}
	return v
}

// Degree is the number of edges of the node.
func (f *FST) Degree(n Node) int {
	_, edges, _, ok := f.head(n.addr)
	if !ok {
		return 0
	}
	return edges
}

// Edge is edge i (from 0, in byte order) of the node: its label and where it
// leads. Out of range, or in a damaged file, the zero Node.
func (f *FST) Edge(n Node, i int) (label byte, to Node) {
	h, edges, p, ok := f.head(n.addr)
	if !ok || i < 0 || i >= edges {
		return 0, Node{}
	}
	label = f.data[p+i]
	if to, ok = f.follow(n, h, edges, i, p+edges); !ok {
		return label, Node{}
	}
	return label, to
}

// Edges iterates over the edges of the node in byte order.
func (f *FST) Edges(n Node) iter.Seq2[byte, Node] {
	return func(yield func(byte, Node) bool) {
		v, _ := f.view(n.addr)
		for i, l := range v.labels {
			if to, ok := v.edge(n, i); ok && !yield(l, to) {
				return
			}
		}
	}
}

// Word returns the word with the ordinal, false when there is none.
func (f *FST) Word(ordinal int) (string, bool) {
	w, ok := f.AppendWord(nil, ordinal)
	return string(w), ok
}

// AppendWord appends the word with the ordinal to dst.
func (f *FST) AppendWord(dst []byte, ordinal int) ([]byte, bool) {
	if ordinal < 0 || ordinal >= int(f.words) {
		return dst, false
	}
	start, want, n := len(dst), uint32(ordinal), f.Root()
	for len(dst)-start <= MaxWord {
		v, ok := f.view(n.addr)
		if !ok || n.ord > want {
			break
		}
		if v.final == 1 && n.ord == want {
			return dst, true
		}
		i := len(v.labels) - 1
		for i > 0 && n.ord+v.before(i) > want {
			i--
		}
		if i < 0 {
			break
		}
		dst = append(dst, v.labels[i])
		if n, ok = v.edge(n, i); !ok {
			break
		}
	}
	return dst[:start], false
}

// All iterates over the words with their ordinals, in byte order. In a
// damaged file it stops early.
func (f *FST) All() iter.Seq2[int, string] { return f.From(f.Root(), "") }

// maxIdle bounds the steps of [FST.From] between two words: in a sound file it
// backs out of at most MaxWord nodes and enters at most as many.
const maxIdle = 4 * (MaxWord + 1)

// From iterates over the words that the node leads to, in byte order, each
// written behind the prefix by which the node was reached.
func (f *FST) From(n Node, prefix string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		type frame struct {
			n    Node
			next int
		}
		word, expect := []byte(prefix), int(n.ord)
		stack := []frame{{n: n}}
		for idle := 0; len(stack) > 0 && idle < maxIdle; idle++ {
			top := &stack[len(stack)-1]
			if o, ok := f.Final(top.n); ok && top.next == 0 {
				if o != expect || !yield(o, string(word)) {
					return
				}
				expect++
				idle = 0
			}
			if top.next == f.Degree(top.n) {
				stack = stack[:len(stack)-1]
				word = word[:max(len(word)-1, len(prefix))]
				continue
			}
			label, to := f.Edge(top.n, top.next)
			top.next++
			if (to != Node{}) && len(stack) <= MaxWord {
				word = append(word, label)
				stack = append(stack, frame{n: to})
			}
		}
	}
}
