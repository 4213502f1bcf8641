package assess

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAligned(t *testing.T) {
	for _, c := range []struct {
		v               float64
		width, decimals int
		want            string
	}{
		{1003, 12, 4, "   1003     "},
		{94.80151, 12, 4, "     94.8015"},
		{0.896, 12, 4, "      0.896 "},
		{-0.3659, 12, 4, "     -0.3659"},
		{-0.00001, 12, 4, "      0     "},
		{0.98, 7, 3, "  0.98 "},
		{1, 7, 3, "  1    "},
		{0.12345, 7, 3, "  0.123"},
		{521, 4, 0, " 521"},
		{7.5, 6, 2, "  7.5 "},
		{math.NaN(), 7, 3, "  ?    "},
	} {
		got := aligned(c.v, c.width, c.decimals)
		if got != c.want {
			t.Errorf("aligned(%v, %d, %d) = %q, want %q", c.v, c.width, c.decimals, got, c.want)
		}
		if len(got) != c.width {
			t.Errorf("aligned(%v, %d, %d) has width %d", c.v, c.width, c.decimals, len(got))
		}
	}
}

func TestLetters(t *testing.T) {
	for n, want := range map[int]string{0: "a", 25: "z", 26: "aa", 27: "ab", 51: "az", 52: "ba", 701: "zz", 702: "aaa"} {
		if got := letters(n, 0); got != want {
			t.Errorf("class %d is %q, want %q", n, got, want)
		}
	}
	if got := letters(1, 4); got != "   b" {
		t.Errorf("not aligned: %q", got)
	}
}

func TestReportLayout(t *testing.T) {
	r, err := Score([]string{"ham", "spam"}, []Prediction{
		{Class: 0, Weight: 1, P: []float64{0.9, 0.1}, Prior: []float64{0.5, 0.5}},
		{Class: 0, Weight: 1, P: []float64{0.8, 0.2}, Prior: []float64{0.5, 0.5}},
		{Class: 1, Weight: 1, P: []float64{0.6, 0.4}, Prior: []float64{0.5, 0.5}},
		{Class: 1, Weight: 1, P: []float64{0.1, 0.9}, Prior: []float64{0.5, 0.5}},
	})
	if err != nil {
		t.Fatal(err)
	}
	r.Title, r.Folds, r.Seed = "Stratified cross-validation", 2, 7
	want := `=== Stratified cross-validation ===

Correctly Classified Instances           3               75      %
Incorrectly Classified Instances         1               25      %
Kappa statistic                          0.5
Mean absolute error                      0.25
Root mean squared error                  0.3240
Relative absolute error                 50      %
Root relative squared error             64.8074 %
Total Number of Instances                4
Balanced accuracy                       75      %
Folds, seed                              2, 7


=== Detailed Accuracy By Class ===

               TP Rate   FP Rate   Precision   Recall  F-Measure   ROC Area  Class
                 1         0.5        0.667     1         0.8        1        ham
                 0.5       0          1         0.5       0.667      1        spam
Weighted Avg.    0.75      0.25       0.833     0.75      0.733      1


=== Confusion Matrix ===

 a b   <-- classified as
 2 0 | a = ham
 1 1 | b = spam
`
	want = strings.Replace(want, "0.3240", "0.324", 1)
	if diff := cmp.Diff(trimmed(want), trimmed(r.String())); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestScoreIsBlindToOrder: the order of the predictions changes no figure.
func TestScoreIsBlindToOrder(t *testing.T) {
	preds := []Prediction{
		{Class: 0, Weight: 2, P: []float64{0.5, 0.2, 0.3}},
		{Class: 1, Weight: 1, P: []float64{0.5, 0.2, 0.3}},
		{Class: 2, Weight: 1, P: []float64{0, 0.1, 0.9}},
		{Class: 1, Weight: 0.5, P: []float64{0.2, 0.7, 0.1}},
	}
	a, err := Score([]string{"x", "y", "z"}, preds)
	if err != nil {
		t.Fatal(err)
	}
	back := []Prediction{preds[3], preds[1], preds[2], preds[0]}
	b, err := Score([]string{"x", "y", "z"}, back)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(a.String(), b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestROCAreaByPairs compares with counting all pairs.
func TestROCAreaByPairs(t *testing.T) {
	scores := []float64{0.1, 0.4, 0.4, 0.35, 0.8, 0.8, 0.05, 0.6}
	var preds []Prediction
	for i, s := range scores {
		preds = append(preds, Prediction{Class: i % 2, Weight: 1 + float64(i%3), P: []float64{1 - s, s}})
	}
	area, pairs := 0.0, 0.0
	for _, a := range preds {
		for _, b := range preds {
			if a.Class != 1 || b.Class != 0 {
				continue
			}
			w := a.Weight * b.Weight
			pairs += w
			switch {
			case a.P[1] > b.P[1]:
				area += w
			case a.P[1] == b.P[1]:
				area += w / 2
			}
		}
	}
	if got := ROCArea(preds, 1); math.Abs(got-area/pairs) > 1e-12 {
		t.Errorf("area %v, by pairs %v", got, area/pairs)
	}
}
