// Command examples turns the mark-up files of this folder into the corpora of
// invented messages in examples/: gold as JSONL, and the same messages as CSV.
//
// A maintainer edits the mark-up (sms-fr.msg, hard-fr.msg) and runs, at the
// root of the module,
//
//	go run ./gen/examples
//
// # Mark-up
//
// One message a line. A line that starts with # is a comment. A line "==" opens
// a dialogue that ends at the next empty line; inside it every line starts with
// the speaker, a capital letter and a colon. A line "@clock TIME" sets the clock
// (RFC 3339), a line "@id PREFIX" the prefix of the message numbers, which start
// again at 1.
//
//	@lang de                                          the language from here on (fr at the start)
//	[Camille|PERSON.first]                            a span, its type and part
//	[[Camille|first] [Martin|last]|PERSON.full]       a span with inner parts
//	[3/4/1985|DATE.birth]                             a date that is a birth date
//	\n \r \t \[ \] \\ \# \| \u{200B}                   escapes
//	salut ¦ why this message is here                  a note, for people
//
// A message is to be anonymised ("ta") when it holds a span that the default
// policy hides. Dialogues and single messages are dealt out to the halves "dev"
// and "test" two to one, a dialogue never being cut.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// source is one mark-up file and what is made of it; csv may be empty.
type source struct{ markup, jsonl, csv string }

// sources lists the corpora of examples/.
var sources = []source{
	{"sms-fr.msg", "sms-fr.jsonl", "sms-fr.csv"},
	{"hard-fr.msg", "hard-fr.jsonl", ""},
	{"hard.msg", "hard.jsonl", ""},
	{"leaks.msg", "leaks.jsonl", ""},
}

func main() {
	in := flag.String("in", filepath.Join("gen", "examples"), "folder of the mark-up files")
	out := flag.String("out", "examples", "folder of the corpora")
	flag.Parse()
	for _, src := range sources {
		if err := build(src, *in, *out, os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, "examples:", err)
			os.Exit(1)
		}
	}
}

// build converts one mark-up file and prints a summary of it to log.
func build(src source, in, out string, log io.Writer) error {
	msgs, err := readFile(filepath.Join(in, src.markup))
	if err != nil {
		return err
	}
	if err := writeTo(filepath.Join(out, src.jsonl), msgs, writeJSONL); err != nil {
		return err
	}
	if src.csv != "" {
		if err := writeTo(filepath.Join(out, src.csv), msgs, writeCSV); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(log, "%s: %s\n", src.jsonl, summarise(msgs))
	return err
}

// readFile parses the mark-up file of that path.
func readFile(path string) ([]message, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return parse(filepath.Base(path), f)
}

// writeTo creates the file of that path and fills it by write.
func writeTo(path string, msgs []message, write func(io.Writer, []message) error) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := write(f, msgs); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}
