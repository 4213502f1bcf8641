package server

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// releaseRoutes is the release of a project and the end of its texts.
func (s *Server) releaseRoutes() []route {
	return []route{
		{"GET /p/{slug}/release", releasers, s.showRelease},
		{"POST /p/{slug}/release", releasers, s.letGo},
		{"POST /p/{slug}/release/purge", releasers, s.purge},
		{"POST /p/{slug}/release/withdraw", owners, s.withdraw},
	}
}

// releaseView is what the page shows.
type releaseView struct {
	Project review.Project
	Gates   []gateRow
	Open    bool // all gates are
	Wrong   string
	Said    string
	Leaving bool      // I may take a person out
	Until   time.Time // when texts are destroyed by themselves; zero: never
	// Policies are those to export with, for whoever may.
	Policies []string
}

// gateRow is one condition of the release: why it is shut, and where it opens.
type gateRow struct{ Name, Shut, Href string }

// opens is the page on which a gate opens; of who may approve, that of the team.
var opens = map[string]string{
	"open": "review", "flagged": "second", "second": "second", "audit": "audit", "approver": "people",
}

// gateRow says a gate in a language.
func (s *Server) gateRow(me who, g review.Gate) gateRow {
	out := gateRow{Name: s.phrases.say(me.Lang, "gate."+g.Name)}
	at := "/p/" + me.Project.Slug + "/" + opens[g.Name]
	if slices.ContainsFunc(s.tabs(page{Who: me}), func(t tab) bool { return t.Href == at }) {
		out.Href = at
	}
	if g.Refusal == "" {
		return out
	}
	var args []any
	for _, f := range g.Figures {
		if share, ok := f.(float64); ok {
			f = percent(me.Lang, share)
		}
		args = append(args, f)
	}
	out.Shut = s.phrases.say(me.Lang, "gate."+g.Name+".shut", args...)
	if len(args) > 4 && args[4] != 0 {
		switch {
		case args[6] == 0:
			out.Shut = s.phrases.say(me.Lang, "gate.none")
		case args[5] == 0:
			out.Shut = s.phrases.say(me.Lang, "gate.fewer")
		default:
			out.Shut = s.phrases.say(me.Lang, "gate.stale", args[5:]...)
		}
	}
	return out
}

// showRelease is the page: which gates are open, and what comes after.
func (s *Server) showRelease(w http.ResponseWriter, r *http.Request) {
	s.renderRelease(w, r, http.StatusOK, "", "")
}

func (s *Server) renderRelease(w http.ResponseWriter, r *http.Request, code int, wrong, said string) {
	p, err := s.store.Project(r.Context(), whoIs(r.Context()).Project.Slug)
	view := releaseView{Project: p, Wrong: wrong, Said: said, Open: true}
	view.Leaving = owners.may(whoIs(r.Context()).Role) && p.State != review.Purged
	var gates []review.Gate
	if err == nil && (p.State == review.Open || p.State == review.Frozen) {
		gates, err = s.gates(r.Context())
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if s.purgeAfter >= 0 && p.State == review.Released {
		view.Until = p.Released.Add(s.purgeAfter)
	}
	if s.importers().may(whoIs(r.Context()).Role) && p.State == review.Released {
		view.Policies = s.porter.Policies(p.Lang)
	}
	for _, g := range gates {
		view.Gates = append(view.Gates, s.gateRow(whoIs(r.Context()), g))
		view.Open = view.Open && g.Refusal == ""
	}
	s.render(w, r, code, "release", page{Title: "tab.release", Body: view})
}

// gates are the conditions of a release that I would approve.
func (s *Server) gates(ctx context.Context) ([]review.Gate, error) {
	me := whoIs(ctx)
	progress, err := s.store.Progress(ctx, me.Project.ID)
	if err != nil {
		return nil, err
	}
	log, err := s.store.Decisions(ctx, me.Project.ID, 0, allRows)
	if err != nil {
		return nil, err
	}
	var gates []review.Gate
	err = s.audited(ctx, func(a *auditing) error {
		ahead, err := a.Ahead(ctx)
		gates = review.Gates(progress, log, me.ID, a.Standing(), ahead, a.Lookers())
		return err
	})
	return gates, err
}

// letGo releases the project where all gates are open, and names those that
// are not.
func (s *Server) letGo(w http.ResponseWriter, r *http.Request) {
	me := whoIs(r.Context())
	gates, err := s.gates(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	var shut []string
	for _, g := range gates {
		if g.Refusal != "" {
			row := s.gateRow(me, g)
			shut = append(shut, row.Name+": "+row.Shut)
		}
	}
	if len(shut) > 0 {
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.say(r, "release.not", strings.Join(shut, "; ")), "")
		return
	}
	if err := s.store.SetState(r.Context(), me.Project.ID, review.Released, me.ID); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/p/"+me.Project.Slug+"/release", http.StatusSeeOther)
}

// purge destroys key and texts of a released project, after its short name was
// typed.
func (s *Server) purge(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	switch {
	case me.Project.State != review.Released:
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.say(r, "release.only"), "")
		return
	case r.PostForm.Get("slug") != me.Project.Slug:
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.say(r, "release.type", me.Project.Slug), "")
		return
	}
	if err := s.store.Purge(r.Context(), me.Project.ID, me.ID); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/p/"+me.Project.Slug+"/release", http.StatusSeeOther)
}
