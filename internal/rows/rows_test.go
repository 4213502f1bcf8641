package rows_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/internal/rows"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// canary is a name that may stand in no line that comes out.
const canary = "Zyxwvut"

// capitals finds the words with a capital, fails on one word, and panics on another.
type capitals struct{}

func (capitals) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		switch word := d.Text[t.Start:t.End]; {
		case word == "fails":
			return nil, errors.New("a detector that fails")
		case word == "panics":
			panic(d.Text)
		case word[0] >= 'A' && word[0] <= 'Z':
			out = append(out, bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, P: 1})
		}
	}
	return out, nil
}

// pipeline numbers the people of a thread.
func pipeline() *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{capitals{}}, Link: coref.Linker{},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Tag{Numbered: true}},
	}
}

func run(t testing.TB, in io.Reader, cfg rows.Config) (string, rows.Count) {
	t.Helper()
	var out bytes.Buffer
	cfg.Pipeline = pipeline()
	count, err := rows.Run(context.Background(), in, &out, cfg)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), count
}

// TestEachRowIsAnsweredAtOnce: who writes a row has its answer before it writes the
// next one. A row that is held back stops the test.
func TestEachRowIsAnsweredAtOnce(t *testing.T) {
	in, write := io.Pipe()
	read, out := io.Pipe()
	done := make(chan error)
	go func() {
		_, err := rows.Run(context.Background(), in, out, rows.Config{Pipeline: pipeline(), Jobs: 4})
		out.Close()
		done <- err
	}()
	answers := bufio.NewScanner(read)
	for i := range 100 {
		fmt.Fprintf(write, "salut %s, %d fois\n", canary, i)
		if !answers.Scan() || answers.Text() != fmt.Sprintf("salut Person 1, %d fois", i) {
			t.Fatalf("row %d: %q", i, answers.Text())
		}
	}
	write.Close()
	if err := <-done; err != nil || answers.Scan() {
		t.Error(err, answers.Text())
	}
}

// TestFormats: a row of each format, and what is written for one that cannot be read
// or on which a phase fails.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		cfg            corpus.Config
	}{
		{"text", "ok Léa Zyxwvut\r\n\nfails Zyxwvut\npanics Zyxwvut\nZyxwvut\x00\nciao Zyxwvut", "ok Person 1 Person 2\r\n\n" +
			"error: a detector that fails\nerror: a phase panicked, which is a bug in it\n" +
			"error: a NUL byte; is this a text file, or UTF-16 (--encoding utf-16)?\nciao Person 1", corpus.Config{}},
		{
			"jsonl", `{"id": 7, "text":"ok Zyxwvut\nbye", "n":[1]}` + "\n\n" + `{"text":12}` + "\n" + `{"text":"fails Zyxwvut"}` + "\n{\"Zyxwvut\n",
			`{"id": 7, "text":"ok Person 1\nbye", "n":[1]}` + "\n" + `{"line":2,"error":"an empty line"}` + "\n" +
				`{"line":3,"error":"field \"text\" is not a string"}` + "\n" + `{"line":4,"error":"a detector that fails"}` + "\n" +
				`{"line":5,"error":"not a JSON object; put one object a line"}` + "\n",
			corpus.Config{},
		},
		{
			"tsv", "id\ttext\tn\n1\t\"ok Zyxwvut\tx\n2\tZyxwvut\n3\tfails\ty\n",
			"id\ttext\tn\n1\t\"ok Person 1\tx\n\terror: 2 fields where 3 are expected\t\n\terror: a detector that fails\t\n",
			corpus.Config{Format: corpus.TSV},
		},
		{
			"escapes of databases", "1\tok\\nZyxwvut\\tC:\\\\\n2\tC:\\\\new\\x\n\\N\t\\N\n3\t\\x5ayxwvut \\132yxwvut Z\\yxwvut\n4\t\\x5ayxwvut\\x00\n5\tok \\101\n",
			"1\tok\\nPerson 1\\tPerson 2:\\\\\n2\tPerson 1:\\\\newx\n\\N\t\\N\n3\tPerson 1 Person 1 Person 1\n" +
				"\terror: a NUL byte; is this a text file, or UTF-16 (--encoding utf-16)?\n5\tok Person 1\n",
			corpus.Config{Format: corpus.TSV, NoHeader: true, Columns: corpus.Columns{Text: "2"}},
		},
		{
			"an author by number", "who\ttext\nL\\303\\251a\tok Zyxwvut\nL\\351a\tok\n", "who\ttext\nL\\303\\251a\tok Person 1\n" +
				"\terror: bytes that are not UTF-8; name the encoding with --encoding (windows-1252, iso-8859-1, utf-16)\n",
			corpus.Config{Format: corpus.TSV, Columns: corpus.Columns{Author: "who"}},
		},
		{
			"tsv without header", "1\tok Zyxwvut\n2\tZyxwvut \"x\"\n", "1\tok Person 1\n2\tPerson 1 \"x\"\n",
			corpus.Config{Format: corpus.TSV, NoHeader: true, Columns: corpus.Columns{Text: "2"}},
		},
	} {
		if got, _ := run(t, strings.NewReader(c.in), rows.Config{Config: c.cfg}); got != c.want {
			t.Errorf("%s:\n%q, want\n%q", c.name, got, c.want)
		}
	}
}

