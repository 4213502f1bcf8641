package forest

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

func TestEdgesKeepValuesWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 2000).Draw(t, "n")
		spread := rapid.IntRange(1, 3000).Draw(t, "spread")
		r := learn.NewRand(rapid.Int64().Draw(t, "seed"))
		d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Values: []string{"a"}}}
		for range n {
			v := float64(r.Intn(spread))
			if r.Intn(10) == 0 {
				v = learn.Missing()
			}
			d.X, d.Y = append(d.X, []float64{v}), append(d.Y, 0)
		}
		b := newBinned(d)
		bin := map[float64]uint8{}
		for i, row := range d.X {
			c := b.cols[0][i]
			if math.IsNaN(row[0]) != (c == 0) {
				t.Fatalf("value %v is in bin %d", row[0], c)
			}
			if was, seen := bin[row[0]]; seen && was != c {
				t.Fatalf("value %v is in bins %d and %d", row[0], was, c)
			}
			bin[row[0]] = c
			if c > 0 && int(c) <= len(b.edges[0]) && row[0] > b.edges[0][c-1] {
				t.Fatalf("value %v is above the end %v of its bin", row[0], b.edges[0][c-1])
			}
			if c > 1 && row[0] <= b.edges[0][c-2] {
				t.Fatalf("value %v belongs to a lower bin", row[0])
			}
		}
		if len(b.edges[0]) > maxBins-2 {
			t.Fatalf("%d edges", len(b.edges[0]))
		}
		for i := 1; i < len(b.edges[0]); i++ {
			if b.edges[0][i] <= b.edges[0][i-1] {
				t.Fatal("edges do not rise")
			}
		}
	})
}

func TestMiddle(t *testing.T) {
	for _, c := range [][2]float64{{1, 2}, {-1e308, 1e308}, {1, math.Nextafter(1, 2)}, {0, math.SmallestNonzeroFloat64}, {1e308, 1.7e308}} {
		if m := middle(c[0], c[1]); !(m >= c[0] && m < c[1]) {
			t.Errorf("middle of %v and %v is %v", c[0], c[1], m)
		}
	}
}

// slowBest tries every division of the rows at every edge, missing values on
// either side, and returns the greatest gain.
func slowBest(gr *grower, rows []int32) float64 {
	best := 0.0
	base := gr.value(gr.total(rows))
	for _, f := range gr.features {
		for bin := 1; bin <= len(gr.edges[f]); bin++ {
			for _, missingLeft := range []bool{false, true} {
				var left, right []int32
				for _, r := range rows {
					c := gr.cols[f][r]
					if c == 0 && missingLeft || c != 0 && int(c) <= bin {
						left = append(left, r)
					} else {
						right = append(right, r)
					}
				}
				l, r := gr.total(left), gr.total(right)
				if l[gr.outs] < gr.minLeaf || r[gr.outs] < gr.minLeaf {
					continue
				}
				best = math.Max(best, gr.value(l)+gr.value(r)-base)
			}
		}
	}
	return best
}

// TestBestSplitIsTheBest compares the histograms with the plain search, for one
// target and for three.
func TestBestSplitIsTheBest(t *testing.T) {
	for _, outs := range []int{1, 3} {
		for seed := int64(1); seed < 12; seed++ {
			d := noisy(50, 4, 3, seed)
			r := learn.NewRand(seed)
			b := newBinned(d)
			gr := &grower{
				binned: b, outs: outs, features: upTo(b.encoder.Width()), limits: limits{depth: 1, minLeaf: 2, lambda: 0.5},
				g: make([]float64, outs*d.Len()), h: make([]float64, d.Len()),
			}
			for i := range gr.h {
				gr.h[i] = 0.5 + r.Float64()
			}
			for i := range gr.g {
				gr.g[i] = r.Float64() - 0.5
			}
			rows := make([]int32, d.Len())
			for i := range rows {
				rows[i] = int32(i)
			}
			gr.gather = make([]float64, len(rows)*gr.stride())
			gr.scratch = make([]int32, len(rows))
			total := gr.total(rows)
			got := gr.best(gr.histogram(rows, gr.features), total)
			if want := slowBest(gr, rows); math.Abs(got.gain-want) > 1e-9 {
				t.Errorf("%d targets, seed %d: gain %v, best is %v", outs, seed, got.gain, want)
			}
			left, right := gr.divide(rows, got)
			l, ri := gr.total(left), gr.total(right)
			if gain := gr.value(l) + gr.value(ri) - gr.value(total); math.Abs(gain-got.gain) > 1e-9 {
				t.Errorf("%d targets, seed %d: the division gains %v, not %v", outs, seed, gain, got.gain)
			}
		}
	}
}

