//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// demo starts the demonstration as a process of its own, with a folder for
// temporary files, and waits until it serves.
func demo(t *testing.T, temp string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("bauta", "review", "serve", "--demo")
	cmd.Env = append(os.Environ(), "TMPDIR="+temp)
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "open http://") {
		t.Fatalf("it said %q, %v", line, err)
	}
	return cmd
}

// demos are the folders of demonstrations.
func demos(t *testing.T, temp string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(temp, demoFolders))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestDemoIsGoneAfterASignal: whichever it is, the folder is gone and the end a
// good one.
func TestDemoIsGoneAfterASignal(t *testing.T) {
	hearSignals(t)
	for _, s := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1} {
		t.Run(s.String(), func(t *testing.T) {
			temp := t.TempDir()
			cmd := demo(t, temp)
			if len(demos(t, temp)) != 1 {
				t.Fatal("there is no folder")
			}
			if err := cmd.Process.Signal(s); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("it ended with %v", err)
			}
			if left := demos(t, temp); len(left) > 0 {
				t.Errorf("left: %v", left)
			}
		})
	}
}

// TestNextDemoSweeps: what a killed demonstration left goes with the next one;
// what one that runs has, what is no folder of ours and what a link leads to,
// stays.
func TestNextDemoSweeps(t *testing.T) {
	temp, elsewhere := t.TempDir(), t.TempDir()
	killed := demo(t, temp)
	left := demos(t, temp)[0]
	if err := killed.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	killed.Wait()
	if len(demos(t, temp)) != 1 {
		t.Fatal("the killed one left nothing")
	}
	unlocked, link := filepath.Join(temp, "bauta-demo-unlocked"), filepath.Join(temp, "bauta-demo-link")
	err := os.Mkdir(unlocked, 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join(elsewhere, demoLock), nil, 0o600)
	}
	if err == nil {
		err = os.Symlink(elsewhere, link)
	}
	if err != nil {
		t.Fatal(err)
	}
	demo(t, temp)
	sweepDemos(temp)
	got := demos(t, temp)
	if len(got) != 3 {
		t.Errorf("there are %v", got)
	}
	for _, dir := range got {
		if dir == left {
			t.Error("what the killed one left is still there")
		}
	}
	for _, stays := range []string{unlocked, link, filepath.Join(elsewhere, demoLock)} {
		if _, err := os.Lstat(stays); err != nil {
			t.Errorf("%s is gone", stays)
		}
	}
}
