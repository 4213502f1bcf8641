package api

import (
	"crypto/rand"
	"crypto/sha256"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/bauta/bauta/internal/recent"
	"github.com/bauta/bauta/internal/session"
)

// sessions are the conversations of those who have a token, each its own.
type sessions struct {
	mu   sync.Mutex
	s    *Server
	all  *recent.Map[key, *kept]
	held int64                       // bytes that all hold, about
	of   map[[sha256.Size]byte]int64 // of each owner
}

// key is a session of an owner: who has another token does not reach it.
type key struct {
	owner [sha256.Size]byte
	id    string
}

type kept struct {
	*session.Session
	key    key
	policy string
	used   time.Time
	weight int64 // as it was counted; 0 where the session is there no more
}

func newSessions(s *Server) *sessions {
	return &sessions{
		s: s, all: recent.New[key, *kept](math.MaxInt, nil), of: map[[sha256.Size]byte]int64{},
	}
}

// owner is whose sessions a request may use.
func owner(r *http.Request) [sha256.Size]byte {
	if who := certified(r); who != "" {
		return sha256.Sum256([]byte(who))
	}
	return sha256.Sum256([]byte(token(r)))
}

// begun is what a request calls a session that is to begin.
const begun = "new"

// open gives a session for a text: a new one, which is there once begin has been called, or one that is there and has
// the same policy.
func (m *sessions) open(of [sha256.Size]byte, id, policy string, p Policy) (*kept, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	if id != begun {
		k, err := m.kept(of, id)
		if err == nil && policy != "" && policy != k.policy {
			err = refused("the session has another policy")
		}
		if err == nil {
			err = m.room(of, m.s.SessionBytes)
		}
		return k, err
	}
	if err := m.room(of, m.s.SessionBytes/4*3); err != nil {
		return nil, err
	}
	if policy == "" {
		policy = m.s.Default
	}
	return &kept{Session: session.New(p.Pipeline, p.tell()), key: key{of, rand.Text()}, policy: policy}, nil
}

// begin has a new session be there, now that its ID goes out.
func (m *sessions) begin(k *kept) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k.used = m.s.Now()
	m.put(k)
}

// room refuses what would have sessions hold more than a bound: all that of all, those of an owner
// their share. Both pass when a session is unused for its time.
func (m *sessions) room(of [sha256.Size]byte, bound int64) error {
	l := later{after: m.s.SessionAge}
	if _, k, ok := m.all.Oldest(); ok {
		l.after -= m.s.Now().Sub(k.used)
	}
	owners := max(1, len(m.s.Tokens))
	if m.s.Certificates {
		owners++ // at least
	}
	switch {
	case m.held >= bound:
		l.Status, l.Detail = http.StatusServiceUnavailable, "the sessions hold too much; end some, or wait"
	case m.of[of] >= bound/int64(owners):
		l.Status, l.Detail = http.StatusTooManyRequests, "your sessions hold too much; end some, or wait"
	default:
		return nil
	}
	return l
}

// find gives a session that is there.
func (m *sessions) find(of [sha256.Size]byte, id string) (*session.Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	k, err := m.kept(of, id)
	if err != nil {
		return nil, err
	}
	return k.Session, nil
}

func (m *sessions) kept(of [sha256.Size]byte, id string) (*kept, error) {
	k, ok := m.all.Get(key{of, id})
	if !ok {
		return nil, problem{Status: http.StatusNotFound, Detail: "no such session; it may have been forgotten"}
	}
	k.used = m.s.Now()
	return k, nil
}

// put takes a session in.
func (m *sessions) put(k *kept) {
	m.all.Put(k.key, k)
	m.count(k, k.Weight())
}

// weighed counts what a session holds after a text.
func (m *sessions) weighed(k *kept) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k.weight > 0 {
		m.count(k, k.Weight())
	}
}

// count counts so many bytes of a session.
func (m *sessions) count(k *kept, weight int64) {
	by := weight - k.weight
	k.weight = weight
	m.held += by
	if m.of[k.key.owner] += by; m.of[k.key.owner] == 0 {
		delete(m.of, k.key.owner)
	}
}

// end forgets a session.
func (m *sessions) end(of [sha256.Size]byte, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if k, ok := m.all.Get(key{of, id}); ok {
		m.drop(k)
	}
}

func (m *sessions) drop(k *kept) {
	m.all.Delete(k.key)
	m.count(k, 0)
}

// sweep forgets the sessions that nobody used for long.
func (m *sessions) sweep() {
	for {
		_, k, ok := m.all.Oldest()
		if !ok || m.s.Now().Sub(k.used) < m.s.SessionAge {
			return
		}
		m.drop(k)
	}
}

// there is how many there are, and the bytes that they hold, about.
func (m *sessions) there() (n int, held int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	return m.all.Len(), m.held
}
