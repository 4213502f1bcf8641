package attack

import (
	"slices"
	"testing"
)

// cells are the names of two cells.
func cells(now string) []string {
	for _, c := range [][]string{{"ida", "zoé", "léa"}, {"max", "bo"}} {
		if slices.Contains(c, now) {
			return c
		}
	}
	return nil
}

func TestFrequency(t *testing.T) {
	var mentions []Mention
	add := func(was, now string, n int) {
		for range n {
			mentions = append(mentions, Mention{was, now})
		}
	}
	add("ida", "zoé", 5) // the most frequent, as known
	add("zoé", "léa", 2) // taken for léa, which is more frequent
	add("léa", "ida", 1)
	add("max", "bo", 3)
	add("nobody", "unlisted", 4)
	known := map[string]float64{"ida": 9, "léa": 5, "zoé": 1, "max": 2, "bo": 1}
	if g := Frequency(mentions, known, cells); g != (Guessed{Right: 8, Of: 15}) {
		t.Errorf("%+v", g)
	}
	if g := Frequency(nil, known, cells); g.Share() != 0 {
		t.Errorf("%+v", g)
	}
	if g := Frequency(mentions, nil, func(string) []string { return nil }); g.Right != 0 {
		t.Errorf("%+v: guessed without knowing anything", g)
	}
}

func TestSameProgram(t *testing.T) {
	names := []Standing{{Leak: true}, {Leak: true}, {Leak: true, Found: true}, {Found: true}, {Found: true}, {}}
	told := SameProgram(names)
	if told != (Told{Leaks: 3, LeaksFound: 1, Invented: 3, InventedFound: 2}) {
		t.Errorf("%+v", told)
	}
	if r, p := told.Recall(), told.Precision(); r < .66 || r > .67 || p < .66 || p > .67 {
		t.Errorf("recall %v, precision %v", r, p)
	}
	if none := SameProgram(nil); none.Recall() != 0 || none.Precision() != 0 {
		t.Errorf("%+v", none)
	}
}
