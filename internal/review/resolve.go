package review

import (
	"slices"

	"github.com/bauta/bauta"
)

// Word is what Resolve must know of a group beside its log.
type Word struct {
	Named       bool // a list of names knows it
	SecondAbove int  // of the project
}

// Reading is what a log says of the occurrences of one group.
type Reading struct {
	Labels  []Label    // one an occurrence
	Open    int        // undecided ones
	State   GroupState // without regard to leases
	Pending *Decision  // the newest "never" that waits for a second person
}

// Resolve reads the log of one group, oldest row first, for its occurrences.
// Of the decisions that stand, the narrowest scope wins: adjudicated, this
// occurrence, this message, this context, this group, this word; within one
// scope the newest. A group decision settles only what no earlier one had
// settled. "Never" that needs a second person, and a word about which two
// people disagree, mask. Where nothing is decided, the pipeline's sure finds
// stand and its questions stay open.
func Resolve(w Word, occ []Occurrence, log []Decision) Reading {
	r := reader{word: w, singles: map[int64][]int{}}
	r.standing(log)
	r.count(occ)
	out := Reading{Labels: make([]Label, len(occ)), State: Waiting}
	conflict := false
	for i := range occ {
		l, pending, clash := r.label(&occ[i])
		out.Labels[i] = l
		conflict = conflict || clash
		if l.Effect == Undecided {
			out.Open++
		}
		if pending != nil && (out.Pending == nil || pending.Made.After(out.Pending.Made)) {
			out.Pending = pending
		}
	}
	switch {
	case conflict:
		out.State = Conflict
	case out.Pending != nil:
		out.State = Second
	case r.mark == Flag:
		out.State = Flagged
	case out.Open == 0:
		out.State = Decided
	case r.mark == Skip:
		out.State = Skipped
	}
	return out
}

// Standing gives the rows of a log, oldest first, that no standing undo takes
// back; undo rows themselves are left out.
func Standing(log []Decision) []Decision {
	out := Undone(log)
	return slices.DeleteFunc(slices.Clone(log), func(d Decision) bool { return d.Scope == OnUndo || out[d.ID] })
}

// Undone gives the IDs of the rows that a standing undo takes back: an undo
// that is itself undone does not count.
func Undone(log []Decision) map[string]bool {
	out := map[string]bool{}
	for _, d := range slices.Backward(log) {
		if d.Scope == OnUndo && !out[d.ID] {
			out[d.Of] = true
		}
	}
	return out
}

// reader holds the standing rows of a group's log, sorted for look-up.
type reader struct {
	word      Word
	log       []Decision
	singles   map[int64][]int // by message: rows about an occurrence or a message
	bulk      []int           // rows about more
	excluded  map[int]map[int64]bool
	confirmed map[string][]Decision // confirmations of a row
	covered   map[int]int           // occurrences that a rule covers
	mark      Effect                // Skip or Flag where that is the newest word about the group
}

func (r *reader) standing(log []Decision) {
	r.log = Standing(log)
	r.excluded, r.confirmed, r.covered = map[int]map[int64]bool{}, map[string][]Decision{}, map[int]int{}
	for i, d := range r.log {
		switch {
		case d.Scope == OnAudit:
			continue
		case d.Scope == OnConfirm:
			r.confirmed[d.Of] = append(r.confirmed[d.Of], d)
			continue
		case d.Effect == Skip || d.Effect == Flag:
			r.mark = d.Effect
			continue
		case d.alone() || d.Scope == OnMessage:
			r.singles[d.Message] = append(r.singles[d.Message], i)
		default:
			r.bulk = append(r.bulk, i)
		}
		r.mark = Undecided
		for _, id := range d.Excludes {
			if r.excluded[i] == nil {
				r.excluded[i] = map[int64]bool{}
			}
			r.excluded[i][id] = true
		}
	}
}

// alone reports decisions about one occurrence.
func (d *Decision) alone() bool {
	return d.Scope == OnOccurrence || d.Scope == OnGold && d.Message != 0
}

// count finds how many occurrences each rule covers: above a limit one person
// is not enough.
func (r *reader) count(occ []Occurrence) {
	for _, i := range r.bulk {
		if s := r.log[i].Scope; s != OnWord && s != OnPattern {
			continue
		}
		for j := range occ {
			if r.covers(i, &occ[j]) {
				r.covered[i]++
			}
		}
	}
}

