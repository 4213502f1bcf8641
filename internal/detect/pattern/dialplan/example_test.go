package dialplan_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/detect/pattern/dialplan"
)

func Example() {
	n, ok := dialplan.Parse("06 12 34 56 78", "FR")
	fmt.Println(ok, n.Code, n.National, n.Valid(), n.Mobile(), n.Groups())
	// Output: true 33 612345678 true true [6 12 34 56 78]
}
