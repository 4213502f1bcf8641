//go:build e2e

package main_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

// leaky are messages with a name that the pipeline left, and one with a question.
func leaky() []string {
	out := []string{"salut [lucas?0.6n] ca va"}
	for i := range 31 {
		out = append(out, fmt.Sprintf("voici Quilebo numéro %d", i))
	}
	return out
}

// TestTheWholeWay: import, decide, audit with a planted leak, which is found and masked,
// begin anew, release, certify, export, verify; one byte changed: verify fails and names
// the message by number.
func TestTheWholeWay(t *testing.T) {
	onBoth(t, leaky(), func(t *testing.T, s *stand) {
		anna := s.visit("anna", "review")
		anna.onGroup("lucas")
		anna.press("Enter")
		anna.saved()

		anna.goTo(s.base + "/p/sms/audit")
		anna.begins()
		if !s.findsTheLeak(anna) {
			t.Fatal("all was looked at, and the planted leak was not shown")
		}
		anna.shot("audit-found")
		if s.audited(anna, "Quilebo") {
			t.Error("the name is masked, and still shown")
		}
		anna.wait(`document.querySelector(".standing b")?.textContent.includes("Prov")`)

		olga := s.visit("olga", "release")
		olga.wait(`!document.querySelector("main form button").disabled`)
		eval[bool](olga, `document.querySelector("main form button").focus(), true`)
		olga.press("Enter")
		olga.wait(`document.querySelector("h2").textContent === "Released"`)
		s.downloads(t.TempDir())
		s.certifies(t.TempDir())
	})
}

// downloads takes the released messages off the page, by keyboard.
func (s *stand) downloads(dir string) {
	s.t.Helper()
	b := s.visit("owner", "release")
	b.wait(`document.getElementById("policy")`)
	if _, err := chromedp.Call(b.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
		Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir,
		BrowserContextID: chromedp.FromContext(b.ctx).BrowserContextID,
	}); err != nil {
		s.t.Fatal(err)
	}
	b.submit(`form[action$="/export"] button`)
	file := filepath.Join(dir, "sms.jsonl")
	raw, err := os.ReadFile(file)
	// The browser makes the file before it fills it.
	for end := time.Now().Add(patience); bytes.Count(raw, []byte("\n")) < 32 && time.Now().Before(end); raw, err = os.ReadFile(file) {
		time.Sleep(10 * time.Millisecond)
	}
	if err != nil || bytes.Count(raw, []byte("\n")) != 32 {
		s.t.Errorf("%d lines came: %v; the page shows %q", bytes.Count(raw, []byte("\n")), err, b.text("body"))
	}
	if bytes.Contains(raw, []byte("Quilebo")) || bytes.Contains(raw, []byte("lucas")) {
		s.t.Error("a name is in what came")
	}
	if b.mouse {
		s.t.Error("the mouse was used")
	}
}

// findsTheLeak looks at screens until the planted leak is on one, says so by its digit, and
// masks it everywhere.
func (s *stand) findsTheLeak(b *tab) bool {
	s.t.Helper()
	const on = `[...document.querySelectorAll("#screen li")].findIndex((li) => li.textContent.includes("Quilebo"))`
	for range 10 {
		if !eval[bool](b, `!!document.getElementById("screen")`) {
			return false
		}
		at := eval[int](b, on)
		if at >= 0 {
			b.press(fmt.Sprint((at + 1) % 10))
			b.wait(`document.querySelector("#screen input:checked")`)
		}
		key := eval[string](b, `document.querySelector("input[name=row]").value`)
		b.press("Enter")
		b.wait(`document.querySelector("input[name=row]")?.value !== "` + key + `" && document.getElementById("work").dataset.keys`)
		if at < 0 {
			continue
		}
		eval[bool](b, `document.querySelector("[data-leak]").click(), true`)
		b.wait(`document.activeElement.matches("#talk .word")`)
		b.press("ArrowRight")
		// Asked for again, the message must not put the cursor back to its first word.
		eval[bool](b, `document.querySelector("[data-leak]").click(), true`)
		b.wait(`document.activeElement.textContent === "Quilebo"`)
		b.press("Shift+m")
		b.wait(`document.getElementById("everywhere").open && document.activeElement.id === "everywhere-yes"`)
		b.press("Enter")
		b.wait(`document.querySelector('#talk .word[data-now="mask"]')`)
		return true
	}
	return false
}

// certifies exports what was released, with its certificate, and verifies it.
func (s *stand) certifies(dir string) {
	s.t.Helper()
	in := func(name string) string { return filepath.Join(dir, name) }
	run := func(want string, args ...string) {
		s.t.Helper()
		out, err := s.bauta(args...)
		if fails := strings.HasPrefix(want, "!"); (err != nil) != fails || !strings.Contains(out, strings.TrimPrefix(want, "!")) {
			s.t.Errorf("%v: %v, %s; want %q", args, err, out, want)
		}
	}
	run("", "key", "new", in("project.key"))
	run("", "review", "export", s.source, "--key", s.key, "--policy", "seekhide", "-o", in("release.jsonl"), "--certify", in("c.json"), "--sign",
		in("project.key"))
	run("of 32 messages;", "audit", "verify", in("release.jsonl"), in("c.json"))
	raw, err := os.ReadFile(in("release.jsonl"))
	if err != nil || bytes.Contains(raw, []byte("Quilebo")) || bytes.Contains(raw, []byte("lucas")) {
		s.t.Errorf("a name is in the release: %v", err)
	}
	changed := bytes.Replace(raw, []byte("numéro 7"), []byte("numéro 8"), 1)
	if err := os.WriteFile(in("changed.jsonl"), changed, 0o600); err != nil {
		s.t.Fatal(err)
	}
	run("!message 9 of the file", "audit", "verify", in("changed.jsonl"), in("c.json"))
}
