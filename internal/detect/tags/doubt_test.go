package tags

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bauta/bauta"
)

// TestDoubts: a word leaves a doubt that may belong to a person and may not, whatever
// the best labelling says; signs, other types and what is settled leave none.
func TestDoubts(t *testing.T) {
	mute, masked := row(2), row(2)
	mute[1].Mute, masked[1].Masked = true, true
	for _, c := range []struct {
		name  string
		p     []float64 // of the second word
		words []Word
		want  bool
	}{
		{"no name", []float64{1, 0, 0, 0, 0}, row(2), false},
		{"hardly one", []float64{0.99, 0.01, 0, 0, 0}, row(2), false},
		{"maybe one", []float64{0.95, 0.05, 0, 0, 0}, row(2), true},
		{"rather one", []float64{0.4, 0.6, 0, 0, 0}, row(2), true},
		{"one", []float64{0.1, 0.9, 0, 0, 0}, row(2), false},
		{"a place", []float64{0.4, 0, 0, 0.6, 0}, row(2), false},
		{"a sign", []float64{0.4, 0.6, 0, 0, 0}, mute, false},
		{"our own output", []float64{0.4, 0.6, 0, 0, 0}, masked, false},
	} {
		r := &Reader{Types: kinds()}
		l := lattice(t, [][]float64{{1, 0, 0, 0, 0}, c.p})
		if got := r.Doubts(c.words, l); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
		if r.Types = []bauta.Label{bauta.Date, bauta.Location}; r.Doubts(c.words, l) {
			t.Errorf("%s: a doubt about a person of who knows none", c.name)
		}
	}
}

// TestDoubtsIsExact: the bound that spares most messages the passes over the lattice
// never passes over a doubt.
func TestDoubtsIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 19))
	doubts := 0
	for range 2000 {
		p := make([][]float64, 1+rng.IntN(6))
		for i := range p {
			p[i] = make([]float64, 5)
			for y := range p[i] {
				p[i][y] = math.Pow(rng.Float64(), 12)
			}
			p[i][0] = 1
		}
		l := lattice(t, p)
		want := false
		for i := range p {
			person := l.Marginal(i, 1) + l.Marginal(i, 2)
			want = want || person >= leastDoubt && person <= mostDoubt
		}
		if got := (&Reader{Types: kinds()}).Doubts(row(len(p)), l); got != want {
			t.Fatalf("%v: %v", p, got)
		}
		if want {
			doubts++
		}
	}
	if doubts < 100 || doubts > 1900 {
		t.Errorf("%d of 2000 leave a doubt: the test tries one side alone", doubts)
	}
}
