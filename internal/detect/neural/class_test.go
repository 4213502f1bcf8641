package neural

import (
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// TestClassFeatures: a word has a feature of its class in each column, in places
// of the column's own; a column that is hidden has none.
func TestClassFeatures(t *testing.T) {
	c, err := words.NewClasses([]string{"anna", "oslo"}, []uint16{1, 0}, []uint16{3, classPlaces + 5})
	if err != nil {
		t.Fatal(err)
	}
	v, err := NewVocabulary(nil, nil, 0, c)
	if err != nil {
		t.Fatal(err)
	}
	if n := v.sizes(Dims{Feature: 2, Hidden: 2}, 1).Features; n != features+2*classPlaces {
		t.Errorf("room for %d features", n)
	}
	b, err := NewBuilder("en", []bauta.Label{bauta.Person}, nil, v)
	if err != nil {
		t.Fatal(err)
	}
	of := func(norm string) []int32 {
		f := b.in.class(&words.Word{Norm: norm}, nil)
		slices.Sort(f)
		return f
	}
	for _, c := range []struct {
		hidden int
		norm   string
		want   []int32
	}{
		{-1, "anna", []int32{features + 1, features + classPlaces + 3}},
		{0, "anna", []int32{features + classPlaces + 3}},
		{1, "anna", []int32{features + 1}},
		{-1, "oslo", []int32{features + classPlaces + 5}},
		{-1, "bern", nil},
	} {
		b.Hide(c.hidden)
		if got := of(c.norm); !slices.Equal(got, c.want) {
			t.Errorf("%s with column %d hidden: %v, want %v", c.norm, c.hidden, got, c.want)
		}
	}
}
