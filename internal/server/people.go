package server

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// peopleRoutes is accounts and roles.
func (s *Server) peopleRoutes() []route {
	return []route{
		{"GET /p/{slug}/people", owners, s.showPeople},
		{"POST /p/{slug}/people", owners, s.addPerson},
		{"POST /p/{slug}/people/role", owners, s.setRole},
		{"POST /p/{slug}/people/account", owners, s.setAccount},
	}
}

// peopleView is what the page shows.
type peopleView struct {
	People []personRow
	Roles  []review.Role
	Wrong  string
	Said   string
}

// personRow is a member.
type personRow struct {
	review.User
	Role review.Role
	Mine bool // the account is for me to reset and disable
}

// showPeople lists who is in the project.
func (s *Server) showPeople(w http.ResponseWriter, r *http.Request) {
	s.renderPeople(w, r, http.StatusOK, "", "")
}

func (s *Server) renderPeople(w http.ResponseWriter, r *http.Request, code int, wrong, said string) {
	view := peopleView{Wrong: wrong, Said: said, Roles: everyRole.roles}
	members, err := s.store.Members(r.Context(), whoIs(r.Context()).Project.ID)
	for _, m := range members {
		var u review.User
		if err == nil {
			u, err = s.store.User(r.Context(), m.User)
		}
		mine := false
		if err == nil {
			mine, err = s.mayManage(r.Context(), u.ID)
		}
		view.People = append(view.People, personRow{u, m.Role, mine})
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, code, "people", page{Title: "tab.people", Body: view})
}

// addPerson enters somebody: a new account with its first password, or one that
// there is already.
func (s *Server) addPerson(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	login, role := strings.TrimSpace(r.PostForm.Get("login")), review.Role(r.PostForm.Get("role"))
	if login == "" || len(login) > 128 || len(r.PostForm.Get("display")) > 128 || !everyRole.may(role) {
		s.renderPeople(w, r, http.StatusUnprocessableEntity, "people.needs", "")
		return
	}
	u, err := s.store.UserByLogin(r.Context(), login)
	if errors.Is(err, review.ErrNotFound) {
		u, err = s.newAccount(r, login)
	}
	if err == nil {
		err = s.giveRole(r, u.ID, role)
	}
	switch {
	case wrongPerson(err) != "":
		s.renderPeople(w, r, http.StatusUnprocessableEntity, wrongPerson(err), "")
	case err != nil:
		s.fail(w, r, err)
	default:
		s.renderPeople(w, r, http.StatusOK, "", "people.entered")
	}
}

// newAccount makes the account of a form.
func (s *Server) newAccount(r *http.Request, login string) (review.User, error) {
	hash := ""
	if password := r.PostForm.Get("password"); password != "" {
		var err error
		if hash, err = s.hash(r.Context(), password); err != nil {
			return review.User{}, err
		}
	}
	return s.store.AddUser(r.Context(), review.User{
		Login: login, Display: strings.TrimSpace(r.PostForm.Get("display")), Password: hash,
		Subject: strings.TrimSpace(r.PostForm.Get("subject")),
	})
}

// errOwnRole keeps an owner from giving up the own role, so that a project never
// stands without one.
var errOwnRole = errors.New("another owner must change your role")

// wrongPerson is the key of what is wrong with a form about people; empty for any
// other error.
func wrongPerson(err error) string {
	switch {
	case errors.Is(err, errOwnRole):
		return "people.own"
	case errors.Is(err, errElsewhere):
		return "people.elsewhere"
	}
	return refusedPassword(err)
}

// giveRole sets what somebody else may do in my project, and ends the sessions
// they have.
func (s *Server) giveRole(r *http.Request, user int64, role review.Role) error {
	me := whoIs(r.Context())
	if user == me.ID {
		return errOwnRole
	}
	m := review.Member{Project: me.Project.ID, User: user, Role: role}
	if err := s.store.SetMember(r.Context(), m, me.ID); err != nil {
		return err
	}
	return s.endSessions(user)
}

// setRole changes what a member may do.
func (s *Server) setRole(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	id, err := strconv.ParseInt(r.PostForm.Get("user"), 10, 64)
	role := review.Role(r.PostForm.Get("role"))
	if err != nil || role != "" && !everyRole.may(role) {
		s.fail(w, r, errBadInput)
		return
	}
	members, err := s.store.Members(r.Context(), me.Project.ID)
	if err == nil && !slices.ContainsFunc(members, func(m review.Member) bool { return m.User == id }) {
		err = review.ErrNotFound
	}
	if err == nil {
		err = s.giveRole(r, id, role)
	}
	switch {
	case wrongPerson(err) != "":
		s.renderPeople(w, r, http.StatusUnprocessableEntity, wrongPerson(err), "")
	case err != nil:
		s.fail(w, r, err)
	default:
		s.renderPeople(w, r, http.StatusOK, "", "people.changed")
	}
}

// errElsewhere keeps an owner from the account of somebody who works for others, too: a
// new password would let the owner into their projects.
var errElsewhere = errors.New("the account has a role in a project of somebody else")

// mayManage tells whether I may reset and disable an account: it is not mine, and I own
// every project in which it has a role.
func (s *Server) mayManage(ctx context.Context, user int64) (bool, error) {
	me := whoIs(ctx)
	projects, err := s.store.Projects(ctx, user)
	if err != nil || user == me.ID {
		return false, err
	}
	for _, p := range projects {
		if role, err := s.store.Role(ctx, p.ID, me.ID); err != nil || role != review.Owner {
			return false, err
		}
	}
	return true, nil
}

// setAccount gives an account a new password, shuts it, opens it or ends its sessions.
func (s *Server) setAccount(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	me := whoIs(r.Context())
	user, err := strconv.ParseInt(r.PostForm.Get("user"), 10, 64)
	if err != nil {
		s.fail(w, r, errBadInput)
		return
	}
	role, err := s.store.Role(r.Context(), me.Project.ID, user)
	if err == nil && role == "" {
		err = review.ErrNotFound
	}
	var mine bool
	if err == nil {
		mine, err = s.mayManage(r.Context(), user)
	}
	switch {
	case err == nil && user == me.ID:
		err = errOwnRole
	case err == nil && !mine:
		err = errElsewhere
	case err == nil:
		err = s.change(r, user)
	}
	switch {
	case wrongPerson(err) != "":
		s.renderPeople(w, r, http.StatusUnprocessableEntity, wrongPerson(err), "")
	case err != nil:
		s.fail(w, r, err)
	default:
		s.renderPeople(w, r, http.StatusOK, "", "people.changed")
	}
}

// change does what a form asks of an account. Its sessions end with it.
func (s *Server) change(r *http.Request, user int64) error {
	me, act := whoIs(r.Context()), r.PostForm.Get("act")
	var err error
	switch act {
	case "disable", "enable":
		err = s.store.SetDisabled(r.Context(), user, act == "disable", me.ID)
	case "reset":
		var hash string
		if hash, err = s.hash(r.Context(), r.PostForm.Get("password")); err == nil {
			err = s.store.SetPassword(r.Context(), user, hash)
		}
		fallthrough
	case "signout":
		if err == nil {
			err = s.note(r, me.ID, act, "user/"+strconv.FormatInt(user, 10), nil)
		}
	default:
		return errBadInput
	}
	if err != nil {
		return err
	}
	return s.endSessions(user)
}
