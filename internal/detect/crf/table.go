package crf

import (
	"encoding/binary"
	"iter"
)

// A labelled is the weight of a feature for a label.
type labelled struct {
	label  uint8
	weight int8
}

// A table finds the weights of a feature with two looks at memory, the first of them in a
// small list. Features are random numbers: those whose upper halves are the same, of which
// models have a handful, stand together by ascending key, which is also the order of the
// file. A feature takes three bytes, and two for each weight: a browser has the tables of
// six languages in memory.
type table struct {
	from  []uint32 // where the features of each upper half begin in runs; the last is where all end
	runs  []byte   // of each feature the lower half, the number of its weights, labels and weights
	count int      // features
}

const (
	half  = 16    // bits of a key
	entry = 2 + 1 // bytes of a feature before its weights
)

// flat are weights as the file lists them: by ascending key, the label and the
// weight of key i at end[i−1] … end[i]−1.
type flat struct {
	keys   []uint32
	end    []uint32
	label  []uint8
	weight []byte // int8
}

// feature ends a feature with the weights that were appended; one without is none.
func (w *flat) feature(key uint32) {
	last := uint32(0)
	if n := len(w.end); n > 0 {
		last = w.end[n-1]
	}
	if uint32(len(w.label)) > last {
		w.keys, w.end = append(w.keys, key), append(w.end, uint32(len(w.label)))
	}
}

// ascend says whether the labels of each feature do, and are below n.
func (w *flat) ascend(n int) bool {
	from := uint32(0)
	for _, end := range w.end {
		last := -1
		for _, y := range w.label[from:end] {
			if int(y) <= last || int(y) >= n {
				return false
			}
			last = int(y)
		}
		from = end
	}
	return true
}

// newTable makes a table of weights; no feature is without one.
func newTable(w *flat) table {
	t := table{
		from: make([]uint32, 1<<half+1), runs: make([]byte, 0, entry*len(w.keys)+2*len(w.label)+2), count: len(w.keys),
	}
	upper, from := 0, uint32(0)
	for i, key := range w.keys {
		for ; upper < int(key>>half); upper++ {
			t.from[upper+1] = uint32(len(t.runs))
		}
		t.runs = append(binary.LittleEndian.AppendUint16(t.runs, uint16(key)), byte(w.end[i]-from))
		for ; from < w.end[i]; from++ {
			t.runs = append(t.runs, w.label[from], w.weight[from])
		}
	}
	for ; upper < 1<<half; upper++ {
		t.from[upper+1] = uint32(len(t.runs))
	}
	t.runs = append(t.runs, 0, 0) // where the search in an empty place looks
	return t
}

// flat is the inverse of newTable.
func (t *table) flat() *flat {
	w := &flat{}
	for key, list := range t.all() {
		for _, l := range list {
			w.label, w.weight = append(w.label, l.label), append(w.weight, byte(l.weight))
		}
		w.feature(key)
	}
	return w
}

// find returns where a feature stands, −1 if there is none.
func (t *table) find(key uint32) int {
	return t.search(uint16(key), t.from[key>>half], t.from[key>>half+1])
}

// search finds a feature by the lower half of its key among those from … to−1.
func (t *table) search(lower uint16, from, to uint32) int {
	for from < to {
		s := t.runs[from : from+entry]
		switch k := binary.LittleEndian.Uint16(s); {
		case k == lower:
			return int(from)
		case k > lower:
			return -1
		}
		from += entry + 2*uint32(s[2])
	}
	return -1
}

// row are the sums of weights of the labels.
type row [1 << 8]int32

// ahead is how many features are looked up together.
const ahead = 64

// add adds the weights of features to a row. The memory that it looks at lies all
// over the table: the looks of many features are under way at once, as none has to
// wait for what another one finds.
func (t *table) add(features []uint32, r *row) {
	var from, to [ahead]uint32
	var first [ahead]uint16
	for len(features) > 0 {
		some := features[:min(len(features), ahead)]
		features = features[len(some):]
		for j, f := range some {
			from[j], to[j] = t.from[f>>half], t.from[f>>half+1]
		}
		for j := range some {
			first[j] = binary.LittleEndian.Uint16(t.runs[from[j]:])
		}
		for j, f := range some {
			if first[j] > uint16(f) {
				continue
			}
			if at := t.search(uint16(f), from[j], to[j]); at >= 0 {
				t.sum(at, r)
			}
		}
	}
}

// sum adds the weights of a feature to a row.
func (t *table) sum(at int, r *row) {
	list := t.runs[at+entry:][:2*int(t.runs[at+2])]
	for ; len(list) >= 2; list = list[2:] {
		r[list[0]] += int32(int8(list[1]))
	}
}

// weights returns those of a feature that stands there.
func (t *table) weights(at int) []labelled {
	out := make([]labelled, t.runs[at+2])
	for i := range out {
		out[i] = labelled{t.runs[at+entry+2*i], int8(t.runs[at+entry+2*i+1])}
	}
	return out
}

// all iterates over the features, by ascending key.
func (t *table) all() iter.Seq2[uint32, []labelled] {
	return func(yield func(uint32, []labelled) bool) {
		for upper := range uint32(1 << half) {
			for at := t.from[upper]; at < t.from[upper+1]; at += entry + 2*uint32(t.runs[at+2]) {
				key := upper<<half | uint32(binary.LittleEndian.Uint16(t.runs[at:]))
				if !yield(key, t.weights(int(at))) {
					return
				}
			}
		}
	}
}
