package schema_test

import (
	"encoding/json"
	"fmt"

	"github.com/bauta/bauta/internal/schema"
)

func Example() {
	for _, name := range []string{"policy", "mapping"} {
		data, err := schema.Open(name)
		if err != nil {
			panic(err)
		}
		var s struct{ Title string }
		fmt.Println(json.Unmarshal(data, &s), s.Title)
	}
	// Output:
	// <nil> A policy of bauta
	// <nil> How bauta reads a file
}
