// Package lean writes a dictionary of the Japanese tokeniser in two fifths of its packed
// bytes: its words in order, each as what it does not share with the one before, of which
// the index is made when they are read; costs of neighbours as differences; each part
// of speech that occurs once. What it says of a word beyond its part of speech is left
// out.
package lean

import (
	"bytes"
	"encoding/binary"

	"github.com/ikawaha/kagome-dict/dict"

	"github.com/bauta/bauta/internal/learn/codec"
)

const (
	magic    = "bautaja1"
	most     = 1 << 20 // words, with those of the same spelling
	mostCost = 1 << 12 // left or right contexts
)

// Read returns the dictionary that Write wrote.
func Read(data []byte) (*dict.Dict, error) {
	r := codec.NewReader(magic, data)
	d := &dict.Dict{}
	words := readWords(r)
	d.Morphs = readMorphs(r)
	readConnections(r, d)
	readPOS(r, d)
	readLetters(r, d)
	readUnknown(r, &d.UnkDict)
	if len(d.Morphs) != len(words) || len(d.POSTable.POSs) != len(words) {
		r.Fail("not every word has its costs and its part of speech")
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	var err error
	d.Index, err = dict.BuildIndexTable(words)
	return d, err
}

// readWords reads the words, one of several readings as often.
func readWords(r *codec.Reader) []string {
	shared, lengths, more, letters := r.Blob(), r.Blob(), r.Blob(), r.Blob()
	if len(lengths) != len(shared) || len(more) != len(shared) || bytes.IndexByte(letters, 0) >= 0 {
		r.Fail("words without a length, or with an end inside")
		return nil
	}
	out, last := make([]string, 0, len(shared)), ""
	for i, n := range shared {
		if int(n) > len(last) || int(lengths[i]) > len(letters) || len(out)+int(more[i]) >= most {
			r.Fail("a word is longer than what is there")
			return nil
		}
		last = last[:n] + string(letters[:lengths[i]])
		letters = letters[lengths[i]:]
		for range int(more[i]) + 1 {
			out = append(out, last)
		}
	}
	return out
}

func readMorphs(r *codec.Reader) dict.Morphs {
	numbers := r.Blob()
	out := make(dict.Morphs, len(numbers)/6)
	for i := range out {
		n := numbers[6*i:]
		out[i] = dict.Morph{LeftID: int16Of(n), RightID: int16Of(n[2:]), Weight: int16Of(n[4:])}
	}
	return out
}

func int16Of(b []byte) int16 { return int16(binary.LittleEndian.Uint16(b)) }

func readConnections(r *codec.Reader, d *dict.Dict) {
	rows, columns := r.Uint(mostCost), r.Uint(mostCost)
	low, high := r.Blob(), r.Blob()
	if len(low) != rows*columns || len(high) != rows*columns {
		r.Fail("costs of neighbours are missing")
		return
	}
	d.Connection = dict.ConnectionTable{Row: int64(rows), Col: int64(columns), Vec: make([]int16, rows*columns)}
	last := int16(0)
	for i := range low {
		last += int16(uint16(low[i]) | uint16(high[i])<<8)
		d.Connection.Vec[i] = last
	}
}

func readPOS(r *codec.Reader, d *dict.Dict) {
	d.POSTable.NameList = readStrings(r)
	kinds := make([]dict.POS, r.Many(256, 1))
	for i := range kinds {
		kinds[i] = make(dict.POS, r.Many(256, 1))
		for j := range kinds[i] {
			kinds[i][j] = dict.POSID(r.Uint(max(0, len(d.POSTable.NameList)-1)))
		}
	}
	of := r.Blob()
	d.POSTable.POSs = make([]dict.POS, len(of))
	for i, k := range of {
		if int(k) >= len(kinds) {
			r.Fail("a part of speech that is not there")
			return
		}
		d.POSTable.POSs[i] = kinds[k]
	}
}

// readLetters reads of which kind each letter is, and what kinds are.
func readLetters(r *codec.Reader, d *dict.Dict) {
	d.CharClass, d.CharCategory = readStrings(r), bytes.Clone(r.Blob())
	d.InvokeList, d.GroupList = readBools(r), readBools(r)
}

// readUnknown reads what a word that is not there is by the kind of its letters.
func readUnknown(r *codec.Reader, u *dict.UnkDict) {
	u.Index, u.IndexDup = readNumbers(r), readNumbers(r)
	u.Morphs = readMorphs(r)
	u.ContentsMeta = dict.ContentsMeta{}
	for _, name := range readStrings(r) {
		u.ContentsMeta[name] = int8(r.Uint(127))
	}
	u.Contents = make(dict.Contents, r.Many(most, 1))
	for i := range u.Contents {
		u.Contents[i] = readStrings(r)
	}
}

func readStrings(r *codec.Reader) []string {
	out := make([]string, r.Many(most, 1))
	for i := range out {
		out[i] = r.String()
	}
	return out
}

func readBools(r *codec.Reader) []bool {
	out := make([]bool, r.Many(most, 1))
	for i := range out {
		out[i] = r.Bool()
	}
	return out
}

func readNumbers(r *codec.Reader) map[int32]int32 {
	out := map[int32]int32{}
	for range r.Many(most, 2) {
		k := r.Uint(most)
		out[int32(k)] = int32(r.Uint(most))
	}
	return out
}
