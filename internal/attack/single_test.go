package attack_test

import (
	"fmt"
	"testing"

	"github.com/bauta/bauta/internal/attack"
)

func TestSingledOut(t *testing.T) {
	times := []int64{0, 10, 65, 3600, 3650, 90_000}
	for step, want := range map[int64]int{1: 6, 60: 2, 3600: 1, 86_400: 1, 1_000_000: 0, 0: 6} {
		if g := attack.Times(times, step); g.Right != want || g.Of != 6 {
			t.Errorf("in steps of %d s: %+v, want %d", step, g, want)
		}
	}
	g := attack.Rare(map[string][]string{"a": {"x", "x"}, "b": {"y", "z"}, "c": {"z"}, "d": nil})
	if g.Right != 2 || g.Of != 4 {
		t.Errorf("%+v", g)
	}
}

// TestFewerThan: the more others may say the same, the more groups are told.
func TestFewerThan(t *testing.T) {
	groups := map[string][]string{"a": {"x"}, "b": {"x", "x"}, "c": {"x", "y"}, "d": {"y", "y"}, "e": nil}
	for k, want := range map[int]int{0: 0, 1: 0, 2: 0, 3: 2, 4: 4, 9: 4} {
		if g := attack.FewerThan(k, groups); g.Right != want || g.Of != 5 {
			t.Errorf("fewer than %d: %+v, want %d", k, g, want)
		}
	}
}

// TestCombined: two things that many have point to a group together, where no other has
// both; what one alone singles out counts, too, and nothing counts twice.
func TestCombined(t *testing.T) {
	groups := map[string][]string{
		"a": {"x", "y", "y"}, "b": {"y", "x"}, "c": {"x", "z"}, "d": {"z", "y"}, "e": {"q"}, "f": nil,
	}
	if g := attack.Combined(groups); g.Right != 3 || g.Of != 6 { // c, d, e
		t.Errorf("%+v", g)
	}
	if one := attack.Rare(groups); one.Right != 1 {
		t.Errorf("one thing alone: %+v", one)
	}
	many := map[string][]string{}
	for i := range 3 {
		for k := range 400 {
			many[fmt.Sprint(i)] = append(many[fmt.Sprint(i)], fmt.Sprint(k))
		}
	}
	if g := attack.Combined(many); g.Right != 0 {
		t.Errorf("all say the same: %+v", g)
	}
}

// TestJoined: what two groups have and no third joins them.
func TestJoined(t *testing.T) {
	g := attack.Joined(map[string][]string{"a": {"x", "x"}, "b": {"x", "y"}, "c": {"y", "z"}, "d": {"y", "q", "q"}})
	if g.Right != 2 || g.Of != 4 {
		t.Errorf("%+v", g)
	}
}
