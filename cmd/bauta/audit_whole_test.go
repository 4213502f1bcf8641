package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/audit"
	"github.com/bauta/bauta/internal/fixture/exports"
)

// certifiedAs certifies a release as a reader does who sees nothing wrong, without canaries.
func certifiedAs(t *testing.T, name string, more ...string) string {
	t.Helper()
	if _, err := os.Stat("project.key"); err != nil {
		must(t, "key", "new", "project.key")
	}
	options := func(args ...string) []string { return append(args, more...) }
	must(t, options("audit", "draw", name, "--canaries", "0", "--log", name+".log", "--limit", "10%", "-n", "5000", "-o", "sheet.csv")...)
	markIf(t, "sheet.csv", 0)
	must(t, "audit", "enter", "sheet.csv", "--log", name+".log")
	return must(t, options("audit", "certify", name, "--log", name+".log", "--key", "project.key", "-o", name+".json", "--unreported")...).err
}

// linesOf are n messages as an object a line, with more members behind the text.
func linesOf(n int, members string) string {
	var out strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&out, `{"id":"%d","text":"bis morgen %d"%s}`+"\n", i, i, members)
	}
	return out.String()
}

// TestReleasesAreCoveredWhole: a member that a program writes itself passes as it writes it alone;
// any other is named, and whatever is not looked at cannot change behind a certificate.
func TestReleasesAreCoveredWhole(t *testing.T) {
	const said = `,"verdict":"leave"`
	folder(t, map[string]string{"r.jsonl": linesOf(60, said)})
	if got := certifiedAs(t, "r.jsonl"); !strings.Contains(got, "Here: id. ") {
		t.Errorf("a verdict is named: %s", got)
	}
	for _, members := range []string{
		said + `,"spans":[{"was":"bei Quilebo"}]`, said + `,"candidates":[{"word":"Quilebo"}]`, `,"verdict":"Quilebo"`,
		said + `,"spans":[{"phone":491601234567}]`, `,"verdict":{"leave":"Quilebo"}`, said + `,"note":"Quilebo"`,
		said + `,"split":"Quilebo"`, said + `,"ta":"Quilebo"`, said + `,"created":"Quilebo"`,
	} {
		if err := os.WriteFile("other.jsonl", []byte(linesOf(60, members)), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := invoke(t, "", "audit", "verify", "other.jsonl", "r.jsonl.json"); got.code != 1 || strings.Contains(got.err, "Quilebo") {
			t.Errorf("%s: verified by the certificate of another: %d %s", members, got.code, got.out)
		}
		os.Remove("other.jsonl.log")
		name := strings.Split(members[strings.LastIndex(members, `,"`)+2:], `"`)[0]
		got := must(t, "audit", "draw", "other.jsonl", "--canaries", "0", "--log", "drawn"+name, "-o", "none.csv").err
		if !strings.Contains(got, "looked at by nobody: ") || !strings.Contains(got, name) {
			t.Errorf("%s: drawn without a word of it: %s", members, got)
		}
		os.Remove("drawn" + name)
		if got := certifiedAs(t, "other.jsonl"); !strings.Contains(got, "Here: ") || !strings.Contains(got, name) {
			t.Errorf("%s: not named: %s", members, got)
		}
	}
	// Of objects with several texts likewise.
	const two = `,"note":"bis dann","verdict":"leave"`
	if err := os.WriteFile("two.jsonl", []byte(linesOf(60, two)+linesOf(1, two+`,"spans":[{"was":"Quilebo"}]`)), 0o600); err != nil {
		t.Fatal(err)
	}
	got := certifiedAs(t, "two.jsonl", "--text", "text", "--text", "note")
	if !strings.Contains(got, "spans[].was") || strings.Contains(got, "verdict") || !strings.Contains(got, "every message, 61 in all") {
		t.Errorf("of two texts: %s", got)
	}
}

// TestEveryMemberIsHeld: what a program writes itself does not change behind a certificate, either.
func TestEveryMemberIsHeld(t *testing.T) {
	const said = `,"lang":"de","verdict":"leave","spans":[]`
	folder(t, map[string]string{"r.jsonl": linesOf(60, said)})
	certifiedAs(t, "r.jsonl")
	must(t, "audit", "verify", "r.jsonl", "r.jsonl.json")
	for _, change := range []string{
		`,"lang":"de","verdict":"anonymise","spans":[]`, `,"lang":"de","verdict":null,"spans":[]`, `,"lang":"de","verdict":"leave"`,
		`,"lang":"fr","verdict":"leave","spans":[]`, `,"lang":"de","verdict":"leave","spans":null`,
		said + `,"thread":["Quilebo"]`, said + `,"author":{"Quilebo":1}`, said + `,"ta":true`, said + `,"split":"dev"`,
	} {
		changed := strings.Replace(linesOf(60, said), said, change, 1)
		put(t, "other.jsonl", changed)
		if got := invoke(t, "", "audit", "verify", "other.jsonl", "r.jsonl.json"); got.code != 1 {
			t.Errorf("%s: verified", change)
		}
	}
}

// TestOtherColumnsAreHeld: a cell that nobody looked at does not change behind a certificate.
func TestOtherColumnsAreHeld(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,text,town,made\n")
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,bis morgen %d,Brest,2024-03-01\n", i, i)
	}
	folder(t, map[string]string{"r.csv": rows.String()})
	if got := certifiedAs(t, "r.csv"); !strings.Contains(got, "town") {
		t.Errorf("not named: %s", got)
	}
	for _, change := range [][2]string{{"7,Brest", "7,Quilebo"}, {"7,Brest,2024-03-01", "7,Brest,2024-03-02"}} {
		changed := strings.Replace(rows.String(), change[0], change[1], 1)
		if err := os.WriteFile("other.csv", []byte(changed), 0o600); err != nil {
			t.Fatal(err)
		}
		got := invoke(t, "", "audit", "verify", "other.csv", "r.csv.json")
		if got.code != 1 || !strings.Contains(got.err, "message 8 of the file") {
			t.Errorf("%v: %d %s%s", change, got.code, got.out, got.err)
		}
	}
}

