package coref_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/text"
)

func ExampleSession() {
	thread := coref.NewSession(nil)
	for _, m := range []struct {
		text       string
		start, end int
	}{
		{"Nico vient ce soir ?", 0, 4},
		{"demande à Nicolas Perrin", 11, 25},
		{"Léa vient aussi", 0, 4},
	} {
		d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: m.text})
		if err != nil {
			fmt.Println(err)
			return
		}
		spans := []bauta.Span{{Start: m.start, End: m.end, Label: bauta.Person}}
		thread.Add(d, spans)
		fmt.Println(m.text[m.start:m.end], "is", spans[0].Entity)
	}
	// Output:
	// Nico is Person 1
	// Nicolas Perrin is Person 1
	// Léa is Person 2
}
