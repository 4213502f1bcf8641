package neural

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMulAdd(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []float32 {
		out := make([]float32, n)
		for i := range out {
			out[i] = float32(rng.NormFloat64())
		}
		return out
	}
	for _, size := range [][3]int{{0, 3, 2}, {1, 1, 1}, {3, 5, 7}, {17, 400, 150}, {2, 3, 20000}} {
		m, n, k := size[0], size[1], size[2]
		a, b, c := random(m*k), random(n*k), random(m*n)
		want := slices.Clone(c)
		for i := range m {
			for j := range n {
				sum := 0.0
				for l := range k {
					sum += float64(a[i*k+l]) * float64(b[j*k+l])
				}
				want[i*n+j] += float32(sum)
			}
		}
		mulAdd(c, a, b, m, n, k)
		for i := range c {
			if math.Abs(float64(c[i]-want[i])) > 1e-5*math.Sqrt(float64(k))*10 {
				t.Fatalf("%v: element %d is %g, want %g", size, i, c[i], want[i])
			}
		}
		for i, x := range transpose(nil, a, m, k) {
			if x != a[i%max(m, 1)*k+i/max(m, 1)] {
				t.Fatalf("%v: transposed element %d", size, i)
			}
		}
	}
}

// TestActivations: the curves err by less than 5e-7 wherever they are asked for, and are the same to the bit
// in registers of eight numbers and without.
func TestActivations(t *testing.T) {
	x := []float32{float32(math.Inf(1)), float32(math.Inf(-1)), math.MaxFloat32, -math.MaxFloat32, 15.999999, 1e-30, 0, float32(math.NaN())}
	for v := -90.0; v <= 90; v += 0.0037 {
		x = append(x, float32(v))
	}
	for name, c := range map[string]struct {
		curve
		want func(x float64) float64
	}{
		"tanh": {hyperbolic, math.Tanh}, "σ": {logistic, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }},
	} {
		got, plain := slices.Clone(x), slices.Clone(x)
		c.of(got)
		c.plain(plain)
		for i, v := range x {
			if math.Float32bits(got[i]) != math.Float32bits(plain[i]) {
				t.Fatalf("%s(%g) is %g, and %g without registers", name, v, got[i], plain[i])
			}
			if want := c.want(float64(v)); math.Abs(float64(got[i])-want) > 5e-7 {
				t.Fatalf("%s(%g) = %g, want %g", name, v, got[i], want)
			}
		}
		if v := got[7]; math.Abs(float64(v)) > 1 || math.IsNaN(float64(v)) {
			t.Errorf("%s of no number is %g", name, v)
		}
	}
}

func TestLayout(t *testing.T) {
	var l layout
	l.arrange([]int{2, 0, 3, 1})
	if d := cmp.Diff([]int{2, 0, 3, 1}, l.order); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]int{0, 3, 5, 6}, l.off); d != "" {
		t.Error(d)
	}
	if row, n := l.at(1); row != 3 || n != 2 || l.steps() != 3 || l.rows() != 6 || l.row(1, 1) != 4 {
		t.Errorf("step 1 starts at %d with %d", row, n)
	}
	if _, n := l.at(3); n != 0 {
		t.Error("a step after the last has sequences")
	}
	l.arrange(nil)
	if l.steps() != 0 || l.rows() != 0 {
		t.Error("no sequences, but rows")
	}
}

// TestTaggerIsThePass compares what a Tagger says, from vectors of forms kept and
// in batches of any composition, with what training sees.
func TestTaggerIsThePass(t *testing.T) {
	n, d := small(5)
	for _, p := range n.Params() {
		p.learning()
	}
	b := &pass{net: n, data: d}
	batch := []int{0, 1, 2, 3, 4, 5}
	if _, err := b.run(batch); err != nil {
		t.Fatal(err)
	}
	tagger, err := n.NewTagger()
	if err != nil {
		t.Fatal(err)
	}
	forms := make([][]float32, len(d.Forms))
	for i := range d.Forms {
		forms[i] = make([]float32, tagger.FormSize())
		tagger.Form(&d.Forms[i], forms[i])
	}
	for _, group := range [][]int{{0, 1, 2, 3, 4, 5}, {5, 2}, {3}, {0}} {
		var lengths []int
		for _, k := range group {
			lengths = append(lengths, len(d.Sequences[k].Tokens))
		}
		tagger.Run(lengths, func(s, i int, input []float32) {
			tok := d.Sequences[group[s]].Tokens[i]
			tagger.Inputs([]Input{{Form: forms[tok.Form], Features: tok.Features, Gates: input}})
		})
		for s, k := range group {
			l := tagger.Lattice(tagger.Scores(s))
			for i := range d.Sequences[k].Tokens {
				row := b.layout.row(slices.Index(b.layout.order, k), i)
				for y, got := range l.Row(i) {
					want := float64(b.scores[row*5+y])
					if i == l.Len()-1 {
						want += float64(n.crf.end.W[y])
					}
					if math.Abs(got-want) > 1e-5 {
						t.Fatalf("sequence %d of %v, token %d, label %d: %g, in training %g", k, group, i, y, got, want)
					}
				}
			}
		}
	}
}

