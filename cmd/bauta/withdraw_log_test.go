package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// TestAuditGoesOnFromWhatIsLeft: after a withdrawal that had the log what is left is certified with the report of the
// run, with no more looks than at what it masked, and drawn from once it has changed; the person's rows need not stay for
// that.
func TestAuditGoesOnFromWhatIsLeft(t *testing.T) {
	was := letters(200)
	folder(t, map[string]string{"was.csv": was, "release.csv": strings.ReplaceAll(was, "vélo", "***")})
	must(t, "key", "new", "project.key")
	look := func(name string, more ...string) string {
		t.Helper()
		args := []string{"audit", "draw", name, "--log", "log", "--limit", "0.05", "--canaries", "0", "-n", "200", "-o", "sheet.csv"}
		said := must(t, append(args, more...)...).err
		if strings.Contains(said, "rows to look at") {
			lookedAt(t)
		}
		return said
	}
	look("release.csv", "--original", "was.csv")
	report := fmt.Sprintf(`{"version": "1", "parts": [{"name": "p"}], "masks": {"PERSON": ["label"]}, "release": {"digest": %q, "messages": 200}}`, soleBegin(t).Release)
	put(t, "report.json", report)
	certify := func(name, report string) printed {
		return invoke(t, "", "audit", "certify", name, "--log", "log", "--key", "project.key", "--report", report, "-o", "left.json")
	}
	withdraw := func(author, from, to, log string) printed {
		return invoke(t, "", "withdraw", "--author", author, "--name", "Quilebo", "--release", from, "-o", to, "--log", log, "--receipt", "receipt.json")
	}
	put(t, "other.csv", strings.ReplaceAll(was, "demain", "lundi"))
	if got := withdraw("u7", "other.csv", "left.csv", "log"); got.code != 1 || !strings.Contains(got.err, "log: is the audit of another release than other.csv") {
		t.Errorf("the log of another release: %d %s", got.code, got.err)
	}
	if _, err := os.Stat("left.csv"); err == nil {
		t.Error("something was written without its log")
	}
	if got := withdraw("u7", "release.csv", "left.csv", "log"); got.code != 0 || !strings.Contains(got.err, "log: the audit goes on from left.csv") {
		t.Fatalf("withdrawn: %d %s", got.code, got.err)
	}
	if err := os.Remove("release.csv"); err != nil { // the person is in it
		t.Fatal(err)
	}
	if got := must(t, "audit", "status", "--log", "log"); !strings.Contains(got.out, "since then a withdrawal took messages out or masked them, 22 in all") {
		t.Errorf("status: %s", got.out)
	}
	if got := certify("left.csv", "report.json"); got.code != 0 || !strings.Contains(got.err, "in at most 12 of those") {
		t.Errorf("certified at once: %d %s", got.code, got.err)
	}
	must(t, "audit", "verify", "left.csv", "left.json", "--log", "log")
	put(t, "other.json", strings.Replace(report, `200}`, `199}`, 1))
	// A second person leaves before anybody looks again.
	if got := withdraw("u3", "left.csv", "less.csv", "log"); got.code != 0 {
		t.Fatalf("a second one: %s", got.err)
	}
	said := look("less.csv", "--before", "less.csv", "--original", "was.csv")
	if !strings.Contains(said, "of its 160 messages only what is new or has changed is looked at, 2 of them (audit 2)") {
		t.Errorf("drawn: %s", said)
	}
	if got := certify("less.csv", "report.json"); got.code != 0 || !strings.Contains(got.err, "2 were at what changed last") {
		t.Errorf("certified: %d %s", got.code, got.err)
	}
	must(t, "audit", "verify", "less.csv", "left.json")
	must(t, "key", "new", "other.key")
	if got := must(t, "report", "report.json", "--release", "less.csv", "--certificate", "left.json", "--sign", "other.key"); !strings.Contains(got.err, "left.json was signed with another key") {
		t.Errorf("the page has another key: %s", got.err)
	}
	if got := must(t, "audit", "certify", "less.csv", "--log", "log", "--key", "other.key", "--report", "report.json", "-o", "left.json"); !strings.Contains(got.err, "left.json was signed with another key") {
		t.Errorf("the certificate has another key: %s", got.err)
	}
	must(t, "report", "report.json", "--release", "less.csv", "--certificate", "left.json")
	if got := invoke(t, "", "report", "other.json", "--release", "less.csv", "--certificate", "left.json"); got.code != 0 && !strings.Contains(got.err, "report of the run") {
		t.Errorf("another report on the page: %s", got.err)
	}
	put(t, "more.csv", string(must2(os.ReadFile("less.csv")))+"201,u1,plus\n")
	said = look("more.csv", "--before", "less.csv")
	if !strings.Contains(said, "of its 161 messages only what is new or has changed is looked at, 1 of them (audit 3)") {
		t.Errorf("drawn again: %s", said)
	}
	if got := certify("more.csv", "report.json"); got.code != 1 || !strings.Contains(got.err, "the report of the run is of another release") {
		t.Errorf("messages came in, and the report is that of before: %d %s", got.code, got.err)
	}
}

