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
// any work is done. A pipeline that remembers no threads, or has somewhere to keep them, reads
// nothing.
func (p *Pipeline) CheckThreads(corpus iter.Seq2[Message, error]) error {
	if _, ok := p.Link.(SessionLinker); !ok {
		return nil
	}
	if p.Store.spills() {
		return nil
	}
	return newMemory(nobody{}, maxThreads, nil).check(corpus)
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
	store    *store        // nil: what is forgotten is gone
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
	fresh bool // the store has not what it knows
}

func newMemory(l Linker, most int, store *store) *memory {
	m := &memory{linker: l, most: most, recent: list.New(), by: map[string]*list.Element{}, gone: map[uint64]bool{}}
	m.sessions, _ = l.(SessionLinker)
	if store != nil && store.spills() {
		m.store = store
	}
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
		s := e.Value.(*session)
		s.fresh = true
		return s, nil
	}
	if len(m.gone) > 0 && m.gone[digest(thread)] {
		return nil, fmt.Errorf("%d other threads since: %w", m.most, errForgotten)
	}
	if m.recent.Len() >= m.most {
		if err := m.drop(); err != nil {
			return nil, err
		}
	}
	thread = strings.Clone(thread) // it may be part of a message, which goes
	s := &session{thread, m.sessions.Session(), true}
	if err := m.load(s); err != nil {
		return nil, err
	}
	m.by[thread] = m.recent.PushFront(s)
	return s, nil
}

// drop takes the session that was not asked for longest out of memory.
func (m *memory) drop() error {
	last := m.recent.Back().Value.(*session)
	if m.store == nil {
		m.forget(digest(last.thread))
	} else if err := m.save(last); err != nil {
		return err
	}
	m.recent.Remove(m.recent.Back())
	delete(m.by, last.thread)
	return nil
}

// save gives the store what a session knows, unless it has that.
func (m *memory) save(s *session) error {
	if !s.fresh {
		return nil
	}
	state, err := stateOf(s.Linker)
	if err == nil {
		s.fresh = false
		err = m.store.Save(s.thread, state)
	}
	return err
}

// load gives a session what the store knows of its thread.
func (m *memory) load(s *session) error {
	if m.store == nil {
		return nil
	}
	state, err := m.store.Load(s.thread)
	if err != nil || state == nil {
		return err
	}
	return remember(s.Linker, state)
}

// mark gives the store all that is known.
func (m *memory) mark() error {
	for e := m.recent.Front(); e != nil; e = e.Next() {
		if err := m.save(e.Value.(*session)); err != nil {
			return err
		}
	}
	return m.store.Mark()
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
