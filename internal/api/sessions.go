package api

import (
	"crypto/rand"
	"crypto/sha256"
	"net/http"
	"sync"
	"time"

	"github.com/bauta/bauta/internal/recent"
	"github.com/bauta/bauta/internal/session"
)

// sessions are the conversations of those who have a token, each its own.
type sessions struct {
	mu  sync.Mutex
	s   *Server
	all *recent.Map[key, *kept]
}

// key is a session of an owner: who has another token does not reach it.
type key struct {
	owner [sha256.Size]byte
	id    string
}

type kept struct {
	*session.Session
	policy string
	used   time.Time
}

func newSessions(s *Server) *sessions {
	return &sessions{s: s, all: recent.New[key, *kept](s.Sessions, nil)}
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

// open gives a session: a new one, or one that is there and has the same policy.
func (m *sessions) open(of [sha256.Size]byte, id, policy string, p Policy) (string, *session.Session, error) {
	if id != begun {
		k, err := m.kept(of, id)
		if err == nil && policy != "" && policy != k.policy {
			err = refused("the session has another policy")
		}
		if err != nil {
			return "", nil, err
		}
		return id, k.Session, nil
	}
	if policy == "" {
		policy = m.s.Default
	}
	k := &kept{session.New(p.Pipeline, p.tell()), policy, m.s.Now()}
	id = rand.Text()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	m.all.Put(key{of, id}, k)
	return id, k.Session, nil
}

// find gives a session that is there.
func (m *sessions) find(of [sha256.Size]byte, id string) (*session.Session, error) {
	k, err := m.kept(of, id)
	if err != nil {
		return nil, err
	}
	return k.Session, nil
}

func (m *sessions) kept(of [sha256.Size]byte, id string) (*kept, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	k, ok := m.all.Get(key{of, id})
	if !ok {
		return nil, problem{Status: http.StatusNotFound, Detail: "no such session; it may have been forgotten"}
	}
	k.used = m.s.Now()
	return k, nil
}

// end forgets a session.
func (m *sessions) end(of [sha256.Size]byte, id string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all.Delete(key{of, id})
}

// sweep forgets the sessions that nobody used for long.
func (m *sessions) sweep() {
	for {
		id, k, ok := m.all.Oldest()
		if !ok || m.s.Now().Sub(k.used) < m.s.SessionAge {
			return
		}
		m.all.Delete(id)
	}
}

// count is how many there are.
func (m *sessions) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sweep()
	return m.all.Len()
}
