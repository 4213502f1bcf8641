package logistic

import (
	"fmt"
	"math"
)

// Matrix is a list of sparse rows.
type Matrix struct {
	Cols  int       // number of features
	Start []int     // row i is [Start[i], Start[i+1]); length rows + 1, Start[0] = 0
	Col   []int32   // features, each at most once in a row
	Val   []float32 // values; nil means all 1
}

// Rows is the number of rows.
func (x *Matrix) Rows() int { return max(0, len(x.Start)-1) }

// Row gives features and values of a row; the values are nil where all are 1.
func (x *Matrix) Row(i int) ([]int32, []float32) {
	from, to := x.Start[i], x.Start[i+1]
	if x.Val == nil {
		return x.Col[from:to], nil
	}
	return x.Col[from:to], x.Val[from:to]
}

// Append adds a row; val is nil where all are 1, which must then hold of every
// row.
func (x *Matrix) Append(col []int32, val []float32) {
	if len(x.Start) == 0 {
		x.Start = append(x.Start, 0)
	}
	x.Col = append(x.Col, col...)
	x.Val = append(x.Val, val...)
	x.Start = append(x.Start, len(x.Col))
}

// Select gives the matrix of some rows, in the order named.
func (x *Matrix) Select(rows []int) *Matrix {
	out := &Matrix{Cols: x.Cols, Start: make([]int, 1, len(rows)+1)}
	for _, i := range rows {
		out.Append(x.Row(i))
	}
	return out
}

// Check returns an error when the matrix does not hold together.
func (x *Matrix) Check() error {
	if x.Cols < 0 || x.Cols > math.MaxInt32 || x.Val != nil && len(x.Val) != len(x.Col) {
		return fmt.Errorf("%d columns, %d places, %d values do not fit", x.Cols, len(x.Col), len(x.Val))
	}
	if len(x.Start) == 0 || x.Start[0] != 0 || x.Start[x.Rows()] != len(x.Col) {
		return fmt.Errorf("the rows do not cover the %d places", len(x.Col))
	}
	last := make([]int, x.Cols) // 1 + the last row that held the feature
	for i := range x.Rows() {
		if x.Start[i] > x.Start[i+1] {
			return fmt.Errorf("row %d ends before it starts", i)
		}
		col, val := x.Row(i)
		for j, f := range col {
			if f < 0 || int(f) >= x.Cols {
				return fmt.Errorf("row %d: feature %d of %d", i, f, x.Cols)
			}
			if last[f] == i+1 {
				return fmt.Errorf("row %d: feature %d stands twice", i, f)
			}
			last[f] = i + 1
			if val != nil && (math.IsNaN(float64(val[j])) || math.IsInf(float64(val[j]), 0)) {
				return fmt.Errorf("row %d: feature %d is not a finite number", i, f)
			}
		}
	}
	return nil
}

// columns is a matrix by columns, equal ones merged: column c holds the rows
// Row[Start[c]:Start[c+1]]. Of is the column of each feature, -1 for a feature
// that no row holds, and Share the part of the column's weight that the feature
// gets: w_feature = Share · w_column.
type columns struct {
	start []int
	row   []int32
	val   []float32
	of    []int32
	share []float32
}

func (c *columns) len() int { return len(c.start) - 1 }

