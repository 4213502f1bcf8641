package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// TestReportNamesWhatTheCertificateDoes: columns that nobody read are one list in the report of a run and in the
// certificate, times and languages among them.
func TestReportNamesWhatTheCertificateDoes(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,time,lang,text,note\n" + strings.Repeat("1,2024-03-01 10:00:00,fr,rien,ok\n", 60)})
	must(t, "anonymise", "-q", "--policy", "small.yaml", "a.csv", "-o", "out.csv", "--report", "report.json")
	certifiedAs(t, "out.csv")
	var report struct {
		Beside []string `json:"left_beside"`
	}
	var certificate struct {
		Beside []string `json:"columns_beside"`
	}
	for name, into := range map[string]any{"report.json": &report, "out.csv.json": &certificate} {
		if err := json.Unmarshal(must2(os.ReadFile(name)), into); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(report.Beside)
	slices.Sort(certificate.Beside)
	if !slices.Equal(report.Beside, certificate.Beside) || !slices.Contains(report.Beside, "time") || !slices.Contains(report.Beside, "lang") {
		t.Errorf("the report names %v, the certificate %v", report.Beside, certificate.Beside)
	}
}

// TestReportsAreOfTheRelease: what says how a release was made, or what attacks on it found,
// is taken for that release alone: an older one, one of as many messages among them, is
// refused with a line, whoever puts it together with the release.
func TestReportsAreOfTheRelease(t *testing.T) {
	texts := "id,text\n" + strings.Repeat("1,chez Cédric à Quilebo\n", 120)
	folder(t, map[string]string{
		"a.csv": texts, "more.csv": texts + "2,plus\n", "same.csv": strings.Replace(texts, "chez", "sans", 1),
	})
	made := func(from, release, report, attacks string) {
		must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", from, "-o", release, "--report", report)
		got := must(t, "--json", "attack", release, "--policy", "small.yaml", "--only", "program")
		if err := os.WriteFile(attacks, []byte(got.out), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made("a.csv", "out.csv", "now.json", "tried.json")
	made("more.csv", "more.out.csv", "more.json", "more.tried.json")
	made("same.csv", "same.out.csv", "same.json", "same.tried.json")
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "a.csv", "--report", "nowhere.json")
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "out.csv", "--canaries", "0", "--log", "log", "--limit", "0.1", "-o", "sheet.csv")
	readAs(t, "sheet.csv")
	rows := bytes.ReplaceAll(must2(os.ReadFile("sheet.csv")), []byte(",x\n"), []byte(",0\n"))
	if err := os.WriteFile("sheet.csv", rows, 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	certify := "audit certify out.csv --log log --key project.key -o certificate.json --report "
	page := "report --release out.csv "
	for _, c := range []struct{ says, args string }{
		{"of 121 messages and not 120", certify + "more.json"},
		{"of another release of as many messages", certify + "same.json"},
		{"names no release", certify + "nowhere.json"},
		{"names no release", certify + "tried.json.part"},
		{"of 121 messages and not 120", page + "more.json"},
		{"of another release of as many messages", page + "same.json"},
		{"names no release", page + "nowhere.json"},
		{"of 121 messages and not 120", page + "now.json --attacks more.tried.json"},
		{"of another release of as many messages", page + "now.json --attacks same.tried.json"},
		{"of another release of as many messages", "report now.json --attacks same.tried.json"},
		{"names no release", "report nowhere.json --attacks tried.json"},
	} {
		if err := os.WriteFile("tried.json.part", []byte(`{"version":"x","parts":[{}]}`), 0o600); err != nil {
			t.Fatal(err)
		}
		got := invoke(t, "", strings.Fields(c.args)...)
		if got.code != 1 || !strings.Contains(got.err, c.says) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit %d: %s", c.args, got.code, got.err)
		}
		if _, err := os.Stat("certificate.json"); err == nil {
			t.Fatal("a certificate was written")
		}
	}
	must(t, strings.Fields(certify+"now.json")...)
	must(t, "audit", "verify", "out.csv", "certificate.json")
	must(t, strings.Fields(page+"now.json --attacks tried.json --certificate certificate.json")...)
	var c struct {
		Release string
		Report  struct{ Release audit.Output }
	}
	if err := json.Unmarshal(must2(os.ReadFile("certificate.json")), &c); err != nil || c.Report.Release.Digest != c.Release {
		t.Errorf("%v: the report is of %s, the certificate of %s", err, c.Report.Release.Digest, c.Release)
	}
}

// TestExportsNameTheirRelease: what a review exports is named by its report as the audit
// names it.
func TestExportsNameTheirRelease(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n1,chez Cédric\n2,ok\n"})
	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "a.csv", "--policy", "small.yaml")
	must(t, "review", "export", "desk.db", "--policy", "small.yaml", "--unreleased", "-o", "out.jsonl", "--fates", "fates.json")
	must(t, "report", "fates.json", "--release", "out.jsonl")
	must(t, "review", "export", "desk.db", "--policy", "small.yaml", "--unreleased", "--pending", "withhold", "-o", "other.jsonl")
	if got := invoke(t, "", "report", "fates.json", "--release", "a.csv"); got.code != 1 || !strings.Contains(got.err, "another release") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
}