// telegramOf is an export in which each message has a sender and says its text twice.
func telegramOf(n int, name string) string {
	var out strings.Builder
	fmt.Fprintf(&out, `{"name":"%s","type":"personal_chat","id":1,"messages":[`, name)
	for i := 1; i <= n; i++ {
		if i > 1 {
			out.WriteByte(',')
		}
		text := fmt.Sprintf("moin %s wo %d", name, i)
		if i%10 == 0 {
			text = name
		}
		fmt.Fprintf(&out, `{"id":%d,"type":"message","date":"2024-03-01T10:00:00","from":"%s","from_id":"user1","text":"%s",`+
			`"text_entities":[{"type":"plain","text":"%s"}]}`, i, name, text, text)
	}
	return out.String() + "]}"
}

// TestARecordIsAMessage: fields that hold people, and a text that is said twice, are of one
// message, which is shown once, and a canary is a name among the words of a text.
func TestARecordIsAMessage(t *testing.T) {
	folder(t, map[string]string{"was.json": telegramOf(100, "Quilebo"), "r.json": telegramOf(100, "Person 1")})
	if got := must(t, "audit", "plan", "r.json", "--limit", "10%").out; !strings.HasPrefix(got, "100 messages;") {
		t.Errorf("planned: %s", got)
	}
	must(t, "audit", "draw", "r.json", "--original", "was.json", "--canaries", "50", "--log", "log", "--limit", "10%", "-n", "100", "-o", "sheet.csv")
	rows, canaries := rowsOf(t, "sheet.csv")[1:], 0
	for _, r := range rows {
		if strings.Count(r[1], " wo ") > 1 {
			t.Errorf("shown twice: %q", r[1])
		}
		if strings.Contains(r[1], "Quilebo") {
			canaries++
			if !strings.Contains(r[1], "moin Quilebo wo ") || !strings.Contains(r[1], "⟦Person 1⟧") {
				t.Errorf("a canary is no name in a text: %q", r[1])
			}
		}
	}
	if len(rows) != 150 || canaries != 50 {
		t.Errorf("%d rows, %d canaries", len(rows), canaries)
	}
}

