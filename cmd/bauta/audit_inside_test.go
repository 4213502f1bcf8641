package main

import (
	"os"
	"strings"
	"testing"
)

// TestFoldersAreAuditedFileByFile: of a folder it is said what to do, and that is a way to a certificate.
func TestFoldersAreAuditedFileByFile(t *testing.T) {
	folder(t, map[string]string{"in/a.csv": "id,text\n" + strings.Repeat("1,vu Cédric hier\n", 120), "in/b.csv": "id,text\n" + strings.Repeat("1,rien\n", 120)})
	must(t, "key", "new", "project.key")
	must(t, "anonymise", "-q", "--policy", "small.yaml", "in", "-o", "out")
	got := invoke(t, "", "audit", "draw", "out", "--canaries", "0", "--log", "log")
	if got.code != 1 || !strings.Contains(got.err, "audit each of its files with a log") {
		t.Errorf("exit %d, %s", got.code, got.err)
	}
	for _, name := range []string{"a.csv", "b.csv"} {
		must(t, "anonymise", "-q", "--policy", "small.yaml", "in/"+name, "-o", name, "--report", name+".report")
		auditedAs(t, name, name+".log")
		must(t, "audit", "certify", name, "--log", name+".log", "--key", "project.key", "-o", name+".json", "--report", name+".report")
		must(t, "audit", "verify", name, name+".json")
	}
}

// TestALookInsideIsWrittenAndStamped: what is not what was certified is written with --unreleased, by a run and by
// the desk, and report and page say so; without, or by a certificate that is none, nothing is.
func TestALookInsideIsWrittenAndStamped(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n" + strings.Repeat("1,vu Cédric hier\n", 120), "other.csv": "id,text\n" + strings.Repeat("1,rien\n", 120)})
	certifiedAs(t, "other.csv")
	must(t, "review", "init", "desk.db", "--lang", "fr")
	must(t, "review", "import", "desk.db", "a.csv", "--policy", "small.yaml")
	for out, args := range map[string][]string{
		"run.csv":    {"anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "a.csv", "-o", "run.csv", "--report", "run.csv.report"},
		"desk.jsonl": {"review", "export", "desk.db", "--policy", "small.yaml", "-o", "desk.jsonl", "--fates", "desk.jsonl.report"},
	} {
		for _, certificate := range []string{"other.csv.json", "small.yaml"} {
			if got := invoke(t, "", append(args, "--certified", certificate)...); got.code != 1 {
				t.Errorf("%s by %s: exit %d", out, certificate, got.code)
			}
		}
		if got := invoke(t, "", append(args, "--certified", "small.yaml", "--unreleased")...); got.code != 1 || !strings.Contains(got.err, "is no certificate") {
			t.Errorf("%s: by no certificate: exit %d, %s", out, got.code, got.err)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s was written", out)
		}
		must(t, append(args, "--certified", "other.csv.json", "--unreleased")...)
		page := must(t, "report", out+".report", "--release", out).out
		if at := strings.Index(page, "Written for a look inside the house"); at < 0 || at > strings.Index(page, " went in") {
			t.Errorf("%s: the page does not say first that it is no release: %s", out, page)
		}
	}
}
