package review

import (
	"time"

	"github.com/bauta/bauta"
)

// Scope is what a decision is about.
type Scope string

// The scopes. Precedence among those that label is in Resolve.
const (
	OnGold       Scope = "gold"       // adjudicated: nothing overrules it
	OnOccurrence Scope = "occurrence" // this once
	OnMessage    Scope = "message"    // all occurrences of the word in one message
	OnPattern    Scope = "pattern"    // the word with one token of context on either side
	OnGroup      Scope = "group"      // what is undecided in the group now, each as proposed or all alike; no rule
	OnEach       Scope = "each"       // all of the word there is now, sure finds and what was passed over too; no rule
	OnWord       Scope = "word"       // always or never, in later imports too
	OnUndo       Scope = "undo"       // takes Of back; the undo of an undo is redo
	OnConfirm    Scope = "confirm"    // the second person's word for Of
	OnAudit      Scope = "audit"      // a look at a message, of older versions; now the chain has them (Audits)
)

// Effect is what a decision does with what it is about.
type Effect string

// The effects.
const (
	Undecided Effect = ""
	Mask      Effect = "mask"
	Keep      Effect = "keep"
	Accept    Effect = "accept" // each occurrence as it was proposed
	Skip      Effect = "skip"
	Flag      Effect = "flag"
)

// Decision is one row of the log. Rows are never changed.
type Decision struct {
	ID      string // UUID version 7 by whoever decides: writing it twice is writing it once
	Project int64
	User    int64
	Screen  string // review, annotate, adjudicate, audit, simulate
	Scope   Scope
	// Group is 0 where a place in a message is pointed at (Message and Range): the
	// store finds the group of what stands there, or makes one.
	Group   int64
	Message int64 // where Scope is an occurrence, a message or an audit
	Range         // the occurrence
	// As, where it is not zero, is what of an OnOccurrence is masked instead of
	// Range: the reviewer moved its edges. It shares a byte with Range.
	As Range
	// Exact restricts OnWord to the group's own spelling, case included.
	Exact    bool
	Effect   Effect
	Label    bauta.Label // where Effect is Mask
	Excludes []int64     // occurrences left out of a bulk decision
	Of       string      // the decision that is undone or confirmed
	// Again marks a second answer, of a reviewer who was silently asked once more
	// (see Group.Again). It is kept for comparison: nothing follows from it.
	Again bool
	// of a skip or flag: unreadable, language, guideline, later; or a rule's note. Never text of a message
	Reason string

	// What was shown and what it took.
	Proposed  bauta.Label
	ProposedP float64
	Accepted  bool
	ActiveMS  int // from first paint to key, less idle time; at most 120,000
	Keys      int // key presses in the work region since the last decision
	Guideline int
	Made      time.Time

	// Expect is the group's version on which the decision was taken; where it
	// is not the present one the store answers with ErrStale. Negative: any.
	Expect int
	// Set by the store: occurrences whose effect or label changed; of OnPattern,
	// the context of the occurrence it was taken on; of OnGroup, the last
	// occurrence there was.
	Affected int
	Context  string
	Upto     int64
	// Shown, of OnAudit, is the digest of what was looked at.
	Shown   string
	Differs int // of Again: how many of the second answers, taken together, are not the first ones
}

// Outcome is what became of a decision that was accepted.
type Outcome struct {
	Decision Decision // as stored, Affected and Made filled
	Again    bool     // it was there already
	Group    Group    // as it stands now
	Kept     []Left   // occurrences left as an individual decided before
}

// Left says whose single decisions a bulk decision left alone.
type Left struct {
	User int64
	N    int
}

// Preview is what a "never" or "always" would do: nothing is written.
type Preview struct {
	Count     int    // occurrences in all
	Undecided int    // that it would settle
	Mine      int    // decided singly by this user, left
	Kept      []Left // decided singly by others, left
	Unusual   []Seen // at most five, the least like those kept so far
	Passed    int    // places that the pipeline passed over, and it would hide
	Changes   int    // places that it would hide or show, at once or when it is confirmed
	Places    []Seen // the first of these
	Second    bool   // a second person must confirm
	Refused   string // why it cannot be; empty where it can
}
