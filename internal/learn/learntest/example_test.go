package learntest_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/learn/learntest"
)

func ExampleGradientError() {
	square := learntest.ObjectiveFunc(func(x, grad []float64) float64 {
		grad[0] = 2 * x[0]
		return x[0] * x[0]
	})
	worst, _ := learntest.GradientError(square, []float64{3}, nil, 0)
	fmt.Println(worst < 1e-8)
	// Output: true
}