// byColumn turns a matrix round and merges equal columns. k columns of the same
// values v become one of values v·√k: a weight u of it stands for k weights
// u/√k, which score the same and are penalised the same. Features that have
// parts, or are parts, stay by themselves; parts is nil where there are none.
func byColumn(x, parts *Matrix) *columns {
	alone := tied(x, parts)
	count := make([]int, x.Cols+1)
	for _, f := range x.Col {
		count[f+1]++
	}
	for f := range x.Cols {
		count[f+1] += count[f]
	}
	row, val := make([]int32, len(x.Col)), make([]float32, len(x.Col))
	next := append([]int(nil), count...)
	for i := range x.Rows() {
		col, v := x.Row(i)
		for j, f := range col {
			row[next[f]], val[next[f]] = int32(i), 1
			if v != nil {
				val[next[f]] = v[j]
			}
			next[f]++
		}
	}
	out := &columns{start: []int{0}, of: make([]int32, x.Cols), share: make([]float32, x.Cols)}
	byHash := map[uint64][]int32{}
	var times []int
	for f := range x.Cols {
		r, v := row[count[f]:count[f+1]], val[count[f]:count[f+1]]
		if len(r) == 0 && !alone[f] {
			out.of[f] = -1
			continue
		}
		h, at := hash(r, v), int32(-1)
		for _, c := range byHash[h] {
			if !alone[f] && out.equal(c, r, v) {
				at = c
			}
		}
		if at < 0 {
			at = int32(out.len())
			if !alone[f] {
				byHash[h] = append(byHash[h], at)
			}
			out.row, out.val = append(out.row, r...), append(out.val, v...)
			out.start = append(out.start, len(out.row))
			times = append(times, 0)
		}
		out.of[f] = at
		times[at]++
	}
	for c, k := range times {
		root := float32(math.Sqrt(float64(k)))
		for i := out.start[c]; i < out.start[c+1]; i++ {
			out.val[i] *= root
		}
	}
	for f, c := range out.of {
		if c >= 0 {
			out.share[f] = float32(1 / math.Sqrt(float64(times[c])))
		}
	}
	return out
}

// tied tells the features that have parts or are parts of one that has rows.
func tied(x, parts *Matrix) []bool {
	out := make([]bool, x.Cols)
	if parts == nil {
		return out
	}
	for _, f := range x.Col {
		col, _ := parts.Row(int(f))
		if len(col) == 0 || out[f] {
			continue
		}
		out[f] = true
		for _, g := range col {
			out[g] = true
		}
	}
	return out
}

// wholes turns parts round: row g holds the columns of which g is a part.
func (c *columns) wholes(parts *Matrix) (whole, part *Matrix) {
	part = &Matrix{Cols: c.len(), Start: make([]int, 1, c.len()+1)}
	from := make([]int, c.len())
	for f, at := range c.of {
		if at >= 0 {
			from[at] = f
		}
	}
	count := make([]int, c.len()+1)
	for _, f := range from {
		col, val := parts.Row(f)
		at := make([]int32, len(col))
		for i, g := range col {
			at[i] = c.of[g]
			count[at[i]+1]++
		}
		part.Append(at, val)
	}
	for g := range c.len() {
		count[g+1] += count[g]
	}
	whole = &Matrix{
		Cols: c.len(), Start: append([]int(nil), count...), Col: make([]int32, len(part.Col)),
		Val: make([]float32, len(part.Col)),
	}
	for f := range c.len() {
		col, val := part.Row(f)
		for i, g := range col {
			whole.Col[count[g]], whole.Val[count[g]] = int32(f), val[i]
			count[g]++
		}
	}
	return whole, part
}

// rows gives the rows again, by the merged columns.
func (c *columns) rows(n int) *Matrix {
	x := &Matrix{
		Cols: c.len(), Start: make([]int, n+1), Col: make([]int32, len(c.row)), Val: make([]float32, len(c.row)),
	}
	for _, r := range c.row {
		x.Start[r+1]++
	}
	for i := range n {
		x.Start[i+1] += x.Start[i]
	}
	next := append([]int(nil), x.Start...)
	for f := range c.len() {
		for i := c.start[f]; i < c.start[f+1]; i++ {
			r := c.row[i]
			x.Col[next[r]], x.Val[next[r]] = int32(f), c.val[i]
			next[r]++
		}
	}
	return x
}

func (c *columns) equal(at int32, row []int32, val []float32) bool {
	from, to := c.start[at], c.start[at+1]
	if to-from != len(row) {
		return false
	}
	for i, r := range row {
		if c.row[from+i] != r || c.val[from+i] != val[i] {
			return false
		}
	}
	return true
}

// hash is FNV-1a over rows and values.
func hash(row []int32, val []float32) uint64 {
	h := uint64(14695981039346656037)
	for i, r := range row {
		h = (h ^ uint64(uint32(r))) * 1099511628211
		h = (h ^ uint64(math.Float32bits(val[i]))) * 1099511628211
	}
	return h
}
