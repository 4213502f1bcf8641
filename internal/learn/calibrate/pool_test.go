package calibrate

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// TestPoolingIsTheProjection compares with the min–max formula of isotonic
// regression: the fit at i is the greatest over s ≤ i of the least over t ≥ i of
// the mean of samples s to t.
func TestPoolingIsTheProjection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 15).Draw(t, "n")
		samples := make([]Sample, n)
		for i := range samples {
			samples[i] = Sample{Score: float64(i) / 20, Positive: rapid.Bool().Draw(t, "positive"), Weight: float64(rapid.IntRange(1, 5).Draw(t, "weight"))}
		}
		samples[0].Positive, samples[n-1].Positive = true, false // both classes occur
		iso, err := FitIsotonic(samples)
		if err != nil {
			t.Fatal(err)
		}
		mean := func(from, to int) float64 {
			sum, weight := 0.0, 0.0
			for _, s := range samples[from : to+1] {
				weight += s.Weight
				if s.Positive {
					sum += s.Weight
				}
			}
			return sum / weight
		}
		for i := range samples {
			want := 0.0
			for from := 0; from <= i; from++ {
				least := math.Inf(1)
				for to := i; to < n; to++ {
					least = math.Min(least, mean(from, to))
				}
				want = math.Max(want, least)
			}
			if got := iso.Probability(samples[i].Score); math.Abs(got-want) > 1e-9 {
				t.Fatalf("sample %d: %v, want %v", i, got, want)
			}
		}
	})
}

func TestReliabilityByHand(t *testing.T) {
	r, err := NewReliability([]Sample{{0.1, false, 1}, {0.2, true, 1}, {0.9, true, 2}, {1, true, 0}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	low, high := r.Bins[0], r.Bins[1]
	if math.Abs(low.Score-0.15) > 1e-12 || low.Positive != 0.5 || high.Weight != 2 || high.Positive != 1 || math.Abs(high.Score-0.9) > 1e-12 {
		t.Errorf("bins %+v", r.Bins)
	}
	if want := (0.01 + 0.64 + 2*0.01) / 4; math.Abs(r.Brier-want) > 1e-12 {
		t.Errorf("Brier score %v, want %v", r.Brier, want)
	}
	if want := 0.5*0.35 + 0.5*0.1; math.Abs(r.ECE-want) > 1e-12 {
		t.Errorf("calibration error %v, want %v", r.ECE, want)
	}
	want := "      score      rows  mean score  share positive\n" +
		" 0.00–0.50         2      0.1500          0.5000\n" +
		" 0.50–1.00         2      0.9000          1.0000\n" +
		"Brier score 0.1675, expected calibration error 0.2250\n"
	if got := r.String(); got != want {
		t.Errorf("printed\n%s\nwant\n%s", got, want)
	}
}
