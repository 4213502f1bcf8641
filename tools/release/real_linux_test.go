package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestInstalled: dpkg -i and one command anonymise a file with the program itself, shut in
// a folder that holds the package and nothing else: no Go, no library, no file of a system,
// and no network.
func TestInstalled(t *testing.T) {
	if os.Getenv("BAUTA_LONG") == "" {
		t.Skip("builds the whole program: set BAUTA_LONG=1")
	}
	if os.Geteuid() != 0 {
		t.Skip("dpkg, chroot and a network apart need root")
	}
	r := &release{
		name: "bauta", source: "https://example.com/bauta", dir: filepath.Join("..", ".."), main: "./cmd/bauta",
		out: filepath.Join(t.TempDir(), "dist"), version: "0.1.0", targets: []string{"linux/" + runtime.GOARCH},
		commit: strings.Repeat("0", 40), time: time.Unix(1_700_000_000, 0).UTC(), docs: []string{"README.md"}, describe: true,
	}
	if err := r.make(); err != nil {
		t.Fatal(err)
	}
	to := t.TempDir()
	for _, d := range []string{"var/lib/dpkg/info", "var/lib/dpkg/updates", "work"} {
		if err := os.MkdirAll(filepath.Join(to, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"var/lib/dpkg/status": "", "work/sms.csv": "id,text\n1,\"coucou Patrice, appelle le 06 12 34 56 78\"\n",
	} {
		if err := os.WriteFile(filepath.Join(to, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	deb := filepath.Join(r.out, "bauta_0.1.0_linux_"+runtime.GOARCH+".deb")
	run(t, "dpkg", "--root="+to, "--log="+filepath.Join(to, "log"), "-i", deb)
	cmd := exec.Command("/usr/bin/bauta", "anonymise", "sms.csv", "--policy", "gdpr", "--lang", "fr", "-o", "out.csv")
	cmd.Path, cmd.Dir, cmd.Env = "/usr/bin/bauta", "/work", []string{"HOME=/work"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: to, Cloneflags: syscall.CLONE_NEWNET}
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	said, err := exec.Command(filepath.Join(to, "usr/bin/bauta"), "version").Output()
	if !strings.Contains(string(said), "\nrevision "+r.commit+" of 2023-11-14T22:13:20Z\n") {
		t.Errorf("%s: %v", said, err)
	}
	got, err := os.ReadFile(filepath.Join(to, "work/out.csv"))
	if want := "id,text\n1,\"coucou Person 1, appelle le PHONE\"\n"; string(got) != want || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}
