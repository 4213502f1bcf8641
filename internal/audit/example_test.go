package audit_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/audit"
)

// 400 looks at a release of 10,000 messages, of which the 20th found a leak.
func Example() {
	t := audit.Test{N: 10_000, Limit: 0.02, Sees: 1}
	w := t.Replay(400, []int{20})
	const alpha = float64(audit.UsualLevel)
	fmt.Printf("proved: %v; at most %.1f %% leak\n", w.Best() >= 1/alpha, 100*t.Bound(400, []int{20}, alpha))
	// Output:
	// proved: true; at most 1.6 % leak
}
