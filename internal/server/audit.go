package server

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// auditPiece is a stretch of a message as it would be released.
type auditPiece struct {
	Text   string
	Masked bool
}

// auditView is what the audit page shows: one message of the random sample.
type auditView struct {
	Message int64 // 0: the sample is done
	Shown   string
	Pieces  []auditPiece
	Tally   tally
	Undo    string // my last look, which can be taken back
}

// showAudit shows the next message of the sample, as it would be released.
func (s *Server) showAudit(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	var view auditView
	var err error
	if me.Project.State == review.Purged {
		err = review.ErrPurged
	}
	var sample []review.Stored
	if err == nil {
		sample, err = s.store.AuditSample(ctx, me.Project.ID, me.ID, 1)
	}
	if err == nil && len(sample) > 0 {
		view.Message, view.Shown = sample[0].ID, sample[0].Shown()
		view.Pieces, err = s.released(ctx, sample[0])
	}
	if err == nil {
		var log []review.Logged
		log, err = s.store.Decisions(ctx, me.Project.ID, 0, allRows)
		view.Tally, view.Undo = tallyOf(log, me)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "audit", page{
		Title: "tab.audit", Screen: "audit", Module: "audit.js", Body: view, Boot: marking(ctx, view.Message),
	})
}

// released is a message as it would leave: what is not decided is masked.
func (s *Server) released(ctx context.Context, m review.Stored) ([]auditPiece, error) {
	var out []auditPiece
	last, text := 0, m.Message.Text
	for _, o := range m.Occurrences {
		if o.Now.Effect == review.Keep {
			continue
		}
		at := o.Range
		if o.Now.As != (review.Range{}) {
			at = o.Now.As
		}
		if at.Start < last {
			continue
		}
		span := o.Span
		span.Start, span.End = at.Start, at.End
		if o.Now.Label != "" {
			span.Label = o.Now.Label
		}
		stands, err := s.replace(ctx, text, span)
		if err != nil {
			return nil, err
		}
		out = append(out, auditPiece{text[last:at.Start], false}, auditPiece{stands, true})
		last = at.End
	}
	return append(out, auditPiece{text[last:], false}), nil
}

// saveAudit writes a look at a message of the sample.
func (s *Server) saveAudit(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	d := review.Decision{
		ID: newID(s.now()), Project: me.Project.ID, User: me.ID, Screen: "audit", Scope: review.OnAudit,
		Effect: review.Effect(r.PostForm.Get("effect")), Guideline: me.Project.Guideline, Made: s.now(), Expect: -1,
	}
	var err error
	if of := r.PostForm.Get("undo"); of != "" {
		d.Scope, d.Effect, d.Of = review.OnUndo, review.Undecided, of
		if !isUUID(of) {
			err = errBadInput
		}
	} else if d.Message, err = strconv.ParseInt(r.PostForm.Get("message"), 10, 64); err != nil ||
		d.Effect != review.Mask && d.Effect != review.Keep {
		err = errBadInput
	} else if d.Shown = r.PostForm.Get("shown"); len(d.Shown) > review.MaxID {
		err = errBadInput
	}
	if err == nil {
		_, err = s.store.Decide(r.Context(), d)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, strings.TrimSuffix(r.URL.Path, "/save"), http.StatusSeeOther)
}
