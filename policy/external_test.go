package policy_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// other is a detector that finds "zorbul" as a THING, and cannot answer about "stop".
func other(t *testing.T) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var q struct {
			ID   int    `json:"id"`
			Text string `json:"text"`
		}
		if json.NewDecoder(r.Body).Decode(&q) != nil || strings.Contains(q.Text, "stop") {
			fmt.Fprintf(w, `{"id":%d,"error":"%s"}`, q.ID, q.Text)
			return
		}
		spans := "[]"
		if before, _, ok := strings.Cut(q.Text, "zorbul"); ok {
			at := len([]rune(before))
			spans = fmt.Sprintf(`[{"start":%d,"end":%d,"label":"THING","score":0.7}]`, at, at+4) // cut short
		}
		fmt.Fprintf(w, `{"id":%d,"spans":%s}`, q.ID, spans)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

const withOther = `policy: other
language: fr
detect:
  pattern: {}
  external: {name: things, url: "URL", labels: {THING: PRODUCT}}
default: tag
`

// TestExternal: what it finds goes through the settlers (a token is hidden whole) and
// Fuse, and a message about which it cannot answer is withheld.
func TestExternal(t *testing.T) {
	f, err := policy.Parse([]byte(strings.Replace(withOther, "URL", other(t), 1)), "")
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := built.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "1", Text: "un zorbul, écris à a@example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "un PRODUCT, écris à EMAIL"; rs[0].Text != want {
		t.Errorf("%q, want %q", rs[0].Text, want)
	}
	if s := rs[0].Spans[0]; s.Source != "external" || !s.By("external") || s.Why != "said by things" {
		t.Errorf("%+v", s)
	}
	if !slices.ContainsFunc(built.Parts, func(p policy.Part) bool { return p.Name == "external detector things" }) {
		t.Errorf("the parts do not name it: %v", built.Parts)
	}
	rs, err = built.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "2", Text: "stop zorbul"}})
	if err == nil || rs != nil || strings.Contains(err.Error(), "zorbul") {
		t.Errorf("%v, error %v", rs, err)
	}
	if _, err := f.BuildWith(policy.Options{}, models.French()); err == nil {
		t.Error("BuildWith takes a policy whose detector it does not link")
	}
}

func TestExternalIsRefused(t *testing.T) {
	for line, want := range map[string]string{
		"{}": "give command", "{command: [a], url: 'http://localhost/'}": "give command",
		"{command: [./no-such-program]}": "names no program", "{url: nowhere}": "not that of a server",
		"{url: 'http://localhost/', timeout: 1}":                "timeout: give a time",
		"{url: 'http://localhost/', timeout: 1h}":               "timeout: give a time",
		"{command: [a], start: soon}":                           "start: give a time",
		"{url: 'http://localhost/', offsets: words}":            "offsets: use rune",
		"{url: 'http://localhost/', labels: {A: THING}}":        "labels: what a label stands for",
		"{url: 'http://localhost/', sure: 0.5}":                 "need calibration",
		"{url: 'http://localhost/', sure: 2}":                   "probabilities",
		"{url: 'http://localhost/', name: 'Coucou Patrice'}":    "name: use small letters",
		"{url: 'http://localhost/', calibration: no-such-file}": "no-such-file",
		"{url: 'http://example.com/', remote: true}":            "https://",
		"{command: [a], remote: true}":                          "remote: is for url",
		"{url: 'http://localhost/', program: x}":                "unknown key",
	} {
		f, err := policy.Parse([]byte("policy: x\ndetect:\n  pattern: {}\n  external: "+line+"\n"), "x.yaml")
		if err == nil {
			_, err = f.Build(policy.Options{})
		}
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Patrice") {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
	f, err := policy.Parse([]byte("policy: x\ndetect:\n  pattern: {}\n  external: {url: 'https://example.com/', remote: true}\n"), "x.yaml")
	if err != nil || len(f.Warnings()) != 1 {
		t.Errorf("messages that leave the machine: %v, %v", f.Warnings(), err)
	}
}

// TestExternalBeside: a program that is named by a path lies beside the policy, from
// wherever that is read, and not in PATH.
func TestExternalBeside(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a script is no program there")
	}
	dir, path := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "names.sh"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(path, "other.sh"), []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", path)
	const src = "policy: x\ndetect:\n  pattern: {}\n  external: {command: [%s]}\n"
	for command, found := range map[string]bool{"./names.sh": true, "./other.sh": false, "other.sh": true, "names.sh": false} {
		if _, err := beside(t, dir, fmt.Sprintf(src, command)); err != nil {
			t.Fatal(err)
		}
		for _, from := range []string{dir, path} {
			t.Chdir(from)
			at, err := filepath.Rel(from, filepath.Join(dir, "own.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			f, err := policy.Load(at)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.Build(policy.Options{}); (err == nil) != found {
				t.Errorf("%s, read as %s: %v, want it found: %t", command, at, err, found)
			}
		}
	}
}

// TestCalibrate: a detector that is right in half of all cases hides nothing where one
// must be surer, and asks.
func TestCalibrate(t *testing.T) {
	dir, at := t.TempDir(), other(t)
	src := strings.Replace(withOther, "URL", at, 1)
	f, err := policy.Parse([]byte(src), "")
	if err != nil {
		t.Fatal(err)
	}
	var messages []bauta.Message
	var gold [][]bauta.Span
	for i := range 40 {
		messages = append(messages, bauta.Message{ID: fmt.Sprint(i), Text: "un zorbul"})
		gold = append(gold, []bauta.Span{{Start: 3, End: 9 * (i % 2), Label: bauta.Product}}[:i%2])
	}
	data, told, err := f.Calibrate(t.Context(), messages, gold)
	if err != nil {
		t.Fatal(err)
	}
	if want := "40 messages: 0 of 20 spans of gold found whole; 40 found, 20 of them right"; !strings.HasPrefix(told, want) {
		t.Errorf("%q, want %q", told, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "things.json"), data, 0o600); err != nil {
		t.Fatal(err)
	}
	src = strings.Replace(src, "name: things", "name: things, calibration: things.json, sure: 0.8", 1)
	f, err = beside(t, dir, src)
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := built.Pipeline.Thread(t.Context(), []bauta.Message{{ID: "1", Text: "un zorbul"}})
	if err != nil || rs[0].Text != "un <?_6>" {
		t.Errorf("%q, %v", rs[0].Text, err)
	}
	f, err = beside(t, dir, strings.Replace(src, "THING: PRODUCT", "THING: MISC", 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Build(policy.Options{}); err == nil || !strings.Contains(err.Error(), "of another detector") {
		t.Errorf("a calibration of other labels: %v", err)
	}
}
