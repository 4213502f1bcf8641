package main

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/dossier"
	"github.com/bauta/bauta/internal/location"
)

// TestReport: the page says what became of a corpus, with its certificate and attacks,
// and shows no text; a certificate of another release, or another policy, is refused.
func TestReport(t *testing.T) {
	folder(t, map[string]string{
		"a.csv": "id,text\n" + strings.Repeat("1,chez Cédric à Quilebo\n", 120), "other.csv": "id,text\n1,ok\n",
		"other.yaml": strings.Replace(small, "policy: small", "policy: other", 1),
	})
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "--text-column", "text", "a.csv", "-o", "out.csv",
		"--report", "report.json")
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "out.csv", "--canaries", "0", "--log", "log", "--limit", "0.1", "-n", "80", "-o", "sheet.csv")
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
	for _, want := range []string{
		"contenait 120 entrées", "au plus 12 messages sur 120", "lexical: {resolve: literal}", "le même programme",
		"bauta anonymise … --lang=fr --output=… --policy=… --quiet --report=… --text-column=…",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("%q is missing", want)
		}
	}
	if strings.Contains(page, "Cédric") || strings.Contains(page, "Quilebo") {
		t.Error("text stands on the page")
	}
	signedPage(t, append(full, "--sign", "project.key", "--purpose", "une thèse", "-o"))
	var d dossier.Dossier
	if err := json.Unmarshal([]byte(must(t, append(full, "--json")...).out), &d); err != nil || d.Certificate == nil ||
		d.Original == d.Release || len(d.Attacks) != 1 || d.Run.Rows.Out != 120 {
		t.Errorf("%v: %+v", err, d)
	}
	saltless(t, &d, page)
	if got := invoke(t, "text\nchez Zita\n", "anonymise", "-q", "--policy", "small.yaml", "-o", "piped.csv", "--report", "piped.json"); got.code != 0 {
		t.Fatal(got.err)
	}
	for _, c := range []struct {
		code int
		says string
		args string
	}{
		{0, "", "report report.json"},
		{1, "not the file that the run read", "report report.json --original other.csv"},
		{1, "not the file that the run read", "report report.json --original out.csv"},
		{1, "names no file that the run read", "report piped.json --original a.csv"},
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

// saltless wants the digest of what the run read in what is published, and its salt in the
// report of the run alone, which is its owner's.
func saltless(t *testing.T, d *dossier.Dossier, page string) {
	t.Helper()
	var run struct{ Input audit.Input }
	if err := json.Unmarshal(must2(os.ReadFile("report.json")), &run); err != nil || len(run.Input.Salt) < 32 {
		t.Fatalf("%v: the run read %+v", err, run.Input)
	}
	if d.Original != run.Input.Digest || !strings.Contains(page, d.Original) || d.Run.Input.Salt != "" {
		t.Errorf("the page names %q and %+v as what went in, which was %+v", d.Original, d.Run.Input, run.Input)
	}
	certificate := string(must2(os.ReadFile("certificate.json")))
	if strings.Contains(page+certificate, run.Input.Salt) || !strings.Contains(certificate, run.Input.Digest) {
		t.Error("the salt is published, or the certificate does not name what went in")
	}
}

// signedPage holds a page and its JSON against what they say of who signed them.
func signedPage(t *testing.T, report []string) {
	t.Helper()
	for _, run := range [][]string{append(report, "page.html"), append([]string{"--json"}, append(report, "page.json")...)} {
		must(t, run...)
		name := run[len(run)-1]
		if got := must(t, "report", name, "--verify"); !strings.HasPrefix(got.out, "signed with ") {
			t.Errorf("%s: %s", name, got.out)
		}
		raw, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(raw), "une thèse") {
			t.Errorf("%s does not say what it is for: %v", name, err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(raw), "thèse", "farce", 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := invoke(t, "", "report", name, "--verify"); got.code != 1 || !strings.Contains(got.err, "changed since it was signed") {
			t.Errorf("%s, changed: exit %d, %s%s", name, got.code, got.out, got.err)
		}
	}
}

// TestReportSaysEveryWay: whatever a policy writes for a type is said in words, in every
// language, and the models of a run have their cards.
func TestReportSaysEveryWay(t *testing.T) {
	folder(t, map[string]string{"ways.yaml": `policy: ways
detect: {pattern: {dates: true}, lexical: {resolve: evidence}}
mask:
  PERSON: {operator: rotate, else: {operator: tag, numbered: true}}
  PERSON.last: {operator: code, reference: keyed}
  PERSON.nick: {operator: code, reference: dictionary}
  DATE: {operator: generalise, if: birth, else: keep}
  PHONE: digits
  EMAIL: email
  UID: hash
  ADDRESS: encrypt
  LOCATION: code
  URL: {operator: substitute, with: "[URL]"}
  ZIP_CODE: tag
`, "a.txt": "Cédric tel 06 12 34 56 78, lea@exemple.fr\n"})
	must(t, "key", "new", "mask.key")
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "ways.yaml", "--key", "mask.key", "a.txt", "-o", "b.txt", "--report", "report.json")
	for _, lang := range dossier.Languages() {
		page := must(t, "report", "report.json", "--lang", lang).out
		for _, raw := range []string{"rotate", "code.", "generalise", "digits", "suppress", "encrypt", "keep", "hash", "email", "tag.", "substitute"} {
			if strings.Contains(page, ": "+raw) || strings.Contains(page, "/ "+raw) {
				t.Errorf("%s: %q stands there as it is", lang, raw)
			}
		}
		if strings.Count(page, "model show names-") != 1 {
			t.Errorf("%s: no card of names-fr", lang)
		}
	}
}

// TestPlaceAttackersAreNamed: who tells places is named in the language of the page.
func TestPlaceAttackersAreNamed(t *testing.T) {
	names := location.AttackerNames()
	if len(names) != 6 {
		t.Errorf("%d attackers", len(names))
	}
	for _, lang := range dossier.Languages() {
		for _, name := range names {
			var page bytes.Buffer
			d := dossier.Dossier{Lang: lang, Run: &dossier.Run{}, Attacks: []dossier.Attack{
				dossier.NewAttack("place", dossier.Say("place.what", name), eval.ClopperPearson(1, 8), 0.1, nothing),
			}}
			if err := d.WriteHTML(&page); err != nil {
				t.Fatal(err)
			}
			if english := strings.Contains(page.String(), name); english != (lang == "en") {
				t.Errorf("%s: %q on the page: %v", lang, name, english)
			}
			if decimal := strings.Contains(page.String(), "12.5 %"); decimal != (lang == "en") {
				t.Errorf("%s: a decimal point: %v", lang, decimal)
			}
		}
	}
}

// TestReportSaysWhatCameOutEmpty: records in a language that the policy does not read stand in their place without
// text; the report counts them, and the page says so.
func TestReportSaysWhatCameOutEmpty(t *testing.T) {
	folder(t, map[string]string{"in.csv": "id,text\n1,bonjour tout le monde\n2,Привет как дела сегодня вечером мы идем в кино\n3,à demain\n"})
	must(t, "anonymise", "in.csv", "-o", "out.csv", "--report", "report.json", "--policy", "gdpr")
	if page := must(t, "report", "report.json", "--lang", "en").out; !strings.Contains(page, "3 records went in, and as many came out. Of these, 1 came out without text") {
		t.Error("the page does not say that one record came out empty")
	}
	must(t, "anonymise", "in.csv", "-o", "out2.csv", "--report", "report2.json", "--policy", "gdpr", "--rejects", "rest.jsonl")
	if page := must(t, "report", "report2.json", "--lang", "en").out; strings.Contains(page, "without text") {
		t.Error("a record that was set aside is told to have come out empty")
	}
}