// conversation are rows of interleaved threads, some of them bad.
func conversation(seed uint64, n int) string {
	rng := rand.New(rand.NewPCG(seed, 1))
	words := []string{"Léa", "Nico", "Hugo", "Zyxwvut", "demain", "ok", "à", "la", "gare"}
	var b strings.Builder
	for i := range n {
		if rng.IntN(20) == 0 {
			b.WriteString("{\"text\":Zyxwvut\n")
			continue
		}
		fmt.Fprintf(&b, `{"id":"%d","thread":"%d","text":"`, i, rng.IntN(7))
		for range 1 + rng.IntN(5) {
			b.WriteString(words[rng.IntN(len(words))] + " ")
		}
		b.WriteString("\"}\n")
	}
	return b.String()
}

// TestCutsChangeNothing: what comes out hangs neither on how the rows arrive nor on how
// many are worked on at once; as many lines come out as went in, none of which shows
// a name.
func TestCutsChangeNothing(t *testing.T) {
	in := conversation(3, 500)
	want, count := run(t, strings.NewReader(in), rows.Config{Jobs: 1})
	if strings.Count(want, "\n") != 500 || count.Rows != 500 || count.Errors == 0 || strings.Contains(want, canary) {
		t.Fatalf("%+v, %d lines", count, strings.Count(want, "\n"))
	}
	for name, r := range map[string]io.Reader{
		"bytes": iotest.OneByteReader(strings.NewReader(in)), "halves": iotest.HalfReader(strings.NewReader(in)), "whole": strings.NewReader(in),
	} {
		if got, _ := run(t, r, rows.Config{Jobs: 8}); got != want {
			t.Errorf("%s: another answer", name)
		}
	}
}

// meeting finds nothing until two of its calls have met.
type meeting struct{ met chan struct{} }

func (m meeting) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) {
	select {
	case m.met <- struct{}{}:
	case <-m.met:
	}
	return nil, nil
}

