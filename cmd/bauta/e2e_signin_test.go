//go:build e2e

package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestLinkFromAnotherSite follows the one-time link as from a mail or a chat in
// the browser: from a page of another site, with which strict cookies do not go.
func TestLinkFromAnotherSite(t *testing.T) {
	chromium(t)
	script := axe(t)
	s := newStand(t, "sqlite", roses())
	s.start()
	mail := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>mail</title><a id="link" href=%q>link</a>`, s.link)
	}))
	t.Cleanup(mail.Close)
	b := open(t, nil)
	b.goTo(strings.Replace(mail.URL, "127.0.0.1", "localhost", 1))
	eval[bool](b, `(document.getElementById("link").click(), true)`)
	b.wait(`location.pathname.startsWith("/link/") && document.activeElement.matches("main button")`)
	b.accessible(script, "link")
	b.press("Enter")
	b.wait(`location.pathname === "/p/sms/review"`)
	b.onGroup("rose")
}

// TestSignOutEverywhereByKeyboard: the button of the account, and the other
// browser is out.
func TestSignOutEverywhereByKeyboard(t *testing.T) {
	chromium(t)
	s := newStand(t, "sqlite", roses())
	s.start()
	here, there := s.visit("anna", "review"), s.visit("anna", "review")
	there.allowed = []string{"401"} // it asks for news when it is signed out
	here.goTo(s.base + "/account")
	eval[bool](here, `(document.querySelector("main form[action$=everywhere] button").focus(), true)`)
	here.press("Enter")
	here.wait(`location.pathname === "/sign-in"`)
	there.goTo(s.base + "/p/sms/dashboard")
	there.wait(`location.pathname === "/sign-in"`)
}
