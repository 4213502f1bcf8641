package thread_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/pattern"
	"github.com/bauta/bauta/internal/thread"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// A bare code is nothing; behind the question for it, it is somebody's.
func Example() {
	codes, err := pattern.New(pattern.Config{Countries: []string{"fr"}})
	if err != nil {
		panic(err)
	}
	p := &bauta.Pipeline{
		Analyse:   text.Analyser{Lang: "fr"},
		Detectors: []bauta.Detector{codes},
		Operators: map[bauta.Label]bauta.Operator{bauta.UID: mask.Suppress{}},
	}
	p.Link = thread.Chain{thread.Answers{Pipeline: p, Harmless: func(l bauta.Label) bool { return l == bauta.Date }}}
	results, err := p.Thread(context.Background(), []bauta.Message{
		{ID: "1", Author: "a", Text: "je suis en bas, le code ?"},
		{ID: "2", Author: "b", Text: "4816A puis 2e droite"},
	})
	if err != nil {
		panic(err)
	}
	for _, r := range results {
		fmt.Println(r.Text)
	}
	// Output:
	// je suis en bas, le code ?
	// *** puis 2e droite
}
