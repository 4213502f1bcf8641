package chain

// A Model weighs pairs of attribute and label, and pairs of labels. Weights of
// attribute a are Weight[Start[a]:Start[a+1]], for the labels in the same part
// of Label; pairs not listed weigh 0.
type Model struct {
	Start  []int32 // one more than there are attributes
	Label  []uint8
	Weight []float64
	Trans  *Transitions
}

// Attributes returns the number of attributes.
func (m *Model) Attributes() int { return len(m.Start) - 1 }

// Lattice returns a lattice for the model's labels.
func (m *Model) Lattice() *Lattice { return NewLattice(m.Trans) }

// Add adds the weights of an attribute to a row of scores. Attributes that the
// model does not know weigh nothing.
func (m *Model) Add(row []float64, attr int32) {
	if uint32(attr) >= uint32(m.Attributes()) {
		return
	}
	from, to := m.Start[attr], m.Start[attr+1]
	w := m.Weight[from:to]
	if len(w) == len(row) {
		for y, v := range w {
			row[y] += v
		}
		return
	}
	for i, y := range m.Label[from:to] {
		row[y] += w[i]
	}
}

// Fill makes l the lattice of a sequence whose position t has attributes
// attrs[t].
func (m *Model) Fill(l *Lattice, attrs [][]int32) {
	l.Reset(len(attrs))
	for t, as := range attrs {
		row := l.Row(t)
		for _, a := range as {
			m.Add(row, a)
		}
	}
}

// fillFrom makes l the lattice of sequence s of d.
func (m *Model) fillFrom(l *Lattice, d *Data, s int) {
	from, to := d.span(s)
	l.Reset(to - from)
	for p := from; p < to; p++ {
		row := l.Row(p - from)
		for _, a := range d.at(p) {
			m.Add(row, a)
		}
	}
}

// Tag stores the best labelling of sequence s of d in path.
func (m *Model) Tag(l *Lattice, d *Data, s int, path []uint8) []uint8 {
	m.fillFrom(l, d, s)
	path, _ = l.Viterbi(path)
	return path
}

// NonZero returns the number of attribute weights that are not 0.
func (m *Model) NonZero() int {
	n := 0
	for _, w := range m.Weight {
		if w != 0 {
			n++
		}
	}
	return n
}
