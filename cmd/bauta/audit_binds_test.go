package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// bareYAML writes what anybody can undo with a list that is public.
const bareYAML = `policy: bare
detect: {lexical: {resolve: evidence}, pattern: {}}
mask:
  PERSON: {operator: code, reference: dictionary}
default: tag
`

// auditedAs has a release looked at by somebody who finds nothing, so that a certificate may be
// written from the log.
func auditedAs(t *testing.T, release, log string, more ...string) {
	t.Helper()
	must(t, append([]string{"audit", "draw", release, "--canaries", "0", "--log", log, "--limit", "0.1", "-o", log + ".csv"}, more...)...)
	readAs(t, log+".csv")
	must(t, "audit", "enter", log+".csv", "--log", log)
}

// TestWhatAnybodyUndoesIsNotCertified: where a policy writes the number of a name in a
// public list, no certificate says that nothing leaks, however it was looked at; and who
// can undo what was written stands in every certificate, or that nobody knows.
func TestWhatAnybodyUndoesIsNotCertified(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n" + strings.Repeat("1,vu Cédric hier\n", 120), "bare.yaml": bareYAML})
	must(t, "key", "new", "project.key")
	made := func(policy, out string, more ...string) printed {
		return invoke(t, "", append([]string{"anonymise", "-q", "--lang", "fr", "--policy", policy, "a.csv", "-o", out, "--report", out + ".json"}, more...)...)
	}
	for _, policy := range []string{"small.yaml", "bare.yaml"} {
		out, log := policy+".csv", policy+".log"
		if got := made(policy, out); got.code != 0 {
			t.Fatal(got.err)
		}
		auditedAs(t, out, log)
		certify := []string{"audit", "certify", out, "--log", log, "--key", "project.key", "-o", policy + ".c"}
		if got := invoke(t, "", certify...); got.code != 2 || !strings.Contains(got.err, "give --report FILE") {
			t.Errorf("without a report: exit %d, %s", got.code, got.err)
		}
		put(t, "old.json", regexp.MustCompile(`(?s)"masks": \{.*?\},`).ReplaceAllString(string(must2(os.ReadFile(out+".json"))), ""))
		if got := invoke(t, "", append(certify, "--report", "old.json")...); got.code != 1 || policy == "small.yaml" && !strings.Contains(got.err, "does not say what stands") {
			t.Errorf("with a report that does not say it: exit %d, %s", got.code, got.err)
		}
		told := invoke(t, "", append(certify, "--report", out+".json")...)
		verify := func() string { return must(t, "audit", "verify", out, policy+".c").out }
		if policy == "small.yaml" {
			if told.code != 0 || !strings.Contains(verify(), "restore the originals: Nobody") {
				t.Errorf("nobody undoes it: %s", told.err)
			}
			must(t, append(certify, "--unreported")...)
			if says := verify(); !strings.Contains(says, "no report says what stands in the place of names") {
				t.Errorf("unreported: %s", says)
			}
			continue
		}
		if told.code != 1 || !strings.Contains(told.err, "anybody can undo") {
			t.Errorf("certified with its report: exit %d, %s", told.code, told.err)
		}
		if got := invoke(t, "", append(certify, "--unreported")...); got.code != 1 || !strings.Contains(got.err, "message 1: no certificate is written") {
			t.Errorf("unreported: exit %d, %s", got.code, got.err)
		}
		foreign := strings.NewReplacer("<PRE_6_", "[PRE-6-", ">", "]").Replace(string(must2(os.ReadFile(out))))
		put(t, "foreign.csv", foreign)
		if !strings.Contains(foreign, "vu [PRE-6-") {
			t.Fatal(foreign)
		}
		auditedAs(t, "foreign.csv", "foreign.log")
		if got := invoke(t, "", "audit", "certify", "foreign.csv", "--log", "foreign.log", "--key", "project.key", "--unreported", "-o", "foreign.c"); got.code != 1 ||
			!strings.Contains(got.err, "message 1: no certificate is written") {
			t.Errorf("in other brackets: exit %d, %s", got.code, got.err)
		}
		put(t, "forged.json", strings.ReplaceAll(string(must2(os.ReadFile(out+".json"))), "code.dictionary", "code"))
		if got := invoke(t, "", append(certify, "--report", "forged.json")...); got.code != 1 || !strings.Contains(got.err, "message 1: no certificate is written") {
			t.Errorf("with a report that somebody changed: exit %d, %s", got.code, got.err)
		}
		if got := made(policy, "again.csv", "--certified", "small.yaml.c"); got.code != 1 || !strings.Contains(got.err, "anybody can undo") {
			t.Errorf("--certified: exit %d, %s", got.code, got.err)
		}
		if _, err := os.Stat("again.csv"); err == nil {
			t.Error("it was written")
		}
		if got := made(policy, "again.csv", "--certified", "small.yaml.c", "--unreleased"); got.code != 0 {
			t.Errorf("for a look: exit %d, %s", got.code, got.err)
		}
	}
}

