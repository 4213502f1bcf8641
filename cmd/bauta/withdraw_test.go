package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/journal"
	"github.com/bauta/bauta/internal/review"
)

// letters of three authors: "u7" leaves, and two others name her.
func letters(n int) string {
	var b strings.Builder
	b.WriteString("id,author,text\n")
	for i := 1; i <= n; i++ {
		said := fmt.Sprintf("à demain %d", i)
		switch {
		case i%10 == 7:
			said = fmt.Sprintf("Quilebo ici %d", i)
		case i == 12:
			said = fmt.Sprintf("salut Quilebo, %d", i)
		case i == 55:
			said = fmt.Sprintf("le vélo de @quilebo_k, quilébooo's %d", i)
		}
		fmt.Fprintf(&b, "%d,u%d,\"%s\"\n", i, i%10, said)
	}
	return b.String()
}

// TestWithdrawFromRelease: rows go, mentions are masked, what is left has a certificate
// that anybody can check, and no file of those that were written names the person.
func TestWithdrawFromRelease(t *testing.T) {
	folder(t, map[string]string{"release.csv": letters(200)})
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "release.csv", "--log", "log", "--limit", "0.05", "--canaries", "0", "-n", "200", "-o",
		"sheet.csv")
	sheet, err := os.ReadFile("sheet.csv")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(sheet), "\n"), "\n")
	for i := range lines[1:] {
		lines[i+1] += "0"
	}
	if err := os.WriteFile("sheet.csv", []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	report := func(digest string) string {
		return fmt.Sprintf(`{"version": "1", "parts": [{"name": "p"}], "masks": {"PERSON": ["label"]}, "release": {"digest": %q, "messages": 200}}`, digest)
	}
	must(t, "audit", "certify", "release.csv", "--log", "log", "--key", "project.key", "-o", "certificate.json", "--unreported")
	whole := digestIn(t, "certificate.json")
	for name, said := range map[string]string{"report.json": report(whole), "other.json": strings.Replace(report(whole), `"1"`, `"2"`, 1)} {
		if err := os.WriteFile(name, []byte(said), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "audit", "certify", "release.csv", "--log", "log", "--key", "project.key", "--report", "report.json", "-o", "certificate.json")
	args := []string{
		"withdraw", "--author", "u7", "--name", "Quilebo", "--release", "release.csv", "-o", "left.csv",
		"--certificate", "certificate.json", "--key", "project.key", "--renewed", "left.json", "--receipt", "receipt.json",
	}
	if got := must(t, args...); got.err != "left.csv: 20 messages taken out, 2 masked where the person is named\n"+
		"not touched, and the person may be in there still; look, and remove by hand: release.csv; the original that the release was made from; "+
		"certificate.json; sheets of bauta audit draw (texts, and canaries with originals); columns of left.csv beside its texts (id, author); "+
		"side files of the run (--spans, --candidates, --rejects, --report), and copies\n"+
		"not seen in texts: nicknames that no --name gives, and whatever tells who somebody is without a name (a job, a family, an event); read what is left\n"+
		"next: bauta audit verify left.csv left.json\n" {
		t.Errorf("withdrawn: %s", got.err)
	}
	for _, args := range [][]string{{"report", "report.json", "--release", "left.csv", "--certificate", "certificate.json"}, {"audit", "verify", "left.csv", "certificate.json"}} {
		if got := invoke(t, "", args...); got.code != 1 || !strings.Contains(got.err, "left.json is the certificate of what a withdrawal left of it: give that") || strings.Contains(got.err, "audit it again") {
			t.Errorf("%v: %s", args, got.err)
		}
	}
	pageOfWhatIsLeft(t, whole)
	otherKey(t, args)
	old := signatureIn(t, "certificate.json")
	if page := must(t, "report", "report.json", "--release", "left.csv", "--certificate", "left.json").out; !strings.Contains(page, old) {
		t.Error("the page does not name the certificate before")
	}
	got := must(t, "audit", "verify", "left.csv", "left.json")
	for _, want := range []string{
		"the file is the one that was certified, byte for byte",
		"looked at every message, 200 in all, of which 180 are left", "in at most 12 of those;", // 10 of 200, and 2 that changed
		"Follows the certificate signed: " + old,
		"Since the audit, 20 messages were taken out", "2 others that named somebody who was taken out were masked",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("verified: %s\nwant %s", got.out, want)
		}
	}
	put(t, "crlf.csv", strings.ReplaceAll(string(must2(os.ReadFile("left.csv"))), "\n", "\r\n"))
	if got := must(t, "audit", "verify", "crlf.csv", "left.json"); !strings.Contains(got.out, "but the file is another one") {
		t.Errorf("other line ends: %s", got.out)
	}
	for _, name := range []string{"left.csv", "left.json", "receipt.json"} {
		raw, err := os.ReadFile(name)
		if err != nil || bytes.Contains(raw, []byte("Quilebo")) || bytes.Contains(raw, []byte("u7")) {
			t.Errorf("%s names the person: %v", name, err)
		}
	}
	var r receipt
	raw, _ := os.ReadFile("receipt.json")
	if err := json.Unmarshal(raw, &r); err != nil || r.Release.Gone != 20 || r.Release.Changed != 2 || r.Certificate == "" {
		t.Errorf("receipt %s, %v", raw, err)
	}
	if got := invoke(t, "", "audit", "verify", "release.csv", "left.json"); got.code != 1 {
		t.Error("the certificate of what is left verifies the whole")
	}
	changed := bytes.Replace(must2(os.ReadFile("left.json")), []byte(`"changed": 2`), []byte(`"changed": 0`), 1)
	if err := os.WriteFile("forged.json", changed, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := invoke(t, "", "audit", "verify", "left.csv", "forged.json"); !strings.Contains(got.err, "signature") {
		t.Errorf("a changed certificate: %s", got.err)
	}
	args[2] = "u99"
	args[4] = "Nobody"
	if got := invoke(t, "", args...); got.code != 1 || !strings.Contains(got.err, "no message is by that author") {
		t.Errorf("nobody leaves: %d %s", got.code, got.err)
	}
}

// otherKey: a certificate of what is left that another key signs says so, and names both.
func otherKey(t *testing.T, args []string) {
	t.Helper()
	must(t, "key", "new", "other.key")
	other := slices.Clone(args)
	for i := range other {
		other[i] = map[string]string{"project.key": "other.key", "left.csv": "left2.csv", "left.json": "left2.json", "receipt.json": "receipt2.json"}[other[i]]
		if other[i] == "" {
			other[i] = args[i]
		}
	}
	got := must(t, other...)
	before, _ := readCertificate("certificate.json")
	now, err := readCertificate("left2.json")
	if want := "left2.json is signed with another key than certificate.json: " + now.Public + ", and not " + before.Public; err != nil || !strings.Contains(got.err, want) {
		t.Errorf("another key: %s, %v", got.err, err)
	}
	for _, name := range []string{"left2.csv", "left2.json", "receipt2.json"} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// pageOfWhatIsLeft: the report of the whole makes the page of what a withdrawal left, and no
// other report does; the digest of the whole, which would tell what went, is not on it.
func pageOfWhatIsLeft(t *testing.T, whole string) {
	t.Helper()
	page := []string{"report", "report.json", "--release", "left.csv", "--certificate", "left.json"}
	for lang, want := range map[string]string{"fr": "20 messages ont été retirés, le consentement", "en": "20 messages were taken out because consent"} {
		if got := must(t, append(page, "--lang", lang)...); !strings.Contains(got.out, want) {
			t.Errorf("%s: %q is missing", lang, want)
		}
	}
	if got := must(t, append(page, "--json")...); strings.Contains(got.out, whole) {
		t.Error("the digest of the whole is on the page of what is left")
	}
	page[1] = "other.json"
	if got := invoke(t, "", page...); got.code != 1 || !strings.Contains(got.err, "another release") {
		t.Errorf("another report: exit %d, %s", got.code, got.err)
	}
}

// signatureIn is that of a certificate.
func signatureIn(t *testing.T, name string) string {
	t.Helper()
	c, err := readCertificate(name)
	if err != nil {
		t.Fatal(err)
	}
	return c.Signature
}

func must2(raw []byte, err error) []byte {
	if err != nil {
		panic(err)
	}
	return raw
}

// TestWithdrawFromStore: what is exported afterwards names the person nowhere, and the
// copy of an upgrade is named.
func TestWithdrawFromStore(t *testing.T) {
	folder(t, map[string]string{"sms.csv": letters(60), "desk.db.v0001.bak": "x"})
	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "sms.csv")
	got := must(t, "withdraw", "desk.db", "--author", "u7", "--name", "Quilebo")
	var r receipt
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Store.Messages != 6 || r.Store.Mentions != 3 {
		t.Errorf("receipt %s, %v", got.out, err)
	}
	if !strings.Contains(got.err, "desk.db.v0001.bak: a copy from before an upgrade") {
		t.Errorf("said: %s", got.err)
	}
	if !strings.Contains(got.err, "review export --gold and --lexicon write both, the person's names among them") {
		t.Errorf("what stays is not named: %s", got.err)
	}
	must(t, "review", "export", "desk.db", "--unreleased", "-o", "out.jsonl")
	raw := must2(os.ReadFile("out.jsonl"))
	if n := bytes.Count(raw, []byte("\n")); n != 54 || bytes.Contains(raw, []byte("Quilebo")) {
		t.Errorf("%d messages are left", n)
	}
	must(t, "review", "doctor", "desk.db")
	got = must(t, "withdraw", "desk.db", "--author", "U7")
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Store.Messages != 6 || r.Store.Before.IsZero() {
		t.Errorf("the receipt again: %s, %v", got.out, err)
	}
	if !strings.Contains(got.err, "taken out before") {
		t.Errorf("said: %s", got.err)
	}
	stayOut(t)
	if found, _ := filepath.Glob("*.tmp"); len(found) > 0 {
		t.Errorf("left behind: %v", found)
	}
}

// stayOut: nobody who was taken out comes back with the file, however it is read, and each row is counted.
func stayOut(t *testing.T) {
	t.Helper()
	if err := os.WriteFile("more.csv", []byte(letters(60)+"61,U7 ,\"encore moi\"\n62,u8,\"encore lui\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("bare.csv", []byte("id,text\n7,\"Quilebo ici 7\"\n63,bonsoir\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ file, want, left string }{
		{"sms.csv", "0 messages, 54 known already", "6 messages left out"},
		{"more.csv", "1 message, 54 known already", "7 messages left out"},
		{"bare.csv", "1 message, 0 known already", "1 message left out"},
	} {
		if got := must(t, "review", "import", "desk.db", c.file); !strings.Contains(got.err, c.want) ||
			!strings.Contains(got.err, c.left+", of somebody who took consent back") {
			t.Errorf("%s again: %s", c.file, got.err)
		}
	}
	inFull := strings.ReplaceAll(strings.ReplaceAll(letters(60), ",u7,", ",Quilebo,"), ",u6,", ",Zita,")
	for _, c := range []struct{ file, want string }{
		{inFull, "6 messages left out, of somebody"},
		{strings.ReplaceAll(inFull, ",Quilebo,", ",Other,"), "6 of them are by another author, but with the ID of a message"},
	} {
		if err := os.WriteFile("full.csv", []byte(c.file), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := must(t, "review", "import", "desk.db", "full.csv"); !strings.Contains(got.err, c.want) {
			t.Errorf("with the author in full: %s", got.err)
		}
	}
	must(t, "review", "export", "desk.db", "--unreleased", "-o", "whole.jsonl")
	if raw := must2(os.ReadFile("whole.jsonl")); bytes.Count(raw, []byte("\n")) != 56 || bytes.Contains(raw, []byte("Quilebo")) {
		t.Errorf("after the import: %d messages", bytes.Count(raw, []byte("\n")))
	}
	must(t, "review", "doctor", "desk.db")
}

// TestWithdrawFromNumberedRows: of a file without IDs the author alone keeps rows out: another file without IDs comes in
// whole, and of that one no row of the person.
func TestWithdrawFromNumberedRows(t *testing.T) {
	bare := strings.Replace(letters(60), "id,", "", 1)
	for i := range 60 {
		bare = strings.Replace(bare, fmt.Sprintf("\n%d,", i+1), "\n", 1)
	}
	folder(t, map[string]string{"sms.csv": bare, "other.csv": "author,text\n" + strings.Repeat("u8,bonsoir à vous\n", 30)})
	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "sms.csv")
	must(t, "withdraw", "desk.db", "--author", "u7", "--name", "Quilebo")
	for _, c := range []struct{ file, want string }{
		{"other.csv", "30 messages, 0 known already"},
		{"sms.csv", "0 messages, 54 known already"},
		{"sms.csv", "6 messages left out, of somebody who took consent back"},
	} {
		got := must(t, "review", "import", "desk.db", c.file)
		if c.file == "other.csv" == strings.Contains(got.err, "left out, of somebody") || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: %s", c.file, got.err)
		}
	}
	must(t, "review", "doctor", "desk.db")
}

// TestWithdrawFromFilesBeside: journals and sessions of other runs go, with what stands
// beside them; what is none is refused before anything is taken out.
func TestWithdrawFromFilesBeside(t *testing.T) {
	folder(t, map[string]string{
		"release.csv": letters(60), "other.journal": "no journal", "serve.sessions": "bauta sessions 1\n\x00sealed",
		"desk.db": journalMark,
	})
	for _, name := range []string{"release.csv.journal", "older.csv.journal"} {
		j, _, err := journal.Open(name, bytes.Repeat([]byte{7}, 32), "run", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(j.Save("thread", []byte("Quilebo")), j.Close(), os.WriteFile(name+".key", []byte("k"), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	args := []string{"withdraw", "--author", "u7", "--release", "release.csv", "-o", "left.csv", "--session-file", "serve.sessions"}
	for _, bad := range [][]string{
		{"--journal", "other.journal"}, {"--journal", "none.journal"}, {"--journal", "desk.db"}, {"--session-file", "release.csv"},
	} {
		if got := invoke(t, "", append(args[:len(args):len(args)], bad...)...); got.code != 1 || !strings.Contains(got.err, "nothing is taken out") {
			t.Errorf("%v: exit %d, %s", bad, got.code, got.err)
		}
	}
	if found, _ := filepath.Glob("*.journal*"); len(found) != 5 {
		t.Fatalf("before: %v", found)
	}
	got := must(t, append(args, "--journal", "older.csv.journal")...)
	var r receipt
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Removed != 3 || r.Release.Gone != 6 {
		t.Errorf("receipt %s, %v", got.out, err)
	}
	left, _ := filepath.Glob("*")
	if want := []string{"desk.db", "left.csv", "other.journal", "release.csv", "small.yaml"}; !slices.Equal(left, want) {
		t.Errorf("left: %v, want %v", left, want)
	}
}

// TestWithdrawAnySpelling: whoever leaves goes with all messages, in whatever case, with whatever
// blanks, with accents composed, or not at all; whose name has other letters stays.
func TestWithdrawAnySpelling(t *testing.T) {
	spelled := []string{"Bérénice", "bérénice", "Bérénice ", "BÉRÉNICE", "Be\u0301re\u0301nice", "\u200bBérénice", "BERENICE"}
	rows := "id,author,text\n"
	for i, author := range append(spelled, "Bernice", "Bérénice2") {
		rows += fmt.Sprintf("%d,%s,rien %d\n", i+1, author, i+1)
	}
	folder(t, map[string]string{"release.csv": rows})
	must(t, "withdraw", "--author", "bÉrénice", "--release", "release.csv", "-o", "left.csv")
	if left := string(must2(os.ReadFile("left.csv"))); left != "id,author,text\n8,Bernice,rien 8\n9,Bérénice2,rien 9\n" {
		t.Errorf("left: %s", left)
	}
	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "release.csv")
	var r receipt
	got := must(t, "withdraw", "desk.db", "--author", "bÉrénice")
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Store.Messages != len(spelled) {
		t.Errorf("receipt %s, %v", got.out, err)
	}
}

// TestWithdrawNamesWhatIsAlike: messages that stay and name the person beside their texts are counted: by
// authors whose name holds it, and in threads and IDs.
func TestWithdrawNamesWhatIsAlike(t *testing.T) {
	folder(t, map[string]string{"release.csv": "id,thread,author,text\n" +
		"1,chat-Quetzal,Quetzal,bonjour\n2,chat-Quetzal,Ann,salut\n3,chat,Quetzal Ahlberg,oui\n" +
		"quetzal-4,chat,Bo,non\n5,chat,Quetzalina,rien\n"})
	got := must(t, "withdraw", "--author", "Quetzal", "--release", "release.csv", "-o", "left.csv")
	if !strings.Contains(got.err, "1 message that stays is by an author whose name holds that of the person") {
		t.Errorf("release: %s", got.err)
	}
	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "release.csv")
	for range 2 { // the receipt once more says the same
		got = must(t, "withdraw", "desk.db", "--author", "Quetzal")
		var r receipt
		if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Store.Messages != 1 || r.Store.Authors != 1 || r.Store.Beside != 2 {
			t.Errorf("receipt %s, %v", got.out, err)
		}
		for _, want := range []string{
			"1 message that stays is by an author whose name holds that of the person; if it is the same person, withdraw --author with that name, too",
			"2 messages that stay have a thread or an ID that names the person; review export writes both",
		} {
			if !strings.Contains(got.err, want) || strings.Contains(got.err, "Ahlberg") {
				t.Errorf("store: %s", got.err)
			}
		}
	}
	if got := invoke(t, "", "withdraw", "desk.db", "--author", "Ahlberg"); got.code != 1 || !strings.Contains(got.err, "1 message is by an author whose name holds that one") {
		t.Errorf("half a name: %s", got.err)
	}
}

// initialled are texts of others in which a person is named by initials, by parts of the name and by words
// that are none of it.
const initialled = "id,author,text\n" +
	"1,Élise Tournier,\"coucou, c'est moi\"\n2,Marc Hofer,\"salut, É.T. et toi\"\n3,Marc Hofer,\"E. T. est là et E. Tournier aussi\"\n" +
	"4,Elise Brun,\"Élise ici, et moi\"\n5,Paul Morin,\"elise et Mme Tournier\"\n6,Paul Morin,\"ET est là\"\n7,Paul Morin,\"et puis rien\"\n"

// TestWithdrawInitials: initials with dots and capitals are mentions, in a file, a folder and a store; parts of the name
// alone and initials without dots are counted, and a name of two letters takes no other word along.
func TestWithdrawInitials(t *testing.T) {
	folder(t, map[string]string{"release.csv": initialled})
	if err := errors.Join(os.Mkdir("all", 0o700), os.WriteFile("all/one.csv", []byte(initialled), 0o600)); err != nil {
		t.Fatal(err)
	}
	const hints = "2 texts that stay hold a part of the name alone, such as the first name, which others may have, too: left as it is; " +
		"where it is the person, give the same command once more with --name and that part\n" +
		"1 text that stays holds initials, or a short name without its capitals, which may be other words"
	const left = "id,author,text\n2,Marc Hofer,\"salut, *** et toi\"\n3,Marc Hofer,\"*** est là et *** aussi\"\n" +
		"4,Elise Brun,\"Élise ici, et moi\"\n5,Paul Morin,\"elise et Mme Tournier\"\n6,Paul Morin,\"ET est là\"\n7,Paul Morin,\"et puis rien\"\n"
	for _, c := range []struct{ release, out, file string }{{"release.csv", "left.csv", "left.csv"}, {"all", "left", "left/one.csv"}} {
		got := must(t, "withdraw", "--author", "elise tournier", "--release", c.release, "-o", c.out)
		if said := string(must2(os.ReadFile(c.file))); said != left || !strings.Contains(got.err, hints) {
			t.Errorf("%s: %s%s", c.release, said, got.err)
		}
		var r receipt
		if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Release.Changed != 2 || r.Release.Hints != (review.Hints{Parts: 2, Initials: 1}) {
			t.Errorf("receipt %s, %v", got.out, err)
		}
	}
	got := must(t, "withdraw", "--author", "elise tournier", "--name", "É.T.", "--name", "elise", "--name", "tournier", "--release", "release.csv", "-o", "named.csv")
	if said := string(must2(os.ReadFile("named.csv"))); strings.Count(said, "et ") != 5 || strings.Contains(said, "ET") ||
		strings.Contains(said, "\"Élise") || strings.Contains(got.err, "a part of the name") {
		t.Errorf("named: %s%s", said, got.err)
	}
	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "release.csv")
	got = must(t, "withdraw", "desk.db", "--author", "elise tournier", "--name", "É.T.")
	var r receipt
	if err := json.Unmarshal([]byte(got.out), &r); err != nil || r.Store.Mentions != 4 {
		t.Errorf("receipt %s, %v", got.out, err)
	}
	must(t, "review", "export", "desk.db", "--unreleased", "-o", "out.jsonl")
	if raw := string(must2(os.ReadFile("out.jsonl"))); strings.Contains(raw, "E. ") || strings.Contains(raw, "T.") || strings.Contains(raw, "ET") || strings.Count(raw, "et ") != 5 {
		t.Errorf("exported: %s", raw)
	}
	must(t, "review", "doctor", "desk.db")
}

// TestWithdrawSays: what an author is found by, what no program sees in texts, and no file twice.
func TestWithdrawSays(t *testing.T) {
	folder(t, map[string]string{"release.csv": initialled})
	got := invoke(t, "", "withdraw", "--author", "Tournier", "--release", "release.csv", "-o", "left.csv")
	if got.code != 1 || !strings.Contains(got.err, "case, accents and blanks around it do not matter, all else does") {
		t.Errorf("half an author: %s", got.err)
	}
	got = must(t, "withdraw", "--author", "Élise Tournier", "--release", "release.csv", "--original", "./release.csv", "-o", "left.csv")
	if strings.Count(got.err, "release.csv") != 1 || strings.Contains(got.err, "original") || !strings.Contains(got.err, "not seen in texts: nicknames") {
		t.Errorf("said: %s", got.err)
	}
}
