package lexicon

import (
	"encoding/binary"
	"errors"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

// Compact writes a lexicon file for a page, which takes three fifths of the file on the way, compressed,
// and longer to open: the automaton packed ([fst.Pack]), and of those tables that shrink by it the columns
// one behind the other.
func Compact(data []byte) ([]byte, error) {
	if _, err := openTable(data); err != nil {
		return nil, err
	}
	sec, _ := cutSections(data)
	var err error
	if sec[secFST], err = fst.Pack(sec[secFST]); err != nil {
		return nil, err
	}
	for i, width := range widths {
		sec[i] = columns(sec[i], width)
	}
	return join(data, sec), nil
}

// Expand gives the file that Compact was given; a file that is not compact is given back.
func Expand(data []byte) ([]byte, error) {
	if len(data) < headerSize || string(data[:4]) != magic {
		return nil, ErrFormat
	}
	sec, ok := cutSections(data)
	if !ok {
		return nil, ErrDamaged
	}
	words, err := fst.Unpack(sec[secFST])
	switch {
	case errors.Is(err, fst.ErrFormat):
		return data, nil
	case err != nil:
		return nil, ErrDamaged
	}
	sec[secFST] = words
	for i, width := range widths {
		sec[i] = rows(sec[i], width)
	}
	return join(data, sec), nil
}

// widths are the bytes of an entry of the tables that are written column by column; the others are large, and
// shrink by less than a thirtieth.
var widths = map[int]int{secIndexes: 4, secNotes: noteSize, secRare: 4}

// columns writes the first byte of each entry, then the second of each, and so on; what is no whole entry
// stays at the end.
func columns(table []byte, width int) []byte {
	out := make([]byte, 0, len(table))
	whole := len(table) / width * width
	for c := range width {
		for i := c; i < whole; i += width {
			out = append(out, table[i])
		}
	}
	return append(out, table[whole:]...)
}

// rows undoes columns.
func rows(table []byte, width int) []byte {
	out := make([]byte, len(table))
	n := len(table) / width
	for c := range width {
		for i, b := range table[c*n : (c+1)*n] {
			out[i*width+c] = b
		}
	}
	copy(out[n*width:], table[n*width:])
	return out
}

// join writes a file of sections, with the head of another.
func join(head []byte, sec [sections][]byte) []byte {
	size := headerSize
	for _, s := range sec {
		size += len(s)
	}
	out := make([]byte, headerSize, size)
	copy(out, head[:16])
	binary.LittleEndian.PutUint32(out[8:], uint32(size))
	for i, s := range sec {
		binary.LittleEndian.PutUint32(out[16+8*i:], uint32(len(out)))
		binary.LittleEndian.PutUint32(out[20+8*i:], uint32(len(s)))
		out = append(out, s...)
	}
	return out
}
