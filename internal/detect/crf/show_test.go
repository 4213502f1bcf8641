package crf

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/google/go-cmp/cmp"
)

// names is a lexicon of a few words.
func names(t testing.TB, words ...string) *lexicon.Lexicon {
	t.Helper()
	b := lexicon.NewBuilder("en")
	for _, w := range words {
		if err := b.Add(w, lexicon.Attr{Kinds: lexicon.FirstName}); err != nil {
			t.Fatal(err)
		}
	}
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestInside(t *testing.T) {
	m := tiny(t, map[string]uint8{"anna": 1, "vonk": 2, "oslo": 0})
	got := m.Inside(names(t, "anna", "vonk", "zoe"), 3)
	if diff := cmp.Diff([]KindCount{{"word", 2}, {unnamed, 1}}, got.Kinds); diff != "" {
		t.Error(diff)
	}
	five := func(name string) []NamedFeature { return []NamedFeature{{name, 5}} }
	want := []LabelInside{
		{Label: "O", Weights: 1},
		{Label: "B-PERSON", Weights: 1, For: five("word: anna")},
		{Label: "I-PERSON", Weights: 1, For: five("word: vonk")},
	}
	near := cmp.Comparer(func(a, b float64) bool { return a-b < 0.01 && b-a < 0.01 })
	if diff := cmp.Diff(want, got.Labels, near); diff != "" {
		t.Error(diff)
	}
	if _, err := json.Marshal(got); err != nil {
		t.Error(err)
	}
	if bare := m.Inside(nil, 3); len(bare.Kinds) != 1 || bare.Kinds[0].Kind != unnamed || bare.Labels[1].For != nil {
		t.Errorf("without words: %+v", bare)
	}
}

// TestInsideNamesWhatFeaturesSee builds a model whose features are those of one
// message, and holds that all that see one thing are named, as what they are.
func TestInsideNamesWhatFeaturesSee(t *testing.T) {
	l := names(t, "anna", "sleeps", "now")
	b, err := NewBuilder("en", []bauta.Label{bauta.Person}, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Add(document(t, "Anna sleeps now"), []bauta.Span{{Start: 0, End: 4, Label: bauta.Person}}, 1); err != nil {
		t.Fatal(err)
	}
	trans, err := chain.NewTransitions(3, make([]float64, 9), make([]float64, 3))
	if err != nil {
		t.Fatal(err)
	}
	trained := &chain.Model{Trans: trans, Start: []int32{0}}
	for range b.keys {
		trained.Label = append(trained.Label, 1)
		trained.Weight = append(trained.Weight, -1)
		trained.Start = append(trained.Start, int32(len(trained.Label)))
	}
	m, err := b.Model(trained, Pack{})
	if err != nil {
		t.Fatal(err)
	}
	got := m.Inside(l, len(b.keys))
	all := ""
	for _, f := range got.Labels[1].Against {
		all += f.Feature + "\n"
	}
	for _, want := range []string{
		"word: anna", "word as written: Anna", "word after: sleeps", "second word after: now", "word before: anna",
		"prefix: slee-", "suffix: -eeps", "suffix of the word before: -eps", "list: first-name", "lists of the word after: first-name",
		"case: First in a message mixed", "pattern: a word", "letters inside: leep", "any word", "case: lower, last word",
	} {
		if !strings.Contains(all, want+"\n") {
			t.Errorf("no feature %q", want)
		}
	}
	if len(got.Labels[1].For) != 0 || got.Labels[1].Weights != len(b.keys) {
		t.Errorf("%d weights, %d above 0", got.Labels[1].Weights, len(got.Labels[1].For))
	}
	sum := 0
	for _, k := range got.Kinds {
		sum += k.Features
	}
	if sum != got.Features {
		t.Errorf("the kinds count %d features of %d", sum, got.Features)
	}
}
