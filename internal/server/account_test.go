package server

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// in tells whether a client is signed in.
func (c *client) in() bool {
	c.t.Helper()
	res, _ := c.get("/account")
	return res.StatusCode == http.StatusOK
}

// TestPasswordChangeEndsOtherSessions: who had the old password is out; who
// changed it stays, under a new token.
func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	w := newWorld(t, nil)
	w.setPassword(t, review.Owner)
	id := w.users[review.Owner].ID
	here, there, other := w.as(t, id), w.as(t, id), w.as(t, w.users[review.Reviewer].ID)
	before := here.token()
	change := url.Values{"password": {goodPassword}, "new": {goodPassword + "2"}}
	res, body := here.post("/account", change)
	if res.StatusCode != http.StatusOK || !strings.Contains(body, "other sessions have ended") {
		t.Fatalf("change: %d", res.StatusCode)
	}
	if !here.in() || there.in() || !other.in() {
		t.Errorf("here %v, elsewhere %v, somebody else %v", here.in(), there.in(), other.in())
	}
	if here.token() == before {
		t.Error("the token is the old one")
	}
	if got := w.stranger(t).signIn("owner", goodPassword+"2"); got != http.StatusSeeOther {
		t.Errorf("a new sign-in: %d", got)
	}
}

// TestOldPasswordUnderWay: a sign-in that was under way with the old password
// opens nothing when the password was changed meanwhile.
func TestOldPasswordUnderWay(t *testing.T) {
	w := newWorld(t, nil)
	w.setPassword(t, review.Owner)
	r := (&http.Request{}).WithContext(t.Context())
	u, generation, err := w.candidate(r, "owner")
	if err == nil {
		err = w.endSessions(u.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	ctx, err := w.sessions.Load(t.Context(), "")
	if err == nil {
		err = w.begin(r.WithContext(ctx), u.ID, generation, "sign-in")
	}
	if err != nil {
		t.Fatal(err)
	}
	if me, err := w.signedIn(r.WithContext(ctx)); err != nil || me.ID != 0 {
		t.Errorf("signed in as %d, %v", me.ID, err)
	}
}

// TestSignOutEverywhere: by the button and by the API; a request that was under
// way brings no session back.
func TestSignOutEverywhere(t *testing.T) {
	for _, path := range []string{"/account/sign-out-everywhere", "/api/sign-out-everywhere"} {
		w := newWorld(t, nil)
		id := w.users[review.Owner].ID
		here, there, other := w.as(t, id), w.as(t, id), w.as(t, w.users[review.Reviewer].ID)
		if _, body := here.get("/account"); !strings.Contains(body, `action="/account/sign-out-everywhere"`) {
			t.Error("the page has no button")
		}
		ctx, err := w.sessions.Load(t.Context(), there.token())
		if err != nil {
			t.Fatal(err)
		}
		if res, _ := here.post(path, nil); res.StatusCode != http.StatusSeeOther && res.StatusCode != http.StatusOK {
			t.Errorf("%s: %d", path, res.StatusCode)
		}
		if _, _, err := w.sessions.Commit(ctx); err != nil {
			t.Fatal(err)
		}
		if here.in() || there.in() || !other.in() {
			t.Errorf("%s: here %v, elsewhere %v, somebody else %v", path, here.in(), there.in(), other.in())
		}
		if !w.as(t, id).in() {
			t.Errorf("%s: no new session begins", path)
		}
		entries, err := w.store.Entries(t.Context(), 10)
		if err != nil || !hasAction(entries, "sign out everywhere", id) {
			t.Errorf("%s: not noted, %v", path, err)
		}
	}
}

func hasAction(entries []review.Entry, action string, user int64) bool {
	for _, e := range entries {
		if e.Action == action && e.User == user {
			return true
		}
	}
	return false
}

// TestEndedOverARestart: sessions that were ended stay so in the file.
func TestEndedOverARestart(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sessions")
	first, err := OpenSessions(path)
	if err != nil {
		t.Fatal(err)
	}
	s := &Server{sessions: newSessions(first, "x")}
	for range 2 {
		if err := s.endSessions(7); err != nil {
			t.Fatal(err)
		}
	}
	again, err := OpenSessions(path)
	if err != nil {
		t.Fatal(err)
	}
	s.sessions.Store = again
	if n, err := s.generation(7); n != 2 || err != nil {
		t.Errorf("generation %d, %v", n, err)
	}
	if n, err := s.generation(8); n != 0 || err != nil {
		t.Errorf("of somebody else: %d, %v", n, err)
	}
}

// TestRoleChangeEndsSessions: by either form of the page, and on the way out.
func TestRoleChangeEndsSessions(t *testing.T) {
	w := newWorld(t, nil)
	owner := w.as(t, w.users[review.Owner].ID)
	id := w.users[review.Reviewer].ID
	for _, c := range []struct {
		path string
		form url.Values
	}{
		{"/p/sms/people/role", url.Values{"user": {itoa(id)}, "role": {"annotator"}}},
		{"/p/sms/people", url.Values{"login": {"reviewer"}, "role": {"adjudicator"}}},
		{"/p/sms/people/role", url.Values{"user": {itoa(id)}, "role": {""}}},
	} {
		there := w.as(t, id)
		if res, _ := owner.post(c.path, c.form); res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d", c.path, res.StatusCode)
		}
		if there.in() || !owner.in() {
			t.Errorf("%s %v: the session goes on", c.path, c.form)
		}
	}
}

// TestOwnersKeepTheirRole: an owner cannot enter themselves with another role.
func TestOwnersKeepTheirRole(t *testing.T) {
	w := newWorld(t, nil)
	owner := w.as(t, w.users[review.Owner].ID)
	res, _ := owner.post("/p/sms/people", url.Values{"login": {"owner"}, "role": {"annotator"}})
	if res.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("entered anew: %d", res.StatusCode)
	}
	if role, err := w.store.Role(t.Context(), w.project.ID, w.users[review.Owner].ID); role != review.Owner || err != nil {
		t.Errorf("the role is %q, %v", role, err)
	}
}

