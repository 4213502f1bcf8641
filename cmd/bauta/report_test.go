package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/dossier"
)

// TestReport: the page says what became of a corpus, with its certificate and attacks,
// and shows no text; a certificate of another release, or another policy, is refused.
func TestReport(t *testing.T) {
	folder(t, map[string]string{
		"a.csv": "id,text\n" + strings.Repeat("1,chez Cédric à Quilebo\n", 120), "other.csv": "id,text\n1,ok\n",
		"other.yaml": strings.Replace(small, "policy: small", "policy: other", 1),
	})
	must(t, "anonymise", "-q", "--policy", "small.yaml", "a.csv", "-o", "out.csv", "--report", "report.json")
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "out.csv", "--canaries", "0", "--log", "log", "--limit", "0.1", "-o", "sheet.csv")
	sheet, err := os.ReadFile("sheet.csv")
	if err != nil {
		t.Fatal(err)
	}
	seen := strings.ReplaceAll(string(sheet), ",\n", ",0\n")
	if err := os.WriteFile("sheet.csv", []byte(seen), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	must(t, "audit", "certify", "out.csv", "--log", "log", "--key", "project.key", "--report", "report.json", "-o", "certificate.json")
	must(t, "audit", "verify", "out.csv", "certificate.json")
	attacks := must(t, "--json", "attack", "out.csv", "--policy", "small.yaml", "--only", "program")
	if err := os.WriteFile("attacks.json", []byte(attacks.out), 0o600); err != nil {
		t.Fatal(err)
	}
	full := []string{
		"report", "report.json", "--release", "out.csv", "--original", "a.csv", "--certificate", "certificate.json",
		"--attacks", "attacks.json", "--policy", "small.yaml",
	}
	page := must(t, append(full, "--lang", "fr")...).out
	for _, want := range []string{"120 enregistrements", "Au plus 12 messages sur 120", "lexical: {resolve: literal}", "PERSON", "le même programme"} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(page, "Cédric") || strings.Contains(page, "Quilebo") {
		t.Error("text stands on the page")
	}
	var d dossier.Dossier
	if err := json.Unmarshal([]byte(must(t, append(full, "--json")...).out), &d); err != nil || d.Certificate == nil ||
		d.Original == d.Release || len(d.Attacks) != 1 || d.Run.Rows.Out != 120 {
		t.Errorf("%v: %+v", err, d)
	}
	for _, c := range []struct {
		code int
		says string
		args string
	}{
		{0, "", "report report.json"},
		{1, "not the one that was looked at", "report report.json --release other.csv --certificate certificate.json"},
		{2, "needs --release", "report report.json --certificate certificate.json"},
		{1, "not the one of the run", "report report.json --policy other.yaml"},
		{1, "is no report", "report attacks.json"},
		{1, "is nothing that", "report report.json --attacks report.json"},
		{1, "there is no page in", "report report.json --lang xx"},
	} {
		got := invoke(t, "", strings.Fields(c.args)...)
		if got.code != c.code || !strings.Contains(got.err, c.says) {
			t.Errorf("%s: exit %d, want %d: %q", c.args, got.code, c.code, got.err)
		}
	}
}
