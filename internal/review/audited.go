package review

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/bauta/bauta/internal/audit"
)

// Audits is the log of the audit of each project, in the chain: rows, looks, restarts,
// no text.
type Audits interface {
	// AuditSince gives what was written of a project's audit behind a row of the chain.
	AuditSince(ctx context.Context, project, row int64) (AuditNews, error)
	// AuditAdd writes entries; once it returns nil they have reached the disk. ErrStale
	// where somebody else wrote some behind that row or, of a beginning, where the release
	// may have changed since.
	AuditAdd(ctx context.Context, project, user, row int64, entries []audit.Entry) error
	// AuditMarks gives eight bytes for each of some messages as they would leave, under the
	// project's key: whoever has the chain alone tells nothing of a text by them.
	AuditMarks(ctx context.Context, project int64, ids []int64, forms audit.Release) ([]byte, error)
	// AuditCertified notes the certificate that was written of what left, by its signature: one
	// after a withdrawal names the one before.
	AuditCertified(ctx context.Context, project, user int64, signature string) error
}

// AuditNews is what is new in the chain.
type AuditNews struct {
	Entries []audit.Entry
	Rows    []int64 // in which each stands
	Users   []int64 // who wrote each
	Row     int64   // the last one read
	Changed int64   // the last one by which what would be released may have changed; 0: none
	Left    int64   // the last one by which somebody was taken out; 0: none
	// Certified is the signature of the last certificate among them, Before that of the last one
	// in front of Left; "" for none.
	Certified, Before string
}

// Audited is the audit of what a project would release now. It is for one goroutine.
type Audited struct {
	audit.State
	project Project
	store   audited
	row     int64
	changed int64
	left    int64  // the last row by which somebody was taken out
	signed  string // the last certificate, by its signature
	before  string // the last one in front of left
	begun   int64  // the row in which the newest audit begins
	checked int64  // the release is the one that is audited, up to this row
	ahead   *Ahead // what must be looked at again, up to the row weighed
	weighed int64
	order   []turn         // places of messages in the order of the draw; nil: to be made
	drawn   []turn         // of these, what is looked at: all, or what has changed
	lookers map[int64]bool // who has looked at messages in this audit
	tail    int            // of order, how many at its end were weighed as canaries
}

// turn is a place of a message in the order of the draw.
type turn struct {
	id   int64
	rank int
}

// audited is what an audit wants of a store.
type audited interface {
	Corpus
	Audits
}

// AuditOf reads the audit of a project.
func AuditOf(ctx context.Context, s audited, p Project) (*Audited, error) {
	a := &Audited{State: audit.NewState(), project: p, store: s, lookers: map[int64]bool{}}
	return a, a.Refresh(ctx)
}

// Refresh reads what was written meanwhile.
func (a *Audited) Refresh(ctx context.Context) error {
	news, err := a.store.AuditSince(ctx, a.project.ID, a.row)
	if err != nil {
		return err
	}
	for i := range news.Entries {
		e := &news.Entries[i]
		if err := a.Apply(e); err != nil {
			return fmt.Errorf("the audit of project %s: %w", a.project.Slug, err)
		}
		if e.Begin != nil {
			a.order, a.tail, a.checked, a.begun = nil, 0, news.Rows[i], news.Rows[i]
			a.ahead = nil
			clear(a.lookers)
		}
		if e.Look != nil {
			a.lookers[news.Users[i]] = true
		}
	}
	if news.Left > 0 {
		a.before = cmp.Or(news.Before, a.signed)
	}
	a.signed = cmp.Or(news.Certified, a.signed)
	a.row, a.changed, a.left = news.Row, max(a.changed, news.Changed), max(a.left, news.Left)
	return nil
}

// Lookers are those who have looked at messages in this audit, by their numbers.
func (a *Audited) Lookers() []int64 { return slices.Sorted(maps.Keys(a.lookers)) }

// Standing is where the audit stands; before it began, with the limit it will have.
func (a *Audited) Standing() audit.Standing {
	s := a.State.Standing()
	if s.Attempt == 0 {
		s.Limit = a.project.LeakLimit
	}
	return s
}

