package crf

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
)

// TestMerge: without a step the model comes back as it was, to the weight; what the
// data does not have keeps its weights whatever is trained, and what it has is learnt.
func TestMerge(t *testing.T) {
	m := tiny(t, map[string]uint8{"karen": 1, "smith": 2, "pete": 1})
	b, err := Continue(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := document(t, "hello zorbul and smith")
	if err := b.Add(d, []bauta.Span{{Start: 6, End: 12, Label: bauta.Person}}, 1); err != nil {
		t.Fatal(err)
	}
	start := b.Init(m)
	same, err := b.Merge(m, start)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.table.flat(), same.table.flat(), cmp.AllowUnexported(flat{})); diff != "" {
		t.Errorf("a model changes by merging what was not trained: %s", diff)
	}
	trained, _, err := chain.TrainOnline(context.Background(), b.Data(), chain.Config{
		Dense: true, Init: start, Passes: 5, Rate: 0.5, Allowed: tags.Allowed,
	})
	if err != nil {
		t.Fatal(err)
	}
	merged, err := b.Merge(m, trained)
	if err != nil {
		t.Fatal(err)
	}
	if merged.Features() <= m.Features() {
		t.Errorf("%d features from %d: nothing was learnt", merged.Features(), m.Features())
	}
	list := merged.table.flat()
	for i := range list.keys[1:] {
		if list.keys[i] >= list.keys[i+1] {
			t.Fatal("features are not in order")
		}
	}
	was := m.table.flat()
	for _, key := range was.keys {
		if _, in := b.index[key]; in {
			continue
		}
		at := merged.table.find(key)
		if at < 0 {
			t.Fatal("a feature is lost")
		}
		before := m.table.weights(m.table.find(key))
		after := merged.table.weights(at)
		if diff := cmp.Diff(before, after, cmp.AllowUnexported(labelled{})); diff != "" {
			t.Errorf("a feature that was not trained changes: %s", diff)
		}
	}
}

func TestContinueRefuses(t *testing.T) {
	m := tiny(t, map[string]uint8{"karen": 1})
	m.bias[0] = 1
	if _, err := Continue(m, nil); err == nil {
		t.Error("a model with a score of its own for a label is gone on with")
	}
}
