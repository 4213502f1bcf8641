package formats

import (
	"slices"
	"strings"
	"sync"
)

// said counts what the tables of all exports in JSON say of members, by the last steps of their paths.
type said map[string]map[Role]int

// tables are those of all exports: of the last step alone, and of the last two.
var tables = sync.OnceValue(func() said {
	all := said{}
	for _, f := range All() {
		for _, rule := range f.rules {
			if rule.nth > 0 {
				continue
			}
			steps := stepsOf(strings.TrimPrefix(rule.path, "**."))
			for n := 1; n <= min(2, len(steps)); n++ {
				all.add(strings.Join(steps[len(steps)-n:], "."), rule.role)
			}
		}
	}
	return all
})

func (s said) add(key string, role Role) {
	if s[key] == nil {
		s[key] = map[Role]int{}
	}
	s[key][role]++
}

// stepsOf are the members of a path, brackets with the member whose elements they are.
func stepsOf(path string) []string {
	return slices.DeleteFunc(strings.Split(path, "."), func(s string) bool { return strings.Trim(s, "[]*") == "" })
}

// only is the role of somebody that all tables give to a member, whatever else they call a text or an ID; Keep for
// none.
func (s said) only(key string) Role {
	found := Keep
	for role := range s[key] {
		switch {
		case role == Key, role == Note:
		case found != Keep && found != role || role != Name && role != Phone && role != Mail:
			return Keep
		default:
			found = role
		}
	}
	return found
}

// Somebody is what a member of any JSON holds of somebody, as far as exports call theirs so: a [Name], a [Phone] or a
// [Mail], by the two last steps of its path or by the last alone; [Keep] where they do not say it.
func Somebody(path string) Role {
	steps := stepsOf(path)
	for n := min(2, len(steps)); n > 0; n-- {
		if role := tables().only(strings.Join(steps[len(steps)-n:], ".")); role != Keep {
			return role
		}
	}
	return Keep
}

// Mostly reports a member by which most exports that have it call somebody.
func Mostly(name string) bool {
	all := 0
	for _, n := range tables()[name] {
		all += n
	}
	return 2*tables()[name][Name] > all
}
