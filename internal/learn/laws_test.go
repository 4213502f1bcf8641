package learn

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawnTable draws a sound dataset.
func drawnTable(t *rapid.T) *Dataset {
	d := &Dataset{Name: "drawn", Class: Attribute{Name: "y", Values: []string{"a", "b", "c"}}}
	for i := range rapid.IntRange(0, 4).Draw(t, "attributes") {
		a := Attribute{Name: "x" + strconv.Itoa(i)}
		for v := range rapid.IntRange(0, 4).Draw(t, "values") {
			a.Values = append(a.Values, "v"+strconv.Itoa(v))
		}
		d.Attributes = append(d.Attributes, a)
	}
	weighted := rapid.Bool().Draw(t, "weighted")
	for i := range rapid.IntRange(1, 10).Draw(t, "rows") {
		row := make([]float64, len(d.Attributes))
		for j, a := range d.Attributes {
			switch {
			case rapid.IntRange(0, 3).Draw(t, "missing") == 0:
				row[j] = Missing()
			case a.Numeric():
				row[j] = rapid.Float64Range(-1e9, 1e9).Draw(t, "number")
			default:
				row[j] = float64(rapid.IntRange(0, len(a.Values)-1).Draw(t, "value"))
			}
		}
		y := rapid.IntRange(-1, 2).Draw(t, "class")
		if i == 0 {
			y = 0
		}
		d.X, d.Y = append(d.X, row), append(d.Y, y)
		if weighted {
			d.W = append(d.W, rapid.Float64Range(0, 5).Draw(t, "weight"))
		}
	}
	return d
}

// TestDatasetLaws: a sound table stays sound in parts, and weights add up.
func TestDatasetLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawnTable(t)
		if err := d.Check(); err != nil {
			t.Fatal(err)
		}
		labelled := d.Labelled()
		if slices.Contains(labelled.Y, -1) {
			t.Fatal("a row without class is labelled")
		}
		sums := make([]float64, 3)
		n := 0
		for i, y := range d.Y {
			if y >= 0 {
				sums[y] += d.Weight(i)
				n++
			}
		}
		if labelled.Len() != n || (n == d.Len()) != (labelled == d) {
			t.Fatalf("%d labelled rows of %d", labelled.Len(), n)
		}
		for k, w := range d.ClassWeights() {
			if math.Abs(w-sums[k]) > 1e-9 || math.Abs(labelled.ClassWeights()[k]-sums[k]) > 1e-9 {
				t.Fatalf("class %d weighs %v, want %v", k, w, sums[k])
			}
		}
		rows := rapid.SliceOfN(rapid.IntRange(0, d.Len()-1), 0, 12).Draw(t, "rows")
		s := d.Subset(rows)
		if s.Len() != len(rows) {
			t.Fatalf("%d rows of %d", s.Len(), len(rows))
		}
		for i, r := range rows {
			if s.Y[i] != d.Y[r] || s.Weight(i) != d.Weight(r) || len(s.X[i]) > 0 && &s.X[i][0] != &d.X[r][0] {
				t.Fatalf("row %d is not row %d", i, r)
			}
		}
	})
}

// TestCheckFindsAnyFault put at any place of a sound table.
func TestCheckFindsAnyFault(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawnTable(t)
		i := rapid.IntRange(0, d.Len()-1).Draw(t, "row")
		switch rapid.IntRange(0, 6).Draw(t, "fault") {
		case 0:
			d.X[i] = append(d.X[i], 0)
		case 1:
			d.Y[i] = 3
		case 2:
			d.Y[i] = -2
		case 3:
			d.Y = d.Y[1:]
		case 4:
			d.W = make([]float64, d.Len())
			d.W[i] = rapid.SampledFrom([]float64{-1, math.NaN(), math.Inf(1)}).Draw(t, "weight")
		case 5:
			d.W = make([]float64, d.Len()+1)
		case 6:
			if len(d.Attributes) == 0 {
				return
			}
			j := rapid.IntRange(0, len(d.Attributes)-1).Draw(t, "cell")
			d.X[i][j] = math.Inf(-1)
			if a := d.Attributes[j]; !a.Numeric() {
				d.X[i][j] = rapid.SampledFrom([]float64{-1, 0.5, float64(len(a.Values))}).Draw(t, "value")
			}
		}
		if d.Check() == nil {
			t.Fatal("the fault is not seen")
		}
	})
}

