package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"strconv"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// secondRoutes is the list for the second person and the adjudicator. They are
// plain forms: few decisions, each of weight.
func (s *Server) secondRoutes() []route {
	return []route{
		{"GET /p/{slug}/second", deciders.shown("second"), s.showSecond},
		{"POST /p/{slug}/second/confirm", deciders.shown("second"), s.confirm},
		{"POST /p/{slug}/second/refuse", deciders.shown("second"), s.refuse},
		{"POST /p/{slug}/second/settle", adjudicators.shown("second"), s.settle},
	}
}

// seldom is how many groups a list shows at once, and unusual how many of the
// occurrences of each.
const (
	seldom  = 25
	unusual = 5
)

// secondView is what the page shows.
type secondView struct {
	Pending   []pendingRow // "never" that waits for a second person
	Disputed  []pendingRow // conflicts and flags
	Labels    []string
	MaySettle bool
	Said      string // what the last form did
}

// pendingRow is one word with what is to be known to judge it.
type pendingRow struct {
	Group   int64
	Version int
	Word    string
	Count   int
	Named   bool
	State   string
	By      string // who asked for it
	Mine    bool   // it is my own: somebody else must confirm
	Of      string // the decision to confirm
	Exact   bool
	Before  []countWire
	Lines   []lineWire
}

// showSecond is the page.
func (s *Server) showSecond(w http.ResponseWriter, r *http.Request) {
	s.renderSecond(w, r, "")
}

func (s *Server) renderSecond(w http.ResponseWriter, r *http.Request, said string) {
	me := whoIs(r.Context())
	view := secondView{MaySettle: adjudicators.may(me.Role), Said: said}
	for _, l := range me.Project.Labels {
		view.Labels = append(view.Labels, string(l))
	}
	var err error
	if me.Project.State == review.Purged {
		err = review.ErrPurged
	}
	if err == nil {
		view.Pending, err = s.rows(r.Context(), review.Second)
	}
	for _, state := range []review.GroupState{review.Conflict, review.Flagged} {
		var rows []pendingRow
		if err == nil {
			rows, err = s.rows(r.Context(), state)
		}
		view.Disputed = append(view.Disputed, rows...)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "second", page{Title: "tab.second", Body: view})
}

// rows lays the groups of a state out.
func (s *Server) rows(ctx context.Context, state review.GroupState) ([]pendingRow, error) {
	me, names := whoIs(ctx), s.names()
	groups, err := s.store.Groups(ctx, me.Project.ID, state, seldom)
	if err != nil {
		return nil, err
	}
	var out []pendingRow
	for _, g := range groups {
		d, err := s.store.Desk(ctx, me.Project.ID, me.ID, g.ID, unusual)
		if err != nil {
			return nil, err
		}
		row := pendingRow{
			Group: g.ID, Version: d.Version, Word: d.Word, Count: d.Count, Named: d.Named, State: string(state),
		}
		if d.Pending != nil {
			row.By, row.Mine, row.Of, row.Exact = names.of(ctx, d.Pending.User), d.Pending.User == me.ID, d.Pending.ID,
				d.Pending.Exact
		}
		for _, c := range d.Before.Labels {
			row.Before = append(row.Before, countWire{string(c.Label), c.N})
		}
		for _, o := range d.Occurrences {
			row.Lines = append(row.Lines, lineWire{o.Message, o.Text[:o.Start], o.Text[o.Start:o.End], o.Text[o.End:]})
		}
		out = append(out, row)
	}
	return out, nil
}

// confirm is the second person's yes to a "never".
func (s *Server) confirm(w http.ResponseWriter, r *http.Request) {
	s.submit(w, r, "second.confirmed", func(who) review.Decision {
		return review.Decision{Scope: review.OnConfirm, Of: r.PostForm.Get("of")}
	})
}

// refuse takes a "never" back: the word stays masked. It takes back nothing but
// what waits.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request) {
	s.submit(w, r, "second.refused", func(who) review.Decision {
		return review.Decision{Scope: review.OnUndo, Of: r.PostForm.Get("of")}
	})
}

// settle is the adjudicator's word about a group: nothing overrules it.
func (s *Server) settle(w http.ResponseWriter, r *http.Request) {
	s.submit(w, r, "second.settled", func(me who) review.Decision {
		d := review.Decision{Scope: review.OnGold, Effect: review.Keep}
		if label, ok := labelOf(me.Project, r.PostForm.Get("label")); ok {
			d.Effect, d.Label = review.Mask, label
		}
		return d
	})
}

// submit writes the decision of a form.
func (s *Server) submit(w http.ResponseWriter, r *http.Request, done string, make func(who) review.Decision) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	d := make(me)
	group, err := strconv.ParseInt(r.PostForm.Get("group"), 10, 64)
	if err != nil || d.Of != "" && !isUUID(d.Of) {
		s.fail(w, r, errBadInput)
		return
	}
	if d.Scope == review.OnUndo {
		desk, err := s.store.Desk(r.Context(), me.Project.ID, me.ID, group, 1)
		if err == nil && (desk.Pending == nil || desk.Pending.ID != d.Of) {
			err = review.ErrNotFound
		}
		if err != nil {
			s.fail(w, r, err)
			return
		}
	}
	d.ID, d.Project, d.User, d.Screen, d.Made, d.Expect = newID(s.now()), me.Project.ID, me.ID, "adjudicate", s.now(),
		-1
	d.Group, d.Guideline = group, me.Project.Guideline
	if _, err := s.store.Decide(r.Context(), d); err != nil {
		s.fail(w, r, err)
		return
	}
	s.renderSecond(w, r, done)
}

// newID is a UUID of version 7 (RFC 9562, section 5.7).
func newID(now time.Time) string {
	var b [16]byte
	rand.Read(b[6:]) // never fails
	ms := now.UnixMilli()
	for i := range 6 {
		b[i] = byte(ms >> (8 * (5 - i)))
	}
	b[6] = b[6]&0x0f | 0x70
	b[8] = b[8]&0x3f | 0x80
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}
