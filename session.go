package bauta

import (
	"context"
	"errors"
)

// Session is one thread that is read piece by piece, by a program that must
// answer before the next message comes. What stood before is remembered as
// [Pipeline.Run] remembers it, in bounded memory. It is for one goroutine.
type Session struct {
	p      *Pipeline
	linker Linker
	failed bool
}

// Session starts a thread of which nothing is known.
func (p *Pipeline) Session() *Session {
	s := &Session{p: p, linker: p.Link}
	if l, ok := p.Link.(SessionLinker); ok {
		s.linker = l.Session()
	}
	return s
}

// errSession is why nothing more of a session is released.
var errSession = errors.New("an earlier message of its session was withheld")

// Next takes the next messages of the thread through all phases. On error, a
// *[MessageError], there is no result for any of them, nor for what comes later.
func (s *Session) Next(ctx context.Context, messages ...Message) ([]Result, error) {
	if len(messages) == 0 {
		return nil, nil
	}
	if s.failed {
		return nil, &MessageError{messages[0], errSession}
	}
	w := &work{messages: messages}
	phases := []func(){
		func() { s.p.read(ctx, w) }, func() { w.link(ctx, s.linker) }, func() { s.p.finish(ctx, w) },
	}
	for _, phase := range phases {
		if phase(); w.err != nil {
			s.failed = true
			return nil, w.err
		}
	}
	return w.results, nil
}
