package langid

import (
	"cmp"
	"math/bits"
	"slices"
)

// maxCode is the length of the longest code, in bits.
const maxCode = 12

// A code is a canonical Huffman code over the values of a byte.
type code struct {
	lengths [256]byte   // of each value's code; 0 for one that has none
	words   [256]uint16 // the codes, first bit lowest
	values  []uint16    // by the next maxCode bits: value<<4 | length, 0 where no code is
}

// codeOf makes the code for values that are so frequent.
func codeOf(counts [256]int) *code {
	for {
		lengths := huffman(counts)
		if slices.Max(lengths[:]) <= maxCode {
			c := &code{lengths: lengths}
			c.complete()
			return c
		}
		for v, n := range counts {
			counts[v] = (n + 1) / 2 // flatter, until the longest is short enough
		}
	}
}

// huffman gives the lengths of the codes that make the shortest text.
func huffman(counts [256]int) (lengths [256]byte) {
	type tree struct {
		count  int
		values []byte
	}
	var trees []tree
	for v, n := range counts {
		if n > 0 {
			trees = append(trees, tree{n, []byte{byte(v)}})
		}
	}
	if len(trees) == 1 {
		lengths[trees[0].values[0]] = 1
	}
	for len(trees) > 1 {
		slices.SortStableFunc(trees, func(a, b tree) int { return cmp.Compare(b.count, a.count) })
		n := len(trees) - 2
		a, b := trees[n], trees[n+1]
		joint := tree{a.count + b.count, slices.Concat(a.values, b.values)}
		for _, v := range joint.values {
			lengths[v]++
		}
		trees = append(trees[:n], joint)
	}
	return lengths
}

// complete makes the codes of the lengths, and reports lengths that no code has.
func (c *code) complete() bool {
	c.values = make([]uint16, 1<<maxCode)
	next := 0 // in the order of the codes, as a number of maxCode bits
	for length := 1; length <= maxCode; length++ {
		for v, l := range c.lengths {
			if int(l) != length {
				continue
			}
			step := 1 << (maxCode - length)
			if next+step > 1<<maxCode {
				return false
			}
			c.words[v] = bits.Reverse16(uint16(next) << (16 - maxCode))
			for at := int(c.words[v]); at < 1<<maxCode; at += 1 << length {
				c.values[at] = uint16(v)<<4 | uint16(length)
			}
			next += step
		}
	}
	return slices.Max(c.lengths[:]) <= maxCode
}

// put writes a value.
func (c *code) put(w *bitWriter, v byte) { w.put(uint64(c.words[v]), c.lengths[v]) }

// read reads a value; false where none is.
func (c *code) read(r *bitReader) (byte, bool) {
	r.fill()
	e := c.values[r.acc&(1<<maxCode-1)]
	length := uint8(e & 15)
	if length == 0 || length > r.n {
		return 0, false
	}
	r.acc >>= length
	r.n -= length
	return byte(e >> 4), true
}