// TestSiblingHistogram: what is left of the parent is the histogram of the
// greater part.
func TestSiblingHistogram(t *testing.T) {
	d := noisy(60, 4, 2, 3)
	b := newBinned(d)
	gr := &grower{
		binned: b, outs: 1, features: upTo(b.encoder.Width()), g: make([]float64, d.Len()), h: make([]float64, d.Len()),
		gather: make([]float64, 2*d.Len()),
	}
	var rows []int32
	for i := range d.Len() {
		gr.g[i], gr.h[i] = float64(i%7), 1
		rows = append(rows, int32(i))
	}
	for _, cut := range []int{10, 50} {
		l, r := gr.siblings(rows[:cut], rows[cut:], gr.histogram(rows, gr.features))
		for name, c := range map[string]struct {
			got  []float64
			rows []int32
		}{"left": {l, rows[:cut]}, "right": {r, rows[cut:]}} {
			want := gr.histogram(c.rows, gr.features)
			for i := range want {
				if math.Abs(c.got[i]-want[i]) > 1e-9 {
					t.Fatalf("cut at %d, %s: cell %d is %v, want %v", cut, name, i, c.got[i], want[i])
				}
			}
		}
	}
}

// TestBoostDerivatives holds g and h to finite differences of the loss.
func TestBoostDerivatives(t *testing.T) {
	for _, classes := range []int{2, 3} {
		d := noisy(12, 4, classes, 4)
		d.W = make([]float64, d.Len())
		for i := range d.W {
			d.W[i] = 1 + float64(i)/10
		}
		c := Boost{}
		if err := c.fill(); err != nil {
			t.Fatal(err)
		}
		b := newBooster(c, d)
		r := learn.NewRand(5)
		for i := range b.score {
			b.score[i] = 4*r.Float64() - 2
		}
		outs := b.model.outs()
		for i := range d.Len() {
			b.held = []int32{int32(i)}
			for k := range outs {
				b.derivatives(i, k)
				g, h := b.gr.g[i], b.gr.h[i]
				const e = 1e-4
				at := &b.score[i*outs+k]
				mid := b.heldLoss()
				*at += e
				up := b.heldLoss()
				*at -= 2 * e
				down := b.heldLoss()
				*at += e
				if want := -(up - down) / (2 * e); math.Abs(g-want) > 1e-6 {
					t.Errorf("%d classes: g is %v, difference %v", classes, g, want)
				}
				if want := (up - 2*mid + down) / (e * e); math.Abs(h-want) > 1e-5 {
					t.Errorf("%d classes: h is %v, difference %v", classes, h, want)
				}
			}
		}
	}
}

// TestBoostingLowersTheLoss: on the rows learnt from, more rounds fit better.
func TestBoostingLowersTheLoss(t *testing.T) {
	d := noisy(200, 5, 3, 6)
	last := math.Inf(1)
	for _, rounds := range []int{1, 5, 25} {
		c, err := Boost{Rounds: rounds, Rows: 1, Columns: 1}.Learn(d)
		if err != nil {
			t.Fatal(err)
		}
		loss, p := 0.0, make([]float64, 3)
		for i, row := range d.X {
			c.Probabilities(row, p)
			loss -= math.Log(p[d.Y[i]])
		}
		if loss >= last {
			t.Errorf("%d rounds: loss %v, was %v", rounds, loss, last)
		}
		last = loss
		if got := c.(*Boosted).Rounds(); got != rounds {
			t.Errorf("%d rounds kept of %d", got, rounds)
		}
	}
}

// TestBootstrapFollowsTheWeights: over many draws a row comes as often as its
// weight says; with equal weights all rows weigh one.
func TestBootstrapFollowsTheWeights(t *testing.T) {
	d := noisy(10, 3, 2, 7)
	d.W = []float64{0, 1, 2, 3, 4, 0.5, 0.5, 1, 2, 6}
	r := learn.NewRand(8)
	at := map[*float64]int{}
	for i := range d.X {
		at[&d.X[i][0]] = i
	}
	drawn := make([]float64, 10)
	const rounds = 4000
	for range rounds {
		s := Bootstrap(d, r)
		if s.Len() != 10 || s.W != nil {
			t.Fatalf("sample of %d rows, weights %v", s.Len(), s.W)
		}
		for i := range s.X {
			drawn[at[&s.X[i][0]]]++
		}
	}
	for i, n := range drawn {
		if want := rounds * 10 * d.W[i] / 20; math.Abs(n-want) > 6*math.Sqrt(want)+1e-9 {
			t.Errorf("row of weight %v was drawn %v times, expected %v", d.W[i], n, want)
		}
	}
}

func TestBagRefusesMixedTrees(t *testing.T) {
	a, err := Bagging{Bags: 1}.Learn(noisy(40, 4, 2, 9))
	if err != nil {
		t.Fatal(err)
	}
	b, err := Bagging{Bags: 1}.Learn(noisy(40, 5, 2, 9))
	if err != nil {
		t.Fatal(err)
	}
	mixed := &Bag{trees: append(a.(*Bag).Trees(), b.(*Bag).Trees()...)}
	data, err := mixed.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	if new(Bag).UnmarshalBinary(data) == nil {
		t.Error("trees of other attributes in one bag without error")
	}
}
