package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
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

// BenchmarkFirstByte writes a row and waits for the first byte of its answer, each row
// another text: half and 95 of 100 of them took so many milliseconds.
func BenchmarkFirstByte(b *testing.B) {
	texts := invented(b, 4000)
	for _, policy := range []string{"seekhide", "gdpr"} {
		b.Run(policy, func(b *testing.B) {
			in, to := pipe(b)
			from, out := pipe(b)
			done := make(chan int)
			go func() {
				done <- run(context.Background(), []string{"anonymise", "-q", "--rows", "--policy", policy}, in, out, io.Discard)
			}()
			answers := bufio.NewReader(from)
			row := func(text string) time.Duration {
				began := time.Now()
				io.WriteString(to, text+"\n")
				if _, err := answers.ReadByte(); err != nil {
					b.Fatal(err)
				}
				took := time.Since(began)
				answers.ReadString('\n')
				return took
			}
			row(texts[0]) // models load
			var took times
			for i := 0; b.Loop(); i++ {
				took = append(took, row(cmp.Or(texts[i%len(texts)], "ok")))
			}
			to.Close()
			if code := <-done; code != 0 {
				b.Fatal(code)
			}
			b.ReportMetric(took.at(.5), "p50-ms")
			b.ReportMetric(took.at(.95), "p95-ms")
		})
	}
}

// pipe is one of the system, as a shell makes it.
func pipe(t testing.TB) (from, to *os.File) {
	t.Helper()
	from, to, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close(); to.Close() })
	return from, to
}

// invented are messages of the examples, again and again, each with its number in it so that no
// two are the same text.
func invented(tb testing.TB, n int) []string {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "examples", "sms-fr.jsonl"))
	if err != nil {
		tb.Fatal(err)
	}
	var out []string
	for i := 0; len(out) < n; i++ {
		for line := range strings.Lines(string(data)) {
			var m struct{ Text string }
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				tb.Fatal(err)
			}
			out = append(out, strings.ReplaceAll(m.Text, "\n", " ")+strings.Repeat(fmt.Sprintf(" %d!", i), min(i, 1)))
		}
	}
	return out[:n]
}

// BenchmarkRowsBesideFile takes the same messages line by line and as a file, side by side:
// each for itself, and as one conversation. The ratio of the medians is that of throughput.
func BenchmarkRowsBesideFile(b *testing.B) {
	texts := invented(b, 8000)
	for _, policy := range []string{"seekhide", "gdpr"} {
		for _, thread := range []string{"", "one"} {
			b.Run(policy+"/"+thread, func(b *testing.B) {
				in, out := filepath.Join(b.TempDir(), "in.jsonl"), filepath.Join(b.TempDir(), "out.jsonl")
				var lines strings.Builder
				for i, text := range texts {
					line, err := json.Marshal(map[string]string{"id": fmt.Sprint(i), "thread": thread, "text": text})
					if err != nil {
						b.Fatal(err)
					}
					lines.Write(append(line, '\n'))
				}
				if err := os.WriteFile(in, []byte(lines.String()), 0o600); err != nil {
					b.Fatal(err)
				}
				once := func(args ...string) float64 {
					var errs bytes.Buffer
					began := time.Now()
					if code := run(context.Background(), append([]string{"anonymise", "-q", "--policy", policy, "-o", out}, args...), strings.NewReader(lines.String()), io.Discard, &errs); code != 0 {
						b.Fatal(errs.String())
					}
					return time.Since(began).Seconds()
				}
				var file, rows []float64
				for b.Loop() {
					file, rows = append(file, once(in)), append(rows, once("--rows"))
				}
				slices.Sort(file)
				slices.Sort(rows)
				b.ReportMetric(file[len(file)/2]/rows[len(rows)/2], "rows/file")
				b.ReportMetric(float64(len(texts))/rows[len(rows)/2], "rows/s")
			})
		}
	}
}
