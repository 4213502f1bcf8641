package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// tooLong is a name that the operator encrypt refuses, so that a phase fails on
// its message.
var tooLong = "Pat" + strings.Repeat("\u200b", 3000) + "rice"

const sealing = "policy: sealing\ndetect:\n  lexical: {resolve: literal}\n  pattern: {}\ndefault: {operator: encrypt}\n"

// desktop is a folder with a key, a policy and two conversations, the second
// message of one of which fails.
func desktop(t *testing.T) string {
	t.Helper()
	t.Chdir(t.TempDir())
	rows := "thread,id,text\na,m1,salut Patrice\nb,m2,salut Camille\na,m3,\"zyxwvut, " + tooLong + "\"\nb,m4,oui Camille\na,m5,ok Patrice\n"
	for name, text := range map[string]string{"sealing.yaml": sealing, "in.csv": rows} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errOut := program(t, "key", "new", "my.key"); code != 0 {
		t.Fatal(errOut)
	}
	return rows
}

// TestOneMessageIsSetAside: a message on which a phase fails is set aside with
// its conversation from there on, as it stood, and all others come out.
func TestOneMessageIsSetAside(t *testing.T) {
	rows := strings.SplitAfter(desktop(t), "\n")
	code, out, errOut := program(t, "anonymise", "--policy", "sealing.yaml", "--key", "my.key", "--on-error", "skip", "--rejects", "bad.csv", "--report", "report.json", "in.csv")
	if code != 0 {
		t.Fatal(errOut)
	}
	if got := strings.SplitAfter(out, "\n"); len(got) != 5 || !strings.HasPrefix(got[1], "a,m1,salut <ENC_") || !strings.HasPrefix(got[2], "b,m2,") || !strings.HasPrefix(got[3], "b,m4,") {
		t.Errorf("%d lines came out: %.300q", len(got), out)
	}
	bad, err := os.ReadFile("bad.csv")
	if want := rows[3] + rows[5]; err != nil || string(bad) != want {
		t.Errorf("rejects hold %d bytes, want %d (%v)", len(bad), len(want), err)
	}
	var report struct{ Messages, Withheld, Rejected int }
	text, err := os.ReadFile("report.json")
	if err = errors.Join(err, json.Unmarshal(text, &report)); err != nil || report.Messages != 3 || report.Withheld != 2 || report.Rejected != 0 {
		t.Errorf("the report says %+v (%v)", report, err)
	}
	if !strings.Contains(errOut, "2 messages set aside in the rejects file: a phase failed") || strings.Contains(errOut, "zyx") {
		t.Errorf("standard error: %s", errOut)
	}
	if info, err := os.Stat("bad.csv"); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the rejects file: %v, %v", info.Mode(), err)
	}
}

// TestOneMessageStopsWithItsPlace: a run that stops at errors says at which line,
// without text, and leaves no file.
func TestOneMessageStopsWithItsPlace(t *testing.T) {
	desktop(t)
	code, _, errOut := program(t, "anonymise", "--policy", "sealing.yaml", "--key", "my.key", "-o", "out.csv", "in.csv")
	if code != 1 || !strings.HasPrefix(errOut, `bauta: in.csv:4: message "m3": `) || strings.Contains(errOut, "zyx") || !strings.Contains(errOut, "--on-error skip") {
		t.Errorf("%d, %s", code, errOut)
	}
	if _, err := os.Stat("out.csv"); err == nil {
		t.Error("the output is there")
	}
	// An ID that holds the text is not named.
	code, _, errOut = program(t, "anonymise", "--policy", "sealing.yaml", "--key", "my.key", "--id-column", "text", "in.csv")
	if code != 1 || !strings.HasPrefix(errOut, "bauta: in.csv:4: a message: ") || strings.Contains(errOut, "zyx") {
		t.Errorf("%d, %s", code, errOut)
	}
}

// panics is a detector that panics on a word.
type panics struct{}

func (panics) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if strings.Contains(d.Text, "zyx") {
		panic(d.Text)
	}
	return nil, nil
}

type plainAnalyser struct{}

func (plainAnalyser) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	return &bauta.Doc{Message: m, Shadow: m.Text}, nil
}