// Doubtful reports that something was decided or came in since the release was last
// held against the one that is audited. Holds says whether that changed it.
func (a *Audited) Doubtful() bool { return a.Attempt == 0 || a.changed > a.checked }

// Form is a message as it would leave, what is hidden as one sign: what an audit is of.
// What it is hidden as is no matter.
func (m *Stored) Form() audit.Digest {
	var b strings.Builder
	last := 0
	for _, at := range m.Hidden() {
		b.WriteString(m.Message.Text[last:at.Start])
		b.WriteByte(0)
		last = at.End
	}
	b.WriteString(m.Message.Text[last:])
	return audit.DigestOf(m.Message.ID, m.Message.Thread, m.Message.Author, b.String())
}

// Hidden gives what of a message is hidden, open questions too, in order and apart.
func (m *Stored) Hidden() []Range {
	var out []Range
	for i := range m.Occurrences {
		o := &m.Occurrences[i]
		at := o.Range
		if o.Now.As != (Range{}) {
			at = o.Now.As
		}
		if o.Now.Effect == Keep || len(out) > 0 && at.End <= out[len(out)-1].End {
			continue
		}
		if len(out) > 0 {
			at.Start = max(at.Start, out[len(out)-1].End)
		}
		out = append(out, at)
	}
	return out
}

// Outgoing is what a project would release now.
type Outgoing struct {
	Release audit.Release
	IDs     []int64 // of its messages
	Fit     int     // messages that could be canaries
	Fresh   int     // of these, that were never any
	Hidden  int     // names and the like that are hidden and could be put back
}

// Outgoing reads what the project would release now.
func (a *Audited) Outgoing(ctx context.Context) (*Outgoing, error) {
	l := &Outgoing{}
	for m, err := range a.store.Messages(ctx, a.project.ID) {
		if err != nil {
			return nil, err
		}
		l.Release, l.IDs = append(l.Release, m.Form()), append(l.IDs, m.ID)
		if l.Hidden += len(m.telling()); len(m.tries()) > 0 {
			l.Fit++
			if !a.Known(int(m.ID)) {
				l.Fresh++
			}
		}
	}
	return l, nil
}

// telling gives what is hidden in a message and could be put back to try a reader.
func (m *Stored) telling() []Range {
	return slices.DeleteFunc(m.Hidden(), func(at Range) bool {
		n := 0
		for _, r := range m.Message.Text[at.Start:at.End] {
			if unicode.IsLetter(r) || unicode.IsDigit(r) {
				n++
			}
		}
		return n < 2
	})
}

// tries are those of them that stand among other words: one that stands alone anybody sees.
func (m *Stored) tries() []Range {
	hidden := m.Hidden()
	stretches := make([]audit.Stretch, len(hidden))
	for i, at := range hidden {
		stretches[i] = audit.Stretch{Start: at.Start, End: at.End}
	}
	if !audit.Amid(m.Message.Text, stretches) {
		return nil
	}
	return slices.DeleteFunc(m.telling(), m.withdrawn)
}

// withdrawn reports whether somebody is hidden there who was taken out: no canary is made of their name.
func (m *Stored) withdrawn(at Range) bool {
	return slices.ContainsFunc(m.Occurrences, func(o Occurrence) bool {
		return strings.HasPrefix(o.Now.Decision, ByWithdrawal) && o.Start < at.End && at.Start < o.End
	})
}

// PutBack is what of a canary stands in clear to try its reader: the same each time.
func (m *Stored) PutBack(row audit.Row) (Range, bool) {
	all := m.tries()
	if !row.Canary || len(all) == 0 || row.Key == "" {
		return Range{}, false
	}
	return all[int(row.Key[0])%len(all)], true
}

// Holds reports whether what would be released now is what is audited.
func (a *Audited) Holds(ctx context.Context) (bool, error) {
	ahead, err := a.Ahead(ctx)
	return a.Attempt > 0 && ahead == nil && err == nil, err
}

