package main

import (
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/hostile"
)

// hostilePolicies are the presets that the files are tried under.
var hostilePolicies = []string{"gdpr", "hipaa", "anonymate-safe", "sms4science", "seekhide"}

// TestHostileFiles: whatever is given, no address comes out in clear when the
// program says that all went well, none stands in what it tells, and no phase
// panics. Each file is tried under two of the policies, under all with BAUTA_LONG=1;
// gen/hostile does the same with a thousand files and the processor's time.
func TestHostileFiles(t *testing.T) {
	files := hostile.Files(96, 1)
	folder(t, nil)
	if got := invoke(t, "", "key", "new", "k"); got.code != 0 {
		t.Fatal(got.err)
	}
	long := os.Getenv("BAUTA_LONG") != ""
	for k, policy := range hostilePolicies {
		t.Run(policy, func(t *testing.T) {
			came, tried := 0, 0
			for i, f := range files {
				if !long && (i+k)%len(hostilePolicies) >= 2 {
					continue
				}
				tried++
				if err := os.WriteFile(f.Name, f.Data, 0o600); err != nil {
					t.Fatal(err)
				}
				got := invoke(t, "", "anonymise", "--policy", policy, "--key", "k", f.Name)
				if got.code == 0 {
					came++
				}
				if n := len(f.Leaks([]byte(got.out))); got.code == 0 && n > 0 {
					t.Errorf("%s (%s): %d of %d addresses in clear", f.Name, f.Class, n, len(f.Secrets))
				}
				if n := len(f.Leaks([]byte(got.err))); n > 0 {
					t.Errorf("%s (%s): %d addresses in what is told", f.Name, f.Class, n)
				}
				if strings.Contains(got.err, "panic") {
					t.Errorf("%s (%s): %s", f.Name, f.Class, got.err)
				}
			}
			if came < tried/4 {
				t.Errorf("only %d of %d files came out: refusing all hides nothing", came, tried)
			}
		})
	}
}

// TestFilesOnOneOutputStayApart: a file without an end of its last line does not
// grow together with the next one; a file by itself comes out as it went in.
func TestFilesOnOneOutputStayApart(t *testing.T) {
	folder(t, map[string]string{"a.txt": "a one", "b.txt": "b two", "wide.txt": "\xff\xfea\x00"})
	for want, files := range map[string][]string{
		"a one\nb two":               {"a.txt", "b.txt"},
		"a one":                      {"a.txt"},
		"\xff\xfea\x00\n\x00b two":   {"wide.txt", "b.txt"},
		"a one\nb two\na one\nb two": {"a.txt", "b.txt", "a.txt", "b.txt"},
	} {
		got := invoke(t, "", append([]string{"anonymise", "-q", "--policy", "small.yaml"}, files...)...)
		if got.out != want || got.code != 0 {
			t.Errorf("%s: %q, %s; want %q", strings.Join(files, " "), got.out, got.err, want)
		}
	}
}
