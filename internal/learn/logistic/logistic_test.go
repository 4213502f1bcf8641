package logistic

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bauta/bauta/internal/learn/learntest"
)

// invented draws rows whose classes leave traces in a few of their features.
func invented(rows, features, classes int, valued bool, seed uint64) (*Matrix, []int) {
	r := rand.New(rand.NewPCG(seed, 1))
	x, y := &Matrix{Cols: features}, make([]int, rows)
	for i := range y {
		y[i] = r.IntN(classes)
		seen := map[int32]bool{}
		var col []int32
		var val []float32
		for range 6 {
			f := int32(r.IntN(features))
			if r.IntN(2) == 0 {
				f = int32((y[i]*7 + r.IntN(4)) % features)
			}
			if !seen[f] {
				seen[f] = true
				col = append(col, f)
				val = append(val, float32(r.IntN(5))+0.5)
			}
		}
		if !valued {
			val = nil
		}
		x.Append(col, val)
	}
	return x, y
}

func TestGradient(t *testing.T) {
	for _, c := range []struct {
		name    string
		oneRest bool
		valued  bool
		related bool
		parts   bool
		targets bool
	}{
		{name: "softmax"},
		{name: "softmax of values", valued: true},
		{name: "one against the rest", oneRest: true},
		{name: "related", related: true},
		{name: "parts", parts: true, valued: true},
		{name: "parts of related", related: true, parts: true},
		{name: "targets", targets: true},
		{name: "all of it", related: true, parts: true, targets: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, y := invented(300, 40, 5, c.valued, 3)
			labels, err := Config{}.check(x, y, 5)
			if err != nil {
				t.Fatal(err)
			}
			cfg := Config{C: 2, Jobs: 2, OneVsRest: c.oneRest}
			if c.related {
				cfg.Related = ring(5)
			}
			if c.targets {
				cfg.Targets = blurred(y, 5)
			}
			if c.parts {
				x, cfg.Parts = withParts(x, 40)
			}
			o := newObjective(x, labels, 5, cfg)
			point, r := make([]float64, o.len()), rand.New(rand.NewPCG(5, 5))
			for i := range point {
				point[i] = r.NormFloat64()
			}
			// Scores are in single precision: a step that is too small would
			// measure its rounding.
			if worst, at := learntest.GradientError(o, point, nil, 1e-2); worst > 2e-3 {
				t.Errorf("relative error %g at component %d", worst, at)
			}
		})
	}
}

func TestTrainedBitsDoNotDependOnJobs(t *testing.T) {
	x, y := invented(900, 120, 7, false, 9)
	var first []byte
	for _, jobs := range []int{1, 2, 5} {
		m, _, err := Config{Jobs: jobs, MaxIter: 30}.Train(context.Background(), x, y, 7)
		if err != nil {
			t.Fatal(err)
		}
		got, err := m.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = got
		}
		if !bytes.Equal(first, got) {
			t.Errorf("%d goroutines give other bits", jobs)
		}
	}
}

// TestMergedColumns compares with the minimum that the same data have when
// equal columns are told apart by a row that weighs next to nothing.
func TestMergedColumns(t *testing.T) {
	x, y := invented(400, 30, 3, false, 4)
	double := &Matrix{Cols: 60}
	for i := range x.Rows() {
		col, _ := x.Row(i)
		twice := append([]int32(nil), col...)
		for _, f := range col {
			twice = append(twice, f+30)
		}
		double.Append(twice, nil)
	}
	c := byColumn(double, nil)
	if c.len() > 30 {
		t.Fatalf("%d columns of 30 pairs of equal ones", c.len())
	}
	apart := &Matrix{Cols: 60}
	for i := range double.Rows() {
		col, _ := double.Row(i)
		val := make([]float32, len(col))
		for j, f := range col {
			val[j] = 1
			if f >= 30 {
				val[j] = 1.00001
			}
		}
		apart.Append(col, val)
	}
	if byColumn(apart, nil).len() <= 30 {
		t.Fatal("unequal columns were merged")
	}
	strict := Config{Delta: 1e-9, MaxIter: 500}
	a, ra, err := strict.Train(context.Background(), double, y, 3)
	if err != nil {
		t.Fatal(err)
	}
	b, rb, err := strict.Train(context.Background(), apart, y, 3)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(ra.Value-rb.Value) > 1e-3*rb.Value {
		t.Errorf("minimum %g merged, %g apart", ra.Value, rb.Value)
	}
	for i := range a.Weight {
		if math.Abs(float64(a.Weight[i]-b.Weight[i])) > 0.01 {
			t.Errorf("weight %d: %g merged, %g apart", i, a.Weight[i], b.Weight[i])
		}
	}
}

