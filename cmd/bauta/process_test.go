//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// quick is a policy that starts at once.
const quick = "policy: quick\ndetect: {pattern: {}}\ndefault: suppress\n"

// started is the program in a process of its own.
type started struct {
	*exec.Cmd
	in       io.WriteCloser
	out, err bytes.Buffer
}

// hearSignals has what the test starts end by an interrupt and a hang-up, also where the
// tests run behind a shell or nohup, which would hand on that these are passed over.
func hearSignals(t *testing.T) {
	t.Helper()
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGINT, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(c) })
}

// start runs the program in folder dir; what is written to its input stays
// unfinished until it is closed.
func start(t *testing.T, dir string, args ...string) *started {
	t.Helper()
	put(t, filepath.Join(dir, "p.yaml"), quick)
	s := &started{Cmd: exec.Command(args[0], args[1:]...)} // testscript put this test's own binary into the path as bauta
	s.Dir, s.Stdout, s.Stderr = dir, &s.out, &s.err
	var err error
	if s.in, err = s.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Process.Kill() })
	return s
}

// say writes to the input.
func (s *started) say(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(s.in, text); err != nil {
		t.Fatal(err)
	}
}

// exit waits for the end and gives what it exited with.
func (s *started) exit(t *testing.T) int {
	t.Helper()
	var failed *exec.ExitError
	if err := s.Wait(); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return s.ProcessState.ExitCode()
}

// names lists a folder.
func names(t *testing.T, dir string) (out []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// await looks until something is so.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for !so() {
		select {
		case <-tick.C:
		case <-t.Context().Done():
			t.Fatalf("%s: never", what)
		}
	}
}

// beside lists the files in a folder that are being written.
func beside(t *testing.T, dir string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, tmpHead+"*"+tmpTail))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestSignalsEndARun: whichever signal, also in the middle of a read, nothing
// is left beside, nothing is half written, and the exit says what ended it.
func TestSignalsEndARun(t *testing.T) {
	hearSignals(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		dir := t.TempDir()
		s := start(t, dir, "bauta", "anonymise", "--policy", "p.yaml", "-o", "out.txt", "--spans", "spans", "--candidates", "words", "--report", "report",
			"--on-error", "skip", "--rejects", "rejects")
		s.say(t, strings.Repeat("ok\n", 10_000))
		await(t, "three files beside", func() bool { return len(beside(t, dir)) == 3 })
		shared := 0
		for _, name := range beside(t, dir) {
			if info, err := os.Stat(name); err == nil && info.Mode().Perm()&0o077 != 0 {
				shared++
			}
		}
		if shared > 1 {
			t.Error("a file that holds originals can be read by others while it is written")
		}
		if err := s.Process.Signal(sig); err != nil {
			t.Fatal(err)
		}
		if code := s.exit(t); code != 128+int(sig) {
			t.Errorf("%s: exit %d: %s", sig, code, s.err.String())
		}
		if got := fmt.Sprint(names(t, dir)); got != "[p.yaml]" {
			t.Errorf("%s: left %s", sig, got)
		}
		if !regexp.MustCompile(`^bauta: ended by a signal \([a-z ]+\); no file is half written\n$`).MatchString(s.err.String()) {
			t.Errorf("%s: %q", sig, s.err.String())
		}
	}
}

