package location_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/location"
)

func ExampleGrid() {
	g := location.Grid{South: 34.93, West: 135.67, North: 35.12, East: 135.83, Rows: 20, Cols: 10}
	high, wide := g.CellSize()
	fmt.Printf("%.0f m × %.0f m\n", high, wide)
	// Output: 1056 m × 1457 m
}