// TestPanicsAreSetAside: for every command that reads a corpus, beside bad
// records, and in every format.
func TestPanicsAreSetAside(t *testing.T) {
	for name, rows := range map[string][]string{
		"in.csv":   {"thread,text\n", "c,ok\n", "a,zyx\n", "too,many,fields\n", "a,ok\n", "b,\"zyx\"\n", ",ok\n"},
		"in.jsonl": {"", `{"thread":"c","text":"ok"}` + "\n", `{"thread":"a","text":"zyx","n":1}` + "\n", "{\n", `{"thread":"a","text":"ok"}` + "\n", `{"text":"zyx"}` + "\n", `{"text":"ok"}`},
		"in.txt":   {"", "ok\n", "zyx\n", "\xff\n", "zyx 2\n", "zyx 3\r\n", "ok\n"},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile(name, []byte(strings.Join(rows, "")), 0o600); err != nil {
			t.Fatal(err)
		}
		o := &reading{format: "auto", onError: "skip"}
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		rejects, err := create("bad", 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		p := &bauta.Pipeline{Analyse: plainAnalyser{}, Detectors: []bauta.Detector{panics{}}}
		out := 0
		rejected, err := o.each(cmd, []string{name}, p, rejects, func(string, *corpus.Reader) (func(*bauta.Result) error, error) {
			return func(r *bauta.Result) error { out++; return nil }, nil
		})
		if err = errors.Join(err, rejects.Commit()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if out != 2 || rejected.Rejected != 1 || o.withheld != 3 {
			t.Errorf("%s: %d out, %d bad, %d withheld", name, out, rejected, o.withheld)
		}
		bad, err := os.ReadFile("bad")
		for _, row := range rows[2:6] {
			if strings.Count(string(bad), row) != 1 {
				t.Errorf("%s: the rejects lack %q or have it twice (%v)", name, row, err)
			}
		}
		if len(bad) != len(strings.Join(rows[2:6], "")) {
			t.Errorf("%s: the rejects hold %d bytes", name, len(bad))
		}
	}
}

// TestPanicOfACommand: a panic is one line without text, and what was begun is
// taken away.
func TestPanicOfACommand(t *testing.T) {
	name := filepath.Join(t.TempDir(), "out")
	cmd := &cobra.Command{SilenceErrors: true, SilenceUsage: true, RunE: func(*cobra.Command, []string) error {
		out, err := create(name, 0o600, nil)
		if err != nil {
			return err
		}
		defer out.Discard()
		panic("zyxwvut")
	}}
	cmd.SetArgs(nil)
	_, err := execute(t.Context(), cmd)
	if err == nil || strings.Contains(err.Error(), "zyx") {
		t.Errorf("%v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(name)); len(left) > 0 {
		t.Errorf("%d files are left", len(left))
	}
}

// interleaved is a corpus in which each of n threads comes back.
func interleaved(n int, sep string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "id%sthread%stext\n", sep, sep)
	for i := range 2 * n {
		fmt.Fprintf(&b, "%d%st%d%sok\n", i, sep, i%n, sep)
	}
	return b.String()
}

// TestThreadsTooFarApart: a thread that comes back after more others than are
// remembered is an error before any work, which says how to sort; of a file, of
// one on standard input, and of a pipe whose output appears at the end.
func TestThreadsTooFarApart(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "in.csv")
	text := interleaved(50_001, ",")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	worked := &remembering{}
	p := &bauta.Pipeline{Analyse: worked, Link: worked}
	for _, how := range []string{"file", "redirected", "pipe"} {
		o := &reading{format: "csv", out: "out", noSpill: true}
		cmd := &cobra.Command{}
		cmd.SetContext(t.Context())
		files := []string{name}
		if how != "file" {
			files = nil
			in, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			cmd.SetIn(&interruptible{ctx: t.Context(), in: in})
			if how == "pipe" {
				cmd.SetIn(strings.NewReader(text))
			}
		}
		_, err := o.each(cmd, files, p, nil, func(string, *corpus.Reader) (func(*bauta.Result) error, error) {
			t.Errorf("%s: work began", how)
			return nil, errEnough
		})
		if !errors.As(err, new(*bauta.MessageError)) || worked.seen > 0 {
			t.Fatalf("%s: %d messages were worked on, %v", how, worked.seen, err)
		}
		for _, want := range []string{":50003: ", "50000 other threads", "the thread is column 2", "sort -s -t ',' -k 2,2"} {
			if !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error lacks %q: %v", how, want, err)
			}
		}
	}
}

// remembering counts the messages it sees.
type remembering struct{ seen int }

func (r *remembering) Analyse(ctx context.Context, m bauta.Message) (*bauta.Doc, error) {
	r.seen++
	return plainAnalyser{}.Analyse(ctx, m)
}

func (r *remembering) Link(context.Context, []*bauta.Doc, [][]bauta.Span) error { return nil }

func (r *remembering) Session() bauta.Linker { return r }

// TestInputIsWholeBehindTheCheck: the check of threads leaves standard input where
// it stood, behind what somebody has read of it.
func TestInputIsWholeBehindTheCheck(t *testing.T) {
	name := filepath.Join(t.TempDir(), "in.csv")
	text := interleaved(20_000, ",")
	if err := os.WriteFile(name, []byte("first line\n"+text), 0o600); err != nil {
		t.Fatal(err)
	}
	in, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	if _, err := in.Seek(int64(len("first line\n")), 0); err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{"", "out"} {
		for _, stdin := range []io.Reader{in, strings.NewReader(text)} {
			o := &reading{format: "csv", out: out, jobs: 1}
			cmd := &cobra.Command{}
			cmd.SetContext(t.Context())
			cmd.SetIn(&interruptible{ctx: t.Context(), in: stdin})
			worked := &remembering{}
			if _, err := o.each(cmd, nil, &bauta.Pipeline{Analyse: worked, Link: worked}, nil, func(string, *corpus.Reader) (func(*bauta.Result) error, error) {
				return func(*bauta.Result) error { return nil }, nil
			}); err != nil || worked.seen != 40_000 {
				t.Errorf("%d messages of 40,000 were read (%v)", worked.seen, err)
			}
			if out == "" {
				if _, err := in.Seek(int64(len("first line\n")), 0); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}
