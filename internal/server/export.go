package server

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// export writes the messages of a released project. Whatever speaks against it is said
// before the first of them; what goes wrong later breaks the connection off, so that no
// part is taken for the whole.
func (s *Server) export(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me, policy := whoIs(r.Context()), r.PostForm.Get("policy")
	if me.Project.State != review.Released {
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.say(r, "export.released"), "")
		return
	}
	if !slices.Contains(s.porter.Policies(me.Project.Lang), policy) {
		s.fail(w, r, errBadInput)
		return
	}
	write, err := s.porter.Export(r.Context(), me.Project, policy)
	if err == nil {
		err = s.noteLook(r, "export", nil)
	}
	switch {
	case errors.Is(err, review.ErrRefused):
		s.renderRelease(w, r, http.StatusUnprocessableEntity, s.tell(me.Lang, err), "")
		return
	case err != nil:
		s.fail(w, r, err)
		return
	}
	// An error: this connection keeps its deadline.
	_ = http.NewResponseController(w).SetWriteDeadline(time.Time{})
	w.Header().Set("Content-Type", "application/jsonl; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="`+me.Project.Slug+`.jsonl"`)
	if err := write(w); err != nil {
		if r.Context().Err() == nil {
			s.log.Error("failed", "route", r.Pattern, "error", err)
		}
		panic(http.ErrAbortHandler)
	}
}
