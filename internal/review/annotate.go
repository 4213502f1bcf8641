package review

import (
	"context"
	"fmt"
	"iter"
	"time"

	"github.com/bauta/bauta"
)

// Annotations is the work of annotators: each labels whole messages, some
// messages are labelled by two without seeing each other's work, and where two
// differ an adjudicator says what is right.
//
// Nobody is assigned ahead of time. Next hands out the first message, in the
// order of import, that lacks annotators; a share of all messages (Overlap, by a
// hash of seed and message) wants exactly two, the first ones (Setup.Training)
// want everybody, all others one. A message that was handed out and not
// annotated goes to another once its lease is over.
type Annotations interface {
	// SetUp changes how a project is annotated. It holds for messages that were
	// not handed out yet.
	SetUp(ctx context.Context, project int64, s Setup) error
	Setup(ctx context.Context, project int64) (Setup, error)
	// Next hands out the next message; ErrNotFound where nothing is left.
	Next(ctx context.Context, project, user int64) (Task, error)
	// Task is one's own message once more.
	Task(ctx context.Context, project, user, message int64) (Task, error)
	// Step is the message handed out before or after this one; ErrNotFound at
	// the ends.
	Step(ctx context.Context, project, user, message int64, back bool) (int64, error)
	// Annotate writes an annotation and what follows from it. The same ID again
	// changes nothing. Errors: ErrStale, ErrRefused. The result says how the
	// message stands now.
	Annotate(ctx context.Context, a Annotation) (Task, error)
	// Revisit lists messages of one's own by pile, the newest first.
	Revisit(ctx context.Context, project, user int64, p Pile, limit int) ([]Task, error)
	Work(ctx context.Context, project, user int64) (Work, error)
	// Formerly counts how words were labelled in other messages, one result a
	// word: by adjudicators, by this user and, unless the message is blind, by
	// others in messages that are not blind to this user either.
	Formerly(ctx context.Context, project, user, message int64, words []string) ([]Before, error)
	// Examples yields the messages whose labels this user may see while at
	// work on a message, with those labels.
	Examples(ctx context.Context, project, user, message int64) iter.Seq2[Example, error]
	// Annotated yields messages with what everybody said, in the order of
	// import: those of a verdict or, where it is empty, all that anybody
	// annotated.
	Annotated(ctx context.Context, project int64, v Verdict) iter.Seq2[Annotated, error]
	// Publish makes a new version of a language's guideline the one in force.
	Publish(ctx context.Context, g Guideline) (Guideline, error)
	// Guidelines lists the versions published, newest first.
	Guidelines(ctx context.Context, project int64) ([]Guideline, error)
}

// Training is how many messages everybody annotates at first, where nothing
// else is said (AnonyMate, section 4: the set on which annotators were trained).
const Training = 300

// Setup is how a project is annotated.
type Setup struct {
	Training int  // messages, from the first on, that everybody annotates
	Prefill  bool // annotators start from what the pipeline found
}

// Act is what an annotation does.
type Act string

// The acts.
const (
	ActLabel Act = "label" // these are the spans of the message
	ActSkip  Act = "skip"  // for a Reason: unreadable, language, guideline, later
	ActFlag  Act = "flag"  // for the adjudicator
	ActGold  Act = "gold"  // the adjudicator's word; Reason: ambiguous, guideline, slip
)

// Annotation is one row of the log of annotations. Rows are never changed.
type Annotation struct {
	ID            string // UUID version 7 by whoever annotates
	Project, User int64
	Message       int64
	Act           Act
	Again         bool         // the message was handed out to the same person once more
	Spans         []bauta.Span // range and label; flat, in order
	Reason        string
	Guideline     int
	PanelMS       int // how long "labelled before" was looked at
	ActiveMS      int
	Keys          int
	Made          time.Time
	Expect        int // Task.Version it was made on; negative: any
}

