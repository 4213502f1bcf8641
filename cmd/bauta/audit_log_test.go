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