// TestRecordsAreCountedAsMessages: summary, report, page and audit count messages, not how many texts and
// fields of them are read.
func TestRecordsAreCountedAsMessages(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,text,answer\n")
	for i := range 20 {
		fmt.Fprintf(&rows, "%d,bis morgen Quilebo %d,ja bis dann %d\n", i, i, i)
	}
	folder(t, map[string]string{
		"t.json": telegramOf(20, "Quilebo"), "m.mbox": mailsOf(20, "Quilebo", "Quilebo Kerne <q@example.org>"), "r.csv": rows.String(),
	})
	for name, more := range map[string][]string{"t.json": nil, "m.mbox": nil, "r.csv": {"--text", "text", "--text", "answer"}} {
		got := must(t, append([]string{"anonymise", name, "-o", "out-" + name, "--report", "run.json", "--lang", "de"}, more...)...)
		if !strings.Contains("\n"+got.err, "\n20 messages: ") || !strings.Contains(got.err, "\n20 records in = 20 out") {
			t.Errorf("%s: the summary: %s", name, got.err)
		}
		var run struct {
			Messages int            `json:"messages"`
			Verdicts map[string]int `json:"verdicts"`
			Outcomes map[string]int `json:"outcomes"`
			Rows     corpus.Ledger  `json:"rows"`
			Release  audit.Output   `json:"release"`
		}
		raw, err := os.ReadFile("run.json")
		if err == nil {
			err = json.Unmarshal(raw, &run)
		}
		sum := func(by map[string]int) (n int) {
			for _, of := range by {
				n += of
			}
			return n
		}
		for what, n := range map[string]int{
			"messages": run.Messages, "in": run.Rows.In, "out": run.Rows.Out, "release": run.Release.Messages,
			"verdicts": sum(run.Verdicts), "outcomes": sum(run.Outcomes),
		} {
			if err != nil || n != 20 {
				t.Errorf("%s: %s: %d, %v", name, what, n, err)
			}
		}
		if got := must(t, append([]string{"audit", "plan", "out-" + name, "--limit", "10%"}, more...)...).out; !strings.HasPrefix(got, "20 messages;") {
			t.Errorf("%s: planned: %s", name, got)
		}
		must(t, "report", "run.json", "--lang", "en", "-o", "page.html")
		if page, err := os.ReadFile("page.html"); err != nil || !regexp.MustCompile(`\b20\b`).Match(page) || regexp.MustCompile(`\b[46]0\b messages`).Match(page) {
			t.Errorf("%s: the page counts otherwise: %v", name, err)
		}
	}
}

// mailsOf is a mailbox of n mails.
func mailsOf(n int, name, from string) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "From x@y Mon Mar  4 10:00:00 2024\nFrom: %s\nSubject: hallo %d\n\nmoin %s wo steckst du\n\n", from, i, name)
	}
	return out.String()
}

// TestMailsAreMessages: heads and text of a mail are one message, and have canaries though fewer
// fields come out than went in.
func TestMailsAreMessages(t *testing.T) {
	folder(t, map[string]string{
		"was.mbox": mailsOf(80, "Quilebo", "Quilebo Kerne <q@example.org>"), "r.mbox": mailsOf(80, "Person 1", "Person 1 <EMAIL>"),
	})
	must(t, "audit", "draw", "r.mbox", "--original", "was.mbox", "--canaries", "40", "--log", "log", "--limit", "10%", "-n", "80", "-o", "sheet.csv")
	rows, canaries := rowsOf(t, "sheet.csv")[1:], 0
	for _, r := range rows {
		if strings.Contains(r[1], "moin Quilebo wo steckst du") {
			canaries++
		}
		if !strings.Contains(r[1], "⟦Person 1") || strings.Contains(r[1], "Kerne") {
			t.Errorf("a row is %q", r[1])
		}
	}
	if len(rows) != 120 || canaries != 40 {
		t.Errorf("%d rows, %d canaries", len(rows), canaries)
	}
}

// TestCanariesStandAmongWords: names that stand alone are no canaries, and too few are said to be.
func TestCanariesStandAmongWords(t *testing.T) {
	folder(t, map[string]string{
		"was.csv": "id,text\n" + strings.Repeat("1,Quilebo\n", 60), "r.csv": "id,text\n" + strings.Repeat("1,PERSON\n", 60),
	})
	got := invoke(t, "", "audit", "draw", "r.csv", "--original", "was.csv", "--log", "log", "--limit", "10%", "-o", "sheet.csv")
	if got.code != 1 || !strings.Contains(got.err, "something is replaced, in a text with words around it, in 0 messages of the release") {
		t.Errorf("%d %s", got.code, got.err)
	}
}

