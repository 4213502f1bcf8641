package chain

import (
	"errors"
	"fmt"
	"math"
)

// MaxLabels is the largest number of labels: two for each of 127 types and one
// for outside.
const MaxLabels = 255

// Data is a set of labelled sequences, in the compact form in which training
// reads them: four bytes for an attribute of a position.
type Data struct {
	labels int
	attrs  int // largest attribute + 1

	items  []int32   // attributes of all positions, one after the other
	posEnd []int     // end of each position in items
	gold   []uint8   // label of each position
	seqEnd []int     // end of each sequence in posEnd
	weight []float64 // of each sequence

	sets    [][]uint8 // what labels from labels on stand for
	partial []bool    // sequences in which such labels occur
}

// NewData returns an empty set of sequences over labels 0 … labels−1.
func NewData(labels int) (*Data, error) {
	if labels < 1 || labels > MaxLabels {
		return nil, fmt.Errorf("%d labels; from 1 to %d are possible", labels, MaxLabels)
	}
	return &Data{labels: labels}, nil
}

// OneOf returns a label for Add that stands for any of some labels: a position
// of which the gold says only that. Training sums over them, so that data that
// annotates some types only teaches nothing about the others (Tsuboi and others
// 2008). The first of the labels is the one whose attributes count as seen.
func (d *Data) OneOf(labels ...uint8) (uint8, error) {
	if len(labels) == 0 || d.labels+len(d.sets) > MaxLabels {
		return 0, fmt.Errorf("a set of %d labels, the %dth, is not possible", len(labels), len(d.sets)+1)
	}
	for _, l := range labels {
		if int(l) >= d.labels {
			return 0, errLabel
		}
	}
	d.sets = append(d.sets, append([]uint8(nil), labels...))
	return uint8(d.labels + len(d.sets) - 1), nil
}

// canon returns the label itself, or the first of those it stands for.
func (d *Data) canon(y uint8) uint8 {
	if int(y) < d.labels {
		return y
	}
	return d.sets[int(y)-d.labels][0]
}

// restrict lowers the scores of labels that the gold of sequence s excludes so
// far that they count no more.
func (d *Data) restrict(l *Lattice, s int) {
	allowed := make([]bool, d.labels)
	for t, y := range d.Gold(s) {
		clear(allowed)
		if int(y) < d.labels {
			allowed[y] = true
		} else {
			for _, z := range d.sets[int(y)-d.labels] {
				allowed[z] = true
			}
		}
		row := l.Row(t)
		for z := range row {
			if !allowed[z] {
				row[z] -= excluded
			}
		}
	}
}

// excluded is more than all scores of a position together.
const excluded = 1e9

// Errors of Data.Add.
var (
	errLengths = errors.New("a sequence needs one label for each position")
	errLabel   = errors.New("label out of range")
	errAttr    = errors.New("attribute out of range")
	errWeight  = errors.New("the weight of a sequence must be positive and finite")
)

// Add appends a sequence: attrs[t] are the attributes of position t, each at
// most once, labels[t] its label or one that OneOf gave; weight is how often the sequence counts
// (1 usually). The slices are copied. A sequence without positions is ignored.
func (d *Data) Add(attrs [][]int32, labels []uint8, weight float64) error {
	if len(attrs) != len(labels) {
		return errLengths
	}
	if !(weight > 0) || math.IsInf(weight, 1) {
		return errWeight
	}
	for t, l := range labels {
		if int(l) >= d.labels+len(d.sets) {
			return fmt.Errorf("position %d: %w", t, errLabel)
		}
		for _, a := range attrs[t] {
			if a < 0 || a == math.MaxInt32 {
				return fmt.Errorf("position %d: %w", t, errAttr)
			}
		}
	}
	if len(labels) == 0 {
		return nil
	}
	partial := false
	for t, row := range attrs {
		partial = partial || int(labels[t]) >= d.labels
		for _, a := range row {
			d.attrs = max(d.attrs, int(a)+1)
		}
		d.items = append(d.items, row...)
		d.posEnd = append(d.posEnd, len(d.items))
		d.gold = append(d.gold, labels[t])
	}
	d.seqEnd = append(d.seqEnd, len(d.posEnd))
	d.weight = append(d.weight, weight)
	d.partial = append(d.partial, partial)
	return nil
}

// Labels returns the number of labels.
func (d *Data) Labels() int { return d.labels }

// Attributes returns the largest attribute seen, plus one.
func (d *Data) Attributes() int { return d.attrs }

// Sequences returns the number of sequences.
func (d *Data) Sequences() int { return len(d.seqEnd) }

// Positions returns the number of positions in all sequences.
func (d *Data) Positions() int { return len(d.posEnd) }

// Length returns the number of positions of sequence s.
func (d *Data) Length(s int) int {
	from, to := d.span(s)
	return to - from
}

// Gold returns the labels of sequence s as they were added; they must not be changed.
func (d *Data) Gold(s int) []uint8 {
	from, to := d.span(s)
	return d.gold[from:to]
}

// At returns the attributes of position t of sequence s; they must not be changed.
func (d *Data) At(s, t int) []int32 {
	from, _ := d.span(s)
	return d.at(from + t)
}

// span returns the positions of sequence s.
func (d *Data) span(s int) (from, to int) {
	if s > 0 {
		from = d.seqEnd[s-1]
	}
	return from, d.seqEnd[s]
}

// at returns the attributes of a position counted over all sequences.
func (d *Data) at(p int) []int32 {
	from := 0
	if p > 0 {
		from = d.posEnd[p-1]
	}
	return d.items[from:d.posEnd[p]]
}

// shards cuts the sequences into at most n runs of about as many attributes,
// and returns the ends of the runs. The cut depends on the data and n alone.
func (d *Data) shards(n int) []int {
	n = max(1, min(n, d.Sequences()))
	var ends []int
	for k := 1; k <= n; k++ {
		goal := len(d.items) / n * k
		s := 0
		if len(ends) > 0 {
			s = ends[len(ends)-1]
		}
		for s < d.Sequences() && (k == n || d.posEnd[d.seqEnd[s]-1] <= goal) {
			s++
		}
		ends = append(ends, s)
	}
	return ends
}