// TestColumnsOfTheCertificate: a column that the file of the certificate did not have is refused;
// one that is emptied still has its name.
func TestColumnsOfTheCertificate(t *testing.T) {
	rows := strings.Repeat("1,vu Cédric hier,vu Léa\n", 120)
	wide := "id,text,reply\n" + rows
	folder(t, map[string]string{"a.csv": "id,text\n" + strings.ReplaceAll(rows, ",vu Léa", ""), "b.csv": wide})
	must(t, "key", "new", "project.key")
	run := func(in, out string, more ...string) printed {
		return invoke(t, "", append([]string{"anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", in, "-o", out}, more...)...)
	}
	run("a.csv", "out.csv")
	auditedAs(t, "out.csv", "log")
	must(t, "audit", "certify", "out.csv", "--log", "log", "--key", "project.key", "-o", "c.json", "--unreported")
	for _, c := range []struct {
		says string
		also string
	}{{"nobody has looked at it: reply; take it out", "reply=keep"}, {"a column or field is called otherwise", "reply=drop"}} {
		got := run("b.csv", "b.out.csv", "--also", c.also, "--certified", "c.json")
		if got.code != 1 || !strings.Contains(got.err, c.says) {
			t.Errorf("%s: exit %d, %s", c.also, got.code, got.err)
		}
	}
	if got := run("a.csv", "a.out.csv", "--certified", "c.json"); got.code != 0 {
		t.Errorf("the columns that it has: %s", got.err)
	}
	run("b.csv", "c.csv", "--also", "reply=keep", "--certified", "c.json", "--unreleased")
	got := invoke(t, "", "audit", "verify", "c.csv", "c.json")
	if got.code != 1 || !strings.Contains(got.err, "nobody has looked at it: reply; take it out") {
		t.Errorf("verified: exit %d, %s", got.code, got.err)
	}
}

// TestReportOfTheCertificate: a report that somebody changed, or of another run that wrote the
// same, is neither certified, where the audit began with the true one, nor put beside a
// certificate; and where a certificate has none, the page says that nothing binds it.
func TestReportOfTheCertificate(t *testing.T) {
	texts := "id,text\n" + strings.Repeat("1,vu Cédric hier\n", 120)
	folder(t, map[string]string{"a.csv": texts, "b.csv": texts})
	must(t, "key", "new", "project.key")
	for _, name := range []string{"a", "b"} {
		must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", name+".csv", "-o", name+".out.csv", "--report", name+".json")
	}
	raw := string(must2(os.ReadFile("a.json")))
	put(t, "fates.json", strings.Replace(raw, `"removed": 120`, `"removed": 119`, 1))
	put(t, "twice.json", strings.Replace(raw, `"offsets"`, `"Offsets": "x", "offsets"`, 1))
	auditedAs(t, "a.out.csv", "log", "--original", "a.csv", "--report", "a.json")
	certify := []string{"audit", "certify", "a.out.csv", "--log", "log", "--key", "project.key", "-o"}
	must(t, append(certify, "c.json", "--report", "a.json")...)
	if got := invoke(t, "", append(certify, "bare.json", "--unreported")...); got.code != 1 || !strings.Contains(got.err, "begun with the report") {
		t.Errorf("without the report of its audit: exit %d, %s", got.code, got.err)
	}
	auditedAs(t, "a.out.csv", "bare.log")
	must(t, "audit", "certify", "a.out.csv", "--log", "bare.log", "--key", "project.key", "-o", "bare.json", "--unreported")
	page := []string{"report", "--release", "a.out.csv", "--certificate"}
	if got := must(t, append(page, "c.json", "a.json")...); strings.Contains(got.out, "does not hold the report") {
		t.Error("the page says that nothing binds a report that is bound")
	}
	if got := must(t, append(page, "bare.json", "a.json")...); !strings.Contains(got.out, "does not hold the report") {
		t.Error("the page does not say that nothing binds the report")
	}
	for _, other := range []string{"b.json", "fates.json", "twice.json"} {
		if got := string(must2(os.ReadFile(other))); got == raw {
			t.Fatalf("%s is the same", other)
		}
		for _, args := range [][]string{append(certify, "d.json", "--report", other), append(page, "c.json", other)} {
			if got := invoke(t, "", args...); got.code != 1 || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "is not the one") {
				t.Errorf("%v: exit %d, %s", args, got.code, got.err)
			}
		}
	}
}

