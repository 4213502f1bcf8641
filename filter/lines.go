package filter

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"
	"sync"

	"github.com/bauta/bauta"
)

// NewWriter filters what is written line by line: a line goes on to w as soon as
// it is whole. Close writes the last line where its end is missing; it does not
// close w. A line that is too long for a message is dropped. It may be written to by
// several goroutines, each write of which should end a line.
func NewWriter(w io.Writer, p *bauta.Pipeline) io.WriteCloser { return &writer{w: w, p: p} }

type writer struct {
	mu      sync.Mutex
	w       io.Writer
	p       *bauta.Pipeline
	part    []byte // of a line whose end has not come
	dropped bool   // the line is too long: nothing more of it is kept
}

// Write takes all of b; an error is one of the writer behind.
func (w *writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for n := 0; ; {
		i := bytes.IndexByte(b[n:], '\n')
		if i < 0 {
			w.keep(b[n:])
			return len(b), nil
		}
		w.keep(b[n : n+i])
		if err := w.line("\n"); err != nil {
			return n, err
		}
		n += i + 1
	}
}

func (w *writer) keep(b []byte) {
	if w.dropped = w.dropped || len(w.part)+len(b) > bauta.MaxText; w.dropped {
		w.part = nil
		return
	}
	w.part = append(w.part, b...)
}

// line writes the line that is whole now.
func (w *writer) line(end string) error {
	text := strings.TrimSuffix(string(w.part), "\r")
	end = string(w.part[len(text):]) + end
	if w.dropped {
		dropped.Add(1)
		text = Withheld
	} else {
		text = record(context.Background(), w.p)(text)
	}
	w.part, w.dropped = w.part[:0], false
	_, err := io.WriteString(w.w, strings.ReplaceAll(text, "\n", " ")+end)
	return err
}

// Close writes what has no end.
func (w *writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.part) == 0 && !w.dropped {
		return nil
	}
	return w.line("")
}

// NewReader filters what is read from r line by line. A line is given as soon as it
// is whole.
func NewReader(r io.Reader, p *bauta.Pipeline) io.Reader {
	out := &reader{r: bufio.NewReader(r)}
	out.to = NewWriter(&out.ready, p)
	return out
}

type reader struct {
	r     *bufio.Reader
	to    io.WriteCloser
	ready bytes.Buffer // filtered
	err   error
}

// Read gives filtered lines.
func (r *reader) Read(b []byte) (int, error) {
	for r.ready.Len() == 0 {
		if r.err != nil {
			return 0, r.err
		}
		part, err := r.r.ReadSlice('\n')
		r.to.Write(part) // into memory: it does not fail
		if err != nil && err != bufio.ErrBufferFull {
			r.to.Close()
			r.err = err
		}
	}
	return r.ready.Read(b)
}
