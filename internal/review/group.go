package review

import (
	"time"

	"github.com/bauta/bauta"
)

// Occurrence is one place where the pipeline found something or asks.
type Occurrence struct {
	ID      int64
	Message int64
	Group   int64
	Range              // in the message
	Span    bauta.Span // as the pipeline gave it: label, doubt, score, source, why
	Exact   bool       // whether its spelling is that of the group's Word, case included
	Context string     // opaque; equal where the tokens on either side are equal
	// Passed says that the pipeline passed the place over: it stands in clear until
	// somebody decides about it.
	Passed bool
	Now    Label // what the log says
	// Changes are what settlers did to finds that touch it; filled where the
	// occurrence is shown.
	Changes []bauta.Change
}

// Unsaid is what holds for an occurrence about which nobody decided: a sure find is
// masked, a question open, what was passed over is kept.
func (o *Occurrence) Unsaid() Label {
	switch {
	case o.Passed:
		return Label{Effect: Keep}
	case o.Span.Doubt == bauta.Sure:
		return Label{Effect: Mask, Label: o.Span.Label}
	}
	return Label{}
}

// Label is what holds for an occurrence: the effect, its label, and why.
type Label struct {
	Effect   Effect // Mask, Keep, or Undecided
	Label    bauta.Label
	As       Range  // what is masked, where a decision moved its edges; zero: the occurrence's own range
	Decision string // the decision it follows from; empty: the pipeline's own find
	User     int64  // who decided
	Bulk     bool   // by a decision about more than this occurrence
}

// Group is one word with all its occurrences: the unit of review.
type Group struct {
	ID      int64
	Word    string // as it is most often written
	Count   int    // occurrences in all
	Open    int    // of these, not decided
	Named   bool   // a list of names knows the word
	Score   float64
	Version int // grows with every decision that touches it
	State   GroupState
	Lease   Lease
	// Offered says that nothing of it is open and nobody has decided about it, but a
	// look may be worth it.
	Offered bool
	Likely  float64 // of a group that is claimed by expected leak: that its places are names
	Again   bool    // its reviewer decided it RepeatAfter ago or earlier, and is silently asked once more
}

// GroupState is what becomes of a group.
type GroupState string

// The states of a group.
const (
	Waiting  GroupState = "open"     // something is undecided
	Decided  GroupState = "decided"  // nothing is
	Skipped  GroupState = "skipped"  // put off; comes back when nothing else is open
	Flagged  GroupState = "flagged"  // for the adjudicator
	Conflict GroupState = "conflict" // two people disagree about the word: masked until adjudicated
	Second   GroupState = "second"   // "never" waits for a second person: masked until then
)

// Lease reserves a group for a user until it expires.
type Lease struct {
	User    int64
	Token   string
	Expires time.Time
}

// Desk is a group laid out for decision.
type Desk struct {
	Group
	Occurrences []Seen
	Before      Before
	// Waiting is the "never" that a second person is asked to confirm, or nil.
	Pending *Decision
}

// Seen is an occurrence with the text around it. Text is the whole message.
type Seen struct {
	Occurrence
	Text   string
	Tokens []Range
}

// Before counts how the word was labelled so far, whoever decided.
type Before struct {
	Labels             []Count // by label, most frequent first; Keep counts as "O"
	Mine, Others, Gold int
	Last               *Decision // the newest about this word
}

// Count is a label and how often.
type Count struct {
	Label bauta.Label
	N     int
}

// Progress is where a project stands.
type Progress struct {
	Messages    int
	Groups      int // ever opened
	Left        int // groups that wait, skipped ones included
	Occurrences int // questions ever
	LeftOcc     int
	Flagged     int // flagged and conflicts
	Second      int
	Decisions   int // human rows that stand
}

// Order is the order of the queue.
type Order string

// The orders: by expected leak, by frequency, or at random from the project's
// seed, which is what an unbiased sample needs.
const (
	ByLeak      Order = "leak"
	ByFrequency Order = "frequency"
	AtRandom    Order = "random"
)
