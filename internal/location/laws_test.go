package location

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/learn/logistic"
	"github.com/bauta/bauta/model"
)

// TestSeveralMessagesAreBruteForce: the search over several messages at once,
// where each scores by itself and no pair reaches from one to the next, with
// hashed features and words that are spelt.
func TestSeveralMessagesAreBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	needed := map[int]int{}
	for i := range 150 {
		words := 5 + r.IntN(20)
		c := inventedClassifier(r, words, 30)
		p := inventedProblem(r, c, words, 3+r.IntN(7), 0.1+0.5*r.Float64())
		message := 0
		for j := range p.words {
			if j > 0 && r.IntN(3) == 0 {
				message++
			}
			p.message[j] = message
		}
		got, ok := p.solve(1<<40, 3)
		want, wantOK := brute(p)
		if ok != wantOK || ok && (!slices.Equal(got.deleted, want.deleted) || got.value != want.value) {
			t.Fatalf("case %d: %v %+v, brute force %v %+v", i, ok, got, wantOK, want)
		}
		needed[len(got.deleted)]++
	}
	if len(needed) < 4 {
		t.Errorf("too few kinds of cases: %v", needed)
	}
}

// TestBoundIsBelowEveryDeletion: what a node of the search holds possible is
// never less than what the deletions below it reach, from the root and from
// every node on the way down, repeated words included.
func TestBoundIsBelowEveryDeletion(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 9))
	nodes, repeated := 0, 0
	for range 60 {
		c := inventedClassifier(r, 12, 40)
		p := inventedProblem(r, c, 12, 8, 0.05)
		clear(p.fixed)
		p.prepare(8)
		b, ok := newBounder(p, 3, 1<<30)
		if !ok {
			t.Fatal("weights too great for products")
		}
		w := b.sides[0]
		repeated += len(w.repeat)
		for m := 1; m <= 3; m++ {
			b.size, w.refs = m, nil
			for _, f := range w.repeat {
				f.sure = f.places > m
			}
			b.refer(w, 0)
			b.refer(w, 7)
			everyDeletion(8, m, func(d []bool) {
				z := p.scores(p.sides[0], d)
				nodes += downTo(d, m, w, func(a, left, depth int) {
					for _, ref := range w.refs {
						sum := 0.0
						for _, v := range z {
							sum += math.Exp((v - z[ref.class]) / float64(c.Weights.Temperature))
						}
						z := w.z[depth]
						if most := dot(z, ref.ahead[(a+1)*(m+1)+left], ref.extra[depth]) / z[ref.class]; sum > most*(1+1e-6) {
							t.Fatalf("after word %d, %d of %d left: %g is beyond the bound %g", a, left, m, sum, most)
						}
					}
				})
			})
		}
	}
	if nodes < 10_000 || repeated < 20 {
		t.Errorf("%d nodes, %d repeated features: the test shows little", nodes, repeated)
	}
}

// downTo goes down to a deletion of m words, calls f at each node and returns
// their number.
func downTo(deleted []bool, m int, w *walker, f func(a, left, depth int)) int {
	type edge struct{ a, g int }
	var way []edge
	a, left := -1, m
	f(a, left, 0)
	for i, gone := range deleted {
		if gone {
			left--
			continue
		}
		g := i - a - 1
		w.step(w.z[len(way)+1], w.z[len(way)], a, g)
		w.keep(a, g, len(way))
		way = append(way, edge{a, g})
		a = i
		f(a, left, len(way))
	}
	for _, e := range way {
		w.forget(e.a, e.g)
	}
	return len(way) + 1
}

// TestProductsAreTheScores: the factors of what is kept multiply to the shares
// that the scores give.
func TestProductsAreTheScores(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		c := inventedClassifier(r, 20, 30)
		p := inventedProblem(r, c, 20, 6, 0.05)
		p.prepare(6)
		b, ok := newBounder(p, 6, 1)
		if !ok {
			t.Fatal("weights too great for products")
		}
		w, none := b.sides[0], make([]bool, 6)
		product := slices.Clone(w.z[0])
		multiply(product, product, w.suffix[0])
		for _, f := range w.repeat {
			if f.last >= 0 {
				multiply(product, product, f.factor)
			}
		}
		z := p.scores(p.sides[0], none)
		for k := range z {
			want := math.Exp((z[k] - z[0]) / float64(c.Weights.Temperature))
			if got := product[k] / product[0]; math.Abs(got/want-1) > 1e-5 {
				t.Fatalf("class %d: %g times class 0, by the scores %g", k, got, want)
			}
		}
	}
}

