// Package borne says how often people bear a first name, and whether it is a name of
// the first or the second half of the last century and after, for those of the
// lexicon: in French by births, in other languages by how often films say it.
//
// The table holds no names but a hash of each, with figures in steps of a twelfth:
// `go run ./gen/borne` writes it from INSEE's first names (Licence Ouverte 2.0),
// FrequencyWords (CC BY-SA 4.0) and Tatoeba (CC BY 2.0 FR). The build tag
// no_sharealike leaves it out: then no name is told to be frequent.
package borne

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/fnv"
	"math"
	"slices"
	"sort"
	"sync"
)

// Figures are those of one name in one language.
type Figures struct {
	Weight float64 // how often it is borne, as a count of its source, rounded
	Late   bool    // most of those who bear it were born in 1950 or after
	Dated  bool    // it is known when they were born
	Male   bool    // boys get it
	Female bool    // girls get it; neither where that is not known
}

// The table: magic, then rows sorted by hash: hash, weight, bits.
const (
	magic = "bautabrn2"
	row   = 6
	step  = 8 // of the logarithm to base 2
)

const (
	dated byte = 1 << iota
	late
	male
	female
)

// Table is opened figures. The zero table knows no name.
type Table struct{ rows []byte }

// Default is the embedded table.
var Default = sync.OnceValue(func() Table {
	t, err := Open(file)
	if err != nil {
		panic(err) // part of the program; a test opens it
	}
	return t
})

// Open checks a table.
func Open(file []byte) (Table, error) {
	rows, ok := bytes.CutPrefix(file, []byte(magic))
	if !ok || len(rows)%row != 0 {
		return Table{}, errors.New("not a table of how often names are borne, or one of another version")
	}
	for i := row; i < len(rows); i += row {
		if bytes.Compare(rows[i-row:i-row+4], rows[i:i+4]) >= 0 {
			return Table{}, errors.New("a table of how often names are borne is not in order")
		}
	}
	return Table{rows}, nil
}

func key(word, lang string) [4]byte {
	h := fnv.New64a()
	h.Write([]byte(lang + "\x00" + word))
	var k [4]byte
	binary.BigEndian.PutUint32(k[:], uint32(h.Sum64()>>32))
	return k
}

// Of gives the figures of a name, in lower case, in a language.
func (t Table) Of(word, lang string) (Figures, bool) {
	k := key(word, lang)
	n := len(t.rows) / row
	i := sort.Search(n, func(i int) bool { return bytes.Compare(t.rows[i*row:i*row+4], k[:]) >= 0 })
	if i == n || !bytes.Equal(t.rows[i*row:i*row+4], k[:]) {
		return Figures{}, false
	}
	r := t.rows[i*row : (i+1)*row]
	has := func(bit byte) bool { return r[5]&bit != 0 }
	return Figures{math.Exp2(float64(r[4]) / step), has(late), has(dated), has(male), has(female)}, true
}

// Name is a name to be put into a table.
type Name struct {
	Word, Lang string
	Figures
}

// Write makes a table. Of two names with one hash the first is kept.
func Write(names []Name) []byte {
	rows := map[[4]byte][2]byte{}
	for _, n := range names {
		k := key(n.Word, n.Lang)
		if _, ok := rows[k]; ok || !(n.Weight >= 1) {
			continue
		}
		var bits byte
		for bit, is := range map[byte]bool{dated: n.Dated, late: n.Late, male: n.Male, female: n.Female} {
			if is {
				bits |= bit
			}
		}
		rows[k] = [2]byte{byte(min(255, math.Round(step*math.Log2(n.Weight)))), bits}
	}
	keys := make([][4]byte, 0, len(rows))
	for k := range rows {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b [4]byte) int { return bytes.Compare(a[:], b[:]) })
	out := []byte(magic)
	for _, k := range keys {
		out = append(append(out, k[:]...), rows[k][0], rows[k][1])
	}
	return out
}
