package review

import (
	"cmp"
	"slices"
)

// Forecast is what a decision does to a group.
type Forecast struct {
	Preview
	Before, After Reading
	Affected      int   // occurrences whose effect or label changes
	Turned        []int // of Changes, as positions among the occurrences
}

// Foresee reads a log with and without one more decision.
func Foresee(w Word, occ []Occurrence, log []Decision, d Decision) Forecast {
	f := Forecast{Before: Resolve(w, occ, log), After: Resolve(w, occ, append(log[:len(log):len(log)], d))}
	own := reader{word: w, singles: map[int64][]int{}}
	own.standing([]Decision{d})
	left := map[int64]int{}
	for i := range occ {
		before, after := f.Before.Labels[i], f.After.Labels[i]
		if before.Effect != after.Effect || before.Label != after.Label || before.As != after.As {
			f.Affected++
		}
		if !d.Scope.labels() || !own.covers(0, &occ[i]) {
			continue
		}
		f.Count++
		switch {
		case before.Effect == Undecided:
			f.Undecided++
			f.Turned = append(f.Turned, i)
		case occ[i].Passed && before.Decision == "":
			if after.Effect == Mask {
				f.Passed++
				f.Turned = append(f.Turned, i)
			}
		case after.Decision == d.ID || after.Decision == "" || after.Bulk:
			if before.Effect != d.Effect {
				f.Turned = append(f.Turned, i)
			}
		case after.User == d.User:
			f.Mine++
		default:
			left[after.User]++
		}
	}
	for user, n := range left {
		f.Kept = append(f.Kept, Left{user, n})
	}
	slices.SortFunc(f.Kept, func(a, b Left) int { return cmp.Compare(a.User, b.User) })
	f.Changes = len(f.Turned)
	f.Second = w.second(&d, f.Count)
	return f
}

// labels reports scopes that say what occurrences are.
func (s Scope) labels() bool { return s != OnUndo && s != OnConfirm && s != OnAudit }

// Refuse says why a decision cannot be taken by its user; empty where it can.
// others reports whether somebody else may confirm it.
func Refuse(w Word, log []Decision, d Decision, others bool) string {
	switch d.Scope {
	case OnWord:
		if d.Effect == Keep && w.Named && !d.Exact && !others {
			return "a list of names knows this word: keep its exact spelling, or this context, or have a second " +
				"person in the project"
		}
	case OnUndo:
		return refuseUndo(log, d)
	case OnConfirm:
		i := slices.IndexFunc(log, func(x Decision) bool { return x.ID == d.Of })
		switch {
		case i < 0 || Undone(log)[d.Of] || log[i].Scope != OnWord && log[i].Scope != OnPattern || log[i].Effect != Keep:
			return "there is nothing to confirm"
		case log[i].User == d.User:
			return "somebody else has to confirm this"
		}
	}
	return ""
}

func refuseUndo(log []Decision, d Decision) string {
	i := slices.IndexFunc(log, func(x Decision) bool { return x.ID == d.Of })
	switch {
	case i < 0:
		return "there is nothing to undo"
	case Undone(log)[d.Of]:
		return "it was undone already"
	case log[i].User != d.User && d.Screen != "adjudicate":
		return "somebody else decided this; only an adjudicator takes it back"
	}
	return ""
}

// Effective gives the rules of a group's log that hold for later messages,
// oldest first: about the word or a context of it, adjudicated ones included,
// without those that wait for a second person or that people disagree about.
func Effective(w Word, occ []Occurrence, log []Decision) []Decision {
	r := reader{word: w, singles: map[int64][]int{}}
	r.standing(log)
	r.count(occ)
	var words []int
	for _, i := range r.bulk {
		if r.log[i].Scope == OnWord {
			words = append(words, i)
		}
	}
	clash := r.disagree(words)
	var out []Decision
	for _, i := range r.bulk {
		d := r.log[i]
		switch {
		case d.rank() == rankGroup || d.Scope == OnMessage || d.Effect == Accept, r.unconfirmed(i),
			d.Scope == OnWord && clash:
		default:
			out = append(out, d)
		}
	}
	return out
}