// TestNamesOfColumnsAreBound: a name of a column or field that is not that of the certified file is
// found, whatever the column is and whatever stands in it, and however many there are.
func TestNamesOfColumnsAreBound(t *testing.T) {
	var wide, row strings.Builder
	for i := range 40 {
		fmt.Fprintf(&wide, ",c%d", i)
		row.WriteString(",2024")
	}
	csv := "id,text,empty" + wide.String() + "\n" + strings.Repeat("1,ok,"+row.String()+"\n", 120)
	jsonl := strings.Repeat(`{"id":"1","text":"ok"}`+"\n", 120)
	folder(t, map[string]string{"a.csv": csv, "b.jsonl": jsonl})
	for name, changes := range map[string][][2]string{
		"a.csv":   {{"id,text", "id,sms"}, {"id,text", "no,text"}, {"c39", "Quilebo"}, {"c1,c2", "c2,c1"}, {"empty", "Quilebo"}, {"empty,", "void,"}},
		"b.jsonl": {{`"text"`, `"sms"`}, {`"id"`, `"no"`}},
	} {
		if said := certifiedAs(t, name); name == "a.csv" && !strings.Contains(said, "c38, c39.") {
			t.Errorf("%s: not all that stays is named: %s", name, said)
		}
		must(t, "audit", "verify", name, name+".json")
		raw := string(must2(os.ReadFile(name)))
		for _, c := range changes {
			put(t, "other-"+name, strings.ReplaceAll(raw, c[0], c[1]))
			got := invoke(t, "", "audit", "verify", "other-"+name, name+".json")
			if got.code != 1 || !strings.Contains(got.err, "is called otherwise") && !strings.Contains(got.err, "nobody has looked at it") {
				if c[0] != `"id"` || got.code != 1 { // the ID itself is gone then
					t.Errorf("%s: %s for %s: exit %d, %s", name, c[1], c[0], got.code, got.err)
				}
			}
		}
	}
	got := must(t, "anonymise", "--lang", "fr", "a.csv", "-o", "out.csv")
	if !strings.Contains(got.err, "c17 and 22 more") {
		t.Errorf("columns are cut silently: %s", got.err)
	}
}

// TestWhatWasMeant: a release given for a store, and a certificate for a release, are named as
// what they are, with the command that was meant.
func TestWhatWasMeant(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n" + strings.Repeat("1,ok\n", 120)})
	must(t, "key", "new", "project.key")
	auditedAs(t, "a.csv", "log")
	must(t, "audit", "certify", "a.csv", "--log", "log", "--key", "project.key", "-o", "c.json", "--unreported")
	for args, says := range map[string]string{
		"audit serve a.csv":         "a.csv: is no store of a review, whose audit this is the page of; a release that is a file is audited in a sheet: bauta audit draw a.csv",
		"audit verify c.json a.csv": "c.json is the certificate: the release comes first; bauta audit verify a.csv c.json",
	} {
		if got := invoke(t, "", strings.Fields(args)...); got.code != 2 || !strings.Contains(got.err, says) {
			t.Errorf("%s: exit %d, %s", args, got.code, got.err)
		}
	}
}