// pattern is a task that needs both neighbours and the letters: a token whose
// spelling starts with letter 1 is the start of a span if letter 2 ended the
// token before, and the next one goes on with it.
func pattern(n int, seed uint64) *Data {
	rng := rand.New(rand.NewPCG(seed, 7))
	d := &Data{}
	for range 30 {
		var f Form
		f.Word = int32(rng.IntN(11) - 1)
		for range 2 + rng.IntN(3) {
			f.Letters = append(f.Letters, int32(1+rng.IntN(4)))
		}
		f.Grams = []int32{f.Letters[0], 5 + f.Letters[1]}
		d.Forms = append(d.Forms, f)
	}
	for range n {
		q := Sequence{Weight: 1}
		for range 3 + rng.IntN(8) {
			q.Tokens = append(q.Tokens, Token{Form: int32(rng.IntN(30)), Features: []int32{int32(rng.IntN(3))}})
			q.Gold = append(q.Gold, 0)
		}
		for i := 1; i+1 < len(q.Tokens); i++ {
			before, here := d.Forms[q.Tokens[i-1].Form].Letters, d.Forms[q.Tokens[i].Form].Letters
			if before[len(before)-1] == 2 && here[0] == 1 {
				q.Gold[i], q.Gold[i+1] = 1, 2
				i++
			}
		}
		d.Sequences = append(d.Sequences, q)
	}
	return d
}

func patternNet() *Net {
	n, err := New(Sizes{
		Words: 10, Grams: 12, Word: 6, Letters: 6, Letter: 4, Spelling: 6, Features: 3, Feature: 2, Hidden: 12, Labels: 3,
	}, iob)
	if err != nil {
		panic(err)
	}
	n.Init(1, 0.5)
	return n
}

// wrong counts the tokens that the network labels wrongly.
func wrong(t *testing.T, n *Net, d *Data) (errors, all int) {
	t.Helper()
	tagger, err := n.NewTagger()
	if err != nil {
		t.Fatal(err)
	}
	form := make([]float32, tagger.FormSize())
	for _, q := range d.Sequences {
		tagger.Run([]int{len(q.Tokens)}, func(_, i int, input []float32) {
			tagger.Form(&d.Forms[q.Tokens[i].Form], form)
			tagger.Inputs([]Input{{Form: form, Features: q.Tokens[i].Features, Gates: input}})
		})
		path, _ := tagger.Lattice(tagger.Scores(0)).Viterbi(nil)
		for i, y := range path {
			if y != q.Gold[i] {
				errors++
			}
			all++
		}
	}
	return errors, all
}

func TestTrainLearns(t *testing.T) {
	d := pattern(300, 1)
	for name, c := range map[string]Config{
		"adam":          {Epochs: 12, Rate: 0.01, Clip: 5, Dropout: 0.05, Unknown: 0.05, Decay: true},
		"slower tables": {Epochs: 14, Rate: 0.01, Clip: 5, Tables: 0.3, Biases: 2},
		"averaged":      {Epochs: 12, Rate: 0.01, Clip: 5, Average: 3},
		"sgd":           {Epochs: 30, Rate: 0.3, Clip: 5, SGD: true},
	} {
		n := patternNet()
		var losses []float64
		c.Progress = func(_ int, loss float64) { losses = append(losses, loss) }
		if err := Train(t.Context(), n, d, c); err != nil {
			t.Fatal(err)
		}
		if e, all := wrong(t, n, d); e*20 > all { // always outside: one in three
			t.Errorf("%s: %d of %d tokens wrong; losses %.3f", name, e, all, losses)
		}
		if losses[len(losses)-1] > losses[0]/3 {
			t.Errorf("%s: the loss went from %g to %g", name, losses[0], losses[len(losses)-1])
		}
	}
}

func TestTrainIsDeterministic(t *testing.T) {
	d := pattern(60, 2)
	c := Config{Epochs: 3, Rate: 0.01, Dropout: 0.3, Unknown: 0.2, Seed: 4, Average: 2}
	run := func(c Config) [][]float32 {
		n := patternNet()
		if err := Train(t.Context(), n, d, c); err != nil {
			t.Fatal(err)
		}
		return snapshot(nil).blend(n, 1)
	}
	first := run(c)
	if d := cmp.Diff(first, run(c)); d != "" {
		t.Error("the same seed gave other weights")
	}
	c.Seed = 5
	if cmp.Equal(first, run(c)) {
		t.Error("another seed gave the same weights")
	}
}