// TestClosedForm: one feature in all rows of one class and in none of the
// others has the minimum where its gradient is nothing.
func TestClosedForm(t *testing.T) {
	x, y := &Matrix{Cols: 1}, []int{}
	for i := range 40 {
		if i%2 == 0 {
			x.Append([]int32{0}, nil)
		} else {
			x.Append(nil, nil)
		}
		y = append(y, i%2)
	}
	const c = 0.5
	m, _, err := Config{C: c, Delta: 1e-10}.Train(context.Background(), x, y, 2)
	if err != nil {
		t.Fatal(err)
	}
	p := make([]float32, 2)
	m.Probabilities([]int32{0}, nil, p)
	if want := c * 20 * float64(1-p[0]); math.Abs(float64(m.Weight[0])-want) > 1e-3 {
		t.Errorf("weight %g; its own stationary value is %g", m.Weight[0], want)
	}
	if math.Abs(float64(m.Weight[0]+m.Weight[1])) > 1e-4 {
		t.Error("the weights of a feature do not sum to nothing")
	}
}

func TestWarmStart(t *testing.T) {
	x, y := invented(600, 80, 6, false, 2)
	m, cold, err := Config{Delta: 1e-7}.Train(context.Background(), x, y, 6)
	if err != nil {
		t.Fatal(err)
	}
	again, warm, err := Config{Delta: 1e-7, Warm: m}.Train(context.Background(), x, y, 6)
	if err != nil {
		t.Fatal(err)
	}
	if warm.Iterations*2 > cold.Iterations || math.Abs(warm.Value-cold.Value) > 1e-3*cold.Value {
		t.Errorf("warm: %d iterations to %g; cold: %d to %g", warm.Iterations, warm.Value, cold.Iterations, cold.Value)
	}
	if again.Classes != 6 || again.Features() != 80 {
		t.Errorf("%d classes, %d features", again.Classes, again.Features())
	}
	if _, _, err := (Config{Warm: m}).Train(context.Background(), x, y, 7); err == nil {
		t.Error("a model of other classes was taken as a start")
	}
}

func TestOneVsRest(t *testing.T) {
	x, y := invented(800, 60, 5, false, 8)
	for _, one := range []bool{false, true} {
		m, _, err := Config{OneVsRest: one}.Train(context.Background(), x, y, 5)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Evaluate(x, y)
		if err != nil {
			t.Fatal(err)
		}
		if r.Accuracy < 0.85 || r.Top5 != 1 {
			t.Errorf("one against the rest %v: accuracy %g, among five %g on the rows of the training", one, r.Accuracy, r.Top5)
		}
	}
}

func TestCalibrate(t *testing.T) {
	x, y := invented(2000, 60, 5, false, 8)
	train, held := make([]int, 300), make([]int, 1700)
	for i := range y {
		if i < len(train) {
			train[i] = i
		} else {
			held[i-len(train)] = i
		}
	}
	pick := func(rows []int) (out []int) {
		for _, i := range rows {
			out = append(out, y[i])
		}
		return out
	}
	m, _, err := Config{C: 1000, Delta: 1e-8}.Train(context.Background(), x.Select(train), pick(train), 5)
	if err != nil {
		t.Fatal(err)
	}
	hx, hy := x.Select(held), pick(held)
	before, err := m.Evaluate(hx, hy)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Calibrate(hx, hy); err != nil {
		t.Fatal(err)
	}
	after, err := m.Evaluate(hx, hy)
	if err != nil {
		t.Fatal(err)
	}
	if !(m.Temperature > 1) || after.ECE >= before.ECE || after.Accuracy != before.Accuracy {
		t.Errorf("temperature %g: %+v became %+v", m.Temperature, before, after)
	}
}

