package chain

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// layout is the order of the weights in training, chosen for the caches:
// attributes too rare for a weight are dropped from the data, and the others
// are numbered by descending frequency, so that the weights that are needed
// all the time lie together.
type layout struct {
	data   *Data   // the data with the new numbers
	ids    []int32 // new number → attribute
	start  []int32 // of each new number in label, and the end of the last
	label  []uint8 // of each weight
	blocks []block // the same as start, with what the inner loops need
}

// block is where the weights of an attribute lie; label is that of the only
// one where there is one.
type block struct {
	start uint32
	n     uint16
	label uint16
}

// newLayout gives weights to the pairs of attribute and label seen in d (all
// labels where dense), for attributes that occur at least minCount times.
func newLayout(d *Data, minCount int, dense bool) (*layout, error) {
	words := (d.labels + 63) / 64
	seen := make([]uint64, d.attrs*words) // bit sets of labels
	count := make([]int32, d.attrs)
	for p := range d.gold {
		y := d.canon(d.gold[p])
		for _, a := range d.at(p) {
			seen[int(a)*words+int(y>>6)] |= 1 << (y & 63)
			if count[a] < math.MaxInt32 {
				count[a]++
			}
		}
	}
	l := &layout{start: []int32{0}}
	for a, n := range count {
		if int(n) >= max(1, minCount) {
			l.ids = append(l.ids, int32(a))
		}
	}
	slices.SortFunc(l.ids, func(a, b int32) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	renumber := count // the counts are not needed any more
	for a := range renumber {
		renumber[a] = -1
	}
	for i, a := range l.ids {
		renumber[a] = int32(i)
		for y := range d.labels {
			if dense || seen[int(a)*words+y>>6]>>(y&63)&1 == 1 {
				l.label = append(l.label, uint8(y))
			}
		}
		if len(l.label) > math.MaxInt32 {
			return nil, fmt.Errorf("more than %d features; raise the least count", math.MaxInt32)
		}
		from, to := l.start[i], int32(len(l.label))
		l.start = append(l.start, to)
		l.blocks = append(l.blocks, block{uint32(from), uint16(to - from), uint16(l.label[from])})
	}
	l.data = d.renumbered(renumber, len(l.ids))
	return l, nil
}

// renumbered returns the data with other numbers for its attributes; those
// that become −1 are left out. All but the attributes is shared.
func (d *Data) renumbered(to []int32, attrs int) *Data {
	n := 0
	for _, a := range d.items {
		if to[a] >= 0 {
			n++
		}
	}
	c := *d
	c.attrs, c.items, c.posEnd = attrs, make([]int32, 0, n), make([]int, len(d.posEnd))
	for p := range d.posEnd {
		for _, a := range d.at(p) {
			if to[a] >= 0 {
				c.items = append(c.items, to[a])
			}
		}
		c.posEnd[p] = len(c.items)
	}
	return &c
}

// model returns a model over the attributes as the caller numbers them; attrs
// is how many there are, x the weights in the order of the layout.
func (l *layout) model(attrs int, x []float64) *Model {
	m := &Model{
		Start: make([]int32, attrs+1), Label: make([]uint8, 0, len(l.label)), Weight: make([]float64, 0, len(l.label)),
	}
	l.each(attrs, func(a int, from, to int32) {
		m.Label = append(m.Label, l.label[from:to]...)
		m.Weight = append(m.Weight, x[from:to]...)
		m.Start[a+1] = int32(len(m.Label))
	})
	return m
}

// weights stores the weights of a model of the same layout in x; false if it
// is of another.
func (l *layout) weights(m *Model, x []float64) bool {
	same := len(m.Label) == len(l.label)
	l.each(m.Attributes(), func(a int, from, to int32) {
		at := m.Start[a]
		if same = same && m.Start[a+1]-at == to-from && slices.Equal(m.Label[at:m.Start[a+1]], l.label[from:to]); same {
			copy(x[from:to], m.Weight[at:])
		}
	})
	return same
}

// each calls f for each of the caller's attributes with its part of the weights.
func (l *layout) each(attrs int, f func(a int, from, to int32)) {
	at := make([]int32, attrs)
	for i, a := range l.ids {
		if int(a) < attrs {
			at[a] = int32(i) + 1
		}
	}
	for a, i := range at {
		if i == 0 {
			f(a, 0, 0)
		} else {
			f(a, l.start[i-1], l.start[i])
		}
	}
}
