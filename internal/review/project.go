package review

import (
	"crypto/rand"
	"encoding/hex"
	"time"

	"github.com/bauta/bauta"
)

// Project is one corpus under review.
type Project struct {
	ID        int64
	Slug      string // letters, digits and hyphens; stands in addresses
	Name      string
	Lang      string
	Labels    []bauta.Label // what 1 to 9 mean, in this order
	Overlap   int           // share of messages that two annotators see, in per cent
	Seed      string        // of queue order, overlap and audit sample
	Guideline int           // version in force, from 1
	// SecondAbove is the number of occurrences above which "never mask" waits
	// for a second person.
	SecondAbove int
	// LeakLimit is the bound on the share of released messages that leak, as
	// shown by the audit sample, above which nothing is released.
	LeakLimit float64
	State     State
	Created   time.Time
	Released  time.Time
	Purged    time.Time
}

// The defaults of a project: places from which "never" waits for a second person, the
// share of messages that may leak, and the per cent that two annotators label.
const (
	SecondAbove = 25
	LeakLimit   = 0.01
	Overlap     = 10
)

// Fresh is a project with the defaults, its seed drawn. The keys 1 to 9 stand for its labels.
func Fresh(slug, name, lang string) Project {
	seed := make([]byte, 8)
	rand.Read(seed)
	return Project{
		Slug: slug, Name: name, Lang: lang, Seed: hex.EncodeToString(seed), Guideline: 1,
		SecondAbove: SecondAbove, LeakLimit: LeakLimit, Overlap: Overlap,
		Labels: []bauta.Label{
			bauta.Person, bauta.Location, bauta.Organization, bauta.Phone, bauta.Email, bauta.Address,
			bauta.UID, bauta.Date, bauta.Misc,
		},
	}
}

// State is how far a project has come.
type State string

// The states, in their order. Purged projects have no text any more.
const (
	Open     State = "open"
	Frozen   State = "frozen"
	Released State = "released"
	Purged   State = "purged"
)

// User is somebody who decides.
type User struct {
	ID       int64
	Login    string
	Display  string
	Password string // encoded argon2id hash; empty where the account cannot sign in by password
	Subject  string // of OpenID Connect, issuer and subject; empty for local accounts
	Disabled bool
}

// Role is what a user may do in a project.
type Role string

// The roles. An owner may do all but see true locations.
const (
	Owner          Role = "owner"
	Reviewer       Role = "reviewer"
	Annotator      Role = "annotator"
	Adjudicator    Role = "adjudicator"
	PrivacyOfficer Role = "privacy_officer"
)

// Member is a user's role in a project.
type Member struct {
	Project, User int64
	Role          Role
}

// Range is a half-open range of bytes of a message's text.
type Range struct{ Start, End int }

// Item is one message as it is imported: the text, its tokens, and what the
// pipeline found, questions included (Span.Doubt says which is which).
type Item struct {
	Message bauta.Message
	Lang    string
	Tokens  []Range
	Spans   []bauta.Span // disjoint and sorted
	// Passed is what the pipeline left in clear though something spoke for a name, as
	// finds of their own: disjoint, sorted, apart from Spans.
	Passed []bauta.Span
	// Named reports of each span, then of each that was passed over, whether a list of names knows the word: such a
	// word is not released for good by one person.
	Named []bool
	// Changes are what settlers did to finds that touch Spans or Passed, in their
	// order. They hold no text, and Before and After nothing inside.
	Changes []bauta.Change
}

// RuleTaken is the key in the rule of what a settler took away.
const RuleTaken = "taken"

// Imported counts what an import did.
type Imported struct {
	Messages    int // new ones; those that were there already are passed over
	Known       int // messages that were there already
	Withdrawn   int // messages left out, of somebody who was taken out before
	ByID        int // of these, messages of another author with the ID of one that was taken out
	Occurrences int
	Groups      int // groups that have something open now
	Settled     int // occurrences that a rule of the log settled at once
}

// Add counts another part of the same import; Groups is of the whole project.
func (d *Imported) Add(part Imported) {
	d.Messages += part.Messages
	d.Known += part.Known
	d.Withdrawn += part.Withdrawn
	d.ByID += part.ByID
	d.Occurrences += part.Occurrences
	d.Settled += part.Settled
}
