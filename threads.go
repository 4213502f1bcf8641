package bauta

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"iter"
	"strings"
)

// SessionLinker is what a Linker is too that remembers a thread, so that its
// messages need not stand together. [Pipeline.Run] asks for it; a stretch of a
// thread is linked with what was said of the stretches before it.
type SessionLinker interface {
	Linker
	// Session gives a Linker for one thread. It is called for one stretch of
	// the thread after the other, in input order, and never twice at a time.
	Session() Linker
}

// errForgotten is wrapped by the error of a message whose thread comes back after
// so many others that it was forgotten: it would begin again at Person 1.
var errForgotten = errors.New("this thread comes back after too many others; sort the messages by thread")

// The bounds of what a run remembers of threads.
const (
	maxThreads   = 50_000    // whose sessions are kept
	maxForgotten = 1_000_000 // of which it is known that they were forgotten
)

// CheckThreads reads the threads of a corpus, and nothing else of it, and
// returns the error of the first message that [Pipeline.Run] would withhold as
// forgotten, or that of the corpus: who can read a corpus twice learns it before
// any work is done. A pipeline that remembers no threads reads nothing.
func (p *Pipeline) CheckThreads(corpus iter.Seq2[Message, error]) error {
	if _, ok := p.Link.(SessionLinker); !ok {
		return nil
	}
	return newMemory(nobody{}, maxThreads).check(corpus)
}

// check meets the threads of a corpus.
func (m *memory) check(corpus iter.Seq2[Message, error]) error {
	for msg, err := range guarded(corpus) {
		if err != nil {
			return err
		}
		if msg.Thread == "" {
			continue
		}
		if _, err := m.session(msg.Thread); err != nil {
			return &MessageError{msg, err}
		}
	}
	return nil
}

// nobody remembers threads without what is said in them.
type nobody struct{}

func (nobody) Link(context.Context, []*Doc, [][]Span) error { return nil }

func (nobody) Session() Linker { return nobody{} }

// memory holds the sessions of the threads that were met last.
type memory struct {
	linker   Linker
	sessions SessionLinker // nil: the linker remembers nothing
	most     int
	recent   *list.List // of *session, the latest in front
	by       map[string]*list.Element
	gone     map[uint64]bool
	order    []uint64 // the keys of gone as a ring
	oldest   int
}

type session struct {
	thread string
	Linker
}

func newMemory(l Linker, most int) *memory {
	m := &memory{linker: l, most: most, recent: list.New(), by: map[string]*list.Element{}, gone: map[uint64]bool{}}
	m.sessions, _ = l.(SessionLinker)
	return m
}

// Link links a stretch of a thread. Messages without a thread are not
// remembered.
func (m *memory) Link(ctx context.Context, docs []*Doc, spans [][]Span) error {
	if m.sessions == nil || docs[0].Thread == "" {
		return m.linker.Link(ctx, docs, spans)
	}
	s, err := m.session(docs[0].Thread)
	if err != nil {
		return err
	}
	return s.Link(ctx, docs, spans)
}

// session gives the session of a thread, a new one where there is none.
func (m *memory) session(thread string) (Linker, error) {
	if e, ok := m.by[thread]; ok {
		m.recent.MoveToFront(e)
		return e.Value.(*session), nil
	}
	if len(m.gone) > 0 && m.gone[digest(thread)] {
		return nil, fmt.Errorf("%d other threads since: %w", m.most, errForgotten)
	}
	if m.recent.Len() >= m.most {
		last := m.recent.Remove(m.recent.Back()).(*session)
		delete(m.by, last.thread)
		m.forget(digest(last.thread))
	}
	thread = strings.Clone(thread) // it may be part of a message, which goes
	s := &session{thread, m.sessions.Session()}
	m.by[thread] = m.recent.PushFront(s)
	return s, nil
}

// forget notes that a thread was forgotten.
func (m *memory) forget(key uint64) {
	m.gone[key] = true
	if len(m.order) < maxForgotten {
		m.order = append(m.order, key)
		return
	}
	delete(m.gone, m.order[m.oldest])
	m.order[m.oldest] = key
	m.oldest = (m.oldest + 1) % maxForgotten
}

func digest(thread string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(thread))
	return h.Sum64()
}
