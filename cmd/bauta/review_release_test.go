package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/server"
)

// TestReviewRelease: a project is released from the command line when somebody
// else decided and the audit bounds the leak; its texts go when they are due.
func TestReviewRelease(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "sms.csv", "id,author,text\n1,a,vois blanche demain\n2,b,ok\n3,b,rien\n4,c,oui\n")
	bautaIn(t, "review", "init", "desk.db", "--leak-limit", "0.7")
	bautaIn(t, "review", "import", "desk.db", "--policy", "seekhide-2013", "sms.csv")
	s, p, err := (&desk{}).both(t.Context(), "desk.db")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	var people []review.User
	for _, role := range []review.Role{review.Reviewer, review.PrivacyOfficer} {
		u, err := s.AddUser(t.Context(), review.User{Login: string(role)})
		if err == nil {
			err = s.SetMember(t.Context(), review.Member{Project: p.ID, User: u.ID, Role: role}, u.ID)
		}
		if err != nil {
			t.Fatal(err)
		}
		people = append(people, u)
	}
	refused := func(want string, args ...string) {
		t.Helper()
		var out, errOut bytes.Buffer
		code := run(t.Context(), append([]string{"review", "release", "desk.db"}, args...), strings.NewReader(""), &out, &errOut)
		if code != 1 || !strings.Contains(errOut.String(), want) {
			t.Errorf("exit %d, %s%s; want %q", code, out.String(), errOut.String(), want)
		}
	}
	refused("is not released: open, audit, approver;")
	groups, err := s.Groups(t.Context(), p.ID, review.Waiting, 10)
	if err != nil || len(groups) != 1 {
		t.Fatalf("%d groups, %v", len(groups), err)
	}
	decide := func(d review.Decision) {
		t.Helper()
		d.ID, d.Project, d.User, d.Expect = fmt.Sprintf("release-%s-%d", d.Scope, d.Message), p.ID, people[0].ID, -1
		if _, err := s.Decide(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	decide(review.Decision{Scope: review.OnGroup, Group: groups[0].ID, Effect: review.Accept, Keys: 1, ActiveMS: 3000})
	refused("is not released: audit;")
	if _, _, err := reviewtest.LookAtAll(s, p, people[0].ID, &reviewtest.Clock{}, nil); err != nil {
		t.Fatal(err)
	}
	if a, err := review.AuditOf(t.Context(), s, p); err != nil || !slices.Equal(a.Lookers(), []int64{people[0].ID}) {
		t.Errorf("%v: lookers %v, want %d", err, a.Lookers(), people[0].ID)
	}
	refused("reviewer may not release", "--as", "reviewer")
	refused("nobody has the login zoe", "--as", "zoe")
	if out := bautaIn(t, "review", "release", "desk.db", "--as", "privacy_officer"); strings.Count(out, "passed") != 5 {
		t.Errorf("the gates are %s", out)
	}
	refused("is released already")

	// What was decided serves as gold: the same project once more, by a perfect expert.
	if out := bautaIn(t, "review", "simulate", "desk.db", "--order", "leak", "--json"); !strings.Contains(out, `"messages":4,"groups":1,"decisions":1,`) ||
		!strings.Contains(out, `"leaked_spans":0`) {
		t.Errorf("simulated: %s", out)
	}
	put(t, "tagged.yaml", strings.Replace(bareYAML, ", reference: dictionary", "", 1))
	exportedAsSeen(t)
	certifiedAtTheDesk(t)
	bautaIn(t, "review", "export", "desk.db", "--effort", "effort.csv")
	if effort, err := os.ReadFile("effort.csv"); err != nil || !strings.Contains(string(effort), "\nreviewer-1,1,3.00,3.00,") {
		t.Errorf("%s, %v", effort, err)
	}
	withdrawnAtTheDesk(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	purged(t)
}

// exportedAsSeen holds that a released project goes out under no policy that shows
// what the audit saw hidden, but for a look inside the house.
func exportedAsSeen(t *testing.T) {
	t.Helper()
	put(t, "open.yaml", "policy: open\ndetect: {lexical: {}, pattern: {}}\nmask: {PERSON: keep}\ndefault: tag\n")
	export := func(args ...string) (string, string, int) {
		var out, errOut bytes.Buffer
		code := run(t.Context(), append([]string{"review", "export", "desk.db", "--policy"}, args...), strings.NewReader(""), &out, &errOut)
		return out.String(), errOut.String(), code
	}
	if out, said, code := export("open.yaml"); code != 1 || out != "" || !strings.Contains(said, "leaves PERSON in clear, which the audit has seen hidden") {
		t.Errorf("exit %d, wrote %q, said %q", code, out, said)
	}
	if out, said, code := export("seekhide-2013"); code != 1 || out != "" || !strings.Contains(said, "PERSON, which the audit has seen hidden: under seekhide-2013 the policy writes what anybody can undo") {
		t.Errorf("numbers of a public list: exit %d, wrote %q, said %q", code, out, said)
	}
	if out, said, code := export("open.yaml", "--unreleased"); code != 0 || !strings.Contains(out, "blanche") {
		t.Errorf("for a look: exit %d, wrote %q, said %q", code, out, said)
	}
	for stamp, args := range map[string][]string{"true": {"--unreleased"}, "": nil} {
		if _, said, code := export(append([]string{"tagged.yaml", "-o", "look.jsonl", "--report", "effort.json"}, args...)...); code != 0 {
			t.Errorf("exit %d, %s", code, said)
		}
		raw, err := os.ReadFile("effort.json")
		if err != nil || strings.Contains(string(raw), `"unreleased":`) != (stamp != "") {
			t.Errorf("%v: the report says %s, %v", args, raw, err)
		}
	}
	if out, said, code := export("tagged.yaml"); code != 0 || strings.Contains(out, "blanche") || strings.Count(out, "\n") != 4 {
		t.Errorf("as it was imported: exit %d, wrote %q, said %q", code, out, said)
	}
}

// certifiedAtTheDesk: the certificate is of the file that was written; one byte changed,
// and the message is named by its number.
func certifiedAtTheDesk(t *testing.T) {
	t.Helper()
	bautaIn(t, "key", "new", "project.key")
	bautaIn(t, "review", "export", "desk.db", "--policy", "tagged.yaml", "-o", "out.jsonl", "--certify", "c.json", "--sign", "project.key")
	if out := bautaIn(t, "audit", "verify", "out.jsonl", "c.json"); !strings.Contains(out, "every message, 4 in all") {
		t.Errorf("verified: %s", out)
	}
	raw, err := os.ReadFile("out.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	bautaIn(t, "review", "export", "desk.db", "--policy", "tagged.yaml", "-o", "out.jsonl", "--fates", "fates.json", "--certify", "c.json", "--sign", "project.key")
	page := bautaIn(t, "report", "fates.json", "--release", "out.jsonl", "--certificate", "c.json", "--lang", "de")
	for _, want := range []string{"4 Einträge wurden gelesen und ebenso viele geschrieben", "<td>Person</td>", "insgesamt 4", "bauta review export …"} {
		if !strings.Contains(page, want) || strings.Contains(page, "blanche") {
			t.Errorf("%q: the page of what left the desk is %s", want, page)
		}
	}
	put(t, "changed.jsonl", strings.Replace(string(raw), "rien", "riem", 1))
	var out, errOut bytes.Buffer
	if code := run(t.Context(), []string{"audit", "verify", "changed.jsonl", "c.json"}, strings.NewReader(""), &out, &errOut); code != 1 ||
		!strings.Contains(errOut.String(), "message 3 of the file") {
		t.Errorf("one byte changed: exit %d, %s", code, errOut.String())
	}
	for _, args := range [][]string{{"--certify", "d.json"}, {"--certify", "d.json", "--sign", "project.key", "-o", "x", "--unreleased"}} {
		if code := run(t.Context(), append([]string{"review", "export", "desk.db"}, args...), strings.NewReader(""), &out, &errOut); code != 2 {
			t.Errorf("%v: exit %d", args, code)
		}
	}
}

// withdrawnAtTheDesk: after a withdrawal what is left of a release is certified without another look.
func withdrawnAtTheDesk(t *testing.T) {
	t.Helper()
	bautaIn(t, "withdraw", "desk.db", "--author", "c", "--receipt", "receipt.json")
	bautaIn(t, "review", "export", "desk.db", "--policy", "tagged.yaml", "-o", "left.jsonl", "--certify", "left.json", "--sign", "project.key")
	if out := bautaIn(t, "audit", "verify", "left.jsonl", "left.json"); !strings.Contains(out, "of which 3 are left") || !strings.Contains(out, "consent") {
		t.Errorf("what is left: %s", out)
	}
	var left, whole struct {
		Signature string
		Withdrawn struct{ Before string }
	}
	for name, c := range map[string]any{"left.json": &left, "c.json": &whole} {
		if err := json.Unmarshal(must2(os.ReadFile(name)), c); err != nil {
			t.Fatal(err)
		}
	}
	if left.Withdrawn.Before != whole.Signature || whole.Signature == "" {
		t.Errorf("it follows from %q, not from %q", left.Withdrawn.Before, whole.Signature)
	}
	bautaIn(t, "review", "export", "desk.db", "--policy", "tagged.yaml", "-o", "left.jsonl", "--certify", "left.json", "--sign", "project.key", "--fates", "left.fates")
	page := bautaIn(t, "report", "left.fates", "--release", "left.jsonl", "--certificate", "left.json")
	if !strings.Contains(page, "3 records went in, and as many came out.</p>") || !strings.Contains(page, "of which 3 are left") {
		t.Errorf("the page of what is left: %s", page)
	}
	for release, certificate := range map[string]string{"left.jsonl": "c.json", "out.jsonl": "left.json"} {
		var out, errOut bytes.Buffer
		if code := run(t.Context(), []string{"audit", "verify", release, certificate}, strings.NewReader(""), &out, &errOut); code != 1 {
			t.Errorf("%s is verified by %s", release, certificate)
		}
	}
}

// purged holds what the server does about the released project of desk.db: it
// announces the day, and destroys the texts when that has come.
func purged(t *testing.T) {
	s, p, err := (&desk{}).both(t.Context(), "desk.db")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for after, want := range map[time.Duration]string{-1: "", 0: "destroyed in a minute", 30 * day: "destroyed on " + p.Released.Add(30*day).Format(time.DateOnly)} {
		var told bytes.Buffer
		cmd := &cobra.Command{}
		cmd.SetErr(&told)
		cmd.SetContext(t.Context())
		end, err := startPurging(cmd, s, server.Config{PurgeAfter: after, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		end()
		if !strings.Contains(told.String(), want) || want == "" && told.Len() > 0 {
			t.Errorf("after %v: told %q, want %q", after, told.String(), want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	var said strings.Builder
	look := make(chan time.Time, 2)
	look <- p.Released.Add(30*day - time.Second)
	look <- p.Released.Add(30 * day)
	purgeWhenDue(ctx, s, server.Config{PurgeAfter: 30 * day, Log: slog.New(stopper{slog.NewTextHandler(&said, nil), cancel})}, look)
	if p, err = s.Project(t.Context(), p.Slug); err != nil || p.State != review.Purged || !strings.Contains(said.String(), "project="+p.Slug) {
		t.Errorf("%s, %v, the log says %q", p.State, err, said.String())
	}
}

// stopper ends a context at the first line of a log.
type stopper struct {
	slog.Handler
	stop context.CancelFunc
}

func (s stopper) Handle(ctx context.Context, r slog.Record) error {
	s.stop()
	return s.Handler.Handle(ctx, r)
}
