package server

import (
	"crypto/subtle"
	"net/http"
	"sync"
	"time"
)

// LinkLife is how long the one-time link of a server waits for its user.
const LinkLife = time.Hour

// onceLink is the address that signs one person in once. Safe for concurrent
// use.
type onceLink struct {
	now   func() time.Time
	leads string // path of the page to which it leads
	until time.Time
	mu    sync.Mutex
	token string
	user  int64
}

// fits tells whether the token would sign in, and leaves it unspent.
func (l *onceLink) fits(token string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.holds(token)
}

func (l *onceLink) holds(token string) bool {
	return l.token != "" && l.now().Before(l.until) && subtle.ConstantTimeCompare([]byte(l.token), []byte(token)) == 1
}

// take gives the user if the token is right, and never again.
func (l *onceLink) take(token string) (int64, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.holds(token) {
		return 0, false
	}
	l.token = ""
	return l.user, true
}

// unused tells whether the link still waits for its user.
func (l *onceLink) unused() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.token != "" && l.now().Before(l.until)
}

// showLink is the page of the one-time link: a button. To fetch the address, as
// mail scanners and previews do, spends nothing. And a link in a mail or a chat
// is followed from another site, with which strict cookies do not go; what the
// button sends comes from this one.
func (s *Server) showLink(w http.ResponseWriter, r *http.Request) {
	switch {
	case whoIs(r.Context()).ID != 0:
		http.Redirect(w, r, "/", http.StatusSeeOther)
	case s.link.fits(r.PathValue("token")):
		s.render(w, r, http.StatusOK, "link", page{Title: "link.title"})
	default:
		s.renderSignIn(w, r, http.StatusGone, "", "link.used")
	}
}

// useLink signs in by the one-time link.
func (s *Server) useLink(w http.ResponseWriter, r *http.Request) {
	user, ok := s.link.take(r.PathValue("token"))
	if !ok {
		s.showLink(w, r)
		return
	}
	generation, err := s.generation(user)
	if err == nil {
		err = s.begin(r, user, generation, "link")
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, s.link.leads, http.StatusSeeOther)
}
