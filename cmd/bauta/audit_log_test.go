package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// forged is a log in which each look says that nothing leaks, with hashes that fit: the chain has no
// key.
func forged(t *testing.T, log []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	before := ""
	for line := range bytes.Lines(log) {
		var e audit.Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		if e.Look != nil {
			e.Look.Leak = false
		}
		e.Hash = ""
		sum := sha256.Sum256(append([]byte(before), must2(json.Marshal(e))...))
		e.Hash = hex.EncodeToString(sum[:])
		before = e.Hash
		out.Write(append(must2(json.Marshal(e)), '\n'))
	}
	return out.Bytes()
}

// TestForgedLog: a log that somebody wrote anew reads as well, but is not the one of the certificate; the
// one that was certified is, also when it has gone on.
func TestForgedLog(t *testing.T) {
	folder(t, map[string]string{"a.jsonl": linesOf(300, "")})
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "a.jsonl", "--canaries", "0", "--log", "log", "--limit", "0.2", "-n", "60", "-o", "sheet.csv")
	markIf(t, "sheet.csv", 1, "morgen")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	must(t, "audit", "certify", "a.jsonl", "--log", "log", "--key", "project.key", "--unreported", "-o", "c.json")
	put(t, "forged", string(forged(t, must2(os.ReadFile("log")))))
	if got := must(t, "audit", "status", "--log", "forged").out; !strings.Contains(got, ", 0 found a leak") {
		t.Fatalf("the chain holds, which the docs deny: %s", got)
	}
	must(t, "audit", "draw", "a.jsonl", "--canaries", "0", "--log", "log", "-n", "5", "-o", "more.csv")
	for log, code := range map[string]int{"log": 0, "forged": 1} {
		got := invoke(t, "", "audit", "verify", "a.jsonl", "c.json", "--log", log)
		if got.code != code || code > 0 && !strings.Contains(got.err, "is not the log that was certified") {
			t.Errorf("%s: exit %d, %s", log, got.code, got.err)
		}
	}
}

// TestKeysBeginWithALetter: no spreadsheet reads a number in the key of a row, and keys of before are entered.
func TestKeysBeginWithALetter(t *testing.T) {
	_, released := corpusOf(600)
	folder(t, map[string]string{"r.csv": released})
	must(t, "audit", "draw", "r.csv", "--canaries", "0", "--log", "log", "--limit", "0.1", "-n", "600", "-o", "sheet.csv")
	for _, r := range rowsOf(t, "sheet.csv")[1:] {
		if r[0][0] < 'a' || r[0][0] > 'z' {
			t.Fatalf("key %s", r[0])
		}
	}
	f, err := os.OpenFile("old", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	l, err := audit.Open(f)
	if err != nil {
		t.Fatal(err)
	}
	begin := &audit.Begin{Release: "r", N: 600, Limit: 0.1, Seed: "5eed"}
	if err := l.Add(audit.Entry{Begin: begin}, audit.Entry{Drawn: []audit.Row{{Key: "064488631769", Number: 1}}}); err != nil {
		t.Fatal(err)
	}
	f.Close()
	put(t, "old.csv", "key,text,leaks\n064488631769,x,1\n")
	if got := must(t, "audit", "enter", "old.csv", "--log", "old"); !strings.Contains(got.out, "1 found a leak") {
		t.Errorf("entered: %s", got.out)
	}
	if chosen("k", 3) != 0 || chosen("kb", 3) != chosen("b", 3) {
		t.Error("a canary does not stay the same")
	}
}

// TestFirstLineCutOff: a log of which the beginning of one line is left is damaged, and no audit of nothing.
func TestFirstLineCutOff(t *testing.T) {
	_, released := corpusOf(600)
	folder(t, map[string]string{"r.csv": released, "log": `{"at":"2026-01-01T00:0`, "sheet.csv": "key,text,leaks\n"})
	must(t, "key", "new", "project.key")
	for _, args := range [][]string{
		{"audit", "status", "--log", "log"},
		{"audit", "enter", "sheet.csv", "--log", "log"},
		{"audit", "certify", "r.csv", "--log", "log", "--key", "project.key", "--unreported"},
	} {
		if got := invoke(t, "", args...); got.code != 1 || !strings.Contains(got.err, "is damaged: its first line was cut off") {
			t.Errorf("%v: exit %d, %s", args, got.code, got.err)
		}
	}
}
