package audit

import (
	"fmt"
	"strings"
	"testing"
)

// TestUndoneWhateverTheSigns: the number of a name in the place of that name is told in whatever signs it stands, and a
// number of another kind is not, be it one by chance; few names with short numbers, or few of many, may be chance.
func TestUndoneWhateverTheSigns(t *testing.T) {
	numbers := map[string]int{"anna": 1613, "bela": 2040, "carl": 18077, "dora": 310, "aaron": 7, "abel": 12}
	of := func(name string) []int {
		if n := numbers[strings.ToLower(name)]; n > 0 {
			return []int{n}
		}
		return []int{900_000 + len(name)}
	}
	names := []string{"Anna", "Bela", "Carl", "Dora"}
	told := func(write func(name string, i int) string, names ...string) int {
		u := Undoing{Numbers: of}
		for i := range 40 {
			for _, name := range names {
				u.Add(name, write(name, i))
			}
		}
		return u.Undone()
	}
	written := func(format string) func(string, int) string {
		return func(name string, _ int) string { return fmt.Sprintf(format, of(name)[0]) }
	}
	for _, format := range []string{
		"<PRE_4_%d>", "%%3CPRE_4_%d%%3E", "PRE  4  %d", "#PRE4x%d", "PRE4n%d", "@PRE4-%d", "<4_PRE_%d>", "<PRE n°%d (4)>", "<PRE_4_0x%x>",
		"<PRE_4_%X>", "4-%d", "<PRE_%d>", "PRE4%d", "%07d", "quelqu'un (%d) ici",
	} {
		if got := told(written(format), names...); got != 4 {
			t.Errorf("%s: %d of 4 names", format, got)
		}
		if got := told(written(format), "Anna"); got != 1 {
			t.Errorf("%s: %d of 1 name", format, got)
		}
	}
	apart := func(name string, _ int) string {
		return strings.Join(strings.Split(fmt.Sprint(of(name)[0]), ""), "-")
	}
	if got := told(func(string, int) string { return "<PRE_9_1613> [2040]" }, "«Anna-Bela»"); got != 1 {
		t.Errorf("of a name of two parts: %d", got)
	}
	if got := told(apart, names...); got != 4 {
		t.Errorf("figure by figure: %d of 4 names", got)
	}
	for what, got := range map[string]int{
		"one short number": told(written("Person %d"), "Aaron"),
		"two of them":      told(written("Person %d"), "Aaron", "Abel"),
		"by length":        told(func(string, int) string { return "<PRE_4>" }, names...),
		"of a thread":      told(func(_ string, i int) string { return fmt.Sprint("Person ", i+1) }, append(names, "Aaron", "Abel")...),
		"under a key": told(func(name string, _ int) string {
			return fmt.Sprintf("<PRE_4_%08X>", 0x1A2B3C4D*uint32(len(name)+int(name[0])))
		}, names...),
	} {
		if got != 0 {
			t.Errorf("%s: %d names are told", what, got)
		}
	}
	many := Undoing{Numbers: of}
	for i := range 40_000 {
		name := fmt.Sprintf("N%sx", strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(i)))
		many.Add(name, fmt.Sprint("Person ", i%900+900_001)) // some by chance
	}
	if got := many.Undone(); got != 0 {
		t.Errorf("by chance: %d names", got)
	}
}