func TestExp(t *testing.T) {
	for x := float32(0); x > -86; x -= 0.0137 {
		want := math.Exp(float64(x))
		if got := float64(exp(x)); math.Abs(got-want) > 4e-7*want+1e-38 {
			t.Fatalf("exp(%g) = %g, want %g", x, got, want)
		}
	}
	for _, x := range []float32{-88, -1e30, float32(math.Inf(-1)), float32(math.NaN())} {
		if exp(x) != 0 {
			t.Errorf("exp(%g) = %g", x, exp(x))
		}
	}
}

func TestRefusals(t *testing.T) {
	good, y := invented(20, 10, 3, false, 1)
	for name, try := range map[string]func() error{
		"no rows": func() error {
			_, _, err := Config{}.Train(context.Background(), &Matrix{Cols: 2, Start: []int{0}}, nil, 2)
			return err
		},
		"one class":      func() error { _, _, err := Config{}.Train(context.Background(), good, make([]int, 20), 3); return err },
		"labels missing": func() error { _, _, err := Config{}.Train(context.Background(), good, y[:3], 3); return err },
		"class too high": func() error { _, _, err := Config{}.Train(context.Background(), good, y, 2); return err },
		"negative C":     func() error { _, _, err := Config{C: -1}.Train(context.Background(), good, y, 3); return err },
		"NaN": func() error {
			return (&Matrix{Cols: 1, Start: []int{0, 1}, Col: []int32{0}, Val: []float32{float32(math.NaN())}}).Check()
		},
		"twice":       func() error { return (&Matrix{Cols: 1, Start: []int{0, 2}, Col: []int32{0, 0}}).Check() },
		"outside":     func() error { return (&Matrix{Cols: 1, Start: []int{0, 1}, Col: []int32{1}}).Check() },
		"not covered": func() error { return (&Matrix{Cols: 1, Start: []int{0, 1}, Col: []int32{0, 0}}).Check() },
	} {
		if try() == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func FuzzUnmarshal(f *testing.F) {
	x, y := invented(50, 8, 3, false, 1)
	m, _, err := Config{MaxIter: 3}.Train(context.Background(), x, y, 3)
	if err != nil {
		f.Fatal(err)
	}
	data, err := m.MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:20])
	f.Add([]byte(Magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m Model
		if m.UnmarshalBinary(data) != nil {
			return
		}
		p := make([]float32, m.Classes)
		m.Probabilities([]int32{0, 1, -1, 1 << 30}, nil, p)
	})
}

func BenchmarkProbabilities(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	m := &Model{Classes: 150, Weight: make([]float32, 150*20000), Bias: make([]float32, 150), Temperature: 1}
	for i := range m.Weight {
		m.Weight[i] = float32(r.NormFloat64())
	}
	col, p := make([]int32, 16), make([]float32, 150)
	for b.Loop() {
		for i := range col {
			col[i] = int32(r.IntN(20000))
		}
		m.Probabilities(col, nil, p)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
}

// ring relates each class to the next.
func ring(n int) *Matrix {
	r := &Matrix{Cols: n}
	for i := range n {
		r.Append([]int32{int32(i), int32((i + 1) % n)}, []float32{1, 0.5})
	}
	return r
}

func TestRelated(t *testing.T) {
	x, y := invented(600, 80, 6, false, 2)
	cfg := Config{Delta: 1e-7, Related: ring(6)}
	m, cold, err := cfg.Train(context.Background(), x, y, 6)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Warm = m
	_, warm, err := cfg.Train(context.Background(), x, y, 6)
	if err != nil {
		t.Fatal(err)
	}
	if warm.Iterations*2 > cold.Iterations || math.Abs(warm.Value-cold.Value) > 1e-3*cold.Value {
		t.Errorf("warm: %d iterations to %g; cold: %d to %g", warm.Iterations, warm.Value, cold.Iterations, cold.Value)
	}
	// The identity is no relation.
	plain := &Matrix{Cols: 6}
	for i := range 6 {
		plain.Append([]int32{int32(i)}, []float32{1})
	}
	a, _, err := Config{Delta: 1e-7, Related: plain}.Train(context.Background(), x, y, 6)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := Config{Delta: 1e-7}.Train(context.Background(), x, y, 6)
	if err != nil {
		t.Fatal(err)
	}
	for i := range a.Weight {
		if math.Abs(float64(a.Weight[i]-b.Weight[i])) > 1e-2 {
			t.Fatalf("weight %d: %g related to itself alone, %g plain", i, a.Weight[i], b.Weight[i])
		}
	}
}
