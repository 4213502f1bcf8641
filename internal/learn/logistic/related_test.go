package logistic

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// blurred gives each row seven tenths of its class and the rest of the next two.
func blurred(y []int, classes int) *Matrix {
	t := &Matrix{Cols: classes}
	for _, k := range y {
		t.Append([]int32{int32(k), int32((k + 1) % classes), int32((k + 2) % classes)}, []float32{0.7, 0.2, 0.1})
	}
	return t
}

// sure gives each row its class alone.
func sure(y []int, classes int) *Matrix {
	t := &Matrix{Cols: classes}
	for _, k := range y {
		t.Append([]int32{int32(k)}, []float32{1})
	}
	return t
}

// TestMixerIsTheProduct compares the mixer with the matrices written out, for
// blocks of any height.
func TestMixerIsTheProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, k := range []int{2, 5, 9} {
		related, full := &Matrix{Cols: k}, make([]float32, k*k)
		for i := range k {
			var col []int32
			var val []float32
			for j := range k {
				if i == j || r.IntN(3) == 0 {
					full[i*k+j] = float32(r.NormFloat64())
					col, val = append(col, int32(j)), append(val, full[i*k+j])
				}
			}
			related.Append(col, val)
		}
		for _, n := range []int{1, 3, columnBlock} {
			v := make([]float32, n*k)
			for i := range v {
				v[i] = float32(r.NormFloat64())
			}
			there, back := slices.Clone(v), slices.Clone(v)
			m := newMixer(related, n)
			m.forward(there)
			m.backward(back)
			for f := range n {
				for c := range k {
					var one, other float64
					for j := range k {
						one += float64(full[c*k+j] * v[f*k+j])
						other += float64(full[j*k+c] * v[f*k+j])
					}
					if math.Abs(one-float64(there[f*k+c])) > 1e-5 || math.Abs(other-float64(back[f*k+c])) > 1e-5 {
						t.Fatalf("%d classes, column %d, class %d: %g and %g, want %g and %g", k, f, c, there[f*k+c], back[f*k+c], one, other)
					}
				}
			}
		}
	}
}

// TestSureTargetsAreLabels: targets of one class each are no news.
func TestSureTargetsAreLabels(t *testing.T) {
	x, y := invented(400, 50, 4, false, 7)
	a, _, err := Config{Targets: sure(y, 4)}.Train(context.Background(), x, y, 4)
	if err != nil {
		t.Fatal(err)
	}
	b, _, err := Config{}.Train(context.Background(), x, y, 4)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(a.Weight, b.Weight) || !slices.Equal(a.Bias, b.Bias) {
		t.Error("other weights than by the labels")
	}
}

// TestTargetsAreReached: without words to go by, the probabilities are the mean
// of the targets.
func TestTargetsAreReached(t *testing.T) {
	y := []int{0, 0, 1, 2, 2, 2}
	x := &Matrix{Cols: 1, Start: make([]int, len(y)+1)}
	m, _, err := Config{Delta: 1e-9, Targets: blurred(y, 3)}.Train(context.Background(), x, y, 3)
	if err != nil {
		t.Fatal(err)
	}
	p, want := make([]float32, 3), make([]float64, 3)
	m.Probabilities(nil, nil, p)
	for _, k := range y {
		want[k] += 0.7 / 6
		want[(k+1)%3] += 0.2 / 6
		want[(k+2)%3] += 0.1 / 6
	}
	for k := range p {
		if math.Abs(float64(p[k])-want[k]) > 1e-3 {
			t.Errorf("class %d: %.4f, the targets' mean is %.4f", k, p[k], want[k])
		}
	}
}

func TestTargetsThatCannotBe(t *testing.T) {
	x, y := invented(20, 10, 3, false, 1)
	good := blurred(y, 3)
	change := func(f func(*Matrix)) *Matrix {
		m := &Matrix{Cols: good.Cols, Start: slices.Clone(good.Start), Col: slices.Clone(good.Col), Val: slices.Clone(good.Val)}
		f(m)
		return m
	}
	for name, c := range map[string]Config{
		"one against the rest": {Targets: good, OneVsRest: true},
		"too few rows":         {Targets: good.Select([]int{1, 2})},
		"other classes":        {Targets: change(func(m *Matrix) { m.Cols = 4 })},
		"no values":            {Targets: change(func(m *Matrix) { m.Val = nil })},
		"below zero":           {Targets: change(func(m *Matrix) { m.Val[3], m.Val[4] = -0.1, 1 })},
		"not one":              {Targets: change(func(m *Matrix) { m.Val[5] = 0.9 })},
		"not a number":         {Targets: change(func(m *Matrix) { m.Val[0] = float32(math.NaN()) })},
	} {
		if _, _, err := c.Train(context.Background(), x, y, 3); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, _, err := (Config{Targets: good}).Train(context.Background(), x, y, 3); err != nil {
		t.Error(err)
	}
}
