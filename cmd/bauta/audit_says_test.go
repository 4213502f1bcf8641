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
)

// markIf marks the rows of a sheet that have one of some words, and no more of these than so many.
func markIf(t *testing.T, name string, most int, words ...string) {
	t.Helper()
	rows := rowsOf(t, name)
	for _, r := range rows[1:] {
		r[2] = "0"
		if most > 0 && slices.ContainsFunc(words, func(w string) bool { return strings.Contains(r[1], w) }) {
			r[2], most = "1", most-1
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

// TestOneNextStep: where an audit stands, what is to be done next is said once: where a leak
// was found it is masked, whatever is proved; and each command that writes says what it wrote.
func TestOneNextStep(t *testing.T) {
	original, released := corpusOf(600)
	folder(t, map[string]string{"sms.csv": original, "leaks.csv": released, "release.csv": strings.ReplaceAll(released, "Quilebo100", "PERSON")})
	if got := must(t, "key", "new", "project.key"); got.out != "" || !strings.HasPrefix(got.err, "project.key: ") {
		t.Errorf("a key: %q %q", got.out, got.err)
	}
	if got := must(t, "-q", "key", "new", "quiet.key"); got.out+got.err != "" {
		t.Errorf("quietly: %q", got.out+got.err)
	}
	draw := func(name, log string) {
		got := must(t, "audit", "draw", name, "--original", "sms.csv", "--log", log, "--limit", "10%", "-n", "600", "-o", "sheet.csv")
		if got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "next: bauta audit enter sheet.csv --log "+log) ||
			!strings.Contains(got.err, "sheet.csv: 700 rows to look at, 100 of them canaries") {
			t.Errorf("drawn: %q, %q", got.out, got.err)
		}
	}
	next := func(said, what string) {
		t.Helper()
		if strings.Count(said, "next, ") != 1 || !strings.Contains(said, what) || strings.Contains(said, "[") {
			t.Errorf("not one step, %q: %s", what, said)
		}
	}
	draw("release.csv", "log")
	before := must(t, "audit", "status", "--log", "log").out
	next(before, "next, look at the rows that wait")
	if !strings.Contains(before, "reader: not measured yet; none of 100 canaries") || !strings.Contains(before, "bound: nothing is proved yet") ||
		strings.Contains(before, "100.0 %") {
		t.Errorf("before the first look: %s", before)
	}
	markIf(t, "sheet.csv", 3, "Quilebo")
	got := must(t, "audit", "enter", "sheet.csv", "--log", "log")
	next(got.out, "no number of looks proves it")
	if !strings.Contains(got.out, "marked as leaking: 3 names that were put back on purpose to try the reader (canaries), and 0 messages of the release") {
		t.Errorf("canaries that were seen: %s", got.out)
	}
	// Those that were missed are not seen once their number is told.
	markIf(t, "sheet.csv", 1000, "Quilebo")
	got = must(t, "audit", "enter", "sheet.csv", "--log", "log")
	next(got.out, "no number of looks proves it")
	if !strings.Contains(got.out, "reader: 3 of 100 canaries seen") || !strings.Contains(got.out, "97 marks changed afterwards") {
		t.Errorf("canaries marked anew: %s", got.out)
	}

	if strings.Contains(got.out, "of its own") || !strings.Contains(got.out, "audit draw --anew") {
		t.Errorf("a second try that costs nothing is advised: %s", got.out)
	}
	got = must(t, "audit", "draw", "release.csv", "--original", "sms.csv", "--log", "log", "--anew", "--canaries", "100", "-n", "600", "-o", "sheet.csv")
	if !strings.Contains(got.err, "another try at the same release: its audit begins anew, and measures whoever looks anew (audit 2)") {
		t.Errorf("another try: %s", got.err)
	}
	markIf(t, "sheet.csv", 1000, "Quilebo")
	next(must(t, "audit", "enter", "sheet.csv", "--log", "log").out, "next, bauta audit certify")
	got = must(t, "audit", "certify", "release.csv", "--log", "log", "--key", "project.key", "-o", "second.json", "--unreported")
	var second struct{ Attempt, Canaries_in_audit int }
	if err := json.Unmarshal(must2(os.ReadFile("second.json")), &second); err != nil || second.Attempt != 2 || second.Canaries_in_audit != 2 {
		t.Errorf("the second try is certified as %+v, %v", second, err)
	}

	draw("release.csv", "careful")
	markIf(t, "sheet.csv", 1000, "Quilebo")
	next(must(t, "audit", "enter", "sheet.csv", "--log", "careful").out, "next, bauta audit certify")
	certify := []string{"audit", "certify", "release.csv", "--log", "careful", "--key", "project.key", "--unreported"}
	got = must(t, append(certify, "-o", "c.json")...)
	if got.out != "" || strings.Count(got.err, "next: ") != 1 || !strings.Contains(got.err, "next: bauta audit verify release.csv c.json") ||
		!strings.Contains(got.err, "Whoever looked therefore sees at least 95.5 % of what there is to see") {
		t.Errorf("certified: %q %q", got.out, got.err)
	}
	if got = must(t, append(certify, "-q")...); got.err != "" || !json.Valid([]byte(got.out)) {
		t.Errorf("to standard output: %q %q", got.out, got.err)
	}

	draw("leaks.csv", "other")
	markIf(t, "sheet.csv", 1000, "Quilebo")
	got = must(t, "audit", "enter", "sheet.csv", "--log", "other")
	next(got.out, "message 100: a leak was found there, though the limit is proved; next, mask it")
	if strings.Contains(got.out, "audit certify") || !strings.Contains(got.out, "100 names that were put back on purpose to try the reader (canaries), and 1 message of") {
		t.Errorf("a leak where the limit is proved: %s", got.out)
	}
	certify[2], certify[4] = "leaks.csv", "other"
	if got = must(t, certify...); !strings.Contains(got.err, "message 100, in which a leak was seen, still leaks") {
		t.Errorf("certified with a leak: %s", got.err)
	}
}

// TestOneNumberOfLooks: what a plan says of looks is what the audit says before the first.
func TestOneNumberOfLooks(t *testing.T) {
	original, released := corpusOf(500)
	// Of 60 messages alone something is replaced, so that there are no more canaries.
	few := strings.Join(strings.SplitAfter(original, "\n")[:61], "") + strings.Join(strings.SplitAfter(released, "\n")[61:], "")
	folder(t, map[string]string{"sms.csv": original, "few.csv": few, "release.csv": released})
	for i, terms := range [][]string{
		{"--limit", "5%"},
		{"--limit", "2%", "--alpha", "0.1"},
		{"--limit", "5%", "--canaries", "40"},
		{"--limit", "0.1", "--unit", "name"},
		{"--limit", "5%", "--canaries", "0"},
	} {
		for _, from := range []string{"sms.csv", "few.csv"} {
			args := append([]string{"release.csv", "--original", from}, terms...)
			var p struct {
				Canaries int `json:"canaries"`
				Looks    []struct {
					Likely *int `json:"reader_measured"`
				} `json:"looks"`
			}
			var s struct {
				Left     int `json:"looks_left"`
				Canaries int `json:"canaries"`
			}
			if err := json.Unmarshal([]byte(must(t, append([]string{"--json", "audit", "plan"}, args...)...).out), &p); err != nil {
				t.Fatal(err)
			}
			log := fmt.Sprint("log", i, from)
			must(t, append([]string{"-q", "audit", "draw", "-n", "10", "-o", "sheet.csv", "--log", log}, args...)...)
			if err := json.Unmarshal([]byte(must(t, "--json", "audit", "status", "--log", log).out), &s); err != nil {
				t.Fatal(err)
			}
			planned := -1
			if p.Looks[0].Likely != nil {
				planned = *p.Looks[0].Likely
			}
			if planned != s.Left || p.Canaries != s.Canaries {
				t.Errorf("%v: planned %d looks with %d canaries, the audit says %d with %d", args, planned, p.Canaries, s.Left, s.Canaries)
			}
		}
	}
}

// TestAllThatWasSeenIsCounted: where every message was looked at, nothing is left to a draw: of a reader who is taken to see
// everything the status counts, and bounds nothing; a bound is of whole messages.
func TestAllThatWasSeenIsCounted(t *testing.T) {
	original, released := corpusOf(60)
	folder(t, map[string]string{"sms.csv": original, "release.csv": released})
	for _, c := range []struct {
		number, canaries string
		leaks            int
		want             string
	}{
		{"60", "0", 0, "every message was looked at: what leaks is what was found, 0 %, if nothing was overlooked\n"},
		{"60", "0", 3, "every message was looked at: what leaks is what was found, 5 %, if nothing was overlooked\n"},
		{"60", "60", 0, "bound: at most 1.67 % leak, at 95 % confidence; every message was looked at, and what is left is what the reader may have overlooked\n"},
		{"50", "0", 0, "bound: at most 1.67 % leak, at 95 % confidence\n"},
	} {
		log := strings.Join([]string{"log", c.number, c.canaries, fmt.Sprint(c.leaks)}, "-")
		must(t, "audit", "draw", "release.csv", "--original", "sms.csv", "--canaries", c.canaries, "--log", log, "--limit", "20%", "-n", c.number, "-o", log+".csv")
		if c.canaries == "0" {
			markIf(t, log+".csv", c.leaks, "demain")
		} else {
			readAs(t, log+".csv")
		}
		if got := must(t, "audit", "enter", log+".csv", "--log", log).out; !strings.Contains(got, "\n"+c.want) {
			t.Errorf("%s: %s", log, got)
		}
	}
}
