package neural

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// iob is the constraint of IOB2 over types: 0 is outside, odd labels begin.
func iob(from, to int) bool { return to == 0 || to%2 == 1 || from == to || from == to-1 }

// small is a network with every part, and data that touches every weight.
func small(seed uint64) (*Net, *Data) {
	n, err := New(Sizes{
		Words: 5, Grams: 7, Word: 4, Letters: 6, Letter: 3, Spelling: 3, Longest: 5, Features: 6, Feature: 3, Hidden: 5, Labels: 5,
	}, iob)
	if err != nil {
		panic(err)
	}
	n.Init(seed, 1)
	rng := rand.New(rand.NewPCG(seed, 1))
	for _, p := range n.crf.params() {
		p.uniform(rng, 1)
	}
	d := &Data{}
	ids := func(most, below int) []int32 {
		out := make([]int32, rng.IntN(most+1))
		for i := range out {
			out[i] = int32(rng.IntN(below))
		}
		return out
	}
	for range 12 {
		d.Forms = append(d.Forms, Form{Word: int32(rng.IntN(6) - 1), Grams: ids(3, 7), Letters: ids(7, 6)})
	}
	d.Forms[0].Word, d.Forms[0].Grams = -1, []int32{2, 4} // one that is unknown always
	for k := range 6 {
		var q Sequence
		q.Weight = 0.5 + rng.Float64()
		last := -1
		for range 1 + rng.IntN(5) {
			y := rng.IntN(5)
			for !iob(last, y) || last == -1 && y > 0 && y%2 == 0 {
				y = rng.IntN(5)
			}
			last = y
			q.Tokens = append(q.Tokens, Token{int32(rng.IntN(len(d.Forms))), ids(3, 6)})
			q.Tokens[0].Form = int32(2 * k)
			q.Gold = append(q.Gold, uint8(y))
		}
		d.Sequences = append(d.Sequences, q)
	}
	return n, d
}

// TestGradient compares the gradient of every single weight with a finite
// difference, with and without what is silenced in training.
func TestGradient(t *testing.T) {
	for _, silence := range []string{"nothing", "the same inputs", "fresh inputs", "parts of tokens"} {
		t.Run(fmt.Sprint("silence ", silence), func(t *testing.T) {
			n, d := small(3)
			if err := d.check(n); err != nil {
				t.Fatal(err)
			}
			batch := []int{0, 1, 2, 3, 4, 5}
			lossOf := func(b *pass) float64 {
				if silence != "nothing" { // the same chance each time
					b.fresh = silence == "fresh inputs"
					if silence == "parts of tokens" {
						b.blind = 0.3
					}
					b.rng, b.share, b.unknown = rand.New(rand.NewPCG(9, 9)), 0.4, 0.5
				}
				loss, err := b.run(batch)
				if err != nil {
					t.Fatal(err)
				}
				return loss / float64(len(batch))
			}
			b := &pass{net: n, data: d}
			for _, p := range n.Params() {
				p.learning()
			}
			lossOf(b)
			want := map[*Param][]float32{}
			for _, p := range n.Params() {
				want[p] = append([]float32(nil), p.grad...)
			}
			for _, p := range n.Params() {
				checkParam(t, p, want[p], func() float64 { return lossOf(&pass{net: n, data: d}) })
			}
		})
	}
}

// checkParam moves each weight of p both ways.
func checkParam(t *testing.T, p *Param, want []float32, loss func() float64) {
	t.Helper()
	const step = 0.01
	nonzero := 0
	for i := range p.W {
		old := p.W[i]
		p.W[i] = old + step
		up := loss()
		p.W[i] = old - step
		down := loss()
		p.W[i] = old
		got := (up - down) / (2 * step)
		if math.Abs(got-float64(want[i])) > 2e-3+2e-2*math.Abs(got) {
			t.Errorf("%s[%d]: gradient %.6f, by difference %.6f", p.Name, i, want[i], got)
		}
		if want[i] != 0 {
			nonzero++
		}
	}
	if nonzero == 0 {
		t.Errorf("%s: no weight has a gradient", p.Name)
	}
}