// TestEncodingTellsRowsApart: rows that differ in a cell differ in the numbers
// of that attribute and in no others, and each number has its name.
func TestEncodingTellsRowsApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawnTable(t)
		e := NewEncoder(d.Attributes)
		if len(e.Names()) != e.Width() {
			t.Fatalf("%d names for %d numbers", len(e.Names()), e.Width())
		}
		encode := func(row []float64) []float64 {
			out := make([]float64, e.Width())
			e.Encode(row, out)
			return out
		}
		for _, row := range d.X {
			out, at := encode(row), 0
			for j, a := range d.Attributes {
				width := 1
				if len(a.Values) > 2 {
					width = len(a.Values)
				}
				part := out[at : at+width]
				at += width
				switch v := row[j]; {
				case math.IsNaN(v):
					for _, x := range part {
						if !math.IsNaN(x) {
							t.Fatalf("a missing cell of %d values is %v", len(a.Values), part)
						}
					}
				case width == 1:
					if part[0] != v {
						t.Fatalf("%v became %v", v, part[0])
					}
				default:
					for k, x := range part {
						if (x == 1) != (k == int(v)) || x != 0 && x != 1 {
							t.Fatalf("value %v of %d became %v", v, width, part)
						}
					}
				}
			}
			if at != len(out) {
				t.Fatalf("%d numbers of %d", at, len(out))
			}
		}
	})
}

// slowRand is the generator as its documentation writes it, in big steps.
type slowRand struct{ state uint64 }

func (r *slowRand) next(bits uint) uint32 {
	r.state = (r.state*0x5DEECE66D + 0xB) & (1<<48 - 1)
	return uint32(int64(r.state) >> (48 - bits))
}

// TestRandAgainstTheFormula for any seed: numbers in [0, 1), and numbers below a
// power of two, which the documentation takes from the upper bits.
func TestRandAgainstTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Int64().Draw(t, "seed")
		r, slow := NewRand(seed), &slowRand{(uint64(seed) ^ 0x5DEECE66D) & (1<<48 - 1)}
		for range 20 {
			want := float64(uint64(slow.next(26))<<27+uint64(slow.next(27))) / (1 << 53)
			if got := r.Float64(); got != want {
				t.Fatalf("%v, want %v", got, want)
			}
			k := rapid.IntRange(0, 30).Draw(t, "bits")
			if got, want := r.Intn(1<<k), int(uint64(1<<k)*uint64(slow.next(31))>>31); got != want {
				t.Fatalf("%d below 2^%d, want %d", got, k, want)
			}
		}
	})
}

// TestShuffleIsAPermutation, the same for a seed.
func TestShuffleIsAPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, seed := rapid.IntRange(0, 50).Draw(t, "n"), rapid.Int64().Draw(t, "seed")
		shuffled := func() []int {
			v := make([]int, n)
			for i := range v {
				v[i] = i
			}
			NewRand(seed).Shuffle(n, func(i, j int) { v[i], v[j] = v[j], v[i] })
			return v
		}
		a := shuffled()
		if !slices.Equal(a, shuffled()) {
			t.Fatal("one seed, two orders")
		}
		slices.Sort(a)
		for i, v := range a {
			if v != i {
				t.Fatalf("%d is lost", i)
			}
		}
	})
}

// TestFormatNumberIsClose: what is printed reads back to within half a unit of
// the last decimal, with no more decimals than asked for and no zeros at the end.
func TestFormatNumberIsClose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e6, 1e6).Draw(t, "v")
		decimals := rapid.IntRange(0, 6).Draw(t, "decimals")
		s := FormatNumber(v, decimals)
		got, err := strconv.ParseFloat(s, 64)
		if err != nil || math.Abs(got-v) > 0.5000001*math.Pow10(-decimals)+1e-9 {
			t.Fatalf("%v with %d decimals is %s", v, decimals, s)
		}
		_, after, point := strings.Cut(s, ".")
		if len(after) > decimals || point && (after == "" || strings.HasSuffix(after, "0")) {
			t.Fatalf("%v with %d decimals is %s", v, decimals, s)
		}
	})
}

