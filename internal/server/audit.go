package server

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"sync"

	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/review"
)

// auditPiece is a stretch of a message as it would be released.
type auditPiece struct {
	Text   string
	Masked bool
}

// auditRow is a message of a screen. Nothing tells a canary from one that leaks.
type auditRow struct {
	Key    string
	Digit  int // the key that says that it leaks, 1 to 9 and 0
	Dir    string
	Most   int // names of a message that count, where names are the unit
	Pieces []auditPiece
}

// auditView is what the audit page shows: a screen of messages, or how it stands.
type auditView struct {
	Rows     []auditRow
	Tally    tally
	Doubtful bool // what would be released has changed since the audit began
	Ahead    review.Ahead
	Stuck    bool // no number of looks proves it,
	Hopeless bool // nor of another audit of the same messages
	Begun    bool
	Leaking  []int // messages in which somebody saw a leak
	// The terms that are proposed before the first look.
	ByName bool
	Alpha  string // per cent
}

// tally is where the audit stands: K of N looks found a leak.
type tally struct {
	K, N     int
	Upper    float64 // with 95 % confidence fewer than this share of the messages leak
	Limit    float64 // above it nothing is released
	All      int     // messages
	Left     int     // looks still needed if no leak is found; -1 where none do
	Canaries int     // looked at, of Of; Seen of them
	Of, Seen int
	Attempt  int
	Sure     float64 // the confidence
	Part     int     // messages that are looked at, where those alone that have changed are; -1: all
	Carried  int     // looks of before it changed
	Names    int     // that count of a message, where names are the unit
	Proved   bool
	Before   bool   // something was decided or came in since
	Curve    string // the evidence after each look, as points of a line
}

// unproved is where an audit stands before it began.
var unproved = tally{Upper: 1, Part: -1, Sure: 1 - float64(audit.UsualLevel)}

// Within tells whether the limit is proved.
func (t tally) Within() bool { return t.Proved }

// Share is how far the work has come, in per cent.
func (t tally) Share() int {
	if t.Left < 0 || t.N+t.Left == 0 {
		return 0
	}
	return 100 * t.N / (t.N + t.Left)
}

// auditing is the audit of a project as this server knows it.
type auditing struct {
	sync.Mutex
	*review.Audited
	looks   int // for which the bound and the curve were computed
	attempt int
	known   tally
}

// audited gives the audit of my project to f, who alone has it meanwhile.
func (s *Server) audited(ctx context.Context, f func(a *auditing) error) error {
	me := whoIs(ctx)
	if me.Project.State == review.Purged {
		return review.ErrPurged
	}
	found, _ := s.audits.LoadOrStore(me.Project.ID, &auditing{})
	a := found.(*auditing)
	a.Lock()
	defer a.Unlock()
	var err error
	if a.Audited == nil {
		a.Audited, err = review.AuditOf(ctx, s.store, me.Project)
	} else {
		err = a.Refresh(ctx)
	}
	if err != nil {
		a.Audited = nil // what is known of it does not fit what is written
		return err
	}
	return f(a)
}

// tally is where it stands. The bound takes long to compute: until a tenth more was
// looked at, the one before is shown, which holds as well.
func (a *auditing) tally(limit float64) tally {
	st := a.Pace()
	if a.Attempt == 0 || a.Attempt != a.attempt || st.Looks < a.looks { // 0: not begun
		a.known, a.looks, a.attempt = unproved, 0, a.Attempt
	}
	begun := st.Again && a.known.Upper == 1 // with what was proved before
	if st.Looks >= a.looks+max(1, a.looks/10) || st.Proved && st.Looks > a.looks || begun {
		a.known.Upper, a.looks = a.Standing().Bound, st.Looks
	}
	out := a.known
	out.K, out.N, out.Limit, out.All, out.Left = len(st.Leaks), st.Looks, limit, st.N, st.Left
	out.Canaries, out.Of, out.Seen = st.Shown, st.Canaries, st.Recognised
	out.Attempt, out.Proved, out.Sure = st.Attempt, st.Proved, 1-float64(st.Level)
	out.Carried, out.Before = st.Carried, a.Attempt > 0 && a.Doubtful()
	if out.Part = -1; a.State.Part != nil {
		out.Part = len(a.State.Part.Numbers)
	}
	if a.Attempt > 0 {
		out.All = a.State.N
	}
	if st.Names != nil {
		out.Names = st.Names.Most
	}
	out.Curve = audit.Curve(st.Test, st.Looks, st.Leaks, st.Enough)
	return out
}

func (s *Server) tally(ctx context.Context) (out tally, err error) {
	if whoIs(ctx).Project.State == review.Purged {
		return unproved, nil
	}
	err = s.audited(ctx, func(a *auditing) error {
		out = a.tally(whoIs(ctx).Project.LeakLimit)
		return nil
	})
	return out, err
}

// showAudit shows a screen of the audit.
func (s *Server) showAudit(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	var view auditView
	err := s.audited(ctx, func(a *auditing) error {
		ahead, err := a.Ahead(ctx)
		if err != nil {
			return err
		}
		now := a.tally(me.Project.LeakLimit)
		view = auditView{
			Tally: now, Doubtful: !ahead.Holds(now.Proved), Begun: a.Attempt > 0,
			Stuck: ahead == nil && a.Stuck(), Hopeless: ahead == nil && a.Stuck() && !a.Another(),
			Leaking: a.Leaking(), ByName: s.terms.Places > 0,
			Alpha: strconv.FormatFloat(100*float64(cmp.Or(s.terms.Level, audit.UsualLevel)), 'g', 6, 64),
		}
		if ahead != nil {
			view.Ahead = *ahead
		}
		if view.Doubtful || view.Tally.Proved {
			return nil
		}
		for i, row := range a.Unseen() {
			if i == review.OneScreen {
				break
			}
			shown, err := s.auditRow(ctx, row, (i+1)%review.OneScreen, view.Tally.Names)
			if err != nil {
				return err
			}
			view.Rows = append(view.Rows, shown)
		}
		return nil
	})
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "audit", page{
		Title: "tab.audit", Screen: "audit", Module: "audit.js", Body: view, Boot: marking(ctx, first(view.Leaking)),
	})
}

