// Package rows takes lines through a pipeline as they come: a line in, a line out,
// in order, written before the next one is waited for.
package rows

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"hash/maphash"
	"io"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/recent"
)

// Config says how rows are read, and through what they go.
type Config struct {
	corpus.Config
	Pipeline *bauta.Pipeline
	// Tell sets the language of a message, and says which ones the policy reads; nil
	// tells none.
	Tell func(*bauta.Message) (keep bool, err error)
	// Hides reports a name of a column or field that the policy would hide.
	Hides func(name string) bool
	Jobs  int // lines worked on at once
	// Threads is how many threads are remembered, 0 for 50,000.
	Threads int
}

// Count is how many rows came, and how many of them left as an error.
type Count struct {
	Rows, Errors int
}

const (
	// maxBatch is how many lines, and maxBytes how many bytes of them, are worked on
	// together where they are there; nothing is waited for. Three batches are in hand.
	maxBatch = 512
	maxBytes = 256 << 10
	// maxPiece is how many lines one goroutine reads at a time.
	maxPiece = 8
	// maxThreads are remembered, and maxGone known to be forgotten.
	maxThreads = 50_000
	maxGone    = 1_000_000
)

var (
	errForeign = errors.New("in a language that the policy does not read")
	errGone    = errors.New("this thread comes back after too many others; sort the rows by thread")
	errLong    = errors.New("the line is too long; split it")
)

// line is a row on its way.
type line struct {
	body    []byte
	end     []byte
	tooLong bool
	header  bool // it is written as it is
	message bauta.Message
	session *bauta.Session
	next    func() ([]bauta.Result, error) // what is left to do, in the order of the thread
	err     error
}

// batch are lines that were there together.
type batch struct {
	lines []*line
	read  sync.WaitGroup // of what is read beside each other
}

// run is the state of a run.
type run struct {
	Config
	rows    *corpus.Rows
	threads *recent.Map[string, *bauta.Session]
	gone    map[uint64]bool
	seed    maphash.Seed
	count   Count
}

// Run reads lines until the end of in, or until ctx is done. Each gives one line:
// its row, or what is wrong with it, without its text. What was read is written out
// before more is waited for. The error is one of reading or writing.
func Run(ctx context.Context, in io.Reader, out io.Writer, cfg Config) (Count, error) {
	if cfg.Threads <= 0 {
		cfg.Threads = maxThreads
	}
	r := &run{Config: cfg, gone: map[uint64]bool{}, seed: maphash.MakeSeed()}
	r.threads = recent.New(cfg.Threads, func(thread string, _ *bauta.Session) { r.forget(thread) })
	ctx, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer cancel()
	came, parsed, todo := make(chan []*line), make(chan *batch, 1), make(chan func())
	var failed, unread error
	go func() { // it may wait in a read for ever
		defer close(came)
		failed = read(ctx, in, came)
	}()
	group.Go(func() {
		defer close(todo)
		defer close(parsed)
		unread = r.parse(ctx, came, parsed, todo)
	})
	for range max(1, cfg.Jobs) {
		group.Go(func() {
			for do := range todo {
				do()
			}
		})
	}
	w := bufio.NewWriterSize(out, 1<<16)
	for b := range parsed {
		b.read.Wait()
		err := r.write(w, b.lines)
		if ctx.Err() != nil { // phases fail for it, too
			return r.count, context.Cause(ctx)
		}
		if err == nil {
			err = w.Flush()
		}
		if err != nil {
			return r.count, err
		}
	}
	switch {
	case ctx.Err() != nil:
		return r.count, context.Cause(ctx)
	case unread != nil:
		return r.count, unread
	}
	return r.count, failed
}

