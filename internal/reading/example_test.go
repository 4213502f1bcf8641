package reading_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

// What is known of each word of a message.
func Example() {
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: "Salut, j'ai vu Mme. Chloé hier"})
	if err != nil {
		panic(err)
	}
	r := reading.Of(d, nil)
	for i := range d.Tokens {
		if w := r.Word(i); w.Capital {
			fmt.Println(r.Surface(i), r.Plain(i), w.Opens, w.Is(lexicon.FirstName), r.Before(i)&reading.Title != 0)
		}
	}
	fmt.Println(r.Bare(2))
	// Output:
	// Salut salut true false false
	// Mme mme false false false
	// Chloé chloe true true true
	// ai
}
