package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
)

// TestRowsAreGivenBackAtOnce: the command holds nothing back, in no format and whether or
// not it tells languages: who writes a row through a pipe has it back before it writes the
// next one. A row that is held back stops the test.
func TestRowsAreGivenBackAtOnce(t *testing.T) {
	row := func(in, want string) [2]string { return [2]string{in, want} }
	for name, c := range map[string]struct {
		args []string
		rows [][2]string
	}{
		"text": {nil, [][2]string{
			row("10:02 login of Patrice Martin", "10:02 login of Person 1"), row("", ""), row("10:03 ok", "10:03 ok"),
			row("x\x00", "error: a NUL byte; is this a text file, or UTF-16 (--encoding utf-16)?"), row("10:04 ok", "10:04 ok"),
		}},
		"one language": {[]string{"--lang", "fr"}, [][2]string{row("Coucou Patrice", "Coucou Person 1"), row("ok", "ok")}},
		"jsonl": {nil, [][2]string{
			row(`{"thread":"a","text":"Coucou Patrice"}`, `{"thread":"a","text":"Coucou Person 1"}`),
			row(`{"text":1}`, `{"line":2,"error":"field \"text\" is not a string"}`),
			row(`{"thread":"a","text":"à demain"}`, `{"thread":"a","text":"à demain"}`),
		}},
		"tsv": {[]string{"--format", "tsv"}, [][2]string{row("id\ttext", "id\ttext"), row("1\tCoucou Patrice", "1\tCoucou Person 1")}},
	} {
		t.Run(name, func(t *testing.T) {
			in, to := pipe(t)
			from, out := pipe(t)
			var errs bytes.Buffer
			done := make(chan int)
			go func() {
				code := run(t.Context(), append([]string{"anonymise", "-q", "--rows"}, c.args...), in, out, &errs)
				out.Close()
				done <- code
			}()
			answers := bufio.NewReader(from)
			for i, r := range c.rows {
				io.WriteString(to, r[0]+"\n")
				if got, err := answers.ReadString('\n'); strings.TrimSuffix(got, "\n") != r[1] || err != nil {
					t.Errorf("row %d: %q, %v", i+1, got, err)
				}
			}
			to.Close()
			if code := <-done; code != 0 {
				t.Errorf("exit %d: %s", code, errs.String())
			}
		})
	}
}

// pipe is one of the system, as a shell makes it.
func pipe(t *testing.T) (from, to *os.File) {
	t.Helper()
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close(); to.Close() })
	return from, to
}
