package server

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// withLink is a server with a one-time link for its owner.
func withLink(c *Config) { c.Link, c.User = "one-time", 1 }

// TestLinkIsSpentByItsButton: what fetches the address spends nothing, from
// whatever site it was followed; the button signs in once.
func TestLinkIsSpentByItsButton(t *testing.T) {
	w := newWorld(t, withLink)
	c := w.stranger(t)
	c.header = http.Header{"Sec-Fetch-Site": {"cross-site"}, "Sec-Fetch-Mode": {"navigate"}}
	for range 3 {
		for _, method := range []string{"HEAD", "GET"} {
			if res, _ := c.do(method, "/link/one-time", "", ""); res.StatusCode != http.StatusOK || len(res.Cookies()) > 0 {
				t.Fatalf("%s: %d, cookies %v", method, res.StatusCode, res.Cookies())
			}
		}
	}
	if _, body := c.get("/link/one-time"); !strings.Contains(body, `<form method="post"><button`) {
		t.Error("the page has no button")
	}
	if c.in() {
		t.Error("to look at the page signed in")
	}
	if res, _ := c.post("/link/one-time", nil); res.StatusCode != http.StatusForbidden {
		t.Errorf("a form of another site: %d", res.StatusCode)
	}
	c.header = nil
	if res, _ := c.post("/link/other", nil); res.StatusCode != http.StatusGone {
		t.Errorf("another token: %d", res.StatusCode)
	}
	if res, _ := c.post("/link/one-time", nil); res.StatusCode != http.StatusSeeOther || !c.in() {
		t.Errorf("the button: %d", res.StatusCode)
	}
	for _, do := range []func() (*http.Response, string){
		func() (*http.Response, string) { return w.stranger(t).get("/link/one-time") },
		func() (*http.Response, string) { return w.stranger(t).post("/link/one-time", nil) },
	} {
		if res, _ := do(); res.StatusCode != http.StatusGone {
			t.Errorf("a second time: %d", res.StatusCode)
		}
	}
	if res, _ := c.get("/link/one-time"); res.StatusCode != http.StatusSeeOther {
		t.Errorf("for whom it signed in: %d", res.StatusCode)
	}
	if res, _ := newWorld(t, nil).stranger(t).post("/link/x", nil); res.StatusCode != http.StatusGone {
		t.Errorf("no link at all: %d", res.StatusCode)
	}
}

// TestLinkLeads: the button leads to the page that the program named, or to the projects.
func TestLinkLeads(t *testing.T) {
	for leads, want := range map[string]string{"": "/", "/p/sms/audit": "/p/sms/audit"} {
		w := newWorld(t, func(c *Config) { withLink(c); c.Leads = leads })
		res, _ := w.stranger(t).post("/link/one-time", nil)
		if got := res.Header.Get("Location"); got != want {
			t.Errorf("leads to %q, want %q", got, want)
		}
	}
}

// TestLinkExpires: a link that was forgotten somewhere opens nothing.
func TestLinkExpires(t *testing.T) {
	w := newWorld(t, withLink)
	w.pass(LinkLife + time.Second)
	for _, method := range []string{"GET", "POST"} {
		res, body := w.stranger(t).do(method, "/link/one-time", "", "")
		if res.StatusCode != http.StatusGone || strings.Contains(body, "Open the link") {
			t.Errorf("%s: %d", method, res.StatusCode)
		}
	}
}
