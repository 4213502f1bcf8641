package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestBracketsStandAroundMasks: text that somebody put in by hand, beside masks or in the place of a name, stands in no
// brackets, be it put in before the audit or since; with the report of the run all that it wrote does, invented names too.
func TestBracketsStandAroundMasks(t *testing.T) {
	var was, now, later strings.Builder
	for _, b := range []*strings.Builder{&was, &now, &later} {
		b.WriteString("id,text\n")
	}
	for i := range 60 {
		fmt.Fprintf(&was, "%d,vu Cédric à la gare %d\n", i, i)
		fmt.Fprintf(&now, "%d,vu PERSON à la gare %d\n", i, i)
		fmt.Fprintf(&later, "%d,vu PERSON et Zita Quilebo à la gare %d\n", i, i)
	}
	byHand := strings.NewReplacer("PERSON à la gare 7\n", "PERSON à la gare de Zita 7\n", "PERSON à la gare 8\n", "Zita à la gare 8\n").Replace(now.String())
	folder(t, map[string]string{"was.csv": was.String(), "r.csv": byHand, "later.csv": later.String(), "plain.csv": now.String()})
	draw := func(name string, more ...string) (string, map[string]string) {
		args := []string{"audit", "draw", name, "--original", "was.csv", "--log", "log", "--canaries", "20", "--limit", "10%", "-n", "500", "-o", "sheet.csv"}
		got := must(t, append(args, more...)...)
		rows := map[string]string{}
		for _, r := range rowsOf(t, "sheet.csv")[1:] {
			if at := strings.LastIndex(r[1], " "); !strings.Contains(r[1], "Cédric") {
				rows[r[1][at+1:]] = r[1]
			}
		}
		return got.err, rows
	}
	said, rows := draw("r.csv")
	for at, want := range map[string]string{"6": "vu ⟦PERSON⟧ à la gare 6", "7": "vu ⟦PERSON⟧ à la gare de Zita 7", "8": "vu Zita à la gare 8"} {
		if got := rows[at]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if !strings.Contains(said, "2 stretches differ from the original, not as bauta writes: without ⟦brackets⟧") {
		t.Errorf("said: %s", said)
	}
	if _, rows = draw("later.csv", "--before", "r.csv"); strings.Contains(fmt.Sprint(rows), "⟦PERSON et") || strings.Contains(fmt.Sprint(rows), "Quilebo⟧") {
		t.Errorf("put in since: %v", rows)
	}
	put(t, "invents.yaml", strings.Replace(small, "operator: code", "operator: substitute, with: Zora", 1))
	must(t, "anonymise", "-q", "--lang", "fr", "was.csv", "-o", "run.csv", "--report", "report.json", "--policy", "invents.yaml")
	must(t, "audit", "draw", "run.csv", "--original", "was.csv", "--report", "report.json", "--log", "log2", "--canaries", "20", "--limit", "10%", "-n", "500", "-o", "sheet.csv")
	bare := 0
	for _, r := range rowsOf(t, "sheet.csv")[1:] {
		if !strings.Contains(r[1], "⟦") {
			bare++
		}
	}
	if bare != 20 { // the canaries
		t.Errorf("%d rows without brackets", bare)
	}
}

// TestBracketsStandBehindAnAt: of a release that nobody touched nothing is called put in by hand, and what stands for a
// handle is in brackets; a name beside it is not.
func TestBracketsStandBehindAnAt(t *testing.T) {
	folder(t, map[string]string{"was.csv": "id,text\n1,mon compte @kikou_77 ok\n2,@marcel42 vu Cédric ?\n"})
	must(t, "anonymise", "-q", "--lang", "fr", "was.csv", "-o", "r.csv", "--policy", "gdpr")
	draw := func(release string) (string, string) {
		got := must(t, "audit", "draw", release, "--original", "was.csv", "--log", release+".log", "--canaries", "0", "--limit", "50%", "-o", "sheet.csv")
		return got.err, fmt.Sprint(rowsOf(t, "sheet.csv"))
	}
	said, rows := draw("r.csv")
	if strings.Contains(said, "not as bauta writes") || strings.Count(rows, "@⟦UID⟧") != 2 || !strings.Contains(rows, "⟦Person 1⟧") {
		t.Errorf("%s\n%s", said, rows)
	}
	put(t, "hand.csv", strings.Replace(string(must2(os.ReadFile("r.csv"))), "@UID ok", "@zita ok", 1))
	if said, rows = draw("hand.csv"); !strings.Contains(said, "1 stretch differs") || !strings.Contains(rows, "@zita ok") {
		t.Errorf("%s\n%s", said, rows)
	}
}

// TestNamesBetweenMasks: a short name that stayed between two masks stands outside the brackets, and a canary of such
// a message brings one of what was replaced back alone.
func TestNamesBetweenMasks(t *testing.T) {
	var was, now strings.Builder
	was.WriteString("id,text\n")
	now.WriteString("id,text\n")
	for i := range 60 {
		fmt.Fprintf(&was, "%d,appelle Cédric Bo 06 12 34 66 13 svp\n", i)
		fmt.Fprintf(&now, "%d,appelle PERSON Bo PHONE svp\n", i)
	}
	folder(t, map[string]string{"was.csv": was.String(), "r.csv": now.String()})
	must(t, "audit", "draw", "r.csv", "--original", "was.csv", "--log", "log", "--canaries", "20", "--limit", "10%",
		"-n", "500", "-o", "sheet.csv")
	shown := map[string]int{}
	for _, r := range rowsOf(t, "sheet.csv")[1:] {
		shown[r[1]]++
	}
	one := shown["appelle Cédric Bo ⟦PHONE⟧ svp"] + shown["appelle ⟦PERSON⟧ Bo 06 12 34 66 13 svp"]
	if shown["appelle ⟦PERSON⟧ Bo ⟦PHONE⟧ svp"] != 60 || one != 20 {
		t.Errorf("shown: %v", shown)
	}
}

// TestMasksSideBySide: of masks that blanks alone part each stands in brackets of its own, a canary brings one word of a
// name back, and nothing is told to be written by hand.
func TestMasksSideBySide(t *testing.T) {
	for was, want := range map[string][]string{
		"Cédric Bo 06 12 34 66 13": {"appelle Cédric ⟦PHONE⟧ svp"},
		"Cédric 0612346613":        {"appelle Cédric ⟦PHONE⟧ svp", "appelle ⟦PERSON⟧ 0612346613 svp"},
	} {
		var in, out strings.Builder
		in.WriteString("id,text\n")
		out.WriteString("id,text\n")
		for i := range 60 {
			fmt.Fprintf(&in, "%d,appelle %s svp\n", i, was)
			fmt.Fprintf(&out, "%d,appelle PERSON PHONE svp\n", i)
		}
		folder(t, map[string]string{"was.csv": in.String(), "r.csv": out.String()})
		got := must(t, "audit", "draw", "r.csv", "--original", "was.csv", "--log", "log", "--canaries", "20", "--limit", "10%",
			"-n", "500", "-o", "sheet.csv")
		shown, canaries := map[string]int{}, 0
		for _, r := range rowsOf(t, "sheet.csv")[1:] {
			shown[r[1]]++
		}
		for _, w := range want {
			canaries += shown[w]
		}
		if shown["appelle ⟦PERSON⟧ ⟦PHONE⟧ svp"] != 60 || canaries != 20 || strings.Contains(got.err, "by hand") {
			t.Errorf("%s: %v\n%s", was, shown, got.err)
		}
	}
}