// TestNohup: who was told to pass over a signal goes on.
func TestNohup(t *testing.T) {
	dir := t.TempDir()
	s := start(t, dir, "sh", "-c", `trap "" HUP; exec bauta anonymise -q --policy p.yaml -o out.txt`)
	s.say(t, strings.Repeat("ok\n", 10_000))
	await(t, "a file beside", func() bool { return len(beside(t, dir)) == 1 })
	if err := s.Process.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	s.say(t, "last\n")
	s.in.Close()
	if code := s.exit(t); code != 0 {
		t.Fatalf("exit %d: %s", code, s.err.String())
	}
	if got, err := os.ReadFile(filepath.Join(dir, "out.txt")); err != nil || !strings.HasSuffix(string(got), "ok\nlast\n") {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}

// TestServerFinishesWhatItHasInHand: a request that came before the end is
// answered whole, and none is taken after it.
func TestServerFinishesWhatItHasInHand(t *testing.T) {
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	inHand, goOn := make(chan bool), make(chan bool)
	ctx, end := context.WithCancel(t.Context())
	ended, answered := make(chan error, 1), make(chan string, 1)
	go func() {
		ended <- answerUntil(ctx, l, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			inHand <- true
			<-goOn
			io.WriteString(w, "whole")
		}))
	}()
	go func() {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+l.Addr().String(), nil)
		if err != nil {
			answered <- err.Error()
			return
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			answered <- err.Error()
			return
		}
		defer res.Body.Close()
		body, err := io.ReadAll(res.Body)
		answered <- fmt.Sprint(string(body), err)
	}()
	<-inHand
	end()
	var d net.Dialer
	await(t, "closed to others", func() bool {
		other, err := d.DialContext(t.Context(), "tcp", l.Addr().String())
		if err == nil {
			other.Close()
		}
		return err != nil
	})
	close(goOn)
	if got := <-answered; got != "whole<nil>" {
		t.Errorf("the request in hand got %q", got)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestSignalsEndTheServer: to be told to end is no failure of a server, and its
// store is whole.
func TestSignalsEndTheServer(t *testing.T) {
	desk := filepath.Join(t.TempDir(), "desk.db")
	bautaIn(t, "review", "init", desk)
	hearSignals(t)
	for _, c := range []struct {
		sig  syscall.Signal
		says string
		args []string
	}{
		{syscall.SIGTERM, "open http://", []string{"review", "serve", desk}},
		{syscall.SIGHUP, "open http://", []string{"review", "serve", desk}},
		{syscall.SIGTERM, "serving seekhide on http://", []string{"serve", "--policy", "seekhide", "--addr", "127.0.0.1:0"}},
	} {
		s := exec.Command("bauta", c.args...)
		out, err := s.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Process.Kill() })
		if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, c.says) {
			t.Fatalf("%d bytes, %v", len(line), err)
		}
		if err := s.Process.Signal(c.sig); err != nil {
			t.Fatal(err)
		}
		if err := s.Wait(); err != nil {
			t.Errorf("%v, %s: %v", c.args, c.sig, err)
		}
	}
	if out := bautaIn(t, "review", "doctor", desk); out == "" {
		t.Error("the doctor says nothing")
	}
}

// TestTail: lines of a log come out as they are written, while it is followed.
func TestTail(t *testing.T) {
	dir := t.TempDir()
	log, err := os.Create(filepath.Join(dir, "app.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	tail := exec.Command("tail", "-f", log.Name())
	rows := exec.Command("bauta", "anonymise", "-q", "--rows")
	if rows.Stdin, err = tail.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := rows.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*exec.Cmd{tail, rows} {
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Process.Kill() })
	}
	lines := bufio.NewReader(out)
	for i := range 3 {
		fmt.Fprintf(log, "10:0%d login of Patrice Martin\n", i)
		if got, err := lines.ReadString('\n'); err != nil || got != fmt.Sprintf("10:0%d login of Person 1\n", i) {
			t.Fatalf("%q, %v", got, err)
		}
	}
	tail.Process.Kill()
	if err := rows.Wait(); err != nil {
		t.Error(err)
	}
	tail.Wait()
}

// TestReaderGone: a reader that has seen enough ends the run quietly, and no
// side file tells of half a corpus.
func TestReaderGone(t *testing.T) {
	for _, lines := range []int{1, 100_000} {
		dir := t.TempDir()
		put(t, filepath.Join(dir, "p.yaml"), quick)
		put(t, filepath.Join(dir, "in.txt"), strings.Repeat("ok\n", lines))
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		s := exec.Command("bauta", "anonymise", "--policy", "p.yaml", "in.txt", "--spans", "spans", "--candidates", "words", "--report", "report")
		var errs bytes.Buffer
		s.Dir, s.Stdout, s.Stderr = dir, w, &errs
		err = s.Run()
		w.Close()
		if code := s.ProcessState.ExitCode(); err == nil || code != 128+int(syscall.SIGPIPE) || errs.Len() > 0 {
			t.Errorf("%d lines: exit %d, %q", lines, code, errs.String())
		}
		if got := fmt.Sprint(names(t, dir)); got != "[in.txt p.yaml]" {
			t.Errorf("%d lines: left %s", lines, got)
		}
	}
}

