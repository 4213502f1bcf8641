package tree

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// counted makes a distribution of the cells, bag by bag.
func counted(cells ...[]float64) *dist {
	d := newDist(len(cells), len(cells[0]))
	for bag, row := range cells {
		for class, w := range row {
			d.add(bag, &item{w: w, class: int32(class)})
		}
	}
	return &d
}

func TestDistChoosesAmongEquals(t *testing.T) {
	for name, c := range map[string]struct {
		d                   *dist
		maxBag, class, bag0 int
	}{
		"clear":            {counted([]float64{5, 1}, []float64{0, 2}), 0, 0, 0},
		"last bag":         {counted([]float64{1, 1}, []float64{1, 1}), 1, 0, 0},
		"first class":      {counted([]float64{0, 3}, []float64{3, 0}), 1, 0, 1},
		"empty bag":        {counted([]float64{0, 0}, []float64{1, 4}), 1, 1, 1},
		"tiny differences": {counted([]float64{1, 1 + 1e-9}, []float64{0, 0}), 0, 0, 0},
	} {
		if got := c.d.maxBag(); got != c.maxBag {
			t.Errorf("%s: heaviest bag %d, want %d", name, got, c.maxBag)
		}
		if got := heaviest(c.d.class); got != c.class {
			t.Errorf("%s: class %d, want %d", name, got, c.class)
		}
		if got := c.d.maxClass(0); got != c.bag0 {
			t.Errorf("%s: class of the first bag %d, want %d", name, got, c.bag0)
		}
	}
}

func TestDistCounts(t *testing.T) {
	d := counted([]float64{4, 1}, []float64{2, 6})
	if d.errors() != 6 || d.bagErrors(0) != 1 || d.bagErrors(1) != 2 {
		t.Errorf("errors %v, by bag %v and %v", d.errors(), d.bagErrors(0), d.bagErrors(1))
	}
	if !d.filled(5) || d.filled(6) {
		t.Error("filled does not ask for two bags of the weight")
	}
	d.shift([]item{{w: 2, class: 0}, {w: 1, class: 1}})
	want := counted([]float64{6, 2}, []float64{0, 5})
	for i, w := range want.cell {
		if d.cell[i] != w {
			t.Errorf("cell %d holds %v after a shift, want %v", i, d.cell[i], w)
		}
	}
	if d.bag[0] != 8 || d.bag[1] != 5 || d.total != 13 || d.class[1] != 7 {
		t.Errorf("sums %v, %v, %v after a shift", d.bag, d.class, d.total)
	}
	c := d.clone()
	c.add(0, &item{w: 1})
	if d.total != 13 || !d.sound() {
		t.Error("a clone shares its counts")
	}
	d.cell[0]++
	if d.sound() {
		t.Error("a cell too heavy is not noticed")
	}
	d.reset()
	if d.total != 0 || d.cell[1] != 0 || d.bag[0] != 0 || d.class[0] != 0 {
		t.Error("something is left after reset")
	}
}

// TestMissingAreShared gives two missing rows to bags of 6 and 2.
func TestMissingAreShared(t *testing.T) {
	d := counted([]float64{6, 0}, []float64{0, 2})
	col := []float64{math.NaN(), 1, math.NaN()}
	items := []item{{w: 1, row: 0, class: 0}, {w: 1, row: 1, class: 0}, {w: 3, row: 2, class: 1}}
	d.addMissing(items, col, make([]float64, 2))
	for i, w := range []float64{6.75, 2.25, 0.25, 2.75} {
		if d.cell[i] != w {
			t.Errorf("cell %d holds %v, want %v", i, d.cell[i], w)
		}
	}
	if d.total != 12 || d.bag[0] != 9 || d.class[1] != 5 {
		t.Errorf("sums %v, %v, %v", d.total, d.bag, d.class)
	}
	none := newDist(2, 2)
	none.addMissing(items, col, make([]float64, 2))
	if none.bag[0] != 2 || none.bag[1] != 2 {
		t.Errorf("bags %v when nothing is known, want equal shares", none.bag)
	}
}

// TestEntropyTable holds the table of whole numbers to the formula.
func TestEntropyTable(t *testing.T) {
	e := newEntropy(10)
	for _, x := range []float64{0, 1, 2, 7, 10, 11, 2.5, 1e-9, 1e6, 0} {
		want := 0.0
		if x > 1e-6 {
			want = x * math.Log2(x)
		}
		if got := e.of(x); math.Abs(got-want) > 1e-9*math.Max(1, want) {
			t.Errorf("x·log₂x of %v is %v, want %v", x, got, want)
		}
	}
}

// TestGainIsMutualInformation compares with the definition by probabilities.
func TestGainIsMutualInformation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := [][]float64{make([]float64, 3), make([]float64, 3)}
		total := 0.0
		for i := range 6 {
			w := float64(rapid.IntRange(1, 30).Draw(t, "cell"))
			cells[i/3][i%3] = w
			total += w
		}
		d := counted(cells...)
		want, info := 0.0, 0.0
		for bag, row := range cells {
			for class, w := range row {
				p := w / total
				want += p * math.Log2(p/(d.bag[bag]/total*d.class[class]/total))
			}
			info -= d.bag[bag] / total * math.Log2(d.bag[bag]/total)
		}
		e := newEntropy(100)
		got := e.gain(d, total, e.before(d))
		if math.Abs(got-want) > 2e-6 {
			t.Errorf("gain %v, mutual information %v", got, want)
		}
		if ratio := e.gainRatio(d, total, got); math.Abs(ratio-got/info) > 1e-9 {
			t.Errorf("gain ratio %v, want %v", ratio, got/info)
		}
	})
}

// TestGainWithMissing: half of the weight unknown halves the gain.
func TestGainWithMissing(t *testing.T) {
	d := counted([]float64{4, 0}, []float64{0, 4})
	e := newEntropy(20)
	if got := e.gain(d, 16, e.before(d)); got != 0.5 {
		t.Errorf("gain %v, want 0.5", got)
	}
	// Three bags of 4, 4 and the 8 missing: 1.5 bits.
	if got := e.gainRatio(d, 16, 0.5); math.Abs(got-0.5/1.5) > 1e-12 {
		t.Errorf("gain ratio %v, want a third", got)
	}
}

func TestAddTo(t *testing.T) {
	d := counted([]float64{3, 1}, []float64{0, 0})
	out := make([]float64, 2)
	d.addTo(out, 0.5, 0)
	if out[0] != 0.375 || out[1] != 0.125 {
		t.Errorf("got %v", out)
	}
	clear(out)
	d.addTo(out, 1, 1) // empty, so the whole node speaks
	if out[0] != 0.75 {
		t.Errorf("got %v from an empty bag", out)
	}
	none := newDist(1, 2)
	clear(out)
	none.addTo(out, 1, 0)
	if out[0] != 0 || out[1] != 0 {
		t.Errorf("got %v from nothing", out)
	}
}