// TestEnormousWeights: where products would overflow nothing is said to be
// proved, and the answer is right all the same.
func TestEnormousWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 20 {
		c := inventedClassifier(r, 10, 5)
		for i := range c.Weights.Weight {
			c.Weights.Weight[i] *= 1e4
		}
		p := inventedProblem(r, c, 10, 6, 0.5)
		clear(p.fixed)
		a, ok := p.solve(1<<40, 8)
		if a.minimal && a.count > 0 {
			t.Error("said to be proved beyond the range of the numbers")
		}
		if ok && p.exact(a.deleted) >= 1 {
			t.Error("an answer that does not reach the threshold")
		}
	}
}

// everyDeletion calls f with each choice of m of n words.
func everyDeletion(n, m int, f func([]bool)) {
	d := make([]bool, n)
	var from func(at, left int)
	from = func(at, left int) {
		if left == 0 {
			f(d)
			return
		}
		for i := at; i <= n-left; i++ {
			d[i] = true
			from(i+1, left-1)
			d[i] = false
		}
	}
	from(0, m)
}

// TestNaiveBayesByHand compares the attacker with its formula on four messages.
func TestNaiveBayesByHand(t *testing.T) {
	v, _ := learnVocabulary([][]string{{"a"}, {"a", "b"}, {"b"}, {"b"}}, 1, true)
	x := v.matrix([][]string{{"a"}, {"a", "b"}, {"b"}, {"b"}})
	got := attackers(x, []int{0, 0, 1, 1}, 2, v.Known())
	if len(got) != 2 || got[0].Weights.Features() != 3 {
		t.Fatalf("%d attackers of %d features", len(got), got[0].Weights.Features())
	}
	// Class 0 holds a twice, b once and the pair once; class 1 holds b twice.
	for _, want := range []struct {
		feature, class int
		count, total   float64
	}{{0, 0, 2, 4}, {1, 0, 1, 4}, {2, 0, 1, 4}, {0, 1, 0, 2}, {2, 1, 2, 2}} {
		p := math.Log((want.count + smoothing) / (want.total + 3*smoothing))
		if w := float64(got[0].Weights.Row(int32(want.feature))[want.class]); math.Abs(w-p) > 1e-6 {
			t.Errorf("feature %d of class %d: %g, want %g", want.feature, want.class, w, p)
		}
	}
	for k, b := range got[0].Weights.Bias {
		if math.Abs(float64(b)-math.Log(0.5)) > 1e-6 {
			t.Errorf("class %d starts at %g", k, b)
		}
	}
}

func TestPriorSumsToOne(t *testing.T) {
	sum := 0.0
	p := prior([]int{0, 0, 2}, 4)
	for _, v := range p {
		sum += math.Exp(v)
	}
	if math.Abs(sum-1) > 1e-12 || p[0] <= p[2] || p[2] <= p[1] || p[1] != p[3] {
		t.Errorf("%v sum to %g", p, sum)
	}
}

// TestCalibratePairsIsTheMean: the paper's threshold, computed anew.
func TestCalibratePairsIsTheMean(t *testing.T) {
	m, _ := townModel(t)
	short := []string{"near the", "castle", "", "good bread"}
	want := 0.0
	for _, s := range short {
		want += float64(slices.Max(m.Probabilities(strings.Fields(s)))) / float64(len(short))
	}
	got, err := m.CalibratePairs(short)
	if err != nil || math.Abs(got-want) > 1e-6 {
		t.Errorf("%g, want %g: %v", got, want, err)
	}
	if _, err := m.CalibratePairs(nil); err == nil {
		t.Error("no messages")
	}
}

// TestOutcomeCounts: what Try says is what Clean does, message by message.
func TestOutcomeCounts(t *testing.T) {
	m, rs := townModel(t)
	rs = append(rs[:90:90], Record{ID: "far", Text: "castle", Point: Point{50, 50}})
	c, err := NewCleaner(m, nil, Options{Threshold: 0.6, General: map[string]string{"tower": "sight"}})
	if err != nil {
		t.Fatal(err)
	}
	var want Outcome
	for _, r := range rs[:90] {
		got, err := c.Clean(doc(t, r.ID, r.Text))
		if err != nil {
			t.Fatal(err)
		}
		want.Messages++
		want.Words += len(got.Units)
		want.Deleted += got.Count()
		want.General += len(got.General)
		if got.Touched() {
			want.Touched++
			want.InTouched += len(got.Units)
		}
	}
	for _, jobs := range []int{1, 3} {
		o, err := c.Try(rs, jobs)
		if err != nil {
			t.Fatal(err)
		}
		got := Outcome{Messages: o.Messages, Words: o.Words, Deleted: o.Deleted, General: o.General, Touched: o.Touched, InTouched: o.InTouched}
		if fmt.Sprint(got) != fmt.Sprint(want) || o.General == 0 {
			t.Errorf("%d jobs: %+v, want %+v", jobs, got, want)
		}
		if s := float64(want.Deleted) / float64(want.InTouched); math.Abs(o.Share()-s) > 1e-12 {
			t.Errorf("share %g, want %g", o.Share(), s)
		}
	}
	if (Outcome{}).Share() != 0 {
		t.Error("a share of nothing")
	}
	if _, err := c.Try(rs[90:], 1); err == nil || !strings.Contains(err.Error(), "another place") {
		t.Errorf("messages of another place: %v", err)
	}
}

