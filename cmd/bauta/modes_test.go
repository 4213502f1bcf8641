//go:build unix

package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestModesOfOutputs: what anybody may have gets what the umask leaves, or the
// mode of the file that was there; what holds originals is its owner's alone.
func TestModesOfOutputs(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "p.yaml"), quick)
	put(t, filepath.Join(dir, "in.txt"), "ok\n")
	was := map[string]fs.FileMode{"closed.txt": 0o600, "open.txt": 0o666, "words.csv": 0o644}
	for name, mode := range was {
		put(t, filepath.Join(dir, name), "old\n")
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{
		"umask 022; bauta anonymise -q --policy p.yaml in.txt -o a.txt --spans a.jsonl --report a.json",
		"umask 027; bauta anonymise -q --policy p.yaml in.txt -o b.txt --candidates words.csv",
		"umask 002; bauta detect -q --policy p.yaml in.txt -o c.jsonl",
		"umask 077; bauta langid in.txt -o d.jsonl",
		"umask 000; bauta ner select --policy p.yaml in.txt -o e.jsonl; bauta anonymise -q --policy p.yaml in.txt -o closed.txt",
		"umask 077; bauta anonymise -q --policy p.yaml in.txt -o open.txt",
	} {
		s := exec.Command("sh", "-ec", line)
		s.Dir = dir
		if out, err := s.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", line, err, out)
		}
	}
	for name, want := range map[string]fs.FileMode{
		"a.txt": 0o644, "a.jsonl": 0o600, "a.json": 0o600, "b.txt": 0o640, "words.csv": 0o600, "c.jsonl": 0o664, "d.jsonl": 0o600, "e.jsonl": 0o600,
		"closed.txt": 0o600, "open.txt": 0o666,
	} {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Mode().Perm() != want || info.Size() == 4 && name != "words.csv" {
			t.Errorf("%s: mode %o, want %o, %v", name, info.Mode().Perm(), want, err)
		}
	}
}

// TestLinksStay: an output that is a link is written where it leads, and one
// that may not be changed is not.
func TestLinksStay(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("far", 0o755); err != nil {
		t.Fatal(err)
	}
	put(t, "far/there", "old")
	// In this order: what leads to a link comes behind it.
	for _, l := range [][2]string{{"link", "far/there"}, {"second", "link"}, {"dangling", "far/new"}} {
		link, to := l[0], l[1]
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
		if err := writeFile(link, []byte("new")); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more, %v", link, err)
		}
	}
	for _, name := range []string{"far/there", "far/new"} {
		if got, err := os.ReadFile(name); err != nil || string(got) != "new" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := os.Symlink("round", "round"); err != nil {
		t.Fatal(err)
	}
	if err := writeFile("round", nil); err == nil {
		t.Error("a link to itself was written")
	}
	if err := os.Chmod("far/there", 0o444); err != nil {
		t.Fatal(err)
	}
	if err := writeFile("link", nil); err == nil || !strings.Contains(err.Error(), "may not be changed") {
		t.Errorf("a file that may not be changed: %v", err)
	}
	if err := writeFile("far", nil); err == nil || !strings.Contains(err.Error(), "is a folder") {
		t.Errorf("a folder: %v", err)
	}
	if left := beside(t, "far"); len(left) > 0 {
		t.Errorf("left %v", left)
	}
}

// TestKilledRunsAreSweptUp: what a killed run left is gone with the next one
// that writes there; what somebody is writing, and what is fresh, stays.
func TestKilledRunsAreSweptUp(t *testing.T) {
	dir := t.TempDir()
	old := time.Now().Add(-2 * abandoned)
	left := filepath.Join(dir, tmpHead+"LEFT"+tmpTail)
	fresh := filepath.Join(dir, tmpHead+"FRESH"+tmpTail)
	busy := filepath.Join(dir, tmpHead+"BUSY"+tmpTail)
	mine := filepath.Join(dir, ".bauta-notes")
	for _, name := range []string{left, fresh, busy, mine} {
		put(t, name, "original")
		if name != fresh {
			if err := os.Chtimes(name, old, old); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, err := os.Open(busy)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		t.Skip("no locks here")
	}
	out, err := create(filepath.Join(dir, "out"), forOwner, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Discard()
	for name, want := range map[string]bool{left: false, fresh: true, busy: true, mine: true, out.tmp: true} {
		if _, err := os.Stat(name); (err == nil) != want {
			t.Errorf("%s: %v", filepath.Base(name), err)
		}
	}
}
