package bauta_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
)

func ExamplePipeline() {
	p := pipeline() // slots filled: words that start with X are names
	results, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: "salut Xavier"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(results[0].Text, results[0].Verdict)
	// Output: salut <P> anonymise
}

func ExampleFuse() {
	found := []bauta.Span{
		{Start: 0, End: 7, Label: bauta.Person, P: 0.9, Source: "a"},
		{Start: 0, End: 14, Label: bauta.Person, P: 0.6, Source: "b"},
	}
	fmt.Println(bauta.Fuse(20, found))
	// Output: [PERSON [0:14) a]
}
