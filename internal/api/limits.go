package api

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// limits say how much is done at once.
type limits struct {
	slots   chan struct{} // of what is worked on
	queue   chan struct{} // of what is here: read, worked on, written
	body    int64         // 0: each line of it is bounded
	timeout time.Duration
	reading time.Duration // for the body; 0: each line of it has its own
}

// later sends a request away, and says after how long it may come back.
type later struct {
	problem
	after time.Duration
}

// Unwrap gives the problem.
func (l later) Unwrap() error { return l.problem }

// errBusy sends a request away.
var errBusy = later{problem{
	Status: http.StatusServiceUnavailable, Detail: "too many requests at once; try again",
}, time.Second}

// bounded has so many requests here, and sends the rest away.
func (l *limits) bounded(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), l.timeout)
		defer cancel()
		select {
		case l.queue <- struct{}{}:
			defer func() { <-l.queue }()
		default:
			failed(w, errBusy)
			return
		}
		if l.body <= 0 {
			next(w, r.WithContext(ctx))
			return
		}
		rc := http.NewResponseController(w)
		rc.SetReadDeadline(time.Now().Add(l.reading))
		all := r.Body
		body := &measured{ReadCloser: http.MaxBytesReader(w, all, l.body), rc: rc}
		r.Body = body
		next(w, r.WithContext(ctx))
		if body.over {
			io.CopyN(io.Discard, all, heard*l.body)
		}
	}
}

// heard is how many times the bound of a body is taken and thrown away: who reads nothing before all is sent would
// otherwise see a broken connection, and not that the body is too long.
const heard = 8

// measured notes that a body goes on beyond its bound. At its end the deadline goes: it would
// otherwise break off what is done with the request, as if the client had gone.
type measured struct {
	io.ReadCloser
	rc   *http.ResponseController
	over bool
}

func (m *measured) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	m.over = m.over || errors.As(err, new(*http.MaxBytesError))
	if err == io.EOF {
		m.rc.SetReadDeadline(time.Time{})
	}
	return n, err
}

// worked works on so many requests at once. Who sends or reads slowly holds up nobody: a
// request is read before, and answered behind.
func worked[In, Out any](
	l *limits, r *http.Request, in In, f func(*http.Request, In) (Out, error),
) (out Out, err error) {
	select {
	case l.slots <- struct{}{}:
		defer func() { <-l.slots }()
	case <-r.Context().Done():
		return out, errBusy
	}
	return f(r, in)
}
