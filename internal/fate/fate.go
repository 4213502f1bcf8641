// Package fate tells what became of what was found: gone, replaced, kept, or asked.
package fate

import (
	"cmp"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// Fate is what became of something that was found.
type Fate uint8

// The fates. A type that is found and kept is no less in clear than one that
// was never found, so whoever reads a report must see the four apart.
const (
	Kept     Fate = iota // it stands in the text as it was
	Removed              // nothing of it stands there: a mark, its type, at most its length
	Replaced             // something stands for it: a number, a surrogate, a part, a general form
	Asked                // a person must decide
)

// Fates are all of them, in the order in which reports have them.
var Fates = [...]Fate{Removed, Replaced, Kept, Asked}

// String gives the name written in reports.
func (f Fate) String() string {
	return [...]string{"kept", "removed", "replaced", "asked"}[min(f, Asked)]
}

// Of tells what became of a span of a result, by what came out: a mask that
// leaves the text as it was (the digits of a short run) keeps it.
func Of(p *bauta.Pipeline, r *bauta.Result, s bauta.Span) Fate {
	if s.Doubt != bauta.Sure {
		switch r.Verdict {
		case bauta.AskExpert:
			return Asked
		case bauta.Leave:
			return Kept
		}
	}
	if p.Keeps(s) || !r.Withheld && unchanged(r, s) {
		return Kept
	}
	if removes(p.Operators[s.Label], s) {
		return Removed
	}
	return Replaced
}

// unchanged reports a span that no edit of the result changed.
func unchanged(r *bauta.Result, s bauta.Span) bool {
	first, _ := slices.BinarySearchFunc(r.Edits, s.Start,
		func(e bauta.Edit, at int) int { return cmp.Compare(e.End, at+1) })
	for _, e := range r.Edits[first:] {
		if e.Start >= s.End {
			break
		}
		if e.With != r.Message.Text[e.Start:e.End] {
			return false
		}
	}
	return true
}

// removes reports an operator that writes the same for every span of a type and
// a length, so that nothing joins or tells apart what stood there. Of an operator
// that is not known here nothing is promised.
func removes(op bauta.Operator, s bauta.Span) bool {
	switch o := op.(type) {
	case mask.Suppress, mask.Substitute:
		return true
	case mask.Tag:
		return !o.Numbered || s.Entity == ""
	case mask.Code:
		return s.Label != bauta.Person || o.Reference == mask.NoReference || o.Reference == ""
	case mask.When:
		if o.If(s) {
			return removes(o.Then, s)
		}
		return removes(o.Else, s)
	case mask.Parts:
		return eachRemoved(o, s)
	}
	return false
}

// eachRemoved reports a name of which every part is removed.
func eachRemoved(o mask.Parts, s bauta.Span) bool {
	if op := o.By[s.Part]; op != nil && s.Part != bauta.Full {
		return removes(op, s)
	}
	for _, op := range o.By {
		if !removes(op, s) {
			return false
		}
	}
	return removes(o.Else, s)
}
