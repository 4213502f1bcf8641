package gateway

import (
	"context"
	"io"
	"time"
)

// silence ends a request whose upstream says nothing for too long.
type silence struct {
	cancel context.CancelFunc
	timer  *time.Timer
	most   time.Duration
}

func newSilence(ctx context.Context, most time.Duration) (context.Context, *silence) {
	ctx, cancel := context.WithCancel(ctx)
	return ctx, &silence{cancel, time.AfterFunc(most, cancel), most}
}

func (s *silence) end() {
	s.timer.Stop()
	s.cancel()
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
