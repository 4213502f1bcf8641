package neural

import "slices"

// layout is how the positions of several sequences lie in the rows of a matrix:
// step by step, and in each step the sequences that are so long, longest first.
// The sequences of a later step are thus the first of an earlier one.
type layout struct {
	order []int // sequences, longest first
	off   []int // first row of each step, and the number of rows
}

// arrange lays out sequences of the given lengths.
func (l *layout) arrange(lengths []int) {
	l.order, l.off = l.order[:0], l.off[:0]
	for i := range lengths {
		l.order = append(l.order, i)
	}
	slices.SortStableFunc(l.order, func(a, b int) int { return lengths[b] - lengths[a] })
	l.off = append(l.off, 0)
	n := len(l.order)
	for step := 0; ; step++ {
		for n > 0 && lengths[l.order[n-1]] <= step {
			n--
		}
		if n == 0 {
			return
		}
		l.off = append(l.off, l.off[step]+n)
	}
}

// steps is the length of the longest sequence.
func (l *layout) steps() int { return len(l.off) - 1 }

// rows is the number of positions of all sequences.
func (l *layout) rows() int { return l.off[len(l.off)-1] }

// at returns the first row of a step and how many sequences reach it.
func (l *layout) at(step int) (row, n int) {
	if step < 0 || step >= l.steps() {
		return 0, 0
	}
	return l.off[step], l.off[step+1] - l.off[step]
}

// row returns the row of a position of the sequence that is rank-th in order.
func (l *layout) row(rank, step int) int { return l.off[step] + rank }