// TestAccountsOfOthers: an owner resets, shuts and opens the accounts of the own project,
// ends their sessions, and touches neither the own account nor one that works for another
// owner, too.
func TestAccountsOfOthers(t *testing.T) {
	w := newWorld(t, nil)
	owner, id := w.as(t, w.users[review.Owner].ID), w.users[review.Reviewer].ID
	do := func(user int64, act, password string, want int) {
		t.Helper()
		form := url.Values{"user": {itoa(user)}, "act": {act}, "password": {password}}
		if res, _ := owner.post("/p/sms/people/account", form); res.StatusCode != want {
			t.Errorf("%s: %d", act, res.StatusCode)
		}
	}
	for _, act := range []string{"signout", "reset", "disable"} {
		there := w.as(t, id)
		do(id, act, goodPassword, http.StatusOK)
		if there.in() {
			t.Errorf("%s: the session goes on", act)
		}
	}
	if got := w.stranger(t).signIn("reviewer", goodPassword); got == http.StatusSeeOther {
		t.Error("a shut account signs in")
	}
	do(id, "enable", "", http.StatusOK)
	if got := w.stranger(t).signIn("reviewer", goodPassword); got != http.StatusSeeOther {
		t.Errorf("opened again, with the new password: %d", got)
	}
	do(id, "reset", "short", http.StatusUnprocessableEntity)
	do(id, "drop", "", http.StatusBadRequest)
	do(999, "disable", "", http.StatusNotFound)
	do(w.users[review.Owner].ID, "disable", "", http.StatusUnprocessableEntity)
	other, err := w.store.CreateProject(t.Context(), review.Project{Slug: "other", Seed: "x"})
	if err == nil {
		err = w.store.SetMember(t.Context(), review.Member{Project: other.ID, User: id, Role: review.Reviewer}, id)
	}
	if err != nil {
		t.Fatal(err)
	}
	do(id, "reset", goodPassword, http.StatusUnprocessableEntity)
	entries, err := w.store.Entries(t.Context(), 100)
	for _, act := range []string{"signout", "reset", "set disabled"} {
		if err != nil || !hasAction(entries, act, w.users[review.Owner].ID) {
			t.Errorf("%s is not in the audit, %v", act, err)
		}
	}
}

// TestNewSessionAtSignIn: a token from before signs nobody in, and what a session
// held goes over to nobody: what the next person is shown is noted for them.
func TestNewSessionAtSignIn(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Link, c.User = "one-time", 1 }, "salut [Lucas]")
	w.setPassword(t, review.Reviewer)
	c := w.stranger(t)
	c.setToken("planted")
	if got := c.signIn("reviewer", goodPassword); got != http.StatusSeeOther || c.token() == "planted" {
		t.Fatalf("%d, token %q", got, c.token())
	}
	old := c.token()
	c.claim(tabA)
	w.setPassword(t, review.Adjudicator)
	if got := c.signIn("adjudicator", goodPassword); got != http.StatusSeeOther || c.token() == old {
		t.Fatalf("the second: %d, the same token: %v", got, c.token() == old)
	}
	c.claim(tabB)
	entries, err := w.store.Entries(t.Context(), 100)
	for _, role := range []review.Role{review.Reviewer, review.Adjudicator} {
		if err != nil || !hasAction(entries, "sight", w.users[role].ID) {
			t.Errorf("what the %s saw is not noted, %v", role, err)
		}
	}
	c.setToken(old)
	if c.in() {
		t.Error("the token of before still signs in")
	}
}