// TestVerifySaysWhetherTheFileIsTheSame: of one byte that is changed verify fails where it is of a message, a column or its name, and
// where it is of what stands around them (quotes, line ends, order) says that the file is another one.
func TestVerifySaysWhetherTheFileIsTheSame(t *testing.T) {
	var rows strings.Builder
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,ok %d,x\n", i, i)
	}
	raw := "id,text,note\n" + rows.String()
	folder(t, map[string]string{"a.csv": raw, "b.jsonl": strings.Repeat(`{"id":"1","text":"ok"}`+"\n", 60)})
	for _, name := range []string{"a.csv", "b.jsonl"} {
		certifiedAs(t, name)
		if got := must(t, "audit", "verify", name, name+".json"); !strings.Contains(got.out, "the file is the one that was certified, byte for byte") {
			t.Errorf("%s: %s", name, got.out)
		}
	}
	for what, other := range map[string]string{
		"quotes": strings.Replace(raw, "ok 7,", `"ok 7",`, 1), "line ends": strings.ReplaceAll(raw, "\n", "\r\n"), "a byte order mark": "\ufeff" + raw,
		"a separator": strings.ReplaceAll(raw, ",", ";"),
		"order":       strings.Replace(raw, "3,ok 3,x\n4,ok 4,x\n", "4,ok 4,x\n3,ok 3,x\n", 1),
	} {
		put(t, "other.csv", other)
		got := must(t, "audit", "verify", "other.csv", "a.csv.json")
		if !strings.Contains(got.out, "but the file is another one: it is written otherwise (order, quotes, line ends, encoding, byte order mark, separator or blanks)") || strings.Contains(got.out, "byte for byte") {
			t.Errorf("%s: %s", what, got.out)
		}
	}
	for at := range raw {
		changed := []byte(raw)
		if changed[at]++; at%97 > 0 && at > 40 {
			continue
		}
		put(t, "other.csv", string(changed))
		got := invoke(t, "", "audit", "verify", "other.csv", "a.csv.json")
		if strings.Contains(got.out, "byte for byte") || got.code == 0 && !strings.Contains(got.out, "but the file is another one") {
			t.Errorf("byte %d: exit %d, %s", at, got.code, got.out)
		}
	}
}

// TestChangedCertificateIsNamed: what the signature does not fit is the certificate, and the error names it; nothing is
// written for one, not even for a look.
func TestChangedCertificateIsNamed(t *testing.T) {
	folder(t, map[string]string{"a.csv": "id,text\n" + strings.Repeat("1,vu hier\n", 60)})
	certifiedAs(t, "a.csv")
	put(t, "c.json", strings.Replace(string(must2(os.ReadFile("a.csv.json"))), `"role": "`, `"role": "x`, 1))
	for _, args := range [][]string{
		{"audit", "verify", "a.csv", "c.json"},
		{"anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "a.csv", "-o", "b.csv", "--certified", "c.json"},
		{"anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "a.csv", "-o", "b.csv", "--certified", "c.json", "--unreleased"},
	} {
		if got := invoke(t, "", args...); got.code != 1 || !strings.Contains(got.err, "c.json: the signature does not fit: somebody changed the certificate") {
			t.Errorf("%v: exit %d, %s", args, got.code, got.err)
		}
	}
	if _, err := os.Stat("b.csv"); err == nil {
		t.Error("it was written")
	}
}

// TestVerifySaysWhatAWithdrawalLeaves: the certificate of what is left holds no digest of the bytes, which verify says, and its
// bound is the limit of what was looked at and what was masked since.
func TestVerifySaysWhatAWithdrawalLeaves(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,author,text\n")
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,u%d,ok %d%s\n", i, i%10, i, map[bool]string{true: " Quilebo"}[i%20 == 3])
	}
	folder(t, map[string]string{"a.csv": rows.String()})
	certifiedAs(t, "a.csv", "--author-column", "author")
	must(t, "withdraw", "--author", "u7", "--name", "Quilebo", "--release", "a.csv", "-o", "left.csv", "--author-column", "author",
		"--certificate", "a.csv.json", "--key", "project.key", "--renewed", "left.json", "--receipt", "receipt.json")
	got := must(t, "audit", "verify", "left.csv", "left.json", "--author-column", "author").out
	for _, want := range []string{
		"the file is the one that was certified, byte for byte", "the limit of 10 %, which was fixed beforehand, of the release as it was looked at, and besides 3 messages masked since",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not said:\n%s", want, got)
		}
	}
}
