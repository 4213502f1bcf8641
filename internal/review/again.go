package review

import (
	"math"
	"time"

	"github.com/bauta/bauta/eval"
)

// Of what a person labels or decides, one item in RepeatOneIn comes back to the
// same person, who is not told, once RepeatAfter has passed: how often somebody
// says the same twice bounds what two people can agree on (intra-annotator
// agreement; Artstein and Poesio, Computational Linguistics 34(4), 2008, section 1).
const (
	RepeatOneIn = 50
	RepeatAfter = 24 * time.Hour
)

// Blank gives the occurrences that decisions of this user hold for, as they were
// before, and what was said of them.
func Blank(occ []Occurrence, user int64) (blank []Occurrence, first []Label) {
	for _, o := range occ {
		if o.Now.User != user || o.Now.Decision == "" {
			continue
		}
		first = append(first, o.Now)
		o.Now = o.Unsaid()
		blank = append(blank, o)
	}
	return blank, first
}

// Anew is what Resolve is told of a word that is asked about once more: no second
// person is waited for.
func Anew() Word { return Word{SecondAbove: math.MaxInt} }

// Differ counts second answers that are not the first ones; occurrences without
// a second answer do not count.
func Differ(first, second []Label) (n int) {
	for i, s := range second {
		f := first[i]
		if s.Decision != "" && (f.Effect != s.Effect || f.Label != s.Label || f.As != s.As) {
			n++
		}
	}
	return n
}

// Consistency counts the groups that were answered twice by the same person, and
// of these the ones answered alike in every occurrence, with the exact interval.
// The log is from the newest row on.
func Consistency(log []Logged) eval.Bound {
	type asked struct{ user, group int64 }
	differs, answered := map[asked]int{}, map[asked]bool{}
	for _, l := range log {
		if !l.Again {
			continue
		}
		at := asked{l.User, l.Group}
		if _, ok := differs[at]; !ok { // the newest row says how all of them stand
			differs[at] = l.Differs
		}
		if !l.Undone && (l.Effect == Mask || l.Effect == Keep || l.Effect == Accept) {
			answered[at] = true
		}
	}
	alike := 0
	for at := range answered {
		if differs[at] == 0 {
			alike++
		}
	}
	return eval.ClopperPearson(alike, len(answered))
}