// lay makes the order of the draw.
func (a *Audited) lay(l *Outgoing) error {
	seed, err := hex.DecodeString(a.Seed)
	if err != nil {
		return err
	}
	a.order, a.tail = a.order[:0], 0
	a.drawn = a.drawn[:0]
	for _, p := range l.Release.Order(seed, a.Names) {
		at := turn{l.IDs[p.At], p.Rank}
		if a.order = append(a.order, at); a.Draws(int(at.id)) {
			a.drawn = append(a.drawn, at)
		}
	}
	return nil
}

// The canaries of an audit: so many, where so many messages have anything hidden; with
// fewer than the least none, since they would say nothing.
const (
	mostCanaries  = audit.Canaries
	leastCanaries = audit.LeastCanaries
)

// canariesFor is how many canaries an audit has. A reader who is measured needs more
// looks than one who is taken to see everything: where so few messages are released that
// even all of them prove nothing then, there are none, and the certificate says so.
func canariesFor(b audit.Begin, fit int) int {
	n := min(mostCanaries, fit)
	t := b.Test()
	t.Sees = b.Risk().Expected(2, 0, 0, n)
	if _, ok := t.Need(0, b.Risk().Alpha(2, 2)); n < leastCanaries || !ok {
		return 0
	}
	return n
}

// Terms are what is fixed before the first look at a project's release, beside its
// limit.
type Terms struct {
	Level  audit.Level // 0: the usual one
	Places int         // of a message, where names are the unit; 0: messages are
	// Anew begins another audit of a release that has not changed, where no number of looks proves
	// the one before: its reader is measured anew, and it pays for that.
	Anew bool
}

// Stuck reports that no number of looks proves the audit.
func (a *Audited) Stuck() bool { return a.Attempt > 0 && a.Pace().Left < 0 }

// Begin begins the audit, or the next one of a release that has changed, on the terms of
// the first. Of one that has not there is nothing to begin, but with Anew: Begin says so by false.
func (a *Audited) Begin(ctx context.Context, user int64, now time.Time, terms Terms) (bool, error) {
	l, err := a.Outgoing(ctx)
	switch {
	case err != nil:
		return false, err
	case l.Release.Counted() == 0:
		return false, fmt.Errorf("%w: there is no message to look at", ErrRefused)
	case a.Attempt > 0 && l.Release.Sum() == a.State.Release && !(terms.Anew && a.Stuck()):
		a.checked = a.changed
		return false, a.lay(l)
	}
	b := audit.Begin{
		Release: l.Release.Sum(), N: l.Release.Counted(), Silent: l.Release.Left(),
		Limit: math.Min(math.Max(a.project.LeakLimit, 1e-9), 1-1e-9),
		Level: terms.Level, Seed: audit.Secret(32),
	}
	if a.Attempt > 0 {
		b.Limit, b.Level, terms.Places = a.Limit, a.Level, 0
		if a.Names != nil {
			terms.Places = a.Names.Most
		}
	}
	if terms.Places != 0 {
		b.Names = &audit.Names{Most: terms.Places, Hidden: l.Hidden}
	}
	if !b.Risk().Sound() || !b.Names.Sound(b.N) {
		return false, fmt.Errorf("%w: alpha is 0.0001 to 0.2, and by names something is hidden and 1 to 20 count of a "+
			"message", ErrRefused)
	}
	if b.Canaries = canariesFor(b, l.Fit); a.Attempt > 0 { // fixed before the first look
		a.Renew(&b, l.Fresh)
	}
	if err := a.carry(ctx, &b, l); err != nil {
		return false, err
	}
	if terms.Anew && !a.Leads(&b) {
		return false, fmt.Errorf("%w: too few messages are left that never had a name put back to measure a reader "+
			"anew, and of the one who was measured no number of looks proves the limit", ErrRefused)
	}
	if err := a.add(ctx, user, audit.Entry{At: now, Begin: &b}); err != nil {
		return false, err
	}
	return true, a.lay(l)
}

// wide is how many bytes a mark has.
const wide = 8

