package attack

import (
	"slices"
	"testing"
)

// TestReplaced: words are paired where both texts have as many, marks around them left
// out; what nobody can pair says so.
func TestReplaced(t *testing.T) {
	got, ok := Replaced("Salut Léa, c'est d'Ida !", "Salut <PRE_3>, c'est d'Zoé !")
	want := []Mention{{"léa", "<pre_3>"}, {"ida", "zoé"}}
	if !ok || !slices.Equal(got, want) {
		t.Errorf("%v %v", got, ok)
	}
	got, ok = Replaced("Salut Léa, c'est d'Ida !", "Salut Person 1, c'est d'Person 12 !")
	want = []Mention{{"léa", "person 1"}, {"ida", "person 12"}}
	if !ok || !slices.Equal(got, want) {
		t.Errorf("masks of two words: %v %v", got, ok)
	}
	if got, ok := Replaced("Léa Morel ici", "Person 1 ici"); ok || len(got) > 0 {
		t.Errorf("two words as one: %v", got)
	}
	if got, ok := Replaced("le 3 mai ici", "le <DATE> ici"); ok || len(got) > 0 {
		t.Errorf("paired: %v", got)
	}
	if got, ok := Replaced("ok", "ok"); !ok || len(got) > 0 {
		t.Errorf("nothing was replaced: %v %v", got, ok)
	}
}

// TestRanks: one rotation for all is undone by rank alone; where each scope has its own,
// the commonest name is all that can be guessed.
func TestRanks(t *testing.T) {
	var all []Mention
	for name, n := range map[Mention]int{{"ida", "zoé"}: 6, {"zoé", "max"}: 3, {"bo", "ida"}: 1} {
		all = append(all, slices.Repeat([]Mention{name}, n)...)
	}
	if g := Ranks([][]Mention{all}); g != (Guessed{10, 10}) {
		t.Errorf("one for all: %+v", g)
	}
	var each [][]Mention
	for _, m := range all {
		each = append(each, []Mention{m})
	}
	if g := Ranks(each); g != (Guessed{6, 10}) || Commonest(each) != g {
		t.Errorf("each for itself: %+v, guessing %+v", g, Commonest(each))
	}
	if one, many := Apart([][]Mention{all}), Apart(each); one != 100/46 || many != 10 {
		t.Errorf("apart: %d and %d", one, many)
	}
}
