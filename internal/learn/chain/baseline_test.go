package chain_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/learn/chain"
)

func TestBaselines(t *testing.T) {
	gold := []struct {
		text    string
		phrases []chain.Phrase
	}{
		{"Anna lives in Paris", []chain.Phrase{{0, 1, "PER"}, {3, 4, "LOC"}}},
		{"Paris Hilton met Anna", []chain.Phrase{{0, 2, "PER"}, {3, 4, "PER"}}},
		{"Paris Paris", []chain.Phrase{{0, 1, "PER"}, {1, 2, "LOC"}}},
		{"out of bounds", []chain.Phrase{{-1, 1, "X"}, {2, 4, "X"}, {1, 1, "X"}}},
	}
	cases := []struct {
		kind chain.BaselineKind
		text string
		want []chain.Phrase
	}{
		{chain.Unambiguous, "Anna in Paris", []chain.Phrase{{0, 1, "PER"}}}, // Paris had two types
		{chain.MostFrequent, "Anna in Paris", []chain.Phrase{{0, 1, "PER"}, {2, 3, "LOC"}}},
		{chain.Unambiguous, "Paris Hilton in Paris", []chain.Phrase{{0, 2, "PER"}}}, // the longest wins
		{chain.MostFrequent, "Hilton out", nil},
		{chain.MostFrequent, "", nil},
	}
	for _, c := range cases {
		b, err := chain.NewBaseline(c.kind)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range gold {
			b.Learn(strings.Fields(g.text), g.phrases)
		}
		if got := b.Find(strings.Fields(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%s %q: %v, want %v", c.kind, c.text, got, c.want)
		}
	}
	if _, err := chain.NewBaseline("best"); err == nil {
		t.Error("an unknown baseline was accepted")
	}
}

// Types equally frequent: the first in the alphabet, whatever the map's order.
func TestBaselineTie(t *testing.T) {
	b, err := chain.NewBaseline(chain.MostFrequent)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []string{"D", "B", "C", "A"} {
		b.Learn([]string{"x"}, []chain.Phrase{{0, 1, kind}})
	}
	for range 20 {
		if got := b.Find([]string{"x"}); len(got) != 1 || got[0].Type != "A" {
			t.Fatalf("%v", got)
		}
	}
}
