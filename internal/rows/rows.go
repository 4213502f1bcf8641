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
	// together where they are there; nothing is waited for.
	maxBatch = 1024
	maxBytes = 1 << 20
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
	message bauta.Message
	result  bauta.Result
	err     error
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
	defer cancel()
	batches := make(chan []*line)
	var failed error
	go func() {
		defer close(batches)
		failed = read(ctx, in, batches)
	}()
	w := bufio.NewWriterSize(out, 1<<16)
	for batch := range batches {
		if err := r.batch(ctx, w, batch); err != nil {
			return r.count, err
		}
		if ctx.Err() != nil { // phases fail for it, too
			return r.count, context.Cause(ctx)
		}
		if err := w.Flush(); err != nil {
			return r.count, err
		}
	}
	if ctx.Err() != nil {
		return r.count, context.Cause(ctx)
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

// batch works on lines and writes them in order.
func (r *run) batch(ctx context.Context, w *bufio.Writer, batch []*line) error {
	if r.rows == nil {
		rows, header, err := corpus.OpenRows(batch[0].body, r.Config.Config)
		if err != nil {
			return err
		}
		rows.Hides = r.Hides
		if r.rows = rows; header {
			if err := r.header(batch[0].body); err != nil {
				return err
			}
			w.Write(batch[0].body)
			w.Write(batch[0].end)
			batch = batch[1:]
		}
	}
	threads := r.threadsOf(batch)
	todo := make(chan *stretch)
	var group sync.WaitGroup
	for range max(1, min(r.Jobs, len(threads))) {
		group.Go(func() {
			for s := range todo {
				r.work(ctx, s)
			}
		})
	}
	for _, s := range threads {
		todo <- s
	}
	close(todo)
	group.Wait()
	return r.write(w, batch)
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

// stretch are lines of one thread that stand in a batch.
type stretch struct {
	session *bauta.Session
	lines   []*line
}

// threadsOf reads the messages of lines, and puts those of one thread together.
func (r *run) threadsOf(batch []*line) []*stretch {
	var out []*stretch
	at := map[*bauta.Session]*stretch{}
	for _, l := range batch {
		if r.parse(l); l.err != nil {
			continue
		}
		session := r.session(l.message.Thread)
		if session == nil {
			l.err = errGone
			continue
		}
		s := at[session]
		if s == nil {
			s = &stretch{session: session}
			at[session], out = s, append(out, s)
		}
		s.lines = append(s.lines, l)
	}
	return out
}

// parse makes the message of a line.
func (r *run) parse(l *line) {
	if l.message, l.err = r.rows.Message(l.body); l.tooLong {
		l.err = errLong
	}
	if l.err != nil || r.Tell == nil {
		return
	}
	keep, err := r.Tell(&l.message)
	switch {
	case err != nil:
		l.err = err
	case !keep:
		l.err = errForeign
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

// work takes lines of one thread through the pipeline, one after the other, so that
// what comes out does not hang on which came together.
func (r *run) work(ctx context.Context, s *stretch) {
	for _, l := range s.lines {
		results, err := s.session.Next(ctx, l.message)
		if err != nil {
			l.err = err
			continue
		}
		l.result = results[0]
	}
}

// write writes the lines of a batch.
func (r *run) write(w *bufio.Writer, batch []*line) error {
	for _, l := range batch {
		r.count.Rows++
		if l.err == nil {
			if err := r.rows.Write(w, &l.result); err != nil {
				return err
			}
		} else {
			r.count.Errors++
			r.rows.Fail(w, l.message, reason(l.err))
		}
		if _, err := w.Write(l.end); err != nil {
			return err
		}
	}
	return nil
}

// reason is what is wrong, without the ID, which the row has or had.
func reason(err error) error {
	var at *bauta.MessageError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
