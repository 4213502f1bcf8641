package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// corpusOf is a corpus of n messages with a name in each, and what was made of it: one
// name, of message 100, was left.
func corpusOf(n int) (original, released string) {
	var was, now strings.Builder
	was.WriteString("id,text\n")
	now.WriteString("id,text\n")
	for i := 1; i <= n; i++ {
		name, masked := fmt.Sprintf("Quilebo%d", i), "PERSON"
		if i == 100 {
			masked = name
		}
		fmt.Fprintf(&was, "%d,=ok %s à demain %d\n", i, name, i)
		fmt.Fprintf(&now, "%d,=ok %s à demain %d\n", i, masked, i)
	}
	return was.String(), now.String()
}

// rowsOf is a sheet, read.
func rowsOf(t *testing.T, name string) [][]string {
	t.Helper()
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(raw)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// readAs marks a sheet as a reader does who sees every name, and saves it.
func readAs(t *testing.T, name string) {
	t.Helper()
	rows := rowsOf(t, name)
	for _, r := range rows[1:] {
		r[2] = "0"
		if strings.Contains(r[1], "Quilebo") {
			r[2] = "x"
		}
	}
	var out bytes.Buffer
	if err := csv.NewWriter(&out).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// must runs the program, which must end well.
func must(t *testing.T, args ...string) printed {
	t.Helper()
	got := invoke(t, "", args...)
	if got.code != 0 {
		t.Fatalf("%v: exit %d, %s", args, got.code, got.err)
	}
	return got
}

// putBack gives the names that stand in the texts of a sheet.
func putBack(rows [][]string) map[string]bool {
	out := map[string]bool{}
	for _, r := range rows[1:] {
		if _, name, ok := strings.Cut(r[1], "Quilebo"); ok {
			out["Quilebo"+strings.Fields(name)[0]] = true
		}
	}
	return out
}

// TestTheWayToACertificate: draw, find the leak that was planted, mask it, begin anew,
// certify, verify; one byte changed, and the message is named. No canary is in the
// release or can be told in the sheet, and the log holds no text.
func TestTheWayToACertificate(t *testing.T) {
	const n = 400
	original, released := corpusOf(n)
	folder(t, map[string]string{"sms.csv": original, "release.csv": released})
	must(t, "key", "new", "project.key")
	draw := []string{
		"audit", "draw", "release.csv", "--original", "sms.csv", "--log", "log", "--limit", "0.01",
		"-n", "400", "-o", "sheet.csv",
	}
	must(t, draw...)
	certify := []string{
		"audit", "certify", "release.csv", "--log", "log", "--key", "project.key", "--unreported", "-o",
		"certificate.json",
	}
	if got := invoke(t, "", certify...); got.code != 1 || !strings.Contains(got.err, "not proved yet") {
		t.Errorf("certified before anybody looked: %d %s", got.code, got.err)
	}
	rows := rowsOf(t, "sheet.csv")
	named := 0
	for _, r := range rows[1:] {
		if strings.Contains(r[1], "Quilebo") {
			named++
		}
		if !strings.HasPrefix(r[1], "'=ok ") || strings.Contains(r[1], "⟦Quilebo") {
			t.Fatalf("a row of the sheet is %q", r[1])
		}
	}
	if len(rows) != 1+n+100 || named != 101 {
		t.Fatalf("%d rows, %d with a name", len(rows)-1, named)
	}
	if after, _ := os.ReadFile("release.csv"); string(after) != released {
		t.Error("canaries reached the release")
	}
	readAs(t, "sheet.csv")
	got := must(t, "audit", "enter", "sheet.csv", "--log", "log")
	if !strings.Contains(got.out, "message 100: a leak was found there, though the limit is proved; next, mask it") || !strings.Contains(got.out, "100 of "+
		"100 canaries") {
		t.Errorf("entered: %s", got.out)
	}
	must(t, "audit", "enter", "sheet.csv", "--log", "log") // once more changes nothing

	masked := strings.ReplaceAll(released, "Quilebo100", "PERSON")
	if err := os.WriteFile("release.csv", []byte(masked), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := invoke(t, "", certify...); got.code != 1 || !strings.Contains(got.err, "not the one that was looked at") {
		t.Errorf("another release is certified: %d %s", got.code, got.err)
	}
	if got := must(t, draw...); !strings.Contains(got.err, "begins anew, and measures whoever looks anew (audit 2)") {
		t.Errorf("drawn again: %s", got.err)
	}
	again := rowsOf(t, "sheet.csv")
	if len(again) != 1+n+100 {
		t.Errorf("%d rows of the second draw, with canaries of its own", len(again)-1)
	}
	for name := range putBack(rows) {
		if name != "Quilebo100" && putBack(again)[name] {
			t.Errorf("%s was a canary of the first audit, and is one again", name)
		}
	}
	readAs(t, "sheet.csv")
	var s struct {
		Attempt int  `json:"attempt"`
		Proved  bool `json:"proved"`
	}
	got = must(t, "--json", "audit", "enter", "sheet.csv", "--log", "log")
	if err := json.Unmarshal([]byte(got.out), &s); err != nil || s.Attempt != 2 || !s.Proved {
		t.Fatalf("%v: %s", err, got.out)
	}
	for _, args := range [][]string{certify, {"audit", "verify", "release.csv", "log"}} {
		if got := invoke(t, "", append(slices.Clone(args), "--lang", "xx")...); got.code != 2 || !strings.Contains(got.err, "choose among fr") {
			t.Errorf("%v in no language: exit %d, %s", args, got.code, got.err)
		}
	}
	if _, err := os.Stat("certificate.json"); err == nil {
		t.Error("a certificate was written in no language")
	}
	must(t, certify...)
	got = must(t, "audit", "verify", "release.csv", "certificate.json")
	if !strings.Contains(got.out, "still shows in at most 4 of 400 messages;") {
		t.Errorf("verified: %s", got.out)
	}
	verifyChanged(t, masked)
	for _, name := range []string{"log", "certificate.json"} {
		raw, err := os.ReadFile(name)
		if name != "log" && bytes.Contains(raw, []byte(`"seconds"`)) {
			t.Error("nobody knows how long a row of a sheet was looked at, and the certificate says it")
		}
		if err != nil || bytes.Contains(raw, []byte("Quilebo")) || bytes.Contains(raw, []byte("demain")) {
			t.Errorf("%s holds text, or is not there: %v", name, err)
		}
	}
	for _, name := range []string{"log", "sheet.csv"} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", name, info, err)
		}
	}
}

// verifyChanged changes a release that has a certificate.
func verifyChanged(t *testing.T, masked string) {
	t.Helper()
	lines := strings.SplitAfter(masked, "\n")
	lines[1], lines[2] = lines[2], lines[1]
	for _, c := range []struct {
		text string
		code int
		says string
	}{
		{strings.Join(lines, ""), 0, ""},
		{strings.Replace(masked, "PERSON à demain 57\n", "PERSON à demain 58\n", 1), 1, "message 57 of the file"},
		{strings.Join(lines[:len(lines)-2], ""), 1, "399 messages instead of 400; message 400 of what was looked at is not in the file"},
		{strings.Join(slices.Delete(slices.Clone(lines), 57, 59), ""), 1, "messages 57, 58 of what was looked at are not in the file"},
		{masked + "401,=ok PERSON à demain 401\n", 1, "401 messages instead of 400; message 401 of the file is not in what was looked at; audit"},
	} {
		if err := os.WriteFile("other.csv", []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := invoke(t, "", "audit", "verify", "other.csv", "certificate.json"); got.code != c.code ||
			!strings.Contains(got.err, c.says) {
			t.Errorf("exit %d, want %d: %s", got.code, c.code, got.err)
		}
	}
}

// TestOnlyWhatChanged: messages come in after a release was proved, and with the release
// as it was before only they are looked at; the certificate holds for all of it.
func TestOnlyWhatChanged(t *testing.T) {
	_, released := corpusOf(900)
	released = strings.ReplaceAll(released, "Quilebo100", "PERSON")
	more := released
	for i := range 30 {
		more += fmt.Sprintf("%d,plus %d\n", 901+i, i)
	}
	folder(t, map[string]string{"a.csv": released, "b.csv": more, "c.csv": strings.Replace(more, "plus", "moins", 1)})
	must(t, "key", "new", "project.key")
	draw := func(name string, more ...string) []string {
		return append([]string{
			"audit", "draw", name, "--canaries", "0", "--log", "log", "--limit", "0.04", "-n", "200", "-o", "sheet.csv",
		}, more...)
	}
	must(t, draw("a.csv")...)
	readAs(t, "sheet.csv")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	if got := invoke(t, "", draw("b.csv", "--before", "c.csv")...); got.code != 1 || !strings.Contains(got.err, "is not the release that was looked at") {
		t.Errorf("another release of before: %d %s", got.code, got.err)
	}
	got := must(t, draw("b.csv", "--before", "a.csv")...)
	if !strings.Contains(got.err, "of its 930 messages only what is new or has changed is looked at, 30 of them (audit 2)") {
		t.Fatalf("drawn again: %s", got.err)
	}
	rows := rowsOf(t, "sheet.csv")
	for _, r := range rows[1:] {
		if !strings.HasPrefix(r[1], "plus") {
			t.Fatalf("a message that has not changed is drawn: %q", r[1])
		}
	}
	if len(rows) != 31 {
		t.Fatalf("%d rows", len(rows)-1)
	}
	readAs(t, "sheet.csv")
	if got := must(t, "audit", "enter", "sheet.csv", "--log", "log"); !strings.Contains(got.out, "proved:") ||
		!strings.Contains(got.out, "only what has changed is looked at, 30 of it") {
		t.Errorf("entered: %s", got.out)
	}
	must(t, "audit", "certify", "b.csv", "--log", "log", "--key", "project.key", "-o", "certificate.json", "--unreported")
	if got := must(t, "audit", "verify", "b.csv", "certificate.json"); !strings.Contains(got.out, "at most 37 of 930 messages;") ||
		!strings.Contains(got.out, "Of all these looks, 200 are carried over from the audits before; 30 were at what changed last.") ||
		!strings.Contains(got.out, "\nEarlier audit: no. 1; 200 looks, 0 leaks found\nAudit: no. 2; 30 looks, 0 leaks found\n") {
		t.Errorf("verified: %s", got.out)
	}
	carriedOnThePage(t, "b.csv")
	if got := invoke(t, "", "audit", "verify", "c.csv", "certificate.json"); got.code != 1 || !strings.Contains(got.err, "message 901 of") {
		t.Errorf("a byte was changed: %d %s", got.code, got.err)
	}
}

// carriedOnThePage holds the page on a release that changed against its certificate: all looks
// are counted, those carried over too, in each language.
func carriedOnThePage(t *testing.T, release string) {
	t.Helper()
	report := fmt.Sprintf(`{"version":"1","parts":[{"name":"p"}],"release":{"digest":%q,"messages":930}}`, digestIn(t, "certificate.json"))
	if err := os.WriteFile("report.json", []byte(report), 0o600); err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[string][2]string{
		"fr": {"230 regards ont été portés sur des messages de cette publication, telle qu’elle était", "a changé 1 fois après le premier contrôle"},
		"en": {"looked at messages of this release, as it was or as it is, 230 times", "Of all these looks, 200 are carried over from the audits before; 30 were at what changed last"},
		"de": {"wie sie war oder wie sie ist, angesehen, 230-mal", "Blicke aus früheren Prüfungen, die weiter gelten: 200"},
		"es": {"tal como era o tal como es, 230 veces", "cambió 1 vez después"},
		"it": {"com’era o com’è, 230 volte", "è cambiata 1 volta dopo"},
		"sv": {"som den var eller som den är, 230 gånger", "ändrades 1 gång efter"},
	} {
		page := must(t, "report", "report.json", "--release", release, "--certificate", "certificate.json", "--lang", lang).out
		for _, w := range want {
			if !strings.Contains(page, w) {
				t.Errorf("%s: %q is missing", lang, w)
			}
		}
	}
}

// digestIn is the digest of the release that a certificate is of.
func digestIn(t *testing.T, name string) string {
	t.Helper()
	var c struct{ Release string }
	if err := json.Unmarshal(must2(os.ReadFile(name)), &c); err != nil {
		t.Fatal(err)
	}
	return c.Release
}

// TestCertifiedAlone: with --certified nothing is written but what was certified.
func TestCertifiedAlone(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n" + strings.Repeat("1,chez Cédric\n", 120)})
	run := []string{"anonymise", "-q", "--policy", "small.yaml", "a.csv", "-o", "out.csv"}
	must(t, run...)
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "out.csv", "--canaries", "0", "--log", "log", "--limit", "0.1", "-o", "sheet.csv")
	readAs(t, "sheet.csv")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	must(t, "audit", "certify", "out.csv", "--log", "log", "--key", "project.key", "-o", "certificate.json", "--unreported")
	run = append(run, "--certified", "certificate.json")
	must(t, run...)
	if err := os.WriteFile("a.csv", []byte("id,text\n1,autre chose\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile("out.csv")
	if got := invoke(t, "", run...); got.code != 1 || !strings.Contains(got.err, "out.csv is not written") {
		t.Errorf("exit %d: %s", got.code, got.err)
	}
	if after, _ := os.ReadFile("out.csv"); !bytes.Equal(before, after) {
		t.Error("it was written")
	}
	stamped := must(t, append(run[:len(run):len(run)], "--unreleased", "--report", "report.json")...)
	report, _ := os.ReadFile("report.json")
	if after, _ := os.ReadFile("out.csv"); bytes.Equal(before, after) || !bytes.Contains(report, []byte(`"unreleased": true`)) {
		t.Errorf("unreleased: %s%s", stamped.err, report)
	}
	if got := invoke(t, "", "anonymise", "a.csv", "--unreleased", "-o", "b.csv"); got.code != 2 {
		t.Errorf("unreleased without a certificate: exit %d", got.code)
	}
	if got := invoke(t, "", append(run[:len(run)-4:len(run)-4], "--certified", "certificate.json")...); got.code != 2 {
		t.Errorf("to standard output: exit %d", got.code)
	}
}

// TestAuditRefuses: what cannot be drawn, entered or certified, each with one line and
// the right exit status, and nothing of the log lost.
func TestAuditRefuses(t *testing.T) {
	original, released := corpusOf(200)
	folder(t, map[string]string{
		"sms.csv": original, "release.csv": released, "less.csv": "id,text\n1,ok\n",
		"bad.csv": "key,text,leaks\nnone,a,1\n",
		"odd.csv": "key,text,leaks\nnone,a,maybe\n", "log": "{}\n", "key": "0000\n",
	})
	must(t, "audit", "draw", "release.csv", "--original", "sms.csv", "--log", "good", "--limit", "5%", "-o", "sheet.csv")
	for _, c := range []struct {
		code int
		says string
		args string
	}{
		{2, "canaries need --original", "audit draw release.csv --log new"},
		{1, "1 messages, and release.csv has 200", "audit draw release.csv --original less.csv --log new"},
		{1, "too few for canaries", "audit draw less.csv --original less.csv --log new"},
		{1, "line 1: is not as bauta audit wrote it", "audit status --log log"},
		{1, "cannot be opened", "audit status --log none"},
		{2, "give --log FILE", "audit status"},
		{1, "row 2: the key is of no row", "audit enter bad.csv --log good"},
		{1, "row 2: the mark is none", "audit enter odd.csv --log good"},
		{2, "the limit is fixed", "audit draw less.csv --canaries 0 --limit 0.5 --log good"},
		{1, "not proved yet", "audit certify release.csv --log good --key project.key --unreported"},
		{1, "is no key", "audit certify release.csv --log good --key key --unreported"},
		{1, "is no certificate", "audit verify release.csv sms.csv"},
		{2, "--messages N", "audit plan"},
		{2, "--messages 0: takes 1 to 100000000", "audit plan --messages 0"},
		{2, "--limit takes", "audit plan --messages 10 --limit 2"},
		{0, "", "audit plan release.csv --limit 0.05"},
	} {
		if _, err := os.Stat("project.key"); err != nil {
			must(t, "key", "new", "project.key")
		}
		got := invoke(t, "", strings.Fields(c.args)...)
		if got.code != c.code || !strings.Contains(got.err, c.says) || c.code > 0 && strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: exit %d, want %d: %q", c.args, got.code, c.code, got.err)
		}
	}
	f, err := os.Open("good")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if l, err := audit.Open(f); err != nil || l.Standing().Waiting == 0 {
		t.Errorf("the log after all this: %v", err)
	}
}
