package bauta

import (
	"bytes"
	"context"
	"crypto/cipher"
	"crypto/rand"
	"encoding"
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
func (p *Pipeline) Session() *Session { return &Session{p: p, linker: p.thread()} }

// thread is the linker of a thread of which nothing is known.
func (p *Pipeline) thread() Linker {
	if l, ok := p.Link.(SessionLinker); ok {
		return l.Session()
	}
	return p.Link
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
	return s.Ahead(ctx, messages...)()
}

// Ahead reads messages beside others of the thread, which several goroutines may do at once.
// What it gives goes on as [Session.Next] does, for one goroutine and in the order of the thread.
func (s *Session) Ahead(ctx context.Context, messages ...Message) (next func() ([]Result, error)) {
	w := &work{messages: messages}
	s.p.read(ctx, w)
	return func() ([]Result, error) {
		switch {
		case len(messages) == 0:
			return nil, nil
		case s.failed:
			return nil, &MessageError{messages[0], errSession}
		}
		w.link(ctx, s.linker)
		s.p.finish(ctx, w)
		if s.failed = w.err != nil; s.failed {
			return nil, w.err
		}
		return w.results, nil
	}
}

// What stands before a sealed session, in clear and as part of what is vouched for.
const (
	sealed   = "bauta session 1\n"
	maxState = 8 << 20 // bytes of a session
)

var (
	errKept   = errors.New("what this pipeline remembers of a thread cannot be written")
	errSealed = errors.New("no session, of another key or version, or damaged")
	errState  = errors.New("the session is of another policy, or damaged")
)

// Seal gives the session under a key, so that another process with the same pipeline
// and key goes on with it: [Pipeline.OpenSession]. It holds names.
func (s *Session) Seal(with cipher.AEAD) ([]byte, error) {
	state, err := s.state()
	if err != nil {
		return nil, err
	}
	nonce := make([]byte, with.NonceSize())
	rand.Read(nonce)
	return with.Seal(append([]byte(sealed), nonce...), nonce, state, []byte(sealed)), nil
}

// OpenSession goes on with a session that was sealed under the same key by the same
// pipeline.
func (p *Pipeline) OpenSession(with cipher.AEAD, data []byte) (*Session, error) {
	rest, ok := bytes.CutPrefix(data, []byte(sealed))
	n := with.NonceSize()
	if !ok || len(rest) < n || len(rest) > maxState {
		return nil, errSealed
	}
	state, err := with.Open(nil, rest[:n], rest[n:], []byte(sealed))
	if err != nil {
		return nil, errSealed
	}
	return p.restored(state)
}

// state is what a session remembers.
func (s *Session) state() ([]byte, error) {
	if s.failed {
		return []byte{1}, nil
	}
	state, err := stateOf(s.linker)
	return append([]byte{0}, state...), err
}

// restored is the session that had this state.
func (p *Pipeline) restored(state []byte) (*Session, error) {
	s := p.Session()
	if len(state) == 0 || state[0] > 1 {
		return nil, errState
	}
	if s.failed = state[0] == 1; s.failed {
		return s, nil
	}
	return s, remember(s.linker, state[1:])
}

// stateOf is what a linker remembers of a thread; one that is no [SessionLinker]'s may
// remember nothing.
func stateOf(l Linker) ([]byte, error) {
	if l == nil {
		return nil, nil
	}
	m, ok := l.(encoding.BinaryMarshaler)
	if !ok {
		return nil, errKept
	}
	return m.MarshalBinary()
}

// remember gives a linker what one of its kind remembered. A panic is an error: the
// state comes from elsewhere.
func remember(l Linker, state []byte) (err error) {
	defer func() {
		if recover() != nil {
			err = errState
		}
	}()
	u, ok := l.(encoding.BinaryUnmarshaler)
	switch {
	case l == nil && len(state) == 0:
		return nil
	case !ok:
		return errKept
	}
	return u.UnmarshalBinary(state)
}
