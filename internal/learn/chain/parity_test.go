package chain

import (
	"bufio"
	"compress/gzip"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn"
)

// suite reads CRFsuite attribute files (label, then attributes, tab-separated;
// a blank line ends a sequence), numbering labels and attributes as they come.
type suite struct {
	attrs  map[string]int32
	labels map[string]uint8
	names  []string
}

func newSuite() *suite { return &suite{attrs: map[string]int32{}, labels: map[string]uint8{}} }

// read returns the sequences of a file. Attributes unknown to the suite are
// dropped unless learn is set.
func (s *suite) read(t testing.TB, path string, learn bool) (attrs [][][]int32, gold [][]string) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]int32
	var labels []string
	sc := bufio.NewScanner(z)
	sc.Buffer(make([]byte, 1<<20), 1<<20)
	for sc.Scan() {
		line := sc.Text()
		if line == "" {
			if len(labels) > 0 {
				attrs, gold = append(attrs, rows), append(gold, labels)
			}
			rows, labels = nil, nil
			continue
		}
		label, rest, _ := strings.Cut(line, "\t")
		var row []int32
		for a := range strings.SplitSeq(rest, "\t") {
			id, ok := s.attrs[a]
			if !ok && learn {
				id, ok = int32(len(s.attrs)), true
				s.attrs[strings.Clone(a)] = id
			}
			if ok {
				row = append(row, id)
			}
		}
		if _, ok := s.labels[label]; !ok {
			s.labels[strings.Clone(label)] = uint8(len(s.names))
			s.names = append(s.names, strings.Clone(label))
		}
		rows, labels = append(rows, row), append(labels, strings.Clone(label))
	}
	if err := sc.Err(); err != nil {
		t.Fatal(err)
	}
	return attrs, gold
}

// data makes a Data of what read returned.
func (s *suite) data(t testing.TB, attrs [][][]int32, gold [][]string) *Data {
	t.Helper()
	d, err := NewData(len(s.names))
	if err != nil {
		t.Fatal(err)
	}
	for i, rows := range attrs {
		y := make([]uint8, len(rows))
		for j, name := range gold[i] {
			y[j] = s.labels[name]
		}
		if err := d.Add(rows, y, 1); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// loadWNUT returns train and test of the reference set.
func loadWNUT(t testing.TB) (s *suite, train, test *Data) {
	t.Helper()
	dir := fixture.Shared(t, "reference/crf")
	s = newSuite()
	trainAttrs, trainGold := s.read(t, filepath.Join(dir, "wnut.train.crfs.gz"), true)
	testAttrs, testGold := s.read(t, filepath.Join(dir, "wnut.test.crfs.gz"), false)
	return s, s.data(t, trainAttrs, trainGold), s.data(t, testAttrs, testGold)
}

// chunkF1 is the CoNLL-2003 score of IOB2 labels, in per cent.
func chunkF1(s *suite, m *Model, d *Data) float64 {
	type chunk struct {
		from, to int
		kind     string
	}
	chunks := func(labels []uint8) map[chunk]bool {
		out := map[chunk]bool{}
		from, kind := -1, ""
		for t := 0; t <= len(labels); t++ {
			name := "O"
			if t < len(labels) {
				name = s.names[labels[t]]
			}
			if from >= 0 && name != "I-"+kind {
				out[chunk{from, t, kind}] = true
				from = -1
			}
			if strings.HasPrefix(name, "B-") || from < 0 && name != "O" {
				from, kind = t, name[2:]
			}
		}
		return out
	}
	var right, found, gold float64
	l := m.Lattice()
	var path []uint8
	for q := range d.Sequences() {
		path = m.Tag(l, d, q, path)
		g, f := chunks(d.Gold(q)), chunks(path)
		gold, found = gold+float64(len(g)), found+float64(len(f))
		for c := range f {
			if g[c] {
				right++
			}
		}
	}
	return 200 * right / (found + gold)
}

// The whole training of the reference: CRFsuite 0.12 ends at objective 2577.51
// and chunk F1 15.65 after 276 iterations. Set BAUTA_LONG=1; about a minute.
func TestParityWithCRFsuite(t *testing.T) {
	if os.Getenv("BAUTA_LONG") == "" {
		t.Skip("a whole training takes about a minute; set BAUTA_LONG=1 to run it")
	}
	s, train, test := loadWNUT(t)
	m, rep, err := Train(context.Background(), train, Config{C2: 1, Jobs: 2, Progress: func(p learn.Progress) bool {
		if p.Iteration%25 == 0 {
			t.Logf("%4d %10.3f %8.3f", p.Iteration, p.Value, p.GradNorm)
		}
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
	f1 := chunkF1(s, m, test)
	t.Logf("%+v; F1 %.2f; %d weights", rep, f1, len(m.Weight))
	if rep.Value < 2577.51*0.9995 || rep.Value > 2577.51*1.0005 {
		t.Errorf("objective %.3f, CRFsuite has 2577.51", rep.Value)
	}
	if f1 < 15.65-0.6 || f1 > 15.65+0.6 {
		t.Errorf("F1 %.2f, CRFsuite has 15.65", f1)
	}
}

// The first iterations of the same, against values recorded from an
// implementation whose whole run ends where CRFsuite's does.
func TestFirstIterations(t *testing.T) {
	_, train, _ := loadWNUT(t)
	recorded := map[int]float64{1: 21094.785532, 5: 16319.197341, 15: 10482.558957}
	_, _, err := Train(context.Background(), train, Config{C2: 1, MaxIter: 15, Jobs: 2, Progress: func(p learn.Progress) bool {
		if want, ok := recorded[p.Iteration]; ok && math.Abs(p.Value-want) > 1e-6*want {
			t.Errorf("iteration %d: objective %.6f, recorded %.6f", p.Iteration, p.Value, want)
		}
		return true
	}})
	if err != nil {
		t.Fatal(err)
	}
}

// One evaluation of the objective and its gradient over WNUT-17 train.
func BenchmarkPass(b *testing.B) {
	_, train, _ := loadWNUT(b)
	o, err := NewCRF(train, Config{C2: 1})
	if err != nil {
		b.Fatal(err)
	}
	x, g := make([]float64, o.Len()), make([]float64, o.Len())
	for i := range x {
		x[i] = float64(i%7-3) / 20
	}
	for b.Loop() {
		o.Eval(x, g)
	}
	b.ReportMetric(float64(o.Len()), "weights")
	b.ReportMetric(float64(train.Positions())*float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
}

// Tagging from attributes on one core.
func BenchmarkTag(b *testing.B) {
	_, train, test := loadWNUT(b)
	m, _, err := Train(context.Background(), train, Config{C2: 1, MaxIter: 5})
	if err != nil {
		b.Fatal(err)
	}
	l := m.Lattice()
	var path []uint8
	for b.Loop() {
		for q := range test.Sequences() {
			path = m.Tag(l, test, q, path)
		}
	}
	b.ReportMetric(float64(test.Positions())*float64(b.N)/b.Elapsed().Seconds(), "tokens/s")
}
