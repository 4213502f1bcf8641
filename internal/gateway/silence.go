package gateway

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// silence ends a request whose upstream says nothing for too long.
type silence struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	timer  *time.Timer
	most   time.Duration
}

func newSilence(ctx context.Context, most time.Duration) (context.Context, *silence) {
	ctx, cancel := context.WithCancelCause(ctx)
	return ctx, &silence{ctx, cancel, time.AfterFunc(most, func() { cancel(errSilent) }), most}
}

// errSilent is said of an upstream that took too long.
var errSilent = fault{http.StatusGatewayTimeout, "upstream_error", "the upstream did not answer in time"}

// or is err, or that the upstream was silent for too long, which led to it.
func (s *silence) or(err error) error {
	if err != nil && s.ctx.Err() != nil && errors.Is(context.Cause(s.ctx), errSilent) {
		return errSilent
	}
	return err
}

func (s *silence) end() {
	s.timer.Stop()
	s.cancel(nil)
}

// reader is r, whose every read is a sign of life.
func (s *silence) reader(r io.Reader) io.Reader { return alive{r, s} }

type alive struct {
	io.Reader
	s *silence
}

// Read reads.
func (a alive) Read(p []byte) (int, error) {
	n, err := a.Reader.Read(p)
	a.s.timer.Reset(a.s.most)
	return n, err
}