// stayed says which messages of a release, as they are marked now, were so in the one that is audited;
// false where that one has no marks.
func (a *Audited) stayed(l *Outgoing, marks []byte) (map[int]bool, bool) {
	before, out := map[string]bool{}, map[int]bool{}
	for m := range slices.Chunk(a.Marks, wide) {
		before[string(m)] = true
	}
	for i, id := range l.IDs {
		if before[string(marks[wide*i:][:wide])] {
			out[int(id)] = true
		}
	}
	return out, len(before) > 0
}

// beside are the messages with anything to read that did not stay, by number and rising.
func (l *Outgoing) beside(stayed map[int]bool) []int {
	out := []int{}
	for i, id := range l.IDs {
		if l.Release[i].Speaks() && !stayed[int(id)] {
			out = append(out, int(id))
		}
	}
	slices.Sort(out)
	return out
}

// Ahead is what must be looked at again before a release: of so many messages those that are new, or
// not as they were, since its audit began.
type Ahead struct{ Changed, Messages int }

// Holds reports whether what an audit proved, where it did, is true of what would be released: nothing in that is
// new or not as it was, and of fewer messages, after a withdrawal, no more leak.
func (h *Ahead) Holds(proved bool) bool { return h == nil || proved && h.Changed == 0 }

// Ahead says what must be looked at again; nil where what would be released is what is audited, or no
// audit has begun.
func (a *Audited) Ahead(ctx context.Context) (*Ahead, error) {
	if a.Attempt == 0 || !a.Doubtful() {
		return nil, nil
	}
	if a.ahead != nil && a.weighed == a.changed {
		return a.ahead, nil
	}
	now := a.changed
	l, err := a.Outgoing(ctx)
	if err != nil {
		return nil, err
	}
	if l.Release.Sum() == a.State.Release {
		a.checked = now
		return nil, a.lay(l)
	}
	marks, err := a.store.AuditMarks(ctx, a.project.ID, l.IDs, l.Release)
	if err != nil {
		return nil, err
	}
	stayed, _ := a.stayed(l, marks)
	a.ahead, a.weighed = &Ahead{len(l.beside(stayed)), l.Release.Counted()}, now
	return a.ahead, nil
}

// Withdrawal is what a withdrawal made of the release that is audited, where there was one since and
// there is no other release to look at: fewer messages hold no more leaks, and those that are
// not as they were count as if they leaked. nil where that does not say what would be released.
func (a *Audited) Withdrawal(ctx context.Context, l *Outgoing) (*audit.Withdrawal, error) {
	if a.left <= a.begun || l.Release.Sum() == a.State.Release {
		return nil, nil
	}
	marks, err := a.store.AuditMarks(ctx, a.project.ID, l.IDs, l.Release)
	if err != nil {
		return nil, err
	}
	stayed, known := a.stayed(l, marks)
	if !known {
		return nil, nil
	}
	return &audit.Withdrawal{Before: a.before, Changed: len(l.beside(stayed))}, nil
}

// carry marks the messages of a release, and has only those looked at that are not marked
// in the one before, where that takes fewer looks.
func (a *Audited) carry(ctx context.Context, b *audit.Begin, l *Outgoing) (err error) {
	if b.Marks, err = a.store.AuditMarks(ctx, a.project.ID, l.IDs, l.Release); err != nil || a.Attempt == 0 {
		return err
	}
	stayed, known := a.stayed(l, b.Marks)
	if changed := l.beside(stayed); known && l.Release.Sum() != a.State.Release {
		a.Carry(b, changed, func(id int) bool { return !stayed[id] })
	}
	return nil
}

// add writes entries and takes them into account.
func (a *Audited) add(ctx context.Context, user int64, entries ...audit.Entry) error {
	for i := range entries {
		entries[i].At = entries[i].At.UTC().Truncate(time.Second)
	}
	if err := a.store.AuditAdd(ctx, a.project.ID, user, a.row, entries); err != nil {
		return err
	}
	return a.Refresh(ctx)
}

// OneScreen is how many messages are looked at together.
const OneScreen = 10

// Draw hands out the next screen, where nothing waits for a look: messages in the order
// of the draw, and now and then a canary among them, in a random order.
func (a *Audited) Draw(ctx context.Context, user int64, now time.Time) error {
	if a.Attempt == 0 || len(a.Unseen()) > 0 {
		return nil
	}
	rows, err := a.next(ctx)
	if err != nil || len(rows) == 0 {
		return err
	}
	return a.add(ctx, user, audit.Entry{At: now, Drawn: rows})
}