// TestNothingIsLeftToLookAt: where no message has changed that stays, none is looked at.
func TestNothingIsLeftToLookAt(t *testing.T) {
	folder(t, map[string]string{"release.csv": letters(100)})
	args := []string{"audit", "draw", "release.csv", "--log", "log", "--limit", "0.05", "--canaries", "0", "-o", "sheet.csv"}
	must(t, args...)
	lookedAt(t)
	must(t, "withdraw", "--author", "u1", "--release", "release.csv", "-o", "left.csv", "--log", "log")
	args[2] = "left.csv"
	if got := must(t, append(args, "--before", "left.csv")...); !strings.Contains(got.err, "nothing is left to look at, and the limit is proved") {
		t.Errorf("drawn: %s", got.err)
	}
	if got := must(t, "audit", "status", "--log", "log"); !strings.Contains(got.out, "only what has changed is looked at, 0 of it") || !strings.Contains(got.out, "proved: next") {
		t.Errorf("status: %s", got.out)
	}
}

// TestAttackAfterAWithdrawal: rows of an original that was not made shorter are found by their IDs.
func TestAttackAfterAWithdrawal(t *testing.T) {
	folder(t, map[string]string{"was.csv": letters(60), "release.csv": strings.ReplaceAll(letters(60), "demain", "lundi")})
	must(t, "withdraw", "--author", "u7", "--release", "release.csv", "-o", "left.csv")
	got := must(t, "attack", "left.csv", "--original", "was.csv", "--only", "frequency")
	if !strings.Contains(got.out, "52 of 52") {
		t.Errorf("attacked: %s", got.out)
	}
	put(t, "twice.csv", strings.Replace(letters(60), "\n2,", "\n1,", 1))
	if got := invoke(t, "", "attack", "left.csv", "--original", "twice.csv", "--only", "frequency"); got.code != 1 || !strings.Contains(got.err, "where both have a column of IDs, each once") {
		t.Errorf("an ID twice: %d %s", got.code, got.err)
	}
}

// lookedAt enters a sheet in which nobody found anything.
func lookedAt(t *testing.T) {
	t.Helper()
	sheet := strings.Split(strings.TrimSuffix(string(must2(os.ReadFile("sheet.csv"))), "\n"), "\n")
	for i := range sheet[1:] {
		sheet[i+1] += "0"
	}
	put(t, "sheet.csv", strings.Join(sheet, "\n")+"\n")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
}

// soleBegin is the first line of a log.
func soleBegin(t *testing.T) audit.Begin {
	t.Helper()
	var e audit.Entry
	line, _, _ := strings.Cut(string(must2(os.ReadFile("log"))), "\n")
	if err := json.Unmarshal([]byte(line), &e); err != nil || e.Begin == nil {
		t.Fatal(err)
	}
	return *e.Begin
}