// TestSilentMessagesDoNotCount: what has nothing to read makes no release larger.
func TestSilentMessagesDoNotCount(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,text\n")
	for i := range 300 {
		fmt.Fprintf(&rows, "%d,bis morgen %d\n%d,\n%d,…\n", 3*i, i, 3*i+1, 3*i+2)
	}
	folder(t, map[string]string{"r.csv": rows.String()})
	const left = "600 messages have nothing but blanks and punctuation, and are left out\n"
	if got := must(t, "audit", "plan", "r.csv", "--limit", "10%").out; !strings.HasPrefix(got, left+"300 messages;") {
		t.Errorf("planned: %s", got)
	}
	if got := certifiedAs(t, "r.csv"); !strings.Contains(got, "every message, 300 in all") || !strings.Contains(got, "are 600 messages of nothing but blanks and punctuation") {
		t.Errorf("certified: %s", got)
	}
	if got := must(t, "audit", "status", "--log", "r.csv.log").out; !strings.Contains(got, left) || !strings.HasPrefix(got, "300 messages") {
		t.Errorf("status: %s", got)
	}
	must(t, "audit", "verify", "r.csv", "r.csv.json")
	other := strings.Replace(rows.String(), "7,\n", "7,!\n", 1)
	if err := os.WriteFile("other.csv", []byte(other), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := invoke(t, "", "audit", "verify", "other.csv", "r.csv.json"); got.code != 1 || !strings.Contains(got.err, "message 8 of the file") {
		t.Errorf("a silent message was changed: %d %s", got.code, got.err)
	}
}

// TestSeveralTextsAreOneMessage: a row with two texts is one message to the report of the run and to
// the audit, and for the count of what an author wrote.
func TestSeveralTextsAreOneMessage(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("id,author,text,answer\n")
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,A,bis morgen %d,ja bis dann %d\n", i, i, i)
	}
	folder(t, map[string]string{"sms.csv": rows.String()})
	texts := []string{"--text", "text", "--text", "answer"}
	got := must(t, append([]string{"anonymise", "sms.csv", "-o", "r.csv", "--report", "run.json", "--lang", "de"}, texts...)...)
	if strings.Contains(got.err, "author has") {
		t.Errorf("anonymised: %s", got.err)
	}
	certifiedAs(t, "r.csv", texts...)
	must(t, append([]string{"report", "run.json", "--release", "r.csv", "--certificate", "r.csv.json", "-o", "r.html"}, texts...)...)
}

// repacked is an archive with each of its files as change gives it, and one more where more is not "".
func repacked(t *testing.T, data []byte, change func(name string, content []byte) []byte, more string) []byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range z.File {
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, f.Name, string(change(f.Name, must2(io.ReadAll(in)))))
	}
	if more != "" {
		list = append(list, more, "Quilebo")
	}
	return []byte(parts(t, list...))
}

