package server

import (
	"context"
	"net/http"

	"github.com/bauta/bauta/internal/review"
)

// accountRoutes is one's own account.
func (s *Server) accountRoutes() []route {
	return []route{
		{"GET /account", member, s.showAccount},
		{"POST /account", member, s.savePassword},
		{"POST /account/sign-out-everywhere", member, s.signOutEverywhere},
		{"POST /api/sign-out-everywhere", member, s.signOutEverywhere},
	}
}

// accountView is what the account page shows: keys of phrases.
type accountView struct {
	Wrong, Done string
}

// showAccount is the page where a password is changed.
func (s *Server) showAccount(w http.ResponseWriter, r *http.Request) {
	s.renderAccount(w, r, http.StatusOK, accountView{})
}

func (s *Server) renderAccount(w http.ResponseWriter, r *http.Request, code int, v accountView) {
	s.render(w, r, code, "account", page{Title: "account.title", Body: v})
}

// savePassword sets a new password, after the old one where there is one, and
// ends all other sessions of the account.
func (s *Server) savePassword(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context()).User
	if me.Password != "" && !s.ownPassword(w, r, me) {
		return
	}
	hash, err := s.hash(r.Context(), r.PostForm.Get("new"))
	switch {
	case refusedPassword(err) != "":
		s.renderAccount(w, r, http.StatusUnprocessableEntity, accountView{Wrong: refusedPassword(err)})
		return
	case err == nil:
		err = s.store.SetPassword(r.Context(), me.ID, hash)
	}
	if err == nil {
		err = s.endSessions(me.ID)
	}
	if err == nil {
		err = s.stay(r, me.ID)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.renderAccount(w, r, http.StatusOK, accountView{Done: "account.done"})
}

// ownPassword checks the present password of who is signed in, or answers. The
// guesses are counted by account: nobody who is not signed in adds to them.
func (s *Server) ownPassword(w http.ResponseWriter, r *http.Request, me review.User) bool {
	own := []bound{{"own password of " + me.Login, maxTries}}
	fits, err := s.guess(r, me, own, "password")
	switch {
	case err != nil:
		s.failGuess(w, r, err, func(code int, wrong string) { s.renderAccount(w, r, code, accountView{Wrong: wrong}) })
	case !fits:
		s.renderAccount(w, r, http.StatusUnauthorized, accountView{Wrong: "account.wrong"})
	}
	return err == nil && fits
}

// hash hashes a password when its turn has come.
func (s *Server) hash(ctx context.Context, password string) (string, error) {
	done, err := s.tries.hashing(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return HashPassword(password)
}

// signOutEverywhere ends all of one's sessions, this one too.
func (s *Server) signOutEverywhere(w http.ResponseWriter, r *http.Request) {
	me := whoIs(r.Context())
	err := s.endSessions(me.ID)
	if err == nil {
		err = s.sessions.Destroy(r.Context())
	}
	if err == nil {
		err = s.note(r, me.ID, "sign out everywhere", "session", nil)
	}
	switch {
	case isAPI(r):
		s.answerOr(w, r, struct {
			Ended bool `json:"ended"`
		}{true}, err)
	case err != nil:
		s.fail(w, r, err)
	default:
		http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
	}
}
