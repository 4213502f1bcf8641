package policy

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta"
)

// alive counts the documents that somebody still holds.
type alive struct {
	bauta.Analyser
	docs atomic.Int64
}

func (a *alive) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	d, err := a.Analyser.Analyse(ctx, m)
	if err == nil {
		a.docs.Add(1)
		runtime.AddCleanup(d, func(n *atomic.Int64) { n.Add(-1) }, &a.docs)
	}
	return d, err
}

// long is one conversation of so many messages.
func long(n int) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for i := range n {
			m := bauta.Message{ID: fmt.Sprint(i), Thread: "one", Text: fmt.Sprintf("salut Nicolas, à demain %d", i)}
			if !yield(m, nil) {
				return
			}
		}
	}
}

// TestALongThreadIsLetGo: of one conversation without an end, read on two cores, at most the stretch that is linked
// together and the pieces that are read ahead are held, however many messages there were.
func TestALongThreadIsLetGo(t *testing.T) {
	const messages, stretch, ahead = 20_000, 4096, 4 * 2 * 256
	file, err := Parse([]byte("policy: held\nlanguage: fr\ncoref: true\ndetect: {thread: true, lexical: {resolve: evidence, "+
		"name_above: 0.5, word_below: 0.5}, pattern: {}}\nmask: {PERSON: {operator: tag, numbered: true}}\ndefault: suppress\n"), "held.yaml")
	if err != nil {
		t.Fatal(err)
	}
	built, err := file.Build(Options{})
	if err != nil {
		t.Fatal(err)
	}
	docs := &alive{Analyser: built.Pipeline.Analyse}
	built.Pipeline.Analyse = docs
	n, most := 0, int64(0)
	for _, err := range built.Pipeline.Run(t.Context(), long(messages), 2) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n%2048 == 0 {
			runtime.GC()
			runtime.GC() // what the first one has found is counted
			most = max(most, docs.docs.Load())
		}
	}
	if n != messages || most == 0 || most > stretch+ahead {
		t.Errorf("%d messages came out; %d were held at once", n, most)
	}
	t.Logf("%d of %d messages were held at once", most, messages)
}
