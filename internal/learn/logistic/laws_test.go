package logistic

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// drawnMatrix draws sparse rows.
func drawnMatrix(t *rapid.T) *Matrix {
	x := &Matrix{Cols: rapid.IntRange(1, 12).Draw(t, "cols")}
	valued := rapid.Bool().Draw(t, "valued")
	for range rapid.IntRange(1, 12).Draw(t, "rows") {
		var col []int32
		var val []float32
		for c := range x.Cols {
			if rapid.IntRange(0, 2).Draw(t, "there") == 0 {
				col = append(col, int32(c))
				val = append(val, rapid.Float32Range(-3, 3).Draw(t, "value"))
			}
		}
		if !valued {
			val = nil
		} else if val == nil {
			val = []float32{}
		}
		x.Append(col, val)
	}
	return x
}

// dense writes a row out.
func dense(x *Matrix, i int) []float64 {
	out := make([]float64, x.Cols)
	col, val := x.Row(i)
	for k, c := range col {
		out[c] = 1
		if val != nil {
			out[c] = float64(val[k])
		}
	}
	return out
}

// TestSelectIsTheRows named, in their order, also twice.
func TestSelectIsTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawnMatrix(t)
		if err := x.Check(); err != nil {
			t.Fatal(err)
		}
		rows := rapid.SliceOfN(rapid.IntRange(0, x.Rows()-1), 0, 10).Draw(t, "rows")
		s := x.Select(rows)
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		if s.Rows() != len(rows) || s.Cols != x.Cols {
			t.Fatalf("%d × %d of %d rows", s.Rows(), s.Cols, len(rows))
		}
		for i, r := range rows {
			if !slices.Equal(dense(s, i), dense(x, r)) {
				t.Fatalf("row %d is not row %d", i, r)
			}
		}
	})
}

// TestCheckFindsFaults in each part of a matrix.
func TestCheckFindsFaults(t *testing.T) {
	sound := func() *Matrix {
		return &Matrix{Cols: 4, Start: []int{0, 2, 2, 3}, Col: []int32{0, 3, 1}, Val: []float32{1, 2, 3}}
	}
	if err := sound().Check(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Matrix){
		"first start":      func(x *Matrix) { x.Start[0] = 1 },
		"falling starts":   func(x *Matrix) { x.Start[1] = 3 },
		"negative start":   func(x *Matrix) { x.Start[1] = -1 },
		"last start":       func(x *Matrix) { x.Start[3] = 4 },
		"too few columns":  func(x *Matrix) { x.Start[3] = 2 },
		"column too great": func(x *Matrix) { x.Col[1] = 4 },
		"column below 0":   func(x *Matrix) { x.Col[0] = -1 },
		"column twice":     func(x *Matrix) { x.Col[1] = 0 },
		"too few values":   func(x *Matrix) { x.Val = x.Val[:2] },
		"NaN":              func(x *Matrix) { x.Val[1] = float32(math.NaN()) },
		"infinite":         func(x *Matrix) { x.Val[1] = float32(math.Inf(1)) },
		"negative width":   func(x *Matrix) { x.Cols = -1 },
	} {
		x := sound()
		change(x)
		if x.Check() == nil {
			t.Errorf("%s: no error", name)
		}
		if _, _, err := (Config{}).Train(context.Background(), x, []int{0, 1, 0}, 2); err == nil {
			t.Errorf("%s: trained", name)
		}
	}
}

// randomModel has weights of a seed.
func randomModel(features, classes int, oneVsRest bool, seed uint64) *Model {
	r := rand.New(rand.NewPCG(seed, 4))
	m := &Model{Classes: classes, Bias: make([]float32, classes), Weight: make([]float32, features*classes), Temperature: 1, OneVsRest: oneVsRest}
	for i := range m.Weight {
		m.Weight[i] = float32(r.NormFloat64())
	}
	for i := range m.Bias {
		m.Bias[i] = float32(r.NormFloat64())
	}
	return m
}

// TestScoresAreInnerProducts, and probabilities the softmax of them (or the
// shares of logistic functions), computed here in float64.
func TestScoresAreInnerProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawnMatrix(t)
		classes := rapid.IntRange(2, 6).Draw(t, "classes")
		m := randomModel(x.Cols, classes, rapid.Bool().Draw(t, "one against the rest"), rapid.Uint64().Draw(t, "seed"))
		m.Temperature = rapid.Float32Range(0.25, 4).Draw(t, "temperature")
		z, p := make([]float32, classes), make([]float32, classes)
		for i := range x.Rows() {
			col, val := x.Row(i)
			m.Scores(col, val, z)
			m.Probabilities(col, val, p)
			want, total := make([]float64, classes), 0.0
			for k := range classes {
				s := float64(m.Bias[k])
				for f, v := range dense(x, i) {
					s += v * float64(m.Row(int32(f))[k])
				}
				if math.Abs(float64(z[k])-s) > 1e-3 {
					t.Fatalf("score %v, want %v", z[k], s)
				}
				s /= float64(m.Temperature)
				if want[k] = math.Exp(s); m.OneVsRest {
					want[k] = 1 / (1 + math.Exp(-s))
				}
				total += want[k]
			}
			for k := range p {
				if math.Abs(float64(p[k])-want[k]/total) > 1e-3 {
					t.Fatalf("probability %v, want %v (%+v)", p[k], want[k]/total, m.OneVsRest)
				}
			}
		}
	})
}

