package eval_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
)

// runOver is a run that hides words of its own in three messages: two with a name,
// one without.
func runOver(part string, hides ...string) *eval.Ablated {
	a := &eval.Ablated{Part: part}
	for _, text := range []string{"salut Léa", "ok Nico bye", "une rose rouge"} {
		var gold, found []bauta.Span
		for _, name := range []string{"Léa", "Nico"} {
			if i := strings.Index(text, name); i >= 0 {
				gold = append(gold, bauta.Span{Start: i, End: i + len(name), Label: bauta.Person})
			}
		}
		for _, word := range hides {
			if i := strings.Index(text, word); i >= 0 {
				found = append(found, bauta.Span{Start: i, End: i + len(word), Label: bauta.Person})
			}
		}
		a.Add(text, len(gold) == 0, gold, found, found)
	}
	return a
}

// TestAblation: a part adds what is lost without it, in each measure, and costs the
// words that it hides where nothing is to be hidden.
func TestAblation(t *testing.T) {
	whole := runOver("", "Léa", "Nico", "rose")
	r, err := eval.Ablation(whole, []*eval.Ablated{runOver("lists", "Nico"), runOver("nothing", "Léa", "Nico", "rose")}, 200, 1)
	if err != nil {
		t.Fatal(err)
	}
	if want := [4]float64{100, 100, 100, 1000}; r.Whole != want {
		t.Errorf("the whole measures %v, want %v", r.Whole, want)
	}
	lists, nothing := r.Parts[0], r.Parts[1]
	if lists.Changes != 2 || lists.Adds[0] < 42.8 || lists.Adds[0] > 42.9 || lists.Adds[1] != 50 || lists.Adds[3] != 1000 {
		t.Errorf("lists: %+v", lists)
	}
	for k, b := range lists.Between {
		if b.Low > lists.Adds[k] || b.High < lists.Adds[k] || b.Low == b.High {
			t.Errorf("measure %d: %g outside of [%g, %g]", k, lists.Adds[k], b.Low, b.High)
		}
	}
	if nothing.Changes != 0 || nothing.Adds != [4]float64{} || nothing.Between != [4]eval.Interval{} {
		t.Errorf("a part that does nothing: %+v", nothing)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "lists") || strings.Contains(b.String(), "Nico") {
		t.Errorf("%v\n%s", err, b.String())
	}
	short := &eval.Ablated{Part: "short"}
	if _, err := eval.Ablation(whole, []*eval.Ablated{short}, 10, 1); err == nil {
		t.Error("runs over other messages are compared")
	}
}
