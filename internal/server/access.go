package server

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// access says who may use an address.
type access struct {
	open  bool          // without signing in
	roles []review.Role // in the project of the address; none: no project
	texts string        // screen as part of which the answer shows texts; empty: it shows none
}

// shown is the access where the answer shows texts of messages as part of a
// screen: who is served is in the audit before.
func (a access) shown(screen string) access {
	a.texts = screen
	return a
}

var (
	anybody = access{open: true}
	member  = access{}

	deciders     = access{roles: []review.Role{review.Owner, review.Reviewer, review.Adjudicator}}
	adjudicators = access{roles: []review.Role{review.Owner, review.Adjudicator}}
	auditors     = access{roles: []review.Role{
		review.Owner, review.Reviewer, review.Adjudicator, review.PrivacyOfficer,
	}}
	releasers = access{roles: []review.Role{review.Owner, review.PrivacyOfficer}}
	owners    = access{roles: []review.Role{review.Owner}}
	everyRole = access{roles: []review.Role{
		review.Owner, review.Reviewer, review.Annotator, review.Adjudicator, review.PrivacyOfficer,
	}}
)

// who is behind a request: the user, and in a project's addresses the project
// and the role in it.
type who struct {
	review.User
	Lang    string // of the pages
	Project review.Project
	Role    review.Role
}

type whoKey struct{}

// whoIs gives who is behind a request; the zero value before sign-in.
func whoIs(ctx context.Context) who {
	w, _ := ctx.Value(whoKey{}).(who)
	return w
}

// may tells whether the role is among those of the access.
func (a access) may(role review.Role) bool { return slices.Contains(a.roles, role) }

// checked serves a route to those who may use it. Somebody who is no member of
// a project is told that there is none.
func (s *Server) checked(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		me, err := s.signedIn(r)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		if me.ID == 0 && !rt.may.open {
			s.askSignIn(w, r)
			return
		}
		if len(rt.may.roles) > 0 {
			if err := s.enter(r, &me); err != nil {
				s.fail(w, r, err)
				return
			}
			if !rt.may.may(me.Role) {
				s.fail(w, r, errForbidden)
				return
			}
		}
		me.Lang = s.languageOf(r)
		r = r.WithContext(context.WithValue(r.Context(), whoKey{}, me))
		if rt.may.texts != "" {
			if err := s.noteSight(r, rt.may.texts); err != nil {
				s.fail(w, r, err)
				return
			}
		}
		rt.serve(w, r)
	})
}

// signedIn is the user of the session, if account and session still hold.
func (s *Server) signedIn(r *http.Request) (who, error) {
	id := s.sessions.GetInt64(r.Context(), userKey)
	if id == 0 {
		return who{}, nil
	}
	u, err := s.store.User(r.Context(), id)
	holds := false
	if err == nil && !u.Disabled {
		holds, err = s.sessionHolds(r.Context(), id)
	}
	if errors.Is(err, review.ErrNotFound) || err == nil && !holds {
		return who{}, s.sessions.Destroy(r.Context())
	}
	return who{User: u}, err
}

// enter finds the project of the address and the role in it.
func (s *Server) enter(r *http.Request, me *who) error {
	p, err := s.store.Project(r.Context(), r.PathValue("slug"))
	if err != nil {
		return err
	}
	role, err := s.store.Role(r.Context(), p.ID, me.ID)
	if err != nil {
		return err
	}
	if role == "" {
		return review.ErrNotFound
	}
	me.Project, me.Role = p, role
	return nil
}

// askSignIn sends a person to the sign-in page, and tells a module.
func (s *Server) askSignIn(w http.ResponseWriter, r *http.Request) {
	if isAPI(r) || r.Method != http.MethodGet {
		s.answer(w, http.StatusUnauthorized, failure{Error: s.say(r, "error.signedout")})
		return
	}
	http.Redirect(w, r, "/sign-in", http.StatusSeeOther)
}
