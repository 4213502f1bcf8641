package server

import (
	"errors"
	"net/http"

	"github.com/bauta/bauta/internal/review"
)

// signInView is what the sign-in page shows.
type signInView struct {
	OIDC  string // name of the issuer; empty: none
	Link  bool   // the one-time link is still unused
	Wrong string // key of phrases
	Login string
}

// showSignIn is the page that asks who is there.
func (s *Server) showSignIn(w http.ResponseWriter, r *http.Request) {
	if whoIs(r.Context()).ID != 0 {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.renderSignIn(w, r, http.StatusOK, "", "")
}

func (s *Server) renderSignIn(w http.ResponseWriter, r *http.Request, code int, login, wrong string) {
	view := signInView{Link: s.link.unused(), Wrong: wrong, Login: login}
	if s.oidc != nil {
		view.OIDC = s.oidc.name
	}
	s.render(w, r, code, "signin", page{Title: "signin.title", Body: view})
}

// dummyHash is checked where there is no account or no password, so that the
// time of the answer does not tell which accounts exist.
const dummyHash = "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// signIn checks login and password of a local account.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	login := r.PostForm.Get("login")
	if len(login) > 128 || len(r.PostForm.Get("password")) > 4*maxPassword {
		s.fail(w, r, errBadInput)
		return
	}
	u, generation, err := s.candidate(r, login)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	fits, err := s.guess(r, u, guessing(login, s.origin(r)), "password")
	switch {
	case err != nil:
		s.failGuess(w, r, err, func(code int, wrong string) { s.renderSignIn(w, r, code, login, wrong) })
	case !fits:
		s.renderSignIn(w, r, http.StatusUnauthorized, login, "signin.wrong")
	default:
		if err := s.begin(r, u.ID, generation, "sign-in"); err != nil {
			s.fail(w, r, err)
			return
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// candidate is the account of a login, the zero value where there is none, and
// the generation that its sessions are in. The generation is read first: a
// password that is changed while it is checked opens nothing.
func (s *Server) candidate(r *http.Request, login string) (u review.User, generation int64, err error) {
	for range 2 { // the account's number is known only after the first time
		if generation, err = s.generation(u.ID); err != nil {
			return u, 0, err
		}
		u, err = s.store.UserByLogin(r.Context(), login)
		if err != nil && !errors.Is(err, review.ErrNotFound) {
			return u, 0, err
		}
	}
	return u, generation, nil
}

// errGuesses is the answer to a guess beyond a bound.
var errGuesses = errors.New("too many wrong passwords")

// guess checks the password of the form against an account, the zero value for
// none, at the same cost whatever there is. The guess is counted before, and
// noted if it was wrong: with the account, where there is one, never with what
// was typed for a login, which now and then is a password.
func (s *Server) guess(r *http.Request, u review.User, bounds []bound, how string) (bool, error) {
	allowed, first := s.tries.count(bounds)
	if !allowed {
		if first {
			if err := s.noteRefused(r, u.ID, how, "bound"); err != nil {
				return false, err
			}
		}
		return false, errGuesses
	}
	fits, err := s.passwordFits(r, u)
	switch {
	case err != nil:
		return false, err
	case !fits:
		return false, s.noteRefused(r, u.ID, how, "wrong")
	}
	s.tries.passed(bounds)
	return true, nil
}

// noteRefused writes a sign-in into the audit that did not come through.
func (s *Server) noteRefused(r *http.Request, user int64, how, why string) error {
	detail := map[string]any{"how": how, "why": why, "from": s.origin(r).String()}
	return s.note(r, user, "sign-in refused", "session", detail)
}

// failGuess answers where a guess was not looked at, with the page that asked.
func (s *Server) failGuess(w http.ResponseWriter, r *http.Request, err error, page func(code int, wrong string)) {
	switch {
	case errors.Is(err, errGuesses):
		page(http.StatusTooManyRequests, "signin.wait")
	case errors.Is(err, errBusy):
		page(http.StatusServiceUnavailable, "signin.busy")
	default:
		s.fail(w, r, err)
	}
}

// passwordFits computes the hash, when its turn has come.
func (s *Server) passwordFits(r *http.Request, u review.User) (bool, error) {
	done, err := s.tries.hashing(r.Context())
	if err != nil {
		return false, err
	}
	defer done()
	known := u.ID != 0 && u.Password != "" && !u.Disabled
	hash := u.Password
	if !known {
		hash = dummyHash
	}
	ok, err := checkPassword(hash, r.PostForm.Get("password"))
	return ok && known, err
}

// signOut ends the session.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	err := s.sessions.Destroy(r.Context())
	if me := whoIs(r.Context()); err == nil && me.ID != 0 {
		err = s.note(r, me.ID, "sign out", "session", nil)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
}