// Check says what is wrong with an annotation whatever its message. The error
// wraps ErrRefused.
func (a *Annotation) Check() error {
	refuse := func(why string) error { return fmt.Errorf("%w: %s", ErrRefused, why) }
	switch {
	case len(a.ID) < 8 || len(a.ID) > MaxID:
		return refuse("an annotation needs an ID of 8 to 64 characters")
	case a.User == 0 || a.Message == 0:
		return refuse("the user or the message is missing")
	case outside(a.ActiveMS, MaxActive) || outside(a.PanelMS, MaxActive) || outside(a.Keys, MaxKeys):
		return refuse("time or keys out of bounds")
	case !a.Act.gives(a.Reason):
		return refuse("no such act, or no such reason for it")
	case len(a.Spans) > 0 && a.Act != ActLabel && a.Act != ActGold:
		return refuse("only labels and gold have spans")
	case a.Again && a.Act == ActGold:
		return refuse("gold is given once")
	}
	return nil
}

// gives reports whether acts of this kind have that reason.
func (a Act) gives(reason string) bool {
	switch a {
	case ActLabel, ActFlag:
		return reason == ""
	case ActSkip:
		return reason == "unreadable" || reason == "language" || reason == "guideline" || reason == "later"
	case ActGold:
		return reason == "" || reason == "ambiguous" || reason == "guideline" || reason == "slip"
	}
	return false
}

// Task is a message in the hands of an annotator.
type Task struct {
	Stored
	Number    int // place in the project, from 1
	State     TaskState
	Reason    string // of a skip
	Flagged   bool
	Blind     bool         // others annotate it too; their labels are not shown
	Again     bool         // silently handed out once more: Mine is what was said this time
	Mine      []bauta.Span // what this user said
	Guideline int          // version under which Mine was said
	Version   int
	Verdict   Verdict
}

// TaskState is how far an annotator is with a message.
type TaskState string

// The states of a task.
const (
	TaskOpen    TaskState = "open"
	TaskDone    TaskState = "done"
	TaskSkipped TaskState = "skipped"
)

// Pile is a list of messages to go back to.
type Pile string

// The piles: skipped, flagged, the last ones done, and those annotated under an
// older guideline than the one in force.
const (
	PileSkipped  Pile = "skipped"
	PileFlagged  Pile = "flagged"
	PileDone     Pile = "done"
	PileOutdated Pile = "outdated"
)

// Work is where an annotator stands.
type Work struct {
	Messages                  int // of the project
	Done, Skipped, Flagged    int
	Left                      int // that could still be handed out to this user
	Outdated                  int // done under an older guideline
	Disputes, Gold, Annotated int // of the project: disputed or flagged, adjudicated, annotated by anybody
}

// Verdict is what the annotations of a message come to.
type Verdict string

// The verdicts.
const (
	Unlabelled Verdict = ""
	Single     Verdict = "single"  // one annotator has spoken
	Agreed     Verdict = "agreed"  // two or more, all alike: gold without more ado
	Disputed   Verdict = "dispute" // two or more, not alike
	Golden     Verdict = "gold"    // an adjudicator has spoken
)

// Annotated is a message with what everybody said about it.
type Annotated struct {
	Stored
	Number  int
	Need    int // how many annotators it wants; Everybody: all there are
	Verdict Verdict
	Flagged bool
	Version int    // Expect of the next gold
	Said    []Said // by user
	Gold    []bauta.Span
}

// Everybody is Annotated.Need of messages that all annotators see.
const Everybody = 1000

// Said is what one annotator said about a message.
type Said struct {
	User      int64
	Spans     []bauta.Span
	Again     []bauta.Span // when silently asked once more
	Repeated  bool         // whether they were
	Guideline int
	PanelMS   int
}

// Truth gives what holds for an annotated message: gold, or what all of its
// annotators said; false where two differ or nobody has spoken.
func (a *Annotated) Truth() ([]bauta.Span, bool) {
	switch a.Verdict {
	case Golden:
		return a.Gold, true
	case Single, Agreed:
		return a.Said[0].Spans, true
	}
	return nil, false
}

// Example is a message whose labels an annotator may look at.
type Example struct {
	Stored
	Spans      []bauta.Span
	Gold, Mine bool
}

// Guideline is one version of what annotators of a language are told.
type Guideline struct {
	Project int64
	Version int
	Lang    string
	Text    string // Markdown; may quote messages, so it is kept like one
	User    int64
	Made    time.Time
}

// MaxGuideline bounds the text of a guideline, in bytes.
const MaxGuideline = 256 << 10