// covers reports whether row i is about an occurrence.
func (r *reader) covers(i int, o *Occurrence) bool {
	d := &r.log[i]
	if r.excluded[i][o.ID] {
		return false
	}
	switch d.Scope {
	case OnOccurrence:
		return d.Message == o.Message && d.Range == o.Range
	case OnGold:
		return d.Message == 0 && (!d.Exact || o.Exact) || d.Message == o.Message && d.Range == o.Range
	case OnMessage:
		return d.Message == o.Message
	case OnPattern:
		return d.Context == o.Context && (!d.Exact || o.Exact)
	case OnGroup:
		return o.ID <= d.Upto && o.Span.Doubt != bauta.Sure && !o.Passed
	case OnEach:
		return o.ID <= d.Upto
	case OnWord:
		return !d.Exact || o.Exact
	}
	return false
}

// rankGroup is that of decisions about what there is of a word, which are no rule.
const rankGroup = 5

// rank orders scopes by how narrow they are.
func (d *Decision) rank() int {
	switch {
	case d.Scope == OnGold && d.Message != 0:
		return 0
	case d.Scope == OnGold:
		return 1
	case d.Scope == OnOccurrence:
		return 2
	case d.Scope == OnMessage:
		return 3
	case d.Scope == OnPattern:
		return 4
	case d.Scope == OnGroup || d.Scope == OnEach:
		return rankGroup
	}
	return 6
}

// label finds what holds for an occurrence, the "never" that it waits for, and
// whether people disagree about its word.
func (r *reader) label(o *Occurrence) (l Label, pending *Decision, clash bool) {
	best, first := -1, -1 // the row that wins; the oldest one that covers
	var words []int
	see := func(i int) {
		if !r.covers(i, o) {
			return
		}
		if first < 0 || i < first {
			first = i
		}
		if r.log[i].Scope == OnWord {
			words = append(words, i)
		}
		if best < 0 || r.log[i].rank() < r.log[best].rank() || r.log[i].rank() == r.log[best].rank() && i > best {
			best = i
		}
	}
	var groups []int
	for _, i := range r.singles[o.Message] {
		see(i)
	}
	for _, i := range r.bulk {
		if r.log[i].rank() == rankGroup {
			groups = append(groups, i)
			continue
		}
		see(i)
	}
	for _, i := range groups { // each only where nothing older had settled the matter
		if first < 0 || i < first {
			see(i)
		}
	}
	if best < 0 {
		return o.Unsaid(), nil, false
	}
	return r.read(best, words, o)
}

// read turns the row that won into a label.
func (r *reader) read(best int, words []int, o *Occurrence) (Label, *Decision, bool) {
	d := &r.log[best]
	l := Label{Effect: d.Effect, Label: d.Label, Decision: d.ID, User: d.User, As: d.As, Bulk: !d.alone()}
	switch {
	case d.Scope == OnWord && r.disagree(words):
		l.Effect = Mask
		if l.Label == "" {
			l.Label = o.Span.Label
		}
		return l, nil, true
	case r.unconfirmed(best):
		l.Effect, l.Label = Mask, o.Span.Label
		return l, d, false
	case d.Effect == Accept:
		l.Effect = Mask
		if o.Span.Doubt != bauta.Sure {
			l.Effect = o.Proposal()
		}
		if l.Effect == Mask {
			l.Label = o.Span.Label
		}
	}
	return l, nil, false
}

// unconfirmed reports a "never" that needs a second person and has none.
func (r *reader) unconfirmed(i int) bool {
	d := &r.log[i]
	if !r.word.second(d, r.covered[i]) {
		return false
	}
	return !slices.ContainsFunc(r.confirmed[d.ID], func(c Decision) bool { return c.User != d.User })
}

// second reports whether a decision that covers n occurrences needs a second
// person: it releases many, or a word that a list of names knows.
func (w Word) second(d *Decision, n int) bool {
	if d.Effect != Keep || d.Scope != OnWord && d.Scope != OnPattern {
		return false
	}
	return n > w.SecondAbove || d.Scope == OnWord && w.Named && !d.Exact
}

// disagree reports whether the newest words of two people about the same word
// differ. Who confirms a row says the same as it.
func (r *reader) disagree(words []int) bool {
	type saying struct {
		at     int
		effect Effect
		label  bauta.Label
	}
	said := map[int64]saying{}
	say := func(user int64, at int, d *Decision) {
		if s, ok := said[user]; !ok || at >= s.at {
			said[user] = saying{at, d.Effect, d.Label}
		}
	}
	for _, i := range words {
		d := &r.log[i]
		say(d.User, i, d)
		for _, c := range r.confirmed[d.ID] {
			say(c.User, slices.IndexFunc(r.log, func(x Decision) bool { return x.ID == c.ID }), d)
		}
	}
	var one *saying
	for _, s := range said {
		if one != nil && (s.effect != one.effect || s.label != one.label) {
			return true
		}
		one = &s
	}
	return false
}
