//go:build e2e

package main_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// TestP1Gates: a release is refused with each gate shut, naming those that are
// and no other.
func TestP1Gates(t *testing.T) {
	onBoth(t, []string{"salut [lucas?0.6n] ca va", "et [max?0.9]", "non", "si", "ok", "bof", "hein", "quoi", "ah", "eh"}, func(t *testing.T, s *stand) {
		anna, olga := s.visit("anna", "review"), s.visit("olga", "release")
		release := func() {
			olga.goTo(s.base + "/p/sms/release")
			eval[bool](olga, `document.querySelector("main form button").focus(), true`)
			olga.press("Enter")
		}
		refused := func(gates ...string) {
			t.Helper()
			release() // its button is off: nothing happens
			if !eval[bool](olga, `document.querySelector("main form button").disabled`) {
				t.Errorf("the button is on while %v are shut", gates)
			}
			shut := eval[string](olga, `[...document.querySelectorAll(".gates .open b")].map((b) => b.textContent).join(", ")`)
			if want := strings.Join(gates, ", "); shut != want {
				t.Errorf("shut are %q, the page says %q", want, shut)
			}
		}
		refused("Questions", "Audit", "Two people")
		anna.onGroup("lucas")
		anna.press("ArrowRight")
		anna.onGroup("max")
		anna.press("Enter")
		anna.saved()
		refused("Questions", "Audit")
		anna.onGroup("lucas")
		anna.press("f")
		anna.saved()
		refused("Disagreements", "Audit")
		anna.press("u")
		anna.onGroup("lucas")
		anna.press("Shift+k")
		anna.wait(`document.activeElement.id === "never-yes"`)
		anna.press("Enter")
		anna.saved()
		refused("Second look", "Audit")
		anna.press("u")
		anna.onGroup("lucas")
		anna.press("Enter")
		anna.saved()
		refused("Audit")
		audit := s.visit("anna", "audit")
		audit.begins()
		audit.press("Enter")
		audit.wait(`document.querySelector(".standing b")?.textContent.includes("Prov")`)
		release()
		olga.wait(`document.querySelector("h2").textContent === "Released"`)
	})
}

// TestP2Purge leaves the canary in no file of the store, no log and no page;
// the figures stay.
func TestP2Purge(t *testing.T) {
	onBoth(t, []string{"salut [" + canary + "?0.6] ca va"}, func(t *testing.T, s *stand) {
		anna := s.visit("anna", "review")
		anna.onGroup(canary)
		anna.press("Enter")
		anna.saved()
		if err := s.store.SetState(t.Context(), s.project.ID, review.Released, 1); err != nil {
			t.Fatal(err)
		}
		olga := s.visit("olga", "release")
		eval[bool](olga, `document.getElementById("slug").focus(), true`)
		olga.write("sms")
		olga.press("Enter")
		olga.wait(`document.querySelector("h2").textContent === "Purged"`)
		for _, page := range []string{"release", "dashboard"} {
			olga.goTo(s.base + "/p/sms/" + page)
			if strings.Contains(olga.text("html"), canary) {
				t.Errorf("%s shows the word", page)
			}
		}
		if got := olga.text("main"); !strings.Contains(got, "questions left") {
			t.Errorf("the figures are gone: %q", got)
		}
		s.searchFiles(canary)
	})
}

// TestP3AuditVerify: the chain holds, and does not after an edit of one byte.
func TestP3AuditVerify(t *testing.T) {
	onBoth(t, roses(), func(t *testing.T, s *stand) {
		b := s.visit("anna", "review")
		b.onGroup("rose")
		b.press("Enter")
		b.saved()
		if out, err := s.bauta("review", "doctor", s.source, "--key", s.key); err != nil {
			t.Fatalf("a sound store: %s", out)
		}
		drop := map[string]string{
			"sqlite":     "DROP TRIGGER audit_kept",
			"postgresql": "ALTER TABLE audit DISABLE TRIGGER ALL",
		}[s.engine]
		s.sql(drop)
		s.sql("UPDATE audit SET object = 'x' || substr(object, 2) WHERE seq = (SELECT max(seq) FROM audit)")
		if out, err := s.bauta("review", "doctor", s.source, "--key", s.key); err == nil {
			t.Errorf("one byte of the audit was changed, and the doctor says %s", out)
		}
	})
}
