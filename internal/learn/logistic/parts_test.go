package logistic

import (
	"context"
	"math"
	"strings"
	"testing"
)

// withParts gives each of the first features two of six parts, which stand
// behind them.
func withParts(x *Matrix, features int) (wider, parts *Matrix) {
	wider = &Matrix{Cols: features + 6, Start: x.Start, Col: x.Col, Val: x.Val}
	parts = &Matrix{Cols: features + 6}
	for f := range features {
		parts.Append([]int32{int32(features + f%3), int32(features + 3 + f%2)}, []float32{0.5, 0.25})
	}
	for range 6 {
		parts.Append(nil, []float32{})
	}
	return wider, parts
}

// expanded writes the parts into the rows: what Config.Parts stands for.
func expanded(x, parts *Matrix) *Matrix {
	out := &Matrix{Cols: x.Cols}
	for i := range x.Rows() {
		sum := map[int32]float32{}
		col, val := x.Row(i)
		for j, f := range col {
			v := float32(1)
			if val != nil {
				v = val[j]
			}
			sum[f] += v
			part, share := parts.Row(int(f))
			for l, g := range part {
				sum[g] += v * share[l]
			}
		}
		var at []int32
		var v []float32
		for f := range int32(x.Cols) {
			if sum[f] != 0 {
				at, v = append(at, f), append(v, sum[f])
			}
		}
		out.Append(at, v)
	}
	return out
}

// TestPartsAreExpandedRows holds that the minimum with parts is that of rows
// that hold the parts themselves.
func TestPartsAreExpandedRows(t *testing.T) {
	small, y := invented(300, 30, 4, true, 8)
	x, parts := withParts(small, 30)
	cfg := Config{C: 2, MaxIter: 500, Delta: 1e-9}
	cfg.Parts = parts
	short, _, err := cfg.Train(context.Background(), x, y, 4)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Parts = nil
	wide := expanded(x, parts)
	long, _, err := cfg.Train(context.Background(), wide, y, 4)
	if err != nil {
		t.Fatal(err)
	}
	a, b := make([]float32, 4), make([]float32, 4)
	for i := range x.Rows() {
		col, val := x.Row(i)
		short.Probabilities(col, val, a)
		col, val = wide.Row(i)
		long.Probabilities(col, val, b)
		for k := range a {
			if math.Abs(float64(a[k]-b[k])) > 2e-3 {
				t.Fatalf("row %d: %v with parts, %v with wider rows", i, a, b)
			}
		}
	}
}

// TestPartsSpeakForFeaturesNotSeen: a feature without rows scores by its parts.
func TestPartsSpeakForFeaturesNotSeen(t *testing.T) {
	x, y := &Matrix{Cols: 4}, []int{}
	for i := range 20 {
		x.Append([]int32{int32(i % 2)}, nil)
		y = append(y, i%2)
	}
	// Features 0 and 2 hold part 3; no row holds 2.
	parts := &Matrix{Cols: 4}
	parts.Append([]int32{3}, []float32{1})
	parts.Append(nil, []float32{})
	parts.Append([]int32{3}, []float32{1})
	parts.Append(nil, []float32{})
	m, _, err := Config{Parts: parts}.Train(context.Background(), x, y, 2)
	if err != nil {
		t.Fatal(err)
	}
	z := make([]float32, 2)
	m.Scores([]int32{2}, nil, z)
	if z[0] <= z[1] {
		t.Errorf("the part says class 0, the scores are %v", z)
	}
	w, _, err := Config{Parts: parts, Warm: m, MaxIter: 1}.Train(context.Background(), x, y, 2)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(float64(w.Weight[0]-m.Weight[0])) > 0.1*math.Abs(float64(m.Weight[0])) {
		t.Errorf("a warm start at the minimum moves from %v to %v", m.Weight, w.Weight)
	}
}

func TestPartsThatCannotBe(t *testing.T) {
	x, y := invented(50, 10, 2, false, 1)
	chain := &Matrix{Cols: 10}
	for f := range 10 {
		chain.Append([]int32{int32((f + 1) % 10)}, []float32{1})
	}
	bare := &Matrix{Cols: 10, Start: make([]int, 11)}
	for name, parts := range map[string]*Matrix{
		"parts of parts": chain, "too few rows": {Cols: 10, Start: []int{0}, Val: []float32{}}, "no values": bare,
	} {
		if _, _, err := (Config{Parts: parts}).Train(context.Background(), x, y, 2); err == nil || !strings.Contains(err.Error(), "matrix of parts") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