// TestDevKeepsTheBest lets Dev prefer the second epoch, and stops after two that
// are worse.
func TestDevKeepsTheBest(t *testing.T) {
	d := pattern(40, 3)
	for _, average := range []int{0, 10} {
		var seen []snapshot
		epoch := 0
		c := Config{Epochs: 10, Rate: 0.01, Patience: 2, Average: average}
		c.Dev = func(n *Net) (float64, error) {
			epoch++
			seen = append(seen, snapshot(nil).blend(n, 1))
			return -math.Abs(float64(epoch - 2)), nil
		}
		n := patternNet()
		if err := Train(t.Context(), n, d, c); err != nil {
			t.Fatal(err)
		}
		if epoch != 4 {
			t.Errorf("average %d: stopped after epoch %d, want 4", average, epoch)
		}
		if !cmp.Equal(seen[1], snapshot(nil).blend(n, 1)) {
			t.Errorf("average %d: the weights are not those that Dev liked best", average)
		}
	}
	fails := errors.New("no dev set")
	err := Train(t.Context(), patternNet(), d, Config{Dev: func(*Net) (float64, error) { return 0, fails }})
	if !errors.Is(err, fails) {
		t.Errorf("the error of Dev came back as %v", err)
	}
}

func TestTrainRefuses(t *testing.T) {
	n, d := small(1)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Train(ended, n, d, Config{}); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context gave %v", err)
	}
	for name, spoil := range map[string]func(*Data, *Config){
		"nothing":          func(d *Data, _ *Config) { d.Sequences = nil },
		"dropout":          func(_ *Data, c *Config) { c.Dropout = 1 },
		"unknown":          func(_ *Data, c *Config) { c.Unknown = 2 },
		"word":             func(d *Data, _ *Config) { d.Forms[0].Word = 5 },
		"gram":             func(d *Data, _ *Config) { d.Forms[0].Grams = []int32{7} },
		"letter":           func(d *Data, _ *Config) { d.Forms[0].Letters = []int32{-1} },
		"form":             func(d *Data, _ *Config) { d.Sequences[0].Tokens[0].Form = 99 },
		"feature":          func(d *Data, _ *Config) { d.Sequences[0].Tokens[0].Features = []int32{6} },
		"label":            func(d *Data, _ *Config) { d.Sequences[0].Gold[0] = 5 },
		"forbidden label":  func(d *Data, _ *Config) { d.Sequences[0].Gold[0] = 2 },
		"number of labels": func(d *Data, _ *Config) { d.Sequences[0].Gold = nil },
	} {
		n, d := small(1)
		var c Config
		spoil(d, &c)
		if err := Train(t.Context(), n, d, c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	good := Sizes{Words: 2, Word: 2, Hidden: 2, Labels: 3}
	for name, spoil := range map[string]func(*Sizes){
		"no labels":             func(s *Sizes) { s.Labels = 0 },
		"too many labels":       func(s *Sizes) { s.Labels = 256 },
		"no state":              func(s *Sizes) { s.Hidden = 0 },
		"negative":              func(s *Sizes) { s.Words = -1 },
		"huge":                  func(s *Sizes) { s.Hidden = 1 << 30 },
		"words without vectors": func(s *Sizes) { s.Word = 0 },
		"letters without state": func(s *Sizes) { s.Letters, s.Letter = 3, 3 },
		"features without size": func(s *Sizes) { s.Features = 3 },
		"blind":                 func(s *Sizes) { s.Words, s.Word = 0, 0 },
	} {
		s := good
		spoil(&s)
		if _, err := New(s, nil); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	n, err := New(good, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := n.SetWords(make([]float32, 4), nil); err != nil {
		t.Error(err)
	}
	if n.SetWords(make([]float32, 3), nil) == nil || n.SetWords(make([]float32, 4), make([]float32, 4)) == nil {
		t.Error("vectors of other sizes were taken")
	}
	n.crf.pair.W[0] = float32(math.NaN())
	if _, err := n.NewTagger(); err == nil {
		t.Error("a network with NaN was taken")
	}
}

// TestPartsMayBeLeftOut trains networks that see words, letters or features alone.
func TestPartsMayBeLeftOut(t *testing.T) {
	d := pattern(20, 4)
	for name, s := range map[string]Sizes{
		"words":    {Words: 10, Word: 3, Hidden: 3, Labels: 3},
		"grams":    {Grams: 12, Word: 3, Hidden: 3, Labels: 3},
		"letters":  {Letters: 6, Letter: 2, Spelling: 2, Hidden: 3, Labels: 3},
		"features": {Features: 3, Feature: 2, Hidden: 3, Labels: 3},
	} {
		part := &Data{Sequences: slices.Clone(d.Sequences)}
		for _, f := range d.Forms {
			if s.Words == 0 {
				f.Word = -1
			}
			if s.Grams == 0 {
				f.Grams = nil
			}
			if s.Letters == 0 {
				f.Letters = nil
			}
			part.Forms = append(part.Forms, f)
		}
		for i, q := range part.Sequences {
			q.Tokens = slices.Clone(q.Tokens)
			for j := range q.Tokens {
				if s.Features == 0 {
					q.Tokens[j].Features = nil
				}
			}
			part.Sequences[i] = q
		}
		n, err := New(s, iob)
		if err != nil {
			t.Fatal(name, err)
		}
		n.Init(1, 1)
		if err := Train(t.Context(), n, part, Config{Epochs: 2}); err != nil {
			t.Error(name, err)
		}
		wrong(t, n, part)
	}
}
