package server

import (
	"net/http"

	"github.com/bauta/bauta/internal/review"
)

// note writes a row of the audit: ids, counts, the role; no content.
func (s *Server) note(r *http.Request, user int64, action, object string, detail map[string]any) error {
	return s.store.Note(r.Context(), review.Entry{
		At: s.now(), User: user, Action: action, Object: object, Detail: detail,
	})
}

// noteSight writes once a session that its user was shown texts of the project
// on a screen.
func (s *Server) noteSight(r *http.Request, screen string) error {
	me := whoIs(r.Context())
	key := seenKey + " " + me.Project.Slug + " " + screen
	if s.sessions.GetInt64(r.Context(), key) != 0 {
		return nil
	}
	if err := s.noteLook(r, "sight", map[string]any{"screen": screen, "role": string(me.Role)}); err != nil {
		return err
	}
	s.sessions.Put(r.Context(), key, int64(1))
	return nil
}

// noteLook writes each time that texts were asked for beside the work that is
// handed out: a search, a conversation, a message by its address, an author.
func (s *Server) noteLook(r *http.Request, action string, detail map[string]any) error {
	me := whoIs(r.Context())
	return s.note(r, me.ID, action, "project "+me.Project.Slug, detail)
}
