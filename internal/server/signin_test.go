package server

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

const goodPassword = "correct horse battery"

func TestPasswords(t *testing.T) {
	hash, err := HashPassword(goodPassword)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=65536,t=3,p=4$") {
		t.Errorf("the hash is %s", hash)
	}
	if ok, err := checkPassword(hash, goodPassword); !ok || err != nil {
		t.Errorf("the right password: %v %v", ok, err)
	}
	if ok, _ := checkPassword(hash, goodPassword+"x"); ok {
		t.Error("a wrong password fits")
	}
	if other, _ := HashPassword(goodPassword); other == hash {
		t.Error("two hashes of one password are equal: no salt")
	}
	for _, p := range []string{"", "elevenchars", strings.Repeat("x", 257)} {
		if _, err := HashPassword(p); err == nil {
			t.Errorf("a password of %d characters was taken", len(p))
		}
	}
	for _, h := range []string{"", "x", "$argon2id$v=19$m=0,t=3,p=4$AAAA$AAAA", "$argon2id$v=19$m=9999999999,t=3,p=4$AAAA$AAAA", "$argon2i$v=19$m=65536,t=3,p=4$AAAA$AAAA", strings.Replace(hash, "v=19", "v=16", 1), hash[:len(hash)-40]} {
		if ok, err := checkPassword(h, goodPassword); ok || err == nil {
			t.Errorf("the hash %q: %v %v", h, ok, err)
		}
	}
	if ok, err := checkPassword(dummyHash, goodPassword); ok || err != nil {
		t.Errorf("the stand-in: %v %v", ok, err)
	}
}

func FuzzCheckPassword(f *testing.F) {
	f.Add(dummyHash)
	f.Add("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA")
	f.Add("$$$$$")
	f.Fuzz(func(t *testing.T, hash string) {
		if strings.Contains(hash, "m=") && !strings.Contains(hash, "m=8,t=1,") {
			t.Skip("costs what it says")
		}
		if ok, _ := checkPassword(hash, canary); ok {
			t.Error("it fits")
		}
	})
}

func TestSignInByPassword(t *testing.T) {
	w := newWorld(t, nil, "salut")
	hash, err := HashPassword(goodPassword)
	if err == nil {
		err = w.store.SetPassword(t.Context(), w.users[review.Reviewer].ID, hash)
	}
	if err != nil {
		t.Fatal(err)
	}
	c := w.stranger(t)
	in := url.Values{"login": {"reviewer"}, "password": {goodPassword}}
	if res, body := c.post("/sign-in", url.Values{"login": {"reviewer"}, "password": {"wrong"}}); res.StatusCode != http.StatusUnauthorized || !strings.Contains(body, "do not fit") {
		t.Errorf("a wrong password: %d", res.StatusCode)
	}
	if res, _ := c.post("/sign-in", url.Values{"login": {"owner"}, "password": {""}}); res.StatusCode != http.StatusUnauthorized {
		t.Errorf("an account without password: %d", res.StatusCode)
	}
	res, _ := c.post("/sign-in", in)
	if res.StatusCode != http.StatusSeeOther {
		t.Fatalf("the right password: %d", res.StatusCode)
	}
	cookie := res.Cookies()[0]
	if cookie.Name != "__Host-bauta-"+w.port || !cookie.HttpOnly || !cookie.Secure || cookie.SameSite != http.SameSiteStrictMode || cookie.Path != "/" {
		t.Errorf("the cookie is %+v", cookie)
	}
	if res, _ := c.get("/"); res.Header.Get("Location") != "/p/sms/words" {
		t.Errorf("signed in, one is sent to %q", res.Header.Get("Location"))
	}
	if res, _ := c.get("/sign-in"); res.Header.Get("Location") != "/" {
		t.Errorf("who is signed in is asked again: %d", res.StatusCode)
	}
	c.post("/sign-out", nil)
	if res, _ := c.get("/"); res.Header.Get("Location") != "/sign-in" {
		t.Errorf("signed out, one is sent to %q", res.Header.Get("Location"))
	}
}

func TestChangePassword(t *testing.T) {
	w := newWorld(t, nil)
	c := w.as(t, w.users[review.Annotator].ID)
	for _, step := range []struct {
		old, new string
		want     int
	}{
		{"", "short", http.StatusUnprocessableEntity},
		{"", goodPassword, http.StatusOK},
		{"wrong", goodPassword + "2", http.StatusUnauthorized},
		{goodPassword, goodPassword + "2", http.StatusOK},
	} {
		if res, _ := c.post("/account", url.Values{"password": {step.old}, "new": {step.new}}); res.StatusCode != step.want {
			t.Errorf("%q to %q: %d, want %d", step.old, step.new, res.StatusCode, step.want)
		}
	}
}

func TestPeople(t *testing.T) {
	w := newWorld(t, nil)
	c := w.as(t, w.users[review.Owner].ID)
	form := url.Values{"login": {"anna"}, "display": {"Anna"}, "password": {goodPassword}, "role": {"reviewer"}}
	if res, body := c.post("/p/sms/people", form); res.StatusCode != http.StatusOK || !strings.Contains(body, "anna") {
		t.Fatalf("enter: %d", res.StatusCode)
	}
	anna, err := w.store.UserByLogin(t.Context(), "anna")
	if err != nil {
		t.Fatal(err)
	}
	role := func(user review.User, role string) int {
		res, _ := c.post("/p/sms/people/role", url.Values{"user": {itoa(user.ID)}, "role": {role}})
		return res.StatusCode
	}
	if got := role(anna, "adjudicator"); got != http.StatusOK {
		t.Errorf("change: %d", got)
	}
	if got := role(anna, "queen"); got != http.StatusBadRequest {
		t.Errorf("a role that is none: %d", got)
	}
	if got := role(w.users[review.Owner], "reviewer"); got != http.StatusUnprocessableEntity {
		t.Errorf("giving up the own role: %d", got)
	}
	if got := role(review.User{ID: 999}, "reviewer"); got != http.StatusNotFound {
		t.Errorf("nobody: %d", got)
	}
	if got := role(anna, ""); got != http.StatusOK {
		t.Errorf("out: %d", got)
	}
	if r, err := w.store.Role(t.Context(), w.project.ID, anna.ID); err != nil || r != "" {
		t.Errorf("role %q, %v", r, err)
	}
	for _, bad := range []url.Values{{"login": {""}, "role": {"reviewer"}}, {"login": {"x"}, "role": {"x"}}, {"login": {"x"}, "role": {"reviewer"}, "password": {"short"}}} {
		if res, _ := c.post("/p/sms/people", bad); res.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%v: %d", bad, res.StatusCode)
		}
	}
}