// TestFormatFloatReadsBack to the last bit, and always with a decimal.
func TestFormatFloatReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64().Draw(t, "v")
		s := FormatFloat(v)
		if got, err := strconv.ParseFloat(s, 64); err != nil || got != v {
			t.Fatalf("%v is %s", v, s)
		}
		if !strings.Contains(s, ".") {
			t.Fatalf("%s has no decimal", s)
		}
	})
}

// TestBestIsTheFirstOfTheGreatest.
func TestBestIsTheFirstOfTheGreatest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0.1, 0.25, 0.5, 1}), 1, 8).Draw(t, "p")
		if got, want := Best(p), slices.Index(p, slices.Max(p)); got != want {
			t.Fatalf("%d of %v, want %d", got, p, want)
		}
	})
}

// TestMinimaOfSeparableFunctions: of Σ aᵢ(xᵢ−bᵢ)² the minimum is b, and with an
// L1 term b shrunk by L1/2aᵢ towards 0, for each coordinate in its range.
func TestMinimaOfSeparableFunctions(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	for range 40 {
		n := 1 + r.IntN(12)
		a, b := make([]float64, n), make([]float64, n)
		for i := range a {
			a[i], b[i] = 0.5+3*r.Float64(), 4*r.NormFloat64()
		}
		obj := objectiveFunc(func(x, grad []float64) float64 {
			sum := 0.0
			for i := range x {
				sum += a[i] * (x[i] - b[i]) * (x[i] - b[i])
				grad[i] = 2 * a[i] * (x[i] - b[i])
			}
			return sum
		})
		from, to := r.IntN(n), n
		for _, l1 := range []float64{0, 0.3, 2, 1000} {
			x := make([]float64, n)
			if _, err := (LBFGS{L1: l1, L1From: from, L1To: to, Delta: -1, Epsilon: 1e-9}).Minimize(context.Background(), obj, x); err != nil {
				t.Fatal(err)
			}
			for i := range x {
				want := b[i]
				if i >= from {
					want = math.Copysign(max(0, math.Abs(b[i])-l1/(2*a[i])), b[i])
				}
				if math.Abs(x[i]-want) > 1e-4 {
					t.Fatalf("L1 %v: coordinate %d is %v, want %v", l1, i, x[i], want)
				}
			}
		}
	}
}

// valley is a function of a curved valley with its minimum, 0, at (1, 1).
func valley(x, grad []float64) float64 {
	u, v := 1-x[0], x[1]-x[0]*x[0]
	grad[0], grad[1] = -2*u-40*x[0]*v, 20*v
	return u*u + 10*v*v
}

// TestMinimizeHearsTheContext before the first step and after some.
func TestMinimizeHearsTheContext(t *testing.T) {
	for after := range 4 {
		ctx, cancel := context.WithCancel(context.Background())
		if after == 0 {
			cancel()
		}
		x := []float64{-1.2, 1}
		start := valley(x, make([]float64, 2))
		report, err := LBFGS{Progress: func(p Progress) bool {
			if p.Iteration == after {
				cancel()
			}
			return true
		}}.Minimize(ctx, objectiveFunc(valley), x)
		cancel()
		if !errors.Is(err, context.Canceled) || report.Reason != Cancelled || report.Iterations > after+1 {
			t.Errorf("after %d: %v, %+v", after, err, report)
		}
		if v := valley(x, make([]float64, 2)); v > start {
			t.Errorf("after %d: the point is worse than the start: %v", after, v)
		}
	}
}

// objectiveFunc is learntest.ObjectiveFunc, which tests inside the package cannot import.
type objectiveFunc func(x, grad []float64) float64

func (f objectiveFunc) Eval(x, grad []float64) float64 { return f(x, grad) }