// TestTrainingIsRepeatable: the same messages and seed give the same bits on any
// number of goroutines, and messages of other cells change nothing.
func TestTrainingIsRepeatable(t *testing.T) {
	rs, d := town(300)
	var first []byte
	for _, jobs := range []int{1, 4} {
		some := rs
		if jobs > 1 {
			some = append(slices.Clone(rs), Record{ID: "far", Text: "nobody is here", Point: Point{50, 50}})
		}
		m, _, err := Train(context.Background(), some, d, Words{}, Config{Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		data, err := m.Weights.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = data
		}
		if !slices.Equal(first, data) {
			t.Errorf("%d goroutines give other weights", jobs)
		}
	}
	if _, _, err := Train(context.Background(), rs[:0], d, Words{}, Config{}); err == nil || !strings.Contains(err.Error(), "another place") {
		t.Errorf("no messages: %v", err)
	}
	if _, _, err := Train(context.Background(), rs, d, Words{}, Config{MinCount: 9999}); err == nil || !strings.Contains(err.Error(), "--min-count") {
		t.Errorf("no words: %v", err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := Train(ended, rs, d, Words{}, Config{}); err == nil {
		t.Error("a training that was ended")
	}
}

// TestPlainIsThePaper: no letters, every word alike, each cell by itself.
func TestPlainIsThePaper(t *testing.T) {
	rs, d := town(400)
	m, _, err := Train(context.Background(), rs, d, Words{}, Config{Plain: true, C: 1})
	if err != nil {
		t.Fatal(err)
	}
	if m.Vocabulary.Len() != m.Vocabulary.Known() {
		t.Errorf("%d letter groups", m.Vocabulary.Len()-m.Vocabulary.Known())
	}
	x := m.Vocabulary.matrix([][]string{{"near", "the", "castle"}, {"castel"}})
	if !slices.Equal(x.Val, []float32{1, 1, 1, 1, 1}) {
		t.Errorf("values %v of three words and two pairs", x.Val)
	}
	if _, _, err := (logistic.Config{}).Train(context.Background(), x, []int{0, 1}, 2); err != nil {
		t.Error(err)
	}
}

// TestBundlesThatDoNotFit: files of a bundle that were changed together with
// their digests are refused, each with a line that says what to do.
func TestBundlesThatDoNotFit(t *testing.T) {
	m, _ := townModel(t)
	read := func(change func(*Model)) error {
		c := *m
		v, d := *m.Vocabulary, *m.Division
		c.Vocabulary, c.Division = &v, &d
		c.Prior, c.Attackers = slices.Clone(m.Prior), slices.Clone(m.Attackers)
		change(&c)
		dir := filepath.Join(t.TempDir(), "town")
		if err := c.Write(dir, model.Manifest{}, ""); err != nil {
			t.Fatal(err)
		}
		b, err := model.Open(os.DirFS(filepath.Dir(dir)), "town")
		if err != nil {
			t.Fatal(err)
		}
		_, err = OpenModel(b, nil)
		return err
	}
	if err := read(func(*Model) {}); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Model){
		"a word twice":          func(m *Model) { m.Vocabulary.grams = append(m.Vocabulary.grams[1:], m.Vocabulary.grams[1]) },
		"a word too few":        func(m *Model) { m.Vocabulary.grams = m.Vocabulary.grams[1:] },
		"a letter group more":   func(m *Model) { m.Vocabulary.letters = append(slices.Clone(m.Vocabulary.letters), "zzz") },
		"hashed with words":     func(m *Model) { m.Vocabulary.bits = 8 },
		"bits beyond all":       func(m *Model) { m.Vocabulary.bits = 60 },
		"a cell twice too many": func(m *Model) { m.Division.Cells = append(slices.Clone(m.Division.Cells), 0) },
		"a class out of range":  func(m *Model) { m.Division.Class = []int{0, 1, 7} },
		"an upside-down box":    func(m *Model) { m.Division.Grid.North = -5 },
		"a threshold of three":  func(m *Model) { m.Threshold = 3 },
		"a prior of two":        func(m *Model) { m.Prior = m.Prior[:2] },
		"an attacker of two": func(m *Model) {
			m.Attackers[0].Weights = &logistic.Model{Classes: 2, Bias: make([]float32, 2), Temperature: 1}
		},
		"nine attackers": func(m *Model) { m.Attackers = slices.Repeat(m.Attackers[:1], 9) },
	} {
		if err := read(change); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
