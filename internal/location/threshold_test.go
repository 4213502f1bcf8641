package location

import (
	"math/rand/v2"
	"testing"
)

// Where no threshold holds an attacker off, one is claimed in one of twenty corpora at
// most, however many are tried.
func TestThresholdsAreClaimedWrongly(t *testing.T) {
	const corpora, margin, deviation = 2000, 0.02, 0.004
	thresholds := []float64{0.3, 0.25, 0.2, 0.17, 0.14, 0.12, 0.1, 0.09, 0.08, 0.07, 0.06, 0.05, 0.04}
	for name, beyond := range map[string]func(i int) float64{
		"none holds":           func(int) float64 { return margin + 1e-9 },
		"the safest hold":      func(i int) float64 { return 0.005 + float64(len(thresholds)-i)*0.0025 },
		"the middle is a leak": func(i int) float64 { return margin - 0.015 + 0.0151*float64(i%2) },
	} {
		rng := rand.New(rand.NewPCG(3, uint64(len(name))))
		wrong := 0
		for range corpora {
			at := map[float64]int{}
			for i, x := range thresholds {
				at[x] = i
			}
			tried, err := inSequence(thresholds, margin, func(x float64) (Outcome, error) {
				found := beyond(at[x]) + deviation*rng.NormFloat64()
				return Outcome{Threshold: x, After: []Guess{{}, {AtMost: found + 1.645*deviation}}}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for _, o := range tried {
				if o.AtMost() <= margin && beyond(at[o.Threshold]) > margin {
					wrong++
					break
				}
			}
		}
		if share := float64(wrong) / corpora; share > 0.06 {
			t.Errorf("%s: %.3f of the thresholds are claimed wrongly", name, share)
		}
	}
}
