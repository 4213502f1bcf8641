package bauta

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// sizes finds in each message how many are linked with it.
type sizes struct{}

func (sizes) Link(_ context.Context, docs []*Doc, spans [][]Span) error {
	for i, d := range docs {
		spans[i] = []Span{{End: len(d.Text), Label: Person, P: 1, Entity: fmt.Sprint(i, " of ", len(docs))}}
	}
	return nil
}

func (l sizes) Session() Linker { return l }

// TestStretches: sessions that get the stretches link what a run links.
func TestStretches(t *testing.T) {
	rng, p := rand.New(rand.NewPCG(3, 3)), &Pipeline{
		Analyse: plainly{}, Link: sizes{}, Operators: map[Label]Operator{Person: plainly{}},
	}
	var corpus []Message
	for _, long := range []int{3, 600, 9000, 1, 40} {
		for range 40 {
			thread := fmt.Sprint(rng.IntN(5))
			for range 1 + rng.IntN(long)/8 {
				corpus = append(corpus, Message{
					ID: fmt.Sprint(len(corpus)), Thread: thread[:min(1, rng.IntN(200))], Text: strings.Repeat("a", 1+rng.IntN(20)),
				})
			}
			if long == 40 {
				corpus[len(corpus)-1].Text = strings.Repeat("b", 300<<10)
			}
		}
	}
	begins := p.Stretches()
	first := make([]bool, len(corpus)+1)
	for i, m := range corpus {
		first[i] = begins(m)
	}
	first[len(corpus)] = true
	for i := 0; i < len(corpus); {
		n := 1 + slices.Index(first[i+1:], true)
		results, err := p.Session().Next(t.Context(), corpus[i:i+n]...)
		if err != nil {
			t.Fatal(err)
		}
		for k, r := range results {
			corpus[i+k].Meta = r.Text
		}
		i += n
	}
	most := 0
	run := func(yield func(Message, error) bool) {
		for _, m := range corpus {
			if !yield(m, nil) {
				return
			}
		}
	}
	for r, err := range p.Run(t.Context(), run, 2) {
		if err != nil || r.Text != r.Message.Meta {
			t.Fatalf("message %s: %s in a run, %s in a session (%v)", r.Message.ID, r.Text, r.Message.Meta, err)
		}
		var at, of int
		fmt.Sscanf(r.Text, "%d of %d", &at, &of)
		most = max(most, of)
	}
	if most < maxThread/8 {
		t.Errorf("no stretch of more than %d", most)
	}
}
