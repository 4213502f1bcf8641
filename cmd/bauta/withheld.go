package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// withhold sets aside a message on which a phase failed, or of whose thread one
// was before, as it stood in the file; in a run that stops at errors, and for an
// error that concerns no message, it gives that error with its place.
func (o *reading) withhold(name string, m bauta.Message, err error, rejects *output) error {
	var at *bauta.MessageError
	if !errors.As(err, &at) {
		return err
	}
	if o.onError != "skip" || rejects == nil {
		if line, _, ok := corpus.Record(original(at.Message)); ok {
			err = &corpus.Error{File: called(name), Line: line, Err: err}
		}
		return fmt.Errorf("%w; --on-error skip --rejects FILE sets its conversation aside", err)
	}
	m = original(m)
	if corpus.Together(&m, &o.failed) { // its record is there
		return nil
	}
	_, raw, _ := corpus.Record(m)
	o.withheld, o.failed = o.withheld+1, bauta.Message{Meta: m.Meta}
	return o.reject(rejects, raw)
}

// withheldText says how many records were set aside; "" where none was.
func withheldText(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%s set aside in the rejects file: a phase failed on it or earlier in its conversation, of "+
		"which messages before are out\n", several(n, "message"))
}

// original gives a message that was held for its language back what it was read
// from.
func original(m bauta.Message) bauta.Message {
	if h, ok := m.Meta.(held); ok {
		m.Meta = h.meta
	}
	return m
}

// reject writes a record to the rejects file. Reading and writing set aside, each
// on its own goroutine.
func (o *reading) reject(rejects *output, raw []byte) error {
	o.rejecting.Lock()
	defer o.rejecting.Unlock()
	_, err := rejects.Write(append(raw[:len(raw):len(raw)], '\n')[:len(raw)+newline(raw)])
	return err
}

// called is the name of a file in errors.
func called(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}

const (
	// fewThreads is the size of a file that cannot hold more threads than a run
	// remembers: a record has two bytes.
	fewThreads = 100_000
	// maxAhead bounds what is read of a pipe before work begins.
	maxAhead = 64 << 20
)

// checkThreads fails where a thread of a file comes back so late that the run
// would have forgotten it, before any work is done. What is no file can be read
// once only.
func (o *reading) checkThreads(files []string, p *bauta.Pipeline) error {
	for _, name := range files {
		if info, err := os.Stat(name); name == "-" || err != nil || !info.Mode().IsRegular() ||
			info.Size() <= fewThreads {
			continue
		}
		in, size, err := input(name, nil)
		if err != nil {
			return err
		}
		err = o.check1(anywhere(in, in, size), name, p)
		in.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

// ahead checks the threads of standard input: of a file that was redirected as of
// any file, of a pipe as far as maxAhead where the output appears at the end; a
// pipe whose results are written as they come is not held up. It gives what is to
// be read.
func (o *reading) ahead(in io.Reader, p *bauta.Pipeline) (io.Reader, error) {
	if f, size := redirected(in); f != nil {
		at, err := f.Seek(0, io.SeekCurrent)
		if err == nil && size-at > fewThreads {
			err = o.check1(f, "-", p)
			_, back := f.Seek(at, io.SeekStart)
			err = errors.Join(err, back)
		}
		return in, err
	}
	if _, ok := p.Link.(bauta.SessionLinker); !ok || o.threads.used(p) || o.out == "" && !o.atEnd {
		return in, nil
	}
	head, err := io.ReadAll(io.LimitReader(in, maxAhead))
	if err != nil || len(head) < fewThreads {
		return io.MultiReader(bytes.NewReader(head), in), err
	}
	whole := len(head) < maxAhead
	err = o.check1(bytes.NewReader(head), "-", p)
	if !whole && !errors.As(err, new(*bauta.MessageError)) {
		err = nil // the last record is cut, and the run reads it again
	}
	return io.MultiReader(bytes.NewReader(head), in), err
}

// redirected is the file that standard input is, nil where it is none.
func redirected(in io.Reader) (*os.File, int64) {
	if i, ok := in.(*interruptible); ok {
		in = i.in // nobody has read yet
	}
	f, ok := in.(*os.File)
	if !ok {
		return nil, 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, 0
	}
	return f, info.Size()
}

// check1 checks the threads of one file.
func (o *reading) check1(in io.Reader, name string, p *bauta.Pipeline) error {
	if _, ok := p.Link.(bauta.SessionLinker); !ok || o.threads.used(p) {
		return nil
	}
	cfg := o.config()
	if o.onError == "skip" {
		cfg.Reject = func(int, []byte, error) error { return nil }
	}
	r, err := corpus.Open(in, called(name), cfg)
	if err != nil {
		return err
	}
	err = p.CheckThreads(r.Messages())
	var at *bauta.MessageError
	if !errors.As(err, &at) {
		return err
	}
	line, _, _ := corpus.Record(at.Message)
	err = &corpus.Error{File: called(name), Line: line, Err: err}
	if how := r.SortByThread(); how != "" {
		return fmt.Errorf("%w; %s", err, how)
	}
	return err
}

// results takes the messages of a file through the pipeline; take receives the
// results.
func (o *reading) results(cmd *cobra.Command, name string, r *corpus.Reader, messages iter.Seq2[bauta.Message, error],
	p *bauta.Pipeline, rejects *output, take func(*bauta.Result) error,
) error {
	results := 0
	for result, err := range p.Run(cmd.Context(), messages, o.jobs) {
		if err != nil {
			err = o.withhold(name, result.Message, err, rejects)
			if err == nil && !r.InPlace() {
				r.SetAside(&result.Message)
				continue
			}
		}
		if err == nil {
			if result.Message.Field() == "" {
				results++
			}
			err = take(&result)
		}
		if err != nil {
			return err
		}
	}
	return r.Settle(results)
}
