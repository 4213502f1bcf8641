package server

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/server/ui"
)

// token is what the client's session cookie holds.
func (c *client) token() string {
	c.t.Helper()
	for _, k := range c.http.Jar.Cookies(c.w.address(c.t)) {
		if k.Name == cookieName("bauta", c.w.port) {
			return k.Value
		}
	}
	return ""
}

func (c *client) setToken(token string) {
	c.t.Helper()
	cookie := &http.Cookie{Name: cookieName("bauta", c.w.port), Value: token, Path: "/", Secure: true}
	c.http.Jar.SetCookies(c.w.address(c.t), []*http.Cookie{cookie})
}

// TestTwoServersOnOneHost: a browser that is signed in at two of them is so at
// both, and signing out of one is not signing out of the other.
func TestTwoServersOnOneHost(t *testing.T) {
	a, b := newWorld(t, nil), newWorld(t, nil)
	a.setPassword(t, review.Owner)
	b.setPassword(t, review.Reviewer)
	here, there := a.stranger(t), b.stranger(t)
	there.http.Jar = here.http.Jar
	here.signIn("owner", goodPassword)
	there.signIn("reviewer", goodPassword)
	if !here.in() || !there.in() {
		t.Errorf("signed in: %v and %v", here.in(), there.in())
	}
	there.post("/sign-out", nil)
	if !here.in() || there.in() {
		t.Errorf("after signing out of the second: %v and %v", here.in(), there.in())
	}
}

// TestAssetsCarryNoCookie: what may be kept for everybody has nobody's session
// beside it.
func TestAssetsCarryNoCookie(t *testing.T) {
	w := newWorld(t, nil)
	c := w.as(t, w.users[review.Owner].ID)
	res, _ := c.get(ui.Path() + "css/base.css")
	kept := res.Header.Values("Cache-Control")
	if res.StatusCode != http.StatusOK || !strings.Contains(kept[0], "public") || len(res.Cookies()) > 0 {
		t.Errorf("%d, %q, %d cookies", res.StatusCode, kept, len(res.Cookies()))
	}
	for _, path := range []string{
		"templates/signin.html", "phrases/common.tsv", "js/", "js/%2e%2e/templates/signin.html", "../../server.go", "js/..%2f..%2fui.go",
	} {
		if res, body := c.get(ui.Path() + path); res.StatusCode == http.StatusOK || strings.Contains(body, "define") {
			t.Errorf("%s is served: %d", path, res.StatusCode)
		}
	}
}

// TestOnlyTLS: with TLS browsers are told to come by nothing else; not for the
// name that all servers on one's own machine share, and not without TLS.
func TestOnlyTLS(t *testing.T) {
	w := newWorld(t, nil)
	ask := func(host string) string {
		req, err := http.NewRequestWithContext(t.Context(), "GET", w.http.URL+"/sign-in", nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		res, err := w.stranger(t).http.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.Header.Get("Strict-Transport-Security")
	}
	if got := ask("desk.example.org"); got != "max-age=31536000" {
		t.Errorf("with TLS: %q", got)
	}
	for _, host := range []string{"localhost", "localhost:8443", "desk.localhost:8443"} {
		if got := ask(host); got != "" {
			t.Errorf("%s: %q", host, got)
		}
	}
	w.tls = false
	if got := ask("desk.example.org"); got != "" {
		t.Errorf("without TLS: %q", got)
	}
}

// TestOtherSitesChangeNothing tries every address that changes something from
// another site and from a neighbour of this one.
func TestOtherSitesChangeNothing(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} }, "salut [Lucas]")
	c := w.as(t, w.users[review.Owner].ID)
	tried := 0
	for _, rt := range w.table() {
		method, path, _ := strings.Cut(rt.pattern, " ")
		if method == "GET" {
			continue
		}
		tried++
		path = strings.NewReplacer("{slug}", "sms", "{message}", "1", "{token}", "x").Replace(path)
		for _, foreign := range []http.Header{
			{"Sec-Fetch-Site": {"cross-site"}},
			{"Sec-Fetch-Site": {"same-site"}},
			{"Sec-Fetch-Site": nil, "Origin": {"https://other.example"}},
			{"Sec-Fetch-Site": nil, "Origin": {"null"}},
		} {
			c.header = foreign
			if res, _ := c.do(method, path, "application/json", "{}"); res.StatusCode != http.StatusForbidden {
				t.Errorf("%s with %v: %d", rt.pattern, foreign, res.StatusCode)
			}
		}
		c.header = nil
	}
	if tried < 20 || !c.in() {
		t.Errorf("%d addresses tried, still signed in: %v", tried, c.in())
	}
}

// TestRequestsAreBounded sends too much to every address that reads.
func TestRequestsAreBounded(t *testing.T) {
	w := newWorld(t, func(c *Config) { c.Locator = town{} }, "salut [Lucas]")
	big := `"` + strings.Repeat("x", maxBody+1) + `"`
	tried := 0
	for _, rt := range w.table() {
		method, path, _ := strings.Cut(rt.pattern, " ")
		readsNot := func(part string) bool { return strings.Contains(path+" ", part) }
		if method == "GET" || slices.ContainsFunc([]string{"sign-out", "revisit", "/link/", "/release ", "/begin "}, readsNot) {
			continue
		}
		tried++
		kind := "application/x-www-form-urlencoded"
		if strings.Contains(path, "/api/") {
			kind = "application/json"
		}
		path = strings.NewReplacer("{slug}", "sms", "{message}", "1").Replace(path)
		res, _ := w.as(t, w.users[review.Owner].ID).do(method, path, kind, big)
		if res.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %d", rt.pattern, res.StatusCode)
		}
	}
	if tried < 20 {
		t.Errorf("%d addresses tried", tried)
	}
}
