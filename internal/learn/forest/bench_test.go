package forest

import (
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn/assess"
)

func BenchmarkBaggingCV(b *testing.B) {
	d := readARFF(b, fixture.Shared(b, "reference/weka/sms1058.arff"))
	for b.Loop() {
		if _, err := assess.CrossValidate(Bagging{}, d, 10, 1); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkBoost learns from 4,000 rows of 40 numbers.
func BenchmarkBoost(b *testing.B) {
	d := noisy(4000, 40, 2, 1)
	for b.Loop() {
		if _, err := (Boost{}).Learn(d); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRandomForest(b *testing.B) {
	d := noisy(4000, 40, 2, 1)
	for b.Loop() {
		if _, err := (RandomForest{}).Learn(d); err != nil {
			b.Fatal(err)
		}
	}
}