// next are the rows of the next screen.
func (a *Audited) next(ctx context.Context) ([]audit.Row, error) {
	if a.order == nil {
		if ok, err := a.laid(ctx); err != nil || !ok {
			return nil, err
		}
	}
	rows, err := a.canaries(ctx)
	if err != nil {
		return nil, err
	}
	given, shown := a.Given(), len(rows)
	for place := a.Drawn; place < len(a.drawn) && shown < OneScreen; place++ {
		at := a.drawn[place]
		number := int(at.id)
		if given[number] == "" { // another place of a message that was handed out is looked at with it
			given[number] = audit.Secret(6)
			shown++
		}
		rows = append(rows, audit.Row{Key: given[number], Place: place, Number: number, Rank: at.rank})
	}
	return rows, nil
}

// laid makes the order anew, where the release is still the one that is audited.
func (a *Audited) laid(ctx context.Context) (bool, error) {
	l, err := a.Outgoing(ctx)
	if err != nil || l.Release.Sum() != a.State.Release {
		return false, err
	}
	return true, a.lay(l)
}

// canaries are those of a screen: as many as bring all of them before the end, from the
// end of the order, whose messages are hardly ever drawn themselves.
func (a *Audited) canaries(ctx context.Context) ([]audit.Row, error) {
	left := a.Canaries - a.Shown
	if left <= 0 {
		return nil, nil
	}
	t := a.Test()
	t.Sees = a.Risk().Expected(a.Measured, 0, 0, a.Canaries)
	looks, ok := t.Need(0, a.Risk().Alpha(a.Attempt, a.Measured))
	if !ok {
		looks = t.N
	}
	screens := math.Ceil(float64(looks+a.Canaries) / OneScreen)
	due := int(math.Ceil(float64(a.Canaries)*float64(a.Drawn+a.Shown+OneScreen)/OneScreen/screens)) - a.Shown
	if a.Drawn >= len(a.drawn) {
		due = OneScreen
	}
	var out []audit.Row
	for ; a.tail < len(a.order) && len(out) < min(left, due, OneScreen); a.tail++ {
		at := a.order[len(a.order)-1-a.tail]
		if at.rank > 0 || a.Known(int(at.id)) {
			continue
		}
		m, err := a.store.Message(ctx, a.project.ID, at.id)
		if err != nil {
			return nil, err
		}
		if len(m.tries()) > 0 {
			out = append(out, audit.Row{
				Key: audit.Secret(6), Place: a.Shown + len(out), Number: int(at.id), Canary: true,
			})
		}
	}
	return out, nil
}

// mostSeen bounds the names that somebody sees in a message.
const mostSeen = 10_000

// Look writes what was seen of rows, by key: how many leaks, at most one where messages
// are the unit; and with it the next screen, which reaches the disk at once. What was said of a row before
// is changed as a second entry of a sheet changes it: a leak is added, and none is taken back. Where a row is
// none of this audit all are refused.
func (a *Audited) Look(ctx context.Context, user int64, now time.Time, seen map[string]int) error {
	open := a.Unseen()
	var entries []audit.Entry
	for _, key := range slices.Sorted(maps.Keys(seen)) { // in one order
		if _, ok := a.Row(key); !ok {
			return ErrStale
		}
		n := min(max(seen[key], 0), mostSeen)
		if a.Names == nil {
			n = min(n, 1)
		}
		if had, ok := a.Said(key); !ok || had != n {
			entries = append(entries, audit.Entry{
				At: now, Look: &audit.Look{Key: key, Leak: n > 0, More: max(0, n-1)},
			})
		}
	}
	left := slices.ContainsFunc(open, func(r audit.Row) bool { _, ok := seen[r.Key]; return !ok })
	if len(open) > 0 && !left {
		rows, err := a.next(ctx)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			entries = append(entries, audit.Entry{At: now, Drawn: rows})
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return a.add(ctx, user, entries...)
}
