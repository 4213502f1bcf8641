package api

import (
	"context"
	"net/http"
	"time"
)

// limits say how much is done at once.
type limits struct {
	slots   chan struct{} // of what is worked on
	queue   chan struct{} // of what is here: worked on, written
	bodies  *bodies       // of what comes
	body    int64         // 0: each line of it is bounded
	timeout time.Duration
	reading time.Duration // for the body; 0: each line of it has its own
}

// readTime is for how long an answer may be read that is as late as it may be.
const readTime = 2 * time.Minute

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

// bounded has so many requests here, and sends the rest away. A request is here when its body has come.
func (l *limits) bounded(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), l.timeout)
		defer cancel()
		// The deadline of the server may be before the bound.
		http.NewResponseController(w).SetWriteDeadline(time.Now().Add(l.timeout + readTime))
		if r = r.WithContext(ctx); l.body > 0 && !l.comes(w, r, next) {
			return
		}
		select {
		case l.queue <- struct{}{}:
			defer func() { <-l.queue }()
			next(w, r)
		default:
			failed(w, errBusy)
		}
	}
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
