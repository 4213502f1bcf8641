package chain

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestProduct: sums are to the last bit those of the edges one after the other, whatever results
// share a panel.
func TestProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, labels := range []int{1, 7, 8, 9, 47} {
		for _, full := range []float64{0, 0.2, 1} {
			var edges []edge
			for to := range labels {
				for from := range labels {
					if to%2 == 0 && r.Float64() < full || full > 0 && from == to {
						edges = append(edges, edge{weight: r.NormFloat64() * 1e3, from: uint8(from), to: uint8(to)})
					}
				}
			}
			source, got := make([]float64, labels), make([]float64, labels)
			for y := range labels {
				source[y], got[y] = r.Float64()*1e-9, r.Float64()
			}
			want := slices.Clone(got)
			for _, e := range edges {
				want[e.to] += source[e.from] * e.weight
			}
			productOf(labels, edges).add(got, source)
			if !slices.Equal(got, want) {
				t.Errorf("%d labels, %g of the edges: other sums", labels, full)
			}
			for _, b := range productOf(labels, edges) {
				sum, plain := [wide]float64{0: 1, 7: 1e-300}, [wide]float64{0: 1, 7: 1e-300}
				b.sum(&sum, source)
				if b.plain(&plain, source); sum != plain {
					t.Errorf("%d labels, %g of the edges: a panel has other sums", labels, full)
				}
			}
		}
	}
}

// BenchmarkPanels adds up the edges of 47 labels, of which each leads to all others.
func BenchmarkPanels(b *testing.B) {
	const labels = 47
	var edges []edge
	for i := range labels * labels {
		edges = append(edges, edge{weight: float64(i), from: uint8(i / labels), to: uint8(i % labels)})
	}
	p, source, sum := productOf(labels, edges), make([]float64, labels), [wide]float64{}
	for name, add := range map[string]func(*panel, *[wide]float64, []float64){"plain": (*panel).plain, "sum": (*panel).sum} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for i := range p {
					add(&p[i], &sum, source)
				}
			}
		})
	}
}