// TestOneConversationIsReadAtOnce: lines of one conversation are read beside each other, which
// two that wait for one another show. Lines that are read one by one stop the test.
func TestOneConversationIsReadAtOnce(t *testing.T) {
	p := pipeline()
	p.Detectors = []bauta.Detector{meeting{make(chan struct{})}}
	in, out := strings.Repeat(`{"thread":"a","text":"ok"}`+"\n", 64), bytes.Buffer{}
	if _, err := rows.Run(t.Context(), strings.NewReader(in), &out, rows.Config{Pipeline: p, Jobs: 2}); err != nil || out.String() != in {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
}

// TestThreadsAreBounded: a thread that was forgotten begins at Person 1 for nobody.
func TestThreadsAreBounded(t *testing.T) {
	in := `{"thread":"a","text":"Léa"}
{"thread":"b","text":"Léa"}
{"thread":"a","text":"Nico"}
{"thread":"c","text":"Nico"}
{"thread":"b","text":"Nico"}
{"thread":"a","text":"Hugo"}
`
	got, count := run(t, strings.NewReader(in), rows.Config{Threads: 2})
	if count.Errors != 1 || !strings.Contains(got, `{"line":5,"error":"this thread comes back`) || !strings.Contains(got, "Person 3") {
		t.Errorf("%d errors\n%s", count.Errors, got)
	}
}

// TestEndsThatAreNone: a reader or writer that fails ends the run with its error, a
// done context with its cause.
func TestEndsThatAreNone(t *testing.T) {
	gone := errors.New("gone")
	cfg := rows.Config{Pipeline: pipeline()}
	broken := io.MultiReader(strings.NewReader("ok\n"), iotest.ErrReader(gone))
	if count, err := rows.Run(context.Background(), broken, io.Discard, cfg); !errors.Is(err, gone) || count.Rows != 1 {
		t.Errorf("reader: %v, %+v", err, count)
	}
	if _, err := rows.Run(context.Background(), strings.NewReader("ok\n"), failing{gone}, cfg); !errors.Is(err, gone) {
		t.Errorf("writer: %v", err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(gone)
	if _, err := rows.Run(ctx, strings.NewReader("ok\n"), io.Discard, cfg); !errors.Is(err, gone) {
		t.Errorf("context: %v", err)
	}
	// The name of a column or a field that the policy hides.
	hides := func(name string) bool { return strings.Contains(name, canary) }
	out, count := run(t, strings.NewReader(`{"text":"ok"}`+"\n"+strings.Repeat(`{"text":"ok","`+canary+`":1,"n":2}`+"\n", 2)), rows.Config{Hides: hides})
	if strings.Contains(out, canary) || count.Errors != 2 {
		t.Errorf("%+v\n%s", count, out)
	}
	var shown bytes.Buffer
	cfg = rows.Config{Pipeline: pipeline(), Hides: hides, Config: corpus.Config{Format: corpus.TSV, Columns: corpus.Columns{Text: "text"}}}
	if _, err := rows.Run(context.Background(), strings.NewReader("text\t"+canary+"\na\tb\n"), &shown, cfg); err == nil || shown.Len() > 0 {
		t.Errorf("a header that names somebody: %v, %q", err, shown.String())
	}
	if _, err := rows.Run(context.Background(), strings.NewReader("a\tb\n"), io.Discard, rows.Config{
		Config: corpus.Config{Format: corpus.TSV}, Pipeline: pipeline(),
	}); err == nil {
		t.Error("a TSV without a text is read")
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

// TestALineTooLong is an error of its row, and the next one is read.
func TestALineTooLong(t *testing.T) {
	long := io.MultiReader(strings.NewReader("eins\n"), io.LimitReader(endless{}, corpus.MaxRow+9), strings.NewReader("\nzwei\n"))
	if got, count := run(t, long, rows.Config{}); got != "eins\nerror: the line is too long; split it\nzwei\n" || count.Errors != 1 {
		t.Errorf("%d bytes, %+v", len(got), count)
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'k'
	}
	return len(p), nil
}

// FuzzRows: as many lines out as in, whatever they are.
func FuzzRows(f *testing.F) {
	for _, s := range []string{"a\nb\n", "{\"text\":\"Zyxwvut\"}\nx", "text\tb\n\t\n\r\n", "{\"text\":\"a\",\"text\":\"b\"}\n"} {
		f.Add(s, byte(0))
		f.Add(s, byte(1))
	}
	f.Fuzz(func(t *testing.T, in string, format byte) {
		cfg := rows.Config{Pipeline: pipeline(), Jobs: 2}
		cfg.Format = []corpus.Format{corpus.Auto, corpus.TSV, corpus.JSONL, corpus.Text}[format%4]
		var out bytes.Buffer
		if _, err := rows.Run(context.Background(), strings.NewReader(in), &out, cfg); err != nil {
			return
		}
		if a, b := strings.Count(in, "\n"), strings.Count(out.String(), "\n"); a != b {
			t.Errorf("%d lines in, %d out: %q", a, b, out.String())
		}
	})
}

func Example() {
	in := strings.NewReader("salut Patrice\nà demain\n")
	var out bytes.Buffer
	count, err := rows.Run(context.Background(), in, &out, rows.Config{Pipeline: pipeline()})
	fmt.Print(out.String(), count, err)
	// Output:
	// salut Person 1
	// à demain
	// {2 0} <nil>
}