// TestFullDisk: what cannot be written is an error, wherever it was to go, and
// the other files of the run do not appear.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip("there is no /dev/full here")
	}
	defer full.Close()
	dir := t.TempDir()
	put(t, filepath.Join(dir, "p.yaml"), quick)
	put(t, filepath.Join(dir, "in.txt"), "ok\n")
	for _, c := range []struct {
		toFull bool
		args   string
	}{
		{true, "anonymise -q --policy p.yaml in.txt --spans spans --report report"},
		{false, "anonymise -q --policy p.yaml in.txt -o /dev/full --spans spans --report report"},
		{false, "anonymise -q --policy p.yaml in.txt -o out --spans /dev/full --report report"},
		{false, "anonymise -q --policy p.yaml in.txt -o out --candidates /dev/full --spans spans"},
		{false, "anonymise -q --policy p.yaml in.txt -o out --report /dev/full --spans spans"},
		{false, "detect -q --policy p.yaml in.txt -o /dev/full"},
		{true, "langid in.txt"},
		{true, "policy list"},
		{true, "policy show gdpr"},
		{true, "lexicon list"},
		{true, "lexicon show anna"},
		{true, "explain --policy p.yaml hello"},
		{true, "version"},
		{true, "anonymise --help"},
	} {
		s := exec.Command("bauta", strings.Fields(c.args)...)
		var out, errs bytes.Buffer
		s.Dir, s.Stdout, s.Stderr = dir, &out, &errs
		if c.toFull {
			s.Stdout = full
		}
		err := s.Run()
		want := regexp.MustCompile(`^bauta: (/dev/full|standard output): cannot be written: no space left on device\n$`)
		if code := s.ProcessState.ExitCode(); err == nil || code != 1 || !want.MatchString(errs.String()) {
			t.Errorf("%s: exit %d, %q", c.args, code, errs.String())
		}
		if got := fmt.Sprint(names(t, dir)); got != "[in.txt p.yaml]" {
			t.Errorf("%s: left %s", c.args, got)
		}
	}
}

// TestTwoRunsOneFile: runs that write one file at the same time leave it as one
// of them wrote it.
func TestTwoRunsOneFile(t *testing.T) {
	dir := t.TempDir()
	whole := map[string]bool{}
	var runs []*started
	for i := range 6 {
		text := strings.Repeat(fmt.Sprintf("run %c\n", 'a'+i), 20_000)
		whole[text] = true
		s := start(t, dir, "bauta", "anonymise", "-q", "--policy", "p.yaml", "-o", "out.txt")
		s.say(t, text)
		runs = append(runs, s)
	}
	for _, s := range runs {
		s.in.Close()
	}
	for _, s := range runs {
		if code := s.exit(t); code != 0 {
			t.Errorf("exit %d: %s", code, s.err.String())
		}
	}
	got, err := os.ReadFile(filepath.Join(dir, "out.txt"))
	if err != nil || !whole[string(got)] {
		t.Errorf("%d bytes are no run's, %v", len(got), err)
	}
	if left := beside(t, dir); len(left) > 0 {
		t.Errorf("left %d files", len(left))
	}
}

// TestFolderGone: an output folder that goes away in mid-run is an error.
func TestFolderGone(t *testing.T) {
	dir := t.TempDir()
	there := filepath.Join(dir, "there")
	if err := os.Mkdir(there, 0o700); err != nil {
		t.Fatal(err)
	}
	s := start(t, dir, "bauta", "anonymise", "-q", "--policy", "p.yaml", "-o", "there/out.txt", "--report", "report")
	s.say(t, strings.Repeat("ok\n", 10_000))
	await(t, "a file beside", func() bool { return len(beside(t, there)) == 1 })
	if err := os.RemoveAll(there); err != nil {
		t.Fatal(err)
	}
	s.in.Close()
	if code := s.exit(t); code != 1 || s.err.String() != "bauta: there/out.txt: cannot be put in its place: it is not there\n" {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
	if got := fmt.Sprint(names(t, dir)); got != "[p.yaml]" {
		t.Errorf("left %s", got)
	}
}
