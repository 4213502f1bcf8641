package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestFoldersAreOneRelease: the files of a folder are audited together, with canaries of what went in under the same names;
// a byte of any, a name, a file that is added, taken out or hidden make another one, and what nobody reads in it is named.
func TestFoldersAreOneRelease(t *testing.T) {
	a, b := "id,text\n"+strings.Repeat("1,vu Cédric hier\n", 120), "id,author,text\n"+strings.Repeat("1,Zita,rien de Cédric\n", 60)
	folder(t, map[string]string{"in/a.csv": a, "in/sub/b.csv": b})
	must(t, "key", "new", "project.key")
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "in", "-o", "out")
	put(t, "out/foto.jpg", "x")
	draw := []string{"audit", "draw", "out", "--original", "in", "--canaries", "40", "--log", "out.log", "--limit", "10%", "-n", "500", "-o", "sheet.csv"}
	got := must(t, draw...)
	if !strings.Contains(got.err, "220 rows to look at, 40 of them canaries") || !strings.Contains(got.err, "nobody: id, author, names of files in it (3), 1 file in it of no format") {
		t.Errorf("drawn: %s", got.err)
	}
	markIf(t, "sheet.csv", 1000, "Cédric")
	must(t, "audit", "enter", "sheet.csv", "--log", "out.log")
	certify := []string{"audit", "certify", "out", "--log", "out.log", "--key", "project.key", "--unreported", "-o", "out.json"}
	if got := must(t, certify...); !strings.Contains(got.err, "180 messages;") || !strings.Contains(got.err, "names of files in it (3)") {
		t.Errorf("certified: %s", got.err)
	}
	must(t, "audit", "verify", "out", "out.json")
	masked := string(must2(os.ReadFile("out/a.csv")))
	for what, change := range map[string]func(){
		"a byte":       func() { put(t, "out/a.csv", strings.Replace(masked, "hier", "hieR", 1)) },
		"a picture":    func() { put(t, "out/foto.jpg", "y") },
		"a file more":  func() { put(t, "out/c.txt", "Zita\n") },
		"a hidden one": func() { put(t, "out/.c", "Zita") },
		"a name":       func() { os.Rename("out/foto.jpg", "out/Zita.jpg") },
		"one less":     func() { os.Remove("out/sub/b.csv") },
		"an empty one": func() { os.Mkdir("out/Helga", 0o755) },
		"a link":       func() { os.Symlink("a.csv", "out/link.csv") },
	} {
		os.RemoveAll("kept")
		os.CopyFS("kept", os.DirFS("out"))
		change()
		if got := invoke(t, "", "audit", "verify", "out", "out.json"); got.code != 1 {
			t.Errorf("%s: exit %d", what, got.code)
		}
		if got := invoke(t, "", certify...); got.code != 1 {
			t.Errorf("%s: certified", what)
		}
		os.RemoveAll("out")
		os.CopyFS("out", os.DirFS("kept"))
	}
	must(t, "audit", "verify", "out", "out.json")
	os.Rename("in/a.csv", "in/z.csv")
	draw[6] = "0"
	if got := invoke(t, "", append(draw, "--log", "new.log")...); got.code != 1 || !strings.Contains(got.err, "its files are not those of out") {
		t.Errorf("of other files: %s", got.err)
	}
}

// TestWithdrawFromFolder: a person goes from all files of a folder, what nobody reads comes along, and what is left has a
// certificate of its own; the report of a run over a folder names what it read and wrote, and goes into the certificate.
func TestWithdrawFromFolder(t *testing.T) {
	a, b := "id,author,text\n"+strings.Repeat("1,Ann,vu Cédric hier\n", 120), "id,author,text\n"+strings.Repeat("1,Zita,rien de Cédric\n", 60)+"2,Bo,salut Zita\n"
	folder(t, map[string]string{"in/a.csv": a, "in/sub/b.csv": b})
	must(t, "key", "new", "project.key")
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "in", "-o", "out", "--report", "report.json")
	must(t, "audit", "draw", "out", "--original", "in", "--report", "report.json", "--canaries", "40", "--log", "log", "--limit", "10%", "-n", "500", "-o", "sheet.csv")
	markIf(t, "sheet.csv", 1000, "Cédric")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	must(t, "audit", "certify", "out", "--log", "log", "--key", "project.key", "--report", "report.json", "-o", "out.json")
	must(t, "report", "report.json", "--release", "out", "--original", "in", "--certificate", "out.json", "-o", "page.html")
	os.Mkdir("bad", 0o755)
	put(t, "bad/a.csv", "id,text\n1,oui\n")
	for want, args := range map[string][]string{
		"bad/a.csv: the release names no authors": {"--release", "bad", "-o", "left"},
		"lies in the folder of the release":       {"--release", "out", "-o", "out/left"},
		"holds files already":                     {"--release", "out", "-o", "in"},
		"no message is by that author":            {"--release", "out", "-o", "left", "--author", "Nobody"},
	} {
		got := invoke(t, "", append([]string{"withdraw", "--author", "Zita"}, args...)...)
		if _, err := os.Stat("left"); got.code == 0 || !strings.Contains(got.err, want) || err == nil {
			t.Errorf("%v: exit %d, %s", args, got.code, got.err)
		}
	}
	must(t, "withdraw", "--author", "Zita", "--release", "out", "-o", "left", "--certificate", "out.json", "--key", "project.key", "--renewed", "left.json", "--receipt", "receipt.json")
	if said := must(t, "audit", "verify", "left", "left.json").out; !strings.Contains(said, "60 messages were taken out") || !strings.Contains(said, "of which 121 are left") {
		t.Errorf("verified: %s", said)
	}
	if got := string(must2(os.ReadFile("left/sub/b.csv"))); got != "id,author,text\n2,Bo,salut <PRE_4>\n" {
		t.Errorf("left: %s", got)
	}
	put(t, "out/foto.jpg", "x")
	must(t, "withdraw", "--author", "Zita", "--release", "out", "-o", "left2")
	if string(must2(os.ReadFile("left2/foto.jpg"))) != "x" {
		t.Error("what nobody reads is lost")
	}
	if found, _ := filepath.Glob(".*"); len(found) > 0 {
		t.Errorf("left behind: %v", found)
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
