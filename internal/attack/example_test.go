package attack_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/attack"
)

func ExampleFrequency() {
	company := func(string) []string { return []string{"ida", "zoé"} }
	mentions := []attack.Mention{{Was: "ida", Now: "zoé"}, {Was: "ida", Now: "zoé"}, {Was: "zoé", Now: "ida"}}
	fmt.Println(attack.Frequency(mentions, map[string]float64{"ida": 900, "zoé": 40}, company).Share())
	// Output: 1
}
