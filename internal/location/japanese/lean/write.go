package lean

import (
	"encoding/binary"
	"errors"
	"maps"
	"slices"

	"github.com/ikawaha/kagome-dict/dict"

	"github.com/bauta/bauta/internal/learn/codec"
)

// Write gives the dictionary as Read takes it. It fails for one that it cannot hold.
func Write(d *dict.Dict) ([]byte, error) {
	w := codec.NewWriter(magic)
	words, err := wordsOf(d.Index)
	if err != nil {
		return nil, err
	}
	writeWords(w, words)
	writeMorphs(w, d.Morphs)
	writeConnections(w, d.Connection)
	if err := writePOS(w, d.POSTable); err != nil {
		return nil, err
	}
	writeStrings(w, d.CharClass)
	w.Blob(d.CharCategory)
	writeBools(w, d.InvokeList)
	writeBools(w, d.GroupList)
	writeUnknown(w, &d.UnkDict)
	return w.Bytes(), nil
}

// word is one of so many more of the same spelling.
type word struct {
	text string
	more byte
}

// wordsOf gives the words of an index in order.
func wordsOf(index dict.IndexTable) (out []word, err error) {
	next := 0 // number of the first reading of the next word
	var walk func(node int, text []byte)
	walk = func(node int, text []byte) {
		for b := range 256 {
			child := int(index.Da[node].Base) + b
			if child < 0 || child >= len(index.Da) || int(index.Da[child].Check) != node || child == node {
				continue
			}
			if b > 0 {
				walk(child, append(text, byte(b)))
				continue
			}
			number := -index.Da[child].Base
			more := index.Dup[number]
			if int(number) != next || more < 0 || more > 255 {
				err = errors.New("words are not numbered in their order")
			}
			next += int(more) + 1
			out = append(out, word{string(text), byte(more)})
		}
	}
	if len(index.Da) > 0 {
		walk(0, nil)
	}
	return out, err
}

func writeWords(w *codec.Writer, words []word) {
	var shared, lengths, more, letters []byte
	last := ""
	for _, x := range words {
		n := 0
		for n < len(last) && n < len(x.text) && n < 255 && last[n] == x.text[n] {
			n++
		}
		shared, lengths, more = append(shared, byte(n)), append(lengths, byte(len(x.text)-n)), append(more, x.more)
		letters = append(letters, x.text[n:]...)
		last = x.text
	}
	for _, list := range [][]byte{shared, lengths, more, letters} {
		w.Blob(list)
	}
}

// writeConnections writes what each cost is above the one before, low bytes first, then the
// high ones.
func writeConnections(w *codec.Writer, t dict.ConnectionTable) {
	w.Uint(int(t.Row))
	w.Uint(int(t.Col))
	low, high := make([]byte, len(t.Vec)), make([]byte, len(t.Vec))
	last := int16(0)
	for i, cost := range t.Vec {
		d := uint16(cost - last)
		low[i], high[i], last = byte(d), byte(d>>8), cost
	}
	w.Blob(low)
	w.Blob(high)
}

func writePOS(w *codec.Writer, t dict.POSTable) error {
	writeStrings(w, t.NameList)
	var kinds []dict.POS
	of := make([]byte, 0, len(t.POSs))
	for _, p := range t.POSs {
		k := slices.IndexFunc(kinds, func(q dict.POS) bool { return slices.Equal(p, q) })
		if k < 0 {
			k = len(kinds)
			kinds = append(kinds, p)
		}
		if k > 255 {
			return errors.New("more than 256 parts of speech")
		}
		of = append(of, byte(k))
	}
	w.Uint(len(kinds))
	for _, p := range kinds {
		w.Uint(len(p))
		for _, id := range p {
			w.Uint(int(id))
		}
	}
	w.Blob(of)
	return nil
}

func writeMorphs(w *codec.Writer, morphs dict.Morphs) {
	numbers := make([]byte, 0, 6*len(morphs))
	for _, m := range morphs {
		for _, n := range []int16{m.LeftID, m.RightID, m.Weight} {
			numbers = binary.LittleEndian.AppendUint16(numbers, uint16(n))
		}
	}
	w.Blob(numbers)
}

func writeUnknown(w *codec.Writer, u *dict.UnkDict) {
	writeNumbers(w, u.Index)
	writeNumbers(w, u.IndexDup)
	writeMorphs(w, u.Morphs)
	names := slices.Sorted(maps.Keys(u.ContentsMeta))
	writeStrings(w, names)
	for _, name := range names {
		w.Uint(int(u.ContentsMeta[name]))
	}
	w.Uint(len(u.Contents))
	for _, list := range u.Contents {
		writeStrings(w, list)
	}
}

func writeStrings(w *codec.Writer, list []string) {
	w.Uint(len(list))
	for _, s := range list {
		w.String(s)
	}
}

func writeBools(w *codec.Writer, list []bool) {
	w.Uint(len(list))
	for _, b := range list {
		w.Bool(b)
	}
}

func writeNumbers(w *codec.Writer, of map[int32]int32) {
	w.Uint(len(of))
	for _, k := range slices.Sorted(maps.Keys(of)) {
		w.Uint(int(k))
		w.Uint(int(of[k]))
	}
}
