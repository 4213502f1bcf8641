package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// TestAuditServeTakesTheTerms: unit and alpha are options of the desk's audit as of that of a
// file; its page proposes them, and once an audit was begun others are refused.
func TestAuditServeTakesTheTerms(t *testing.T) {
	folder(t, map[string]string{"sms.csv": "id,text\n1,chez Cédric\n2,ok\n"})
	must(t, "review", "init", "desk.db", "--project", "sms")
	must(t, "review", "import", "desk.db", "sms.csv", "--policy", "small.yaml")
	link, end := servedBy(t, "audit", "serve", "desk.db", "--alpha", "2%", "--unit", "name", "--per-message", "2")
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := (&http.Client{Jar: jar}).Post(link, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(res.Body)
	res.Body.Close()
	if err != nil || !strings.Contains(string(body), `name="alpha" value="2"`) || !strings.Contains(string(body), `value="name" selected`) {
		t.Errorf("%v: the page proposes other terms: %s", err, body)
	}
	if code := end(); code != 0 {
		t.Errorf("the server ended with %d", code)
	}
	for says, args := range map[string]string{
		"--alpha takes a chance": "--alpha 50%", "--unit takes message or name": "--unit word", "--per-message takes 1 to 20": "--per-message 99",
	} {
		if got := invoke(t, "", append([]string{"audit", "serve", "desk.db"}, strings.Fields(args)...)...); got.code != 2 || !strings.Contains(got.err, says) {
			t.Errorf("%s: exit %d: %s", args, got.code, got.err)
		}
	}
	s, p, err := (&desk{}).both(t.Context(), "desk.db")
	if err != nil {
		t.Fatal(err)
	}
	by, err := owner(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	a, err := review.AuditOf(t.Context(), s, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Begin(t.Context(), by, time.Now(), review.Terms{Level: 0.02, Places: 2}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for says, args := range map[string]string{
		"alpha is fixed before the first look": "--alpha 5%", "the unit is fixed before the first look": "--unit message",
	} {
		if got := invoke(t, "", append([]string{"audit", "serve", "desk.db"}, strings.Fields(args)...)...); got.code != 2 || !strings.Contains(got.err, says) {
			t.Errorf("%s: exit %d: %s", args, got.code, got.err)
		}
	}
	_, end = servedBy(t, "audit", "serve", "desk.db", "--alpha", "2%", "--unit", "name")
	if code := end(); code != 0 {
		t.Errorf("the server ended with %d", code)
	}
}
