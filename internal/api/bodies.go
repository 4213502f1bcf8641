package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"
)

// bodies are those that come. Where they are too many, or hold too much, the one that began first is broken off: who
// sends slowly keeps nobody out.
type bodies struct {
	mu    sync.Mutex
	come  []*body // in the order in which they began
	held  int64
	most  int
	bytes int64
}

// body is one that comes.
type body struct {
	io.Reader
	of    *bodies
	rc    *http.ResponseController
	bytes int64
	over  bool // it is broken off
}

// Read reads.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.Reader.Read(p)
	if !b.of.hold(b, int64(n)) {
		err = os.ErrDeadlineExceeded
	}
	return n, err
}

func (s *bodies) begin(b *body) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.come = append(s.come, b)
	s.crowd()
}

// hold counts bytes of a body, and says that it goes on.
func (s *bodies) hold(b *body, bytes int64) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !b.over {
		b.bytes += bytes
		s.held += bytes
		s.crowd()
	}
	return !b.over
}

// crowd breaks off what is too much.
func (s *bodies) crowd() {
	for len(s.come) > s.most || s.held > s.bytes {
		first := s.come[0]
		first.over = true
		first.rc.SetReadDeadline(time.Unix(1, 0))
		s.drop(first)
	}
}

// whole says that a body is there, and was not broken off. Its deadline goes: it would otherwise break off what is done
// with the request, as if the client had gone.
func (s *bodies) whole(b *body) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !b.over {
		s.drop(b)
		b.rc.SetReadDeadline(time.Time{})
	}
	return !b.over
}

func (s *bodies) end(b *body) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(b)
}

func (s *bodies) drop(b *body) {
	if i := slices.Index(s.come, b); i >= 0 {
		s.come = slices.Delete(s.come, i, i+1)
		s.held -= b.bytes
	}
}

// heard is how many times the bound of a body is taken and thrown away: who reads nothing before all is sent would
// otherwise see a broken connection, and not that the body is too long.
const heard = 8

// comes reads the body of a request. Where that fails, next says so.
func (l *limits) comes(w http.ResponseWriter, r *http.Request, next http.HandlerFunc) bool {
	all := r.Body
	b := &body{Reader: http.MaxBytesReader(w, all, l.body), of: l.bodies, rc: http.NewResponseController(w)}
	b.rc.SetReadDeadline(time.Now().Add(l.reading))
	l.bodies.begin(b)
	defer l.bodies.end(b)
	raw, err := io.ReadAll(b)
	if err == nil && !l.bodies.whole(b) {
		err = os.ErrDeadlineExceeded
	}
	r.Body = io.NopCloser(bytes.NewReader(raw))
	if err == nil {
		return true
	}
	r.Body = failing{err}
	next(w, r)
	if errors.As(err, new(*http.MaxBytesError)) {
		l.bodies.hold(b, -b.bytes)
		io.CopyN(io.Discard, all, heard*l.body)
	}
	return false
}

// failing is a body that does not come.
type failing struct{ error }

// Read fails.
func (f failing) Read([]byte) (int, error) { return 0, f.error }

// Close does nothing.
func (failing) Close() error { return nil }