// TestUnknownFeaturesArePassedOver, wherever they stand in the row.
func TestUnknownFeaturesArePassedOver(t *testing.T) {
	m := randomModel(5, 3, false, 2)
	want, got := make([]float32, 3), make([]float32, 3)
	m.Scores([]int32{1, 3}, nil, want)
	for _, col := range [][]int32{{1, 3, 5}, {99, 1, 3}, {1, math.MaxInt32, 3}, {1, 3, -1}} {
		if m.Scores(col, nil, got); !slices.Equal(got, want) {
			t.Errorf("%v: %v, want %v", col, got, want)
		}
	}
}

// TestNormaliseGreatScores: scores of any size give shares that sum to one.
func TestNormaliseGreatScores(t *testing.T) {
	for _, oneVsRest := range []bool{false, true} {
		for _, z := range [][]float32{{0, 0}, {1e30, 0}, {-1e30, 0}, {1e30, 1e30}, {-1e30, -1e30}, {88, -88, 0}, {1e4, 1e4 - 1, -1e4}, {-700, -701, -702}} {
			m := randomModel(1, len(z), oneVsRest, 1)
			p := slices.Clone(z)
			m.Normalise(p)
			sum := 0.0
			for _, v := range p {
				if !(v >= 0 && v <= 1.0001) {
					t.Fatalf("%v gives %v", z, p)
				}
				sum += float64(v)
			}
			if math.Abs(sum-1) > 1e-3 {
				t.Errorf("%v (one against the rest: %v) gives %v", z, oneVsRest, p)
			}
		}
	}
}

// TestPermutedClasses: with the classes named otherwise the same is learned.
func TestPermutedClasses(t *testing.T) {
	x, y := invented(120, 20, 3, true, 6)
	to := []int{2, 0, 1}
	other := make([]int, len(y))
	for i := range y {
		other[i] = to[y[i]]
	}
	cfg := Config{Delta: 1e-9, MaxIter: 500}
	a, _, err := cfg.Train(context.Background(), x, y, 3)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := cfg.Train(context.Background(), x, other, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, q := make([]float32, 3), make([]float32, 3)
	for i := range y {
		col, val := x.Row(i)
		a.Probabilities(col, val, p)
		b.Probabilities(col, val, q)
		for k := range p {
			if math.Abs(float64(p[k]-q[to[k]])) > 0.01 {
				t.Fatalf("row %d: %v, classes permuted %v", i, p, q)
			}
		}
	}
}

// TestPenaltyShrinks: the stronger the penalty the smaller the weights.
func TestPenaltyShrinks(t *testing.T) {
	x, y := invented(150, 20, 3, false, 7)
	last := math.Inf(1)
	for _, c := range []float64{100, 1, 0.01} {
		m, _, err := Config{C: c}.Train(context.Background(), x, y, 3)
		if err != nil {
			t.Fatal(err)
		}
		norm := 0.0
		for _, w := range m.Weight {
			norm += float64(w) * float64(w)
		}
		if norm >= last {
			t.Errorf("C = %g: ‖W‖² = %g, with a weaker penalty %g", c, norm, last)
		}
		last = norm
	}
}

// TestEndedContext: a training whose context has ended says so.
func TestEndedContext(t *testing.T) {
	x, y := invented(100, 20, 3, false, 8)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := (Config{}).Train(ctx, x, y, 3); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	n := 0
	_, report, err := Config{Progress: func(learn.Progress) bool { n++; return n < 2 }}.Train(context.Background(), x, y, 3)
	if err != nil || report.Reason != learn.Stopped || n != 2 {
		t.Errorf("stopped after %d: %v %v", n, report.Reason, err)
	}
}

// TestEvaluateCounts against counting by hand.
func TestEvaluateCounts(t *testing.T) {
	x, y := invented(200, 20, 8, false, 9)
	m, _, err := Config{}.Train(context.Background(), x, y, 8)
	if err != nil {
		t.Fatal(err)
	}
	got, err := m.Evaluate(x, y)
	if err != nil {
		t.Fatal(err)
	}
	right, five, loss := 0.0, 0.0, 0.0
	p := make([]float32, 8)
	for i := range y {
		col, val := x.Row(i)
		m.Probabilities(col, val, p)
		better := 0
		for _, v := range p {
			if v > p[y[i]] {
				better++
			}
		}
		if better == 0 {
			right++
		}
		if better < 5 {
			five++
		}
		loss -= math.Log(float64(p[y[i]]))
	}
	n := float64(len(y))
	if got.Rows != len(y) || math.Abs(got.Accuracy-right/n) > 1e-9 || math.Abs(got.Top5-five/n) > 1e-9 || math.Abs(got.LogLoss-loss/n) > 1e-4 {
		t.Errorf("%+v, counted %v %v %v", got, right/n, five/n, loss/n)
	}
	if got.ECE < 0 || got.ECE > 1 {
		t.Errorf("calibration error %v", got.ECE)
	}
}

// TestModelFileCut: no part of a file is read, nor one with a byte more.
func TestModelFileCut(t *testing.T) {
	good, err := randomModel(4, 3, true, 5).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back Model
	if err := back.UnmarshalBinary(good); err != nil || !back.OneVsRest || back.Features() != 4 || back.Classes != 3 {
		t.Fatalf("%v: %+v", err, back)
	}
	for n := range good {
		if new(Model).UnmarshalBinary(good[:n]) == nil {
			t.Errorf("read with %d of %d bytes", n, len(good))
		}
	}
	if new(Model).UnmarshalBinary(append(good, 0)) == nil {
		t.Error("read with a byte more")
	}
}
