package review

import (
	"context"
	"errors"
	"iter"
	"time"
)

// The errors a caller tells apart. They carry no text of messages.
var (
	ErrNotFound = errors.New("not found")
	ErrStale    = errors.New("somebody decided meanwhile") // wrapped by *StaleError
	ErrLease    = errors.New("the group is reserved for somebody else")
	ErrRefused  = errors.New("refused") // wrapped with the reason: a gate, a rule, a role
	ErrPurged   = errors.New("the project's texts were destroyed")
	ErrNewer    = errors.New("the store was written by a newer version; use that version")
)

// StaleError answers a decision taken on an old version of a group.
type StaleError struct {
	Group  Group
	Theirs *Decision // the newest about it
}

// Error says that somebody was faster.
func (e *StaleError) Error() string { return ErrStale.Error() }

// Unwrap makes errors.Is(err, ErrStale) true.
func (e *StaleError) Unwrap() error { return ErrStale }

// Store keeps projects, texts and decisions. All methods are safe for
// concurrent use; writes are atomic, and once one returns nil it has reached
// the disk. Texts and words are encrypted at rest.
type Store interface {
	Projects
	Queue
	Log
	Corpus
	People
	Chain
	Audits
	Annotations
	Locations
	Close() error
}

// Projects creates and lists projects.
type Projects interface {
	// CreateProject fills ID, Created and State, and makes the project's key.
	CreateProject(ctx context.Context, p Project) (Project, error)
	Project(ctx context.Context, slug string) (Project, error)
	// Projects lists those the user is a member of; user 0: all.
	Projects(ctx context.Context, user int64) ([]Project, error)
	// SetState moves a project on: open, frozen, released. Gates are the
	// caller's to check (see Gates). Purge is apart.
	SetState(ctx context.Context, project int64, to State, by int64) error
	// Purge destroys the project's key and texts, and compacts the files.
	Purge(ctx context.Context, project, by int64) error
	// Withdraw takes a person out of a project: messages, what was said of them, and
	// words that stand nowhere else; mentions by others are masked. Of a released
	// project, too. ErrNotFound where there is nothing of them.
	Withdraw(ctx context.Context, project int64, who Leaving, by int64) (Withdrawn, error)
	Progress(ctx context.Context, project int64) (Progress, error)
}

// Queue hands out groups.
type Queue interface {
	// Claim leases up to n groups that wait and nobody holds, and renews those
	// the user holds under the token. At most 5 are held at once. Behind them
	// comes, now and then, one that this user decided long ago: Group.Again.
	Claim(ctx context.Context, project, user int64, token string, n int, order Order) ([]Group, error)
	// Renew prolongs the leases under a token; Release gives them back.
	Renew(ctx context.Context, project, user int64, token string) error
	Release(ctx context.Context, project, user int64, token string) error
	// Desk lays a group out; at most limit occurrences, undecided ones first.
	Desk(ctx context.Context, project, user, group int64, limit int) (Desk, error)
	// DeskAgain lays out, of a group with Again, what this user had decided:
	// blank but for what they have said since they were asked once more.
	DeskAgain(ctx context.Context, project, user, group int64, limit int) (Desk, error)
	// Groups lists groups by state (empty: all), best score first.
	Groups(ctx context.Context, project int64, state GroupState, limit int) ([]Group, error)
}

// Log is the decisions and what follows from them.
type Log interface {
	// Decide writes a decision and applies it. The same ID again changes
	// nothing and answers the same. Errors: *StaleError, ErrLease, ErrRefused.
	Decide(ctx context.Context, d Decision) (Outcome, error)
	// Look says what a decision on a word would do.
	Look(ctx context.Context, d Decision) (Preview, error)
	// Decisions gives the log from the newest on, at most limit rows; user 0:
	// everybody's.
	Decisions(ctx context.Context, project, user int64, limit int) ([]Logged, error)
	// Rebuild computes the projection anew from the log and gives its digest;
	// Digest that of the projection as it stands. They are equal, or the store
	// is damaged.
	Rebuild(ctx context.Context, project int64) (string, error)
	Digest(ctx context.Context, project int64) (string, error)
}

// Logged is a decision with what a list of decisions shows.
type Logged struct {
	Decision
	Word   string // of the group; empty where there is none
	Undone bool
}

// Corpus is the messages.
type Corpus interface {
	// Import adds messages in batches; an error leaves the batches before it.
	// Words with a rule are settled at once and reach no queue.
	Import(ctx context.Context, project int64, items iter.Seq2[Item, error]) (Imported, error)
	// ImportWhole adds messages all at once or, on an error, none of them.
	ImportWhole(ctx context.Context, project, by int64, items []Item) (Imported, error)
	// Messages yields all messages in the order of import, with what holds.
	Messages(ctx context.Context, project int64) iter.Seq2[Stored, error]
	Message(ctx context.Context, project, message int64) (Stored, error)
	// Rules yields the standing OnWord and OnPattern decisions, for a later run
	// over the same or other messages.
	Rules(ctx context.Context, project int64) ([]Rule, error)
	// Alike gives places that stand in clear and are like the one in a message: of
	// the same stem, between the same words, or capitals of the same author; at most
	// limit, each word once.
	Alike(ctx context.Context, project, message int64, at Range, limit int) ([]Alike, error)
	// Beside gives the texts before and behind messages in their conversations, by
	// message; those that have neither are not in it.
	Beside(ctx context.Context, project int64, messages []int64) (map[int64]Beside, error)
	// Words lists the word types of the project, with what became of each.
	Words(ctx context.Context, project int64, q WordQuery) (WordPage, error)
}

// Beside is the texts of the messages next to one in its conversation, as they came in;
// empty where there is none.
type Beside struct{ Above, Below string }

// Alike is a place in clear that is like another one.
type Alike struct {
	Seen
	Word   string
	Places int // times the word stands in the corpus
	How    string
}

// How a place is like another one.
const (
	SameStem    = "stem"
	SameContext = "context"
	SameAuthor  = "author"
)

// Stored is a message with its occurrences.
type Stored struct {
	ID int64
	Item
	Occurrences []Occurrence // one a span, in order
}

// Rule is a decision about a word that holds for later messages.
type Rule struct {
	Decision
	Word string // folded unless Exact
	Left string // of OnPattern: the normal form of the token before, and after
	Next string
}

// People is accounts and roles.
type People interface {
	AddUser(ctx context.Context, u User) (User, error)
	User(ctx context.Context, id int64) (User, error)
	UserByLogin(ctx context.Context, login string) (User, error)
	UserBySubject(ctx context.Context, subject string) (User, error)
	Users(ctx context.Context) ([]User, error)
	SetPassword(ctx context.Context, user int64, hash string) error
	// SetDisabled shuts an account, or opens it again.
	SetDisabled(ctx context.Context, user int64, disabled bool, by int64) error
	SetMember(ctx context.Context, m Member, by int64) error
	Members(ctx context.Context, project int64) ([]Member, error)
	// Role is empty where the user is no member.
	Role(ctx context.Context, project, user int64) (Role, error)
}

// Chain is the audit: who did what to which object, each row bound to the one
// before by a hash. It holds ids, counts and versions, never text.
type Chain interface {
	Note(ctx context.Context, e Entry) error
	Entries(ctx context.Context, limit int) ([]Entry, error)
	// Verify walks the chain and names the first row that does not fit.
	Verify(ctx context.Context) error
}

// Entry is one row of the audit.
type Entry struct {
	Seq    int64
	At     time.Time
	User   int64
	Action string
	Object string
	Detail map[string]any // ids, counts, versions
	Hash   []byte
}
