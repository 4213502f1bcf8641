package policy_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestRunTellsLanguages: a pipeline tells the language of messages that bring none by
// itself, whatever stands before it.
func TestRunTellsLanguages(t *testing.T) {
	f := &policy.File{
		Language: "auto", Languages: []string{"fr", "de"}, Foreign: "route",
		Detect: policy.Detect{Pattern: &policy.Pattern{}},
	}
	p := build(t, f, policy.Options{})
	texts := map[string]string{
		"1": "bonjour, tu viens manger chez nous demain soir avec les enfants ?",
		"2": "guten Morgen, kommst du morgen Abend mit den Kindern zu uns zum Essen?",
	}
	want := map[string]string{"1": "fr", "2": "de"}
	n := 0
	messages := func(yield func(bauta.Message, error) bool) {
		for _, id := range []string{"1", "2"} {
			if !yield(bauta.Message{ID: id, Thread: id, Text: texts[id]}, nil) {
				return
			}
		}
	}
	for r, err := range p.Run(t.Context(), messages, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; r.Lang != want[r.Message.ID] {
			t.Errorf("message %s is read in %q, want %s", r.Message.ID, r.Lang, want[r.Message.ID])
		}
	}
	if n != 2 {
		t.Errorf("%d results", n)
	}
}
