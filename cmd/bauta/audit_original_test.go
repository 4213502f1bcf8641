package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestOriginalsBelongToTheRelease: an audit takes no others for what went in, and one with
// canaries hands none of its rows out without them.
func TestOriginalsBelongToTheRelease(t *testing.T) {
	original, released := corpusOf(60)
	var foreign strings.Builder
	foreign.WriteString(strings.SplitAfter(original, "\n")[0])
	lines := strings.SplitAfter(strings.TrimSuffix(original, "\n"), "\n")[1:]
	for i := range lines {
		fmt.Fprintf(&foreign, "%d,der Zug nach Köln kommt heute um %d Uhr\n", i+1, i)
	}
	turned := strings.SplitAfter(original, "\n")[0] + lines[1] + lines[0] + strings.Join(lines[2:], "")
	folder(t, map[string]string{"sms.csv": original, "release.csv": released, "turned.csv": turned, "foreign.csv": foreign.String()})
	for name, says := range map[string]string{
		"turned.csv": "has the ID of another one", "foreign.csv": "most of its texts have nothing in common",
	} {
		err := invoke(t, "", "audit", "draw", "release.csv", "--original", name, "--log", "log", "--limit", "10%", "-o", "s.csv").err
		if !strings.Contains(err, says) {
			t.Errorf("%s: %s", name, err)
		}
	}
	must(t, "audit", "draw", "release.csv", "--original", "sms.csv", "--log", "log", "--limit", "10%", "-n", "10", "-o", "s.csv")
	if err := invoke(t, "", "audit", "draw", "release.csv", "--canaries", "0", "--log", "log", "-n", "40", "-o", "s.csv").err; !strings.Contains(err, "are still to be drawn among the messages; give --original FILE") {
		t.Errorf("rows without canaries: %s", err)
	}
}

// TestCanariesAreOfWhatTheRunRead: names put back are those of the file that the run read, where
// its report is given, and of one file throughout an audit; where nothing shows it the certificate says so.
func TestCanariesAreOfWhatTheRunRead(t *testing.T) {
	texts := "id,text\n"
	for i := range 120 {
		texts += fmt.Sprintf("%d,salut Cédric numéro %d\n", i+1, i)
	}
	folder(t, map[string]string{"a.csv": texts, "b.csv": strings.ReplaceAll(texts, "Cédric", "Cédric ZZZZ")})
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "a.csv", "-o", "out.csv", "--report", "run.json")
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "small.yaml", "b.csv", "-o", "other.csv", "--report", "other.json")
	must(t, "key", "new", "project.key")
	draw := func(original string, more ...string) []string {
		return append([]string{"audit", "draw", "out.csv", "--original", original, "--limit", "20%", "--canaries", "60", "-n", "60", "-o", "sheet.csv"}, more...)
	}
	for says, args := range map[string][]string{
		"b.csv: is not the file":                     draw("b.csv", "--log", "log", "--report", "run.json"),
		"other.json: is of another release":          draw("b.csv", "--log", "log", "--report", "other.json"),
		"--report is what --original FILE is held":   {"audit", "draw", "out.csv", "--canaries", "0", "--log", "log", "--report", "run.json"},
		"none.json: is no report of bauta anonymise": draw("a.csv", "--log", "log", "--report", "none.json"),
	} {
		if err := os.WriteFile("none.json", []byte("key\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := invoke(t, "", args...); got.code == 0 || !strings.Contains(got.err, says) {
			t.Errorf("%v: exit %d, %s, want %s", args, got.code, got.err, says)
		}
	}
	for name, of := range map[string][]string{"held": {"--report", "run.json"}, "free": nil} {
		for range 2 {
			must(t, draw("a.csv", append(of, "--log", name)...)...)
			markIf(t, "sheet.csv", 1000, "Cédric")
			must(t, "audit", "enter", "sheet.csv", "--log", name)
			if got := invoke(t, "", draw("b.csv", "--log", name)...); got.code == 0 || !strings.Contains(got.err, "b.csv: is not the file") {
				t.Errorf("%s, another original: exit %d, %s", name, got.code, got.err)
			}
		}
		must(t, "audit", "certify", "out.csv", "--log", name, "--key", "project.key", "--report", "run.json", "-o", name+".json")
		got := must(t, "audit", "verify", "out.csv", name+".json")
		if strings.Contains(got.out, "nothing shows that the names put back") == (name == "held") {
			t.Errorf("%s: %s", name, got.out)
		}
	}
}

// TestOneOriginalHasManyNames: each run names what it read with a salt of its own, and an original that a draw
// held against both is one file however many draws and releases there were: canaries of the first audit count
// in the second, which measures nobody, and so does where they come from.
func TestOneOriginalHasManyNames(t *testing.T) {
	texts := "id,text\n"
	for i := range 120 {
		texts += fmt.Sprintf("%d,salut Cédric numéro %d chez Anatole\n", i+1, i)
	}
	const other = "policy: other\ndetect: {lexical: {resolve: evidence}, pattern: {}}\nmask:\n  PERSON: {operator: suppress}\ndefault: tag\n"
	folder(t, map[string]string{"a.csv": texts, "b.csv": strings.ReplaceAll(texts, "Cédric", "Cédric ZZZZ"), "other.yaml": other})
	for out, policy := range map[string]string{"one": "small.yaml", "two": "other.yaml"} {
		must(t, "anonymise", "-q", "--lang", "fr", "--policy", policy, "a.csv", "-o", out+".csv", "--report", out+".run")
	}
	must(t, "key", "new", "project.key")
	for name, draws := range map[string][][]string{
		"another release":           {{"one", "a.csv", "--report", "one.run"}, {"two", "a.csv", "--report", "two.run"}},
		"what has changed of it":    {{"one", "a.csv", "--report", "one.run"}, {"two", "a.csv", "--report", "two.run", "--before", "one.csv"}},
		"first without its report":  {{"two", "a.csv"}, {"two", "a.csv", "--report", "two.run"}},
		"of both the second's":      {{"one", "a.csv"}, {"two", "a.csv", "--report", "two.run"}},
		"not of one original":       {{"one", "b.csv"}, {"two", "a.csv", "--report", "two.run"}},
		"never with the run's file": {{"one", "a.csv"}, {"two", "a.csv"}},
	} {
		for _, d := range draws {
			must(t, append([]string{"audit", "draw", d[0] + ".csv", "--original", d[1], "--limit", "20%", "--canaries", "110", "-n", "60", "-o", "sheet.csv", "--log", name}, d[2:]...)...)
			markIf(t, "sheet.csv", 1000, "Cédric", "Anatole")
			must(t, "audit", "enter", "sheet.csv", "--log", name)
		}
		must(t, "audit", "certify", "two.csv", "--log", name, "--key", "project.key", "--report", "two.run", "-o", "c.json")
		says := must(t, "audit", "verify", "two.csv", "c.json").out
		known := !strings.HasPrefix(name, "n")
		if strings.Contains(says, "nothing shows that the names put back") == known {
			t.Errorf("%s: %s", name, says)
		}
	}
}
