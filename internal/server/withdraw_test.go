package server

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// TestWithdrawPage: only an owner takes a person out, after the short name was typed; who
// it was stands in no answer.
func TestWithdrawPage(t *testing.T) {
	w := newWorld(t, nil, "salut [Lucas] ca va")
	it := reviewtest.Item("z1", "moi "+canary)
	it.Message.Author = canary
	alike := reviewtest.Item("z2", "encore moi")
	alike.Message.Author, alike.Message.Thread = canary+" Ahlberg", "chat-"+canary
	hint, short := reviewtest.Item("z3", "encore Brun"), reviewtest.Item("z4", "LB encore")
	if _, err := w.store.Import(t.Context(), w.project.ID, reviewtest.Items(it, alike, hint, short)); err != nil {
		t.Fatal(err)
	}
	owner := w.as(t, w.users[review.Owner].ID)
	form := url.Values{"author": {canary}, "names": {"Lucas, Lou Brun, "}, "slug": {"other"}}
	if res, body := owner.post("/p/sms/release/withdraw", form); res.StatusCode != http.StatusUnprocessableEntity ||
		strings.Contains(body, canary) {
		t.Errorf("without the short name: %d", res.StatusCode)
	}
	form.Set("slug", "sms")
	officer := w.as(t, w.users[review.PrivacyOfficer].ID)
	if res, _ := officer.post("/p/sms/release/withdraw", form); res.StatusCode != http.StatusForbidden {
		t.Errorf("the privacy officer: %d", res.StatusCode)
	}
	res, body := owner.post("/p/sms/release/withdraw", form)
	if res.StatusCode != http.StatusOK || !strings.Contains(body, "1 message, 0 decisions, 0 annotations; 1 mention masked") ||
		strings.Contains(body, canary) {
		t.Errorf("taken out: %d", res.StatusCode)
	}
	for _, want := range []string{
		"1 message that stays is by an author", "1 message that stays has a conversation or an ID",
		"1 message that stays holds in clear a part of the name alone", "1 message that stays holds in clear initials", "Not seen in texts: a nickname",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is missing", want)
		}
	}
	said, _, _ := strings.Cut(body[strings.Index(body, `role="status"`):], "</p>")
	for _, file := range []string{"--gold", "--lexicon", "the original", "certificate", "copies"} {
		if !strings.Contains(said, file) {
			t.Errorf("what still holds the person is not named: %s in %s", file, said)
		}
	}
	if res, body := owner.post("/p/sms/release/withdraw", url.Values{"author": {"nobody"}, "slug": {"sms"}}); res.StatusCode !=
		http.StatusUnprocessableEntity || !strings.Contains(body, "No message is by that author") || !strings.Contains(body, "Case, accents and blanks around it do not matter") {
		t.Errorf("nobody: %d", res.StatusCode)
	}
	n := 0
	for m, err := range w.store.Messages(t.Context(), w.project.ID) {
		hidden := len(m.Occurrences) == 0 || m.Occurrences[0].Now.Effect == review.Mask
		if n++; err != nil || m.Message.Author == canary || !hidden {
			t.Errorf("message %d, %v", m.ID, err)
		}
	}
	if n != 4 {
		t.Errorf("%d messages are left", n)
	}
}