// read hands on the lines that are there, as many as may be worked on together.
func read(ctx context.Context, in io.Reader, to chan<- []*line) error {
	br := bufio.NewReaderSize(in, 1<<16)
	var batch []*line
	size := 0
	for {
		l, err := next(br)
		if l != nil {
			batch, size = append(batch, l), size+len(l.body)
		}
		if waits := err != nil || !whole(br) || len(batch) >= maxBatch || size >= maxBytes; waits && len(batch) > 0 {
			select {
			case to <- batch:
				batch, size = nil, 0
			case <-ctx.Done():
				return nil
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// whole reports that a whole line can be read without waiting.
func whole(br *bufio.Reader) bool {
	p, _ := br.Peek(br.Buffered())
	return bytes.IndexByte(p, '\n') >= 0
}

// next reads a line; of one that is too long, to its end and no more than that.
func next(br *bufio.Reader) (*line, error) {
	l := &line{}
	var body []byte
	for {
		part, err := br.ReadSlice('\n')
		if len(body)+len(part) > corpus.MaxRow {
			l.tooLong, body = true, nil
		}
		if !l.tooLong {
			body = append(body, part...)
		}
		ended := bytes.HasSuffix(part, []byte("\n"))
		switch {
		case err == bufio.ErrBufferFull:
			continue
		case err != nil && len(body) == 0 && !l.tooLong:
			return nil, err
		case ended:
			err = nil
		}
		l.body, l.end = cut(body)
		if l.tooLong && ended {
			l.end = []byte("\n")
		}
		return l, err
	}
}

// cut parts a line from its end.
func cut(body []byte) (line, end []byte) {
	n := len(bytes.TrimSuffix(body, []byte("\n")))
	if n < len(body) && n > 0 && body[n-1] == '\r' {
		n--
	}
	return body[:n], body[n:]
}

// parse makes messages of lines and has them read beside each other. What hangs on their
// order is done here: languages are told by what came before, and threads begin.
func (r *run) parse(ctx context.Context, came <-chan []*line, to chan<- *batch, todo chan<- func()) error {
	for {
		var lines []*line
		select {
		case lines = <-came:
		case <-ctx.Done():
		}
		if lines == nil {
			return nil
		}
		if r.rows == nil {
			if err := r.open(lines[0]); err != nil {
				return err
			}
		}
		b := &batch{lines: lines}
		r.hand(ctx, b, todo)
		select {
		case to <- b:
		case <-ctx.Done():
		}
	}
}

// hand has the messages of a batch read.
func (r *run) hand(ctx context.Context, b *batch, todo chan<- func()) {
	var piece []*line
	for i, l := range b.lines {
		if r.message(l); l.session != nil {
			piece = append(piece, l)
		}
		if len(piece) < maxPiece && i < len(b.lines)-1 || len(piece) == 0 {
			continue
		}
		some := piece
		piece = nil
		b.read.Add(1)
		todo <- func() {
			defer b.read.Done()
			for _, l := range some {
				l.next = l.session.Ahead(ctx, l.message)
			}
		}
	}
}

// open looks at the first line.
func (r *run) open(first *line) (err error) {
	if r.rows, first.header, err = corpus.OpenRows(first.body, r.Config.Config); err != nil {
		return err
	}
	r.rows.Hides = r.Hides
	if first.header {
		return r.header(first.body)
	}
	return nil
}

// header refuses a first row that comes out as it is and names somebody.
func (r *run) header(line []byte) error {
	for name := range strings.SplitSeq(string(line), "\t") {
		if r.Hides != nil && r.Hides(name) {
			return errors.New("the first row holds what the policy hides; give --no-header when it is a message, or " +
				"the column another name")
		}
	}
	return nil
}

// message makes the message of a line, which has a session then or an error.
func (r *run) message(l *line) {
	if l.header {
		return
	}
	if l.message, l.err = r.rows.Message(l.body); l.tooLong {
		l.err = errLong
	}
	if l.err == nil && r.Tell != nil {
		keep, err := r.Tell(&l.message)
		if l.err = err; err == nil && !keep {
			l.err = errForeign
		}
	}
	if l.err != nil {
		return
	}
	if l.session = r.session(l.message.Thread); l.session == nil {
		l.err = errGone
	}
}

// session gives the session of a thread, nil where it was forgotten.
func (r *run) session(thread string) *bauta.Session {
	if s, ok := r.threads.Get(thread); ok {
		return s
	}
	if r.gone[r.digest(thread)] {
		return nil
	}
	s := r.Pipeline.Session()
	if thread != "" {
		r.threads.Put(strings.Clone(thread), s)
	}
	return s
}

// digest stands for a thread that is forgotten.
func (r *run) digest(thread string) uint64 { return maphash.String(r.seed, thread) }

// forget notes a thread whose session is gone, as many as are held.
func (r *run) forget(thread string) {
	if len(r.gone) < maxGone {
		r.gone[r.digest(thread)] = true
	}
}

// write takes what was read to its end, one line after the other, so that what comes out does
// not hang on which came together, and writes it.
func (r *run) write(w *bufio.Writer, lines []*line) error {
	for _, l := range lines {
		if err := r.line(w, l); err != nil {
			return err
		}
		if _, err := w.Write(l.end); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) line(w *bufio.Writer, l *line) error {
	if l.header {
		_, err := w.Write(l.body)
		return err
	}
	r.count.Rows++
	var results []bauta.Result
	if l.err == nil {
		results, l.err = l.next()
	}
	if l.err == nil {
		return r.rows.Write(w, &results[0])
	}
	r.count.Errors++
	r.rows.Fail(w, l.message, Reason(l.err))
	return nil
}

// Reason is what is wrong, without the ID, which the row has or had.
func Reason(err error) error {
	var at *bauta.MessageError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
