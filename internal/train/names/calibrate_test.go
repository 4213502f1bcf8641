package names

import (
	"testing"

	"github.com/bauta/bauta/internal/detect/lexical"
)

// TestCalibrate: French words in no list lose, less where somebody is called; listed
// ones and other languages lose nothing.
func TestCalibrate(t *testing.T) {
	for lang, want := range map[string]map[string]float64{
		"fr": {"unknown.bias": -3.5, "guess.bias": -3.5, "unknown.before.kiss": 2, "both.bias": 0, "dict.before.kiss": 0},
		"en": {"unknown.bias": 0, "unknown.before.kiss": 0},
	} {
		w := make([]float64, lexical.FeatureCount)
		calibrate(w, lang)
		for i, x := range w {
			name := lexical.FeatureName(i)
			if y, ok := want[name]; ok && x != y {
				t.Errorf("%s %s: %v, want %v", lang, name, x, y)
			}
		}
	}
}
