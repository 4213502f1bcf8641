package server

import (
	"context"
	"fmt"
	"net/http"
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
	}
}

// releaseView is what the page shows.
type releaseView struct {
	Project review.Project
	Gates   []review.Gate
	Open    bool // all gates are
	Wrong   string
	Until   time.Time // when texts are destroyed by themselves; zero: never
}

// showRelease is the page: which gates are open, and what comes after.
func (s *Server) showRelease(w http.ResponseWriter, r *http.Request) {
	s.renderRelease(w, r, http.StatusOK, "")
}

func (s *Server) renderRelease(w http.ResponseWriter, r *http.Request, code int, wrong string) {
	p, err := s.store.Project(r.Context(), whoIs(r.Context()).Project.Slug)
	view := releaseView{Project: p, Wrong: wrong, Open: true}
	if err == nil && (p.State == review.Open || p.State == review.Frozen) {
		view.Gates, err = s.gates(r.Context())
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if s.purgeAfter >= 0 && p.State == review.Released {
		view.Until = p.Released.Add(s.purgeAfter)
	}
	for _, g := range view.Gates {
		view.Open = view.Open && g.Refusal == ""
	}
	s.render(w, r, code, "release", page{Title: "Release", Body: view})
}

// gates are the conditions of a release that I would approve.
func (s *Server) gates(ctx context.Context) ([]review.Gate, error) {
	me := whoIs(ctx)
	progress, err := s.store.Progress(ctx, me.Project.ID)
	if err != nil {
		return nil, err
	}
	log, err := s.store.Decisions(ctx, me.Project.ID, 0, allRows)
	return review.Gates(me.Project, progress, log, me.ID), err
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
			shut = append(shut, g.Name+": "+g.Refusal)
		}
	}
	if len(shut) > 0 {
		s.renderRelease(w, r, http.StatusUnprocessableEntity, "Not released. "+strings.Join(shut, "; ")+".")
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
		s.renderRelease(w, r, http.StatusUnprocessableEntity, "Only a released project is purged.")
		return
	case r.PostForm.Get("slug") != me.Project.Slug:
		s.renderRelease(w, r, http.StatusUnprocessableEntity, fmt.Sprintf("Type %s to confirm.", me.Project.Slug))
		return
	}
	if err := s.store.Purge(r.Context(), me.Project.ID, me.ID); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/p/"+me.Project.Slug+"/release", http.StatusSeeOther)
}
