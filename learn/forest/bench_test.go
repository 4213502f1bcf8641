package forest

import (
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/learn/assess"
)

func BenchmarkBaggingCV(b *testing.B) {
	d := readARFF(b, fixture.Shared(b, "reference/weka/sms1058.arff"))
	for b.Loop() {
		if _, err := assess.CrossValidate(Bagging{}, d, 10, 1); err != nil {
			b.Fatal(err)
		}
	}
}
