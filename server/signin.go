package server

import (
	"crypto/subtle"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/bauta/bauta/review"
)

// onceLink is the address that signs one person in once. Safe for concurrent
// use.
type onceLink struct {
	mu    sync.Mutex
	token string
	user  int64
}

// take gives the user if the token is right, and never again.
func (l *onceLink) take(token string) (int64, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.token == "" || subtle.ConstantTimeCompare([]byte(l.token), []byte(token)) != 1 {
		return 0, false
	}
	l.token = ""
	return l.user, true
}

// unused tells whether the link still waits for its user.
func (l *onceLink) unused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.token != ""
}

// tries bounds how often a password is guessed: after five wrong ones within a
// quarter of an hour an account waits. It also bounds how many hashes are
// computed at once, because each takes 64 MiB.
type tries struct {
	now   func() time.Time
	slots chan struct{}
	mu    sync.Mutex
	wrong map[string][]time.Time
}

const (
	maxTries  = 5
	triesSpan = 15 * time.Minute
	maxLogins = 10_000 // accounts remembered at once
)

func newTries(now func() time.Time) *tries {
	return &tries{now: now, slots: make(chan struct{}, 2), wrong: map[string][]time.Time{}}
}

// allowed tells whether the account may try now.
func (t *tries) allowed(login string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.recent(login)) < maxTries
}

func (t *tries) recent(login string) []time.Time {
	all := t.wrong[login]
	for len(all) > 0 && t.now().Sub(all[0]) > triesSpan {
		all = all[1:]
	}
	return all
}

// failed notes a wrong password.
func (t *tries) failed(login string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.wrong) >= maxLogins {
		clear(t.wrong)
	}
	t.wrong[login] = append(t.recent(login), t.now())
}

// passed forgets the wrong ones.
func (t *tries) passed(login string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.wrong, login)
}

// signInView is what the sign-in page shows.
type signInView struct {
	OIDC  string // name of the issuer; empty: none
	Link  bool   // the one-time link is still unused
	Wrong string
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
	s.render(w, r, code, "signin", page{Title: "Sign in", Body: view})
}

// dummyHash is checked where there is no account or no password, so that the
// time of the answer does not tell which accounts exist.
const dummyHash = "$argon2id$v=19$m=65536,t=3,p=4$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

// signIn checks login and password of a local account.
func (s *Server) signIn(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	login, password := r.PostForm.Get("login"), r.PostForm.Get("password")
	if len(login) > 128 || len(password) > 4*maxPassword {
		s.fail(w, r, errBadInput)
		return
	}
	if !s.tries.allowed(login) {
		s.renderSignIn(w, r, http.StatusTooManyRequests, login, "Too many wrong passwords. Wait a quarter of an hour.")
		return
	}
	u, err := s.store.UserByLogin(r.Context(), login)
	if err != nil && !errors.Is(err, review.ErrNotFound) {
		s.fail(w, r, err)
		return
	}
	ok, err := s.passwordFits(r, u)
	switch {
	case err != nil:
		s.fail(w, r, err)
	case !ok:
		s.tries.failed(login)
		s.renderSignIn(w, r, http.StatusUnauthorized, login, "Login and password do not fit.")
	default:
		s.tries.passed(login)
		if err := s.begin(r, u.ID, "sign-in"); err != nil {
			s.fail(w, r, err)
			return
		}
		http.Redirect(w, r, "/", http.StatusSeeOther)
	}
}

// passwordFits checks the password of the form against the account, always at
// the same cost.
func (s *Server) passwordFits(r *http.Request, u review.User) (bool, error) {
	select {
	case s.tries.slots <- struct{}{}:
		defer func() { <-s.tries.slots }()
	case <-r.Context().Done():
		return false, r.Context().Err()
	}
	known := u.ID != 0 && u.Password != "" && !u.Disabled
	hash := u.Password
	if !known {
		hash = dummyHash
	}
	ok, err := checkPassword(hash, r.PostForm.Get("password"))
	return ok && known, err
}

// begin starts a session of a user, under a new token.
func (s *Server) begin(r *http.Request, user int64, how string) error {
	if err := s.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	s.sessions.Put(r.Context(), userKey, user)
	return s.store.Note(r.Context(), review.Entry{At: s.now(), User: user, Action: how, Object: "session"})
}

// useLink signs in by the one-time link.
func (s *Server) useLink(w http.ResponseWriter, r *http.Request) {
	user, ok := s.link.take(r.PathValue("token"))
	if !ok {
		if whoIs(r.Context()).ID != 0 {
			http.Redirect(w, r, "/", http.StatusSeeOther)
			return
		}
		s.renderSignIn(w, r, http.StatusGone, "", "This link was used or is of an earlier start. Start bauta again for a new one.")
		return
	}
	if err := s.begin(r, user, "link"); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// signOut ends the session.
func (s *Server) signOut(w http.ResponseWriter, r *http.Request) {
	if err := s.sessions.Destroy(r.Context()); err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
}

// accountView is what the account page shows.
type accountView struct {
	Wrong, Done string
}

// showAccount is the page where a password is changed.
func (s *Server) showAccount(w http.ResponseWriter, r *http.Request) {
	s.render(w, r, http.StatusOK, "account", page{Title: "Account", Body: accountView{}})
}

// savePassword sets a new password, after the old one where there is one.
func (s *Server) savePassword(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context()).User
	show := func(code int, v accountView) { s.render(w, r, code, "account", page{Title: "Account", Body: v}) }
	if me.Password != "" {
		if !s.tries.allowed(me.Login) {
			show(http.StatusTooManyRequests, accountView{Wrong: "Too many wrong passwords. Wait a quarter of an hour."})
			return
		}
		ok, err := s.passwordFits(r, me)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		if !ok {
			s.tries.failed(me.Login)
			show(http.StatusUnauthorized, accountView{Wrong: "The present password does not fit."})
			return
		}
	}
	hash, err := HashPassword(r.PostForm.Get("new"))
	if err != nil {
		show(http.StatusUnprocessableEntity, accountView{Wrong: err.Error()})
		return
	}
	if err := s.store.SetPassword(r.Context(), me.ID, hash); err != nil {
		s.fail(w, r, err)
		return
	}
	show(http.StatusOK, accountView{Done: "The password is changed."})
}