// TestWorkbooksAndArchivesAreAudited: each format that is packed goes the whole way to a certificate;
// a text that is changed is named by number, and nothing else in it changes behind the certificate.
func TestWorkbooksAndArchivesAreAudited(t *testing.T) {
	gold, seen := exports.Messages(t, 40), map[string]bool{}
	for _, s := range exports.Shapes(t) {
		data := s.Write(t, gold)
		if seen[s.Format] || !bytes.HasPrefix(data, []byte("PK\x03\x04")) {
			continue
		}
		seen[s.Format] = true
		t.Run(s.Format+"/"+s.Variant, func(t *testing.T) {
			folder(t, map[string]string{"was-" + s.Name: string(data)})
			name := "r-" + s.Name
			must(t, "anonymise", "-q", "was-"+s.Name, "-o", name, "--report", "run.json")
			must(t, "key", "new", "project.key")
			must(t, "audit", "draw", name, "--original", "was-"+s.Name, "--report", "run.json", "--canaries", "0", "--log", "log",
				"--limit", "10%", "-n", "5000", "-o", "sheet.csv")
			markIf(t, "sheet.csv", 0)
			must(t, "audit", "enter", "sheet.csv", "--log", "log")
			must(t, "audit", "certify", name, "--log", "log", "--key", "project.key", "--report", "run.json", "-o", "c.json")
			must(t, "audit", "verify", name, "c.json")
			must(t, "report", "run.json", "--release", name, "--certificate", "c.json", "-o", "page.html")
			must(t, "attack", name, "--only", "style")
			var run struct {
				Messages int           `json:"messages"`
				Rows     corpus.Ledger `json:"rows"`
				Release  audit.Output  `json:"release"`
			}
			if err := json.Unmarshal(must2(os.ReadFile("run.json")), &run); err != nil || run.Messages != run.Release.Messages || run.Rows.Out != run.Messages {
				t.Errorf("counted as %+v, %v", run, err)
			}
			released := must2(os.ReadFile(name))
			same := func(_ string, content []byte) []byte { return content }
			z, err := zip.NewReader(bytes.NewReader(released), int64(len(released)))
			if err != nil {
				t.Fatal(err)
			}
			others := map[string][]byte{"a file is added": repacked(t, released, same, "quilebo.txt")}
			for _, f := range z.File {
				others[f.Name] = repacked(t, released, func(name string, content []byte) []byte {
					if name != f.Name {
						return content
					}
					return append(slices.Clone(content), ' ')
				}, "")
			}
			const cell = "</t></is>"
			others["a text"] = repacked(t, released, func(_ string, content []byte) []byte {
				if at := bytes.LastIndex(content, []byte(cell)); at >= 0 {
					return slices.Insert(slices.Clone(content), at, 'x')
				}
				return content
			}, "")
			for what, other := range others {
				put(t, "o-"+s.Name, string(other))
				got := invoke(t, "", "audit", "verify", "o-"+s.Name, "c.json")
				if got.code != 1 || what == "a text" && s.Format == "xlsx" && !strings.Contains(got.err, "; message ") {
					t.Errorf("%s: exit %d: %s%s", what, got.code, got.out, got.err)
				}
			}
		})
	}
	if len(seen) < 4 {
		t.Errorf("%v are packed", seen)
	}
}

// TestPlacesAreNoIDs: where a message stands in a file is no ID of it: a mail that is packed in fewer lines, rows in another
// order and what a withdrawal leaves are the messages that they were.
func TestPlacesAreNoIDs(t *testing.T) {
	var was, now, chat strings.Builder
	rows := make([]string, 60)
	for i := range 60 {
		const head = "From a@b.example Tue Jul  2 10:00:00 2024\nFrom: Zita <z@b.example>\nTo: c@d.example\nSubject: demain %d\n" +
			"Content-Type: multipart/alternative; boundary=\"0\"\n\n"
		said := fmt.Sprintf("on se voit demain avec Zita à la gare %d", i)
		for b, folded := range map[*strings.Builder]string{&was: strings.ReplaceAll(said, " ", "=\n =20"), &now: strings.ReplaceAll(said, "Zita", "PERSON")} {
			fmt.Fprintf(b, head, i)
			for _, kind := range []string{"plain", "html"} {
				fmt.Fprintf(b, "--0\nContent-Type: text/%s; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n%s\n\n", kind, strings.ReplaceAll(folded, "à", "=C3=A0"))
			}
			b.WriteString("--0--\n\n")
		}
		rows[i] = fmt.Sprintf("bis morgen %d,und du %d\n", i, i)
		fmt.Fprintf(&chat, "12/03/24, 10:%02d - %s: bis morgen %d\n", i, []string{"Person 1", "Person 2"}[i%2], i)
	}
	folder(t, map[string]string{"was.mbox": was.String(), "r.mbox": now.String(), "r.csv": "text,reply\n" + strings.Join(rows, ""), "chat.txt": chat.String()})
	must(t, "audit", "draw", "r.mbox", "--original", "was.mbox", "--canaries", "20", "--log", "log", "--limit", "10%", "-o", "sheet.csv")
	two := []string{"--text", "text", "--text", "reply"}
	certifiedAs(t, "r.csv", two...)
	slices.Reverse(rows[1:])
	put(t, "other.csv", "text,reply\n"+strings.Join(rows, ""))
	must(t, append([]string{"audit", "verify", "other.csv", "r.csv.json"}, two...)...)
	certifiedAs(t, "chat.txt")
	_, left, _ := strings.Cut(chat.String(), "\n")
	put(t, "left.txt", left)
	if got := invoke(t, "", "audit", "verify", "left.txt", "chat.txt.json"); !strings.Contains(got.err, "; 59 messages instead of 60; message 1 of what was looked at is not in the file") {
		t.Errorf("without the first: %s", got.err)
	}
}
