// Package register says whether people bear a name: one that a register of births has
// for a first name, or a census for a surname. It is evidence where the lexicon has
// nothing, from whatever country a name came.
//
// The table holds no names but a hash of each in plain letters:
// `go run ./gen/borne` writes it from INSEE's first names and surnames (Licence
// Ouverte 2.0), without what the lexicon counts among frequent words.
package register

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"slices"
	"sync"

	"github.com/bauta/bauta/text"
)

// The table: magic, then first names and surnames, of each how many there are and what
// lies between a hash and the one before it, as varints.
const (
	magic    = "bautareg1"
	hashBits = 24 // one word in 800 is taken for a name
)

//go:embed register.bin
var file []byte

// Table is an opened register. The zero table knows nobody.
type Table struct{ first, last []uint32 }

// Default is the embedded table.
var Default = sync.OnceValue(func() Table {
	t, err := Open(file)
	if err != nil {
		panic(err) // part of the program; a test opens it
	}
	return t
})

var errFile = errors.New("not a register of names, or one of another version")

// Open reads a table.
func Open(file []byte) (t Table, err error) {
	rest, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok {
		return Table{}, errFile
	}
	for _, part := range []*[]uint32{&t.first, &t.last} {
		if *part, rest, err = hashes(rest); err != nil {
			return Table{}, err
		}
	}
	if len(rest) > 0 {
		return Table{}, errFile
	}
	return t, nil
}

// hashes reads one part of a table, and gives what stands behind it.
func hashes(file []byte) (out []uint32, rest []byte, err error) {
	n, size := binary.Uvarint(file)
	if size <= 0 || n > uint64(len(file)) { // a byte each, at least
		return nil, nil, errFile
	}
	out, rest = make([]uint32, n), file[size:]
	at := uint64(0)
	for i := range out {
		step, size := binary.Uvarint(rest)
		if at += step; size <= 0 || step > 1<<hashBits || at >= 1<<hashBits {
			return nil, nil, errFile
		}
		out[i], rest = uint32(at), rest[size:]
	}
	return out, rest, nil
}

// First reports a first name, folded.
func (t Table) First(name string) bool { return has(t.first, name) }

// Last reports a surname, folded.
func (t Table) Last(name string) bool { return has(t.last, name) }

func has(hashes []uint32, name string) bool {
	_, ok := slices.BinarySearch(hashes, key(name))
	return ok
}

func key(name string) uint32 {
	h := fnv.New64a()
	h.Write([]byte(text.Plain(name)))
	return uint32(h.Sum64() >> (64 - hashBits))
}

// Write makes a table of folded names.
func Write(first, last []string) []byte {
	out := []byte(magic)
	for _, names := range [][]string{first, last} {
		keys := make([]uint32, len(names))
		for i, n := range names {
			keys[i] = key(n)
		}
		slices.Sort(keys)
		keys = slices.Compact(keys)
		out = binary.AppendUvarint(out, uint64(len(keys)))
		before := uint32(0)
		for _, k := range keys {
			out = binary.AppendUvarint(out, uint64(k-before))
			before = k
		}
	}
	return out
}
