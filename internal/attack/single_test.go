package attack_test

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
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

// TestTogether: two things that many have point to a group together, where no other has
// both; what one alone singles out counts, too, and nothing counts twice.
func TestTogether(t *testing.T) {
	groups := map[string][]string{
		"a": {"x", "y", "y"}, "b": {"y", "x"}, "c": {"x", "z"}, "d": {"z", "y"}, "e": {"q"}, "f": nil,
	}
	if g := attack.Together(2, groups); g.Right != 3 || g.Of != 6 { // c, d, e
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
	if g := attack.Together(2, many); g.Right != 0 {
		t.Errorf("all say the same: %+v", g)
	}
}

// TestTogetherIsWhatAllSetsSay: the search finds the groups that trying every set finds.
func TestTogetherIsWhatAllSetsSay(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	grew := 0
	for range 300 {
		groups, things := map[string][]string{}, 2+r.IntN(8)
		for g := range 2 + r.IntN(10) {
			groups[fmt.Sprint(g)] = nil
			for thing := range things {
				if r.Float64() < 0.6 {
					groups[fmt.Sprint(g)] = append(groups[fmt.Sprint(g)], fmt.Sprint(thing))
				}
			}
		}
		last := 0
		for most := 1; most <= 4; most++ {
			want := 0
			for name := range groups {
				if bySets(groups, name, things, most) {
					want++
				}
			}
			if g := attack.Together(most, groups); g.Right != want || g.Of != len(groups) {
				t.Fatalf("up to %d of %v: %+v, want %d", most, groups, g, want)
			}
			if most > 2 && want > last {
				grew++
			}
			last = want
		}
	}
	if grew == 0 {
		t.Error("no group was singled out by three or four alone")
	}
}

// bySets tries every set of things.
func bySets(groups map[string][]string, name string, things, most int) bool {
	has := func(group string, set int) bool {
		for thing := range things {
			if set&(1<<thing) != 0 && !slices.Contains(groups[group], fmt.Sprint(thing)) {
				return false
			}
		}
		return true
	}
	for set := 1; set < 1<<things; set++ {
		if bits.OnesCount(uint(set)) > most || !has(name, set) {
			continue
		}
		alone := true
		for other := range groups {
			alone = alone && (other == name || !has(other, set))
		}
		if alone {
			return true
		}
	}
	return false
}

// TestTogetherIsBounded: groups that share nearly all end the search.
func TestTogetherIsBounded(t *testing.T) {
	groups := map[string][]string{}
	for g := range 20 {
		for thing := range 150 {
			if (thing+g)%40 != 0 {
				groups[fmt.Sprint(g)] = append(groups[fmt.Sprint(g)], fmt.Sprint(thing))
			}
		}
	}
	if g := attack.Together(6, groups); g.Of != 20 {
		t.Errorf("%+v", g)
	}
}

// TestJoined: what two groups have and no third joins them.
func TestJoined(t *testing.T) {
	g := attack.Joined(map[string][]string{"a": {"x", "x"}, "b": {"x", "y"}, "c": {"y", "z"}, "d": {"y", "q", "q"}})
	if g.Right != 2 || g.Of != 4 {
		t.Errorf("%+v", g)
	}
}
