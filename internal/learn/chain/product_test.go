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
		}
	}
}