// first is the message in which the cursor begins.
func first(leaking []int) int64 {
	if len(leaking) == 0 {
		return 0
	}
	return int64(leaking[0])
}

// auditRow is a message as it would leave: what is not decided is masked. Of a canary a
// name stands again.
func (s *Server) auditRow(ctx context.Context, row audit.Row, digit, most int) (auditRow, error) {
	m, err := s.store.Message(ctx, whoIs(ctx).Project.ID, int64(row.Number))
	if err != nil {
		return auditRow{}, err
	}
	out := auditRow{Key: row.Key, Digit: digit, Dir: direction(m.Message.Text), Most: most}
	back, canary := m.PutBack(row)
	last, text := 0, m.Message.Text
	clear := "" // what stands in clear before the next mask
	for _, at := range m.Hidden() {
		clear += text[last:at.Start]
		last = at.End
		if canary && at == back {
			clear += text[at.Start:at.End]
			continue
		}
		stands, err := s.inPlace(ctx, &m, at)
		if err != nil {
			return out, err
		}
		out.Pieces = append(out.Pieces, auditPiece{clear, false}, auditPiece{stands, true})
		clear = ""
	}
	out.Pieces = append(out.Pieces, auditPiece{clear + text[last:], false})
	return out, nil
}

// inPlace is what stands in the place of what is hidden.
func (s *Server) inPlace(ctx context.Context, m *review.Stored, at review.Range) (string, error) {
	for _, o := range m.Occurrences {
		if o.Start >= at.End || at.Start >= o.End {
			continue
		}
		span := o.Span
		span.Start, span.End = at.Start, at.End
		if o.Now.Label != "" {
			span.Label = o.Now.Label
		}
		return s.replace(ctx, m.Message.Text, span)
	}
	return "…", nil
}

// beginAudit begins the audit of what would be released now, or goes on with it where
// that has not changed. On which terms is asked before the first look.
func (s *Server) beginAudit(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	terms := review.Terms{Level: s.terms.Level, Anew: r.PostForm.Get("anew") != ""}
	if alpha := r.PostForm.Get("alpha"); alpha != "" {
		percent, err := strconv.ParseFloat(alpha, 64)
		if terms.Level = audit.Level(percent / 100); err != nil || !terms.Level.Sound() {
			s.fail(w, r, errBadInput)
			return
		}
	}
	switch r.PostForm.Get("unit") {
	case "", "message":
	case "name":
		terms.Places = cmp.Or(s.terms.Places, audit.UsualPlaces)
	default:
		s.fail(w, r, errBadInput)
		return
	}
	s.audit(w, r, func(ctx context.Context, a *auditing) error {
		_, err := a.Begin(ctx, whoIs(ctx).ID, s.now(), terms)
		return err
	})
}

// saveAudit writes what was seen of a screen.
func (s *Server) saveAudit(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	seen, ok := seenOf(r.PostForm)
	if !ok || len(seen) == 0 || len(seen) > review.OneScreen {
		s.fail(w, r, errBadInput)
		return
	}
	s.audit(w, r, func(ctx context.Context, a *auditing) error {
		err := a.Look(ctx, whoIs(ctx).ID, s.now(), seen)
		for again := 0; again < lookTries && errors.Is(err, review.ErrStale); again++ { // another program wrote
			if err = a.Refresh(ctx); err == nil {
				err = a.Look(ctx, whoIs(ctx).ID, s.now(), seen)
			}
		}
		if errors.Is(err, review.ErrStale) {
			return errLooksLost
		}
		return err
	})
}

// lookTries is how often looks are written again where another program wrote meanwhile.
const lookTries = 3

// errLooksLost is of looks at rows of an audit that is over: none of them was saved.
var errLooksLost = fmt.Errorf("%w: the audit has begun anew, or these rows are none of it; nothing of this screen "+
	"was saved", review.ErrRefused)

// seenOf reads how many leaks were seen in each row of a screen: the rows that are
// ticked or, where names are the unit, a number for each.
func seenOf(form url.Values) (map[string]int, bool) {
	seen, names := map[string]int{}, form["names"]
	if len(names) > 0 && len(names) != len(form["row"]) {
		return nil, false
	}
	for i, key := range form["row"] {
		seen[key] = 0
		if len(names) > 0 {
			n, err := strconv.Atoi(names[i])
			if err != nil || n < 0 {
				return nil, false
			}
			seen[key] = n
		}
	}
	for _, key := range form["leaks"] {
		if _, shown := seen[key]; !shown {
			return nil, false
		}
		seen[key] = 1
	}
	return seen, true
}

// audit does something to the audit of my project, hands out the next screen and shows
// it. Where somebody else was faster, theirs is shown.
func (s *Server) audit(w http.ResponseWriter, r *http.Request, do func(context.Context, *auditing) error) {
	ctx := r.Context()
	err := s.audited(ctx, func(a *auditing) error {
		if err := do(ctx, a); err != nil || a.Pace().Proved {
			return err
		}
		return a.Draw(ctx, whoIs(ctx).ID, s.now())
	})
	if err != nil && !errors.Is(err, review.ErrStale) {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/p/"+whoIs(ctx).Project.Slug+"/audit", http.StatusSeeOther)
}
