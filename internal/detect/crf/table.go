package crf

import "iter"

// A labelled is the weight of a feature for a label.
type labelled struct {
	label  uint8
	weight int8
}

// A table finds the weights of a feature with one look at memory where it has one
// weight, as most have, and with two else. It is an ordered hash table (Amble and
// Knuth 1974): features are random numbers, so that one stands near the place that
// its share of all numbers gives; the next ones stand behind it, in ascending order,
// which is also the order of the file.
type table struct {
	places uint64 // where a search may begin; slots has some more behind them
	slots  []slot
	rest   []labelled // runs of weights, each behind an entry whose label is their number
	count  int        // features
}

// A slot is a feature with its weight, or with the place of its weights in rest.
// What is 0 is empty, and stands as if its key were greater than any.
type slot struct {
	key uint32
	at  uint32
}

// alone marks a slot with a weight of its own: label and weight in the lower bytes.
const alone = 1 << 31

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
	places := len(w.keys) + len(w.keys)/3 + 16 // three quarters full
	t := table{places: uint64(places), rest: make([]labelled, 1, 1+len(w.keys)), count: len(w.keys)}
	t.slots = make([]slot, places, places+64)
	next, from := 0, uint32(0)
	for i, key := range w.keys {
		next = max(next, t.place(key))
		for next >= len(t.slots) {
			t.slots = append(t.slots, slot{})
		}
		t.slots[next] = slot{key, t.keep(w, from, w.end[i])}
		from = w.end[i]
		next++
	}
	t.slots = append(t.slots, slot{}) // where every search ends
	return t
}

// place is where the search for a feature begins.
func (t *table) place(key uint32) int { return int(uint64(key) * t.places >> 32) }

// keep gives the at of a slot with the weights from … to−1.
func (t *table) keep(w *flat, from, to uint32) uint32 {
	if to-from == 1 {
		return alone | uint32(w.label[from])<<8 | uint32(w.weight[from])
	}
	at := uint32(len(t.rest))
	t.rest = append(t.rest, labelled{label: uint8(to - from)})
	for i := from; i < to; i++ {
		t.rest = append(t.rest, labelled{w.label[i], int8(w.weight[i])})
	}
	return at
}

// flat is the inverse of newTable.
func (t *table) flat() *flat {
	w := &flat{}
	for i, list := range t.all() {
		w.keys = append(w.keys, t.slots[i].key)
		for _, l := range list {
			w.label, w.weight = append(w.label, l.label), append(w.weight, byte(l.weight))
		}
		w.end = append(w.end, uint32(len(w.label)))
	}
	return w
}

// find returns the number of the slot of a feature, −1 if there is none.
func (t *table) find(key uint32) int {
	i := t.place(key)
	for t.slots[i].at != 0 && t.slots[i].key < key {
		i++
	}
	if s := t.slots[i]; s.at == 0 || s.key != key {
		return -1
	}
	return i
}

// row are the sums of weights of the labels.
type row [1 << 8]int32

// ahead is how many features are looked up together.
const ahead = 64

// add adds the weights of features to a row. The memory that it looks at lies all
// over the table: the looks of many features are under way at once, as none has to
// wait for what another one finds.
func (t *table) add(features []uint32, r *row) {
	var first [ahead]slot
	var found [ahead]uint32
	for len(features) > 0 {
		some := features[:min(len(features), ahead)]
		features = features[len(some):]
		for j, f := range some {
			first[j] = t.slots[t.place(f)]
		}
		n := 0
		for j, f := range some {
			s := first[j]
			for i := t.place(f); s.at != 0 && s.key < f; {
				i++
				s = t.slots[i]
			}
			if s.at != 0 && s.key == f {
				found[n] = s.at
				n++
			}
		}
		t.sum(found[:n], r)
	}
}

// sum adds the weights of slots to a row.
func (t *table) sum(found []uint32, r *row) {
	var number [ahead]uint8
	for j, at := range found {
		if at&alone == 0 {
			number[j] = t.rest[at].label
		}
	}
	for j, at := range found {
		if at&alone != 0 {
			r[uint8(at>>8)] += int32(int8(at))
			continue
		}
		for _, w := range t.rest[at+1 : at+1+uint32(number[j])] {
			r[w.label] += int32(w.weight)
		}
	}
}

// weights returns those of a slot that is not empty, by way of room.
func (t *table) weights(s slot, room *[1]labelled) []labelled {
	if s.at&alone == 0 {
		return t.rest[s.at+1 : s.at+1+uint32(t.rest[s.at].label)]
	}
	room[0] = labelled{uint8(s.at >> 8), int8(s.at)}
	return room[:]
}

// all iterates over the slots that are not empty, by ascending key.
func (t *table) all() iter.Seq2[int, []labelled] {
	return func(yield func(int, []labelled) bool) {
		var room [1]labelled
		for i, s := range t.slots {
			if s.at != 0 && !yield(i, t.weights(s, &room)) {
				return
			}
		}
	}
}
