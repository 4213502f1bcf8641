package main

import (
	"testing"

	"github.com/bauta/bauta"
)

// TestLikely: a place takes the probability of the likeliest word in it, and keeps its
// own where nobody says anything of it or it is no person.
func TestLikely(t *testing.T) {
	words := []bauta.Span{{Start: 0, End: 2, P: 0.9}, {Start: 3, End: 6, P: 0.2}, {Start: 7, End: 9, P: 0.6}}
	for _, c := range []struct {
		start, end int
		label      bauta.Label
		want       float64
	}{
		{3, 6, bauta.Person, 0.2},
		{3, 9, bauta.Person, 0.6},
		{0, 1, bauta.Person, 0.9},
		{2, 3, bauta.Person, 0.1},
		{9, 12, bauta.Person, 0.1},
		{3, 6, bauta.Phone, 0.1},
	} {
		got := likely(bauta.Span{Start: c.start, End: c.end, Label: c.label, P: 0.1}, words)
		if got.P != c.want {
			t.Errorf("%+v: %v", c, got.P)
		}
	}
}
