package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
)

// newSessions is the session manager: 30 minutes without a request end a
// session, a day in any case; the cookie goes to this host alone, never to
// scripts, never with a request that another site began.
func newSessions(store scs.Store) *scs.SessionManager {
	m := scs.New()
	m.IdleTimeout = idle
	m.Lifetime = 24 * time.Hour
	m.HashTokenInStore = true
	m.Codec = userCodec{}
	m.Cookie.Name = "__Host-bauta"
	m.Cookie.Path = "/"
	m.Cookie.HttpOnly = true
	m.Cookie.Secure = true
	m.Cookie.SameSite = http.SameSiteStrictMode
	m.Cookie.Persist = false
	if store != nil {
		m.Store = store
	}
	m.ErrorFunc = func(w http.ResponseWriter, _ *http.Request, _ error) {
		http.Error(w, "the session could not be read or kept; try again", http.StatusInternalServerError)
	}
	return m
}

// The names of what a session holds.
const (
	userKey = "user" // ID of who is signed in
	seenKey = "seen" // prefix: project whose texts this session was shown
)

// userCodec writes a session as JSON: numbers alone.
type userCodec struct{}

// kept is a session as stored.
type kept struct {
	Deadline time.Time
	Values   map[string]int64
}

// Encode gives the bytes of a session.
func (userCodec) Encode(deadline time.Time, values map[string]any) ([]byte, error) {
	k := kept{deadline, map[string]int64{}}
	for name, v := range values {
		n, ok := v.(int64)
		if !ok {
			return nil, fmt.Errorf("session value %s is no number", name)
		}
		k.Values[name] = n
	}
	return json.Marshal(k)
}

// Decode is the inverse of Encode.
func (userCodec) Decode(data []byte) (time.Time, map[string]any, error) {
	var k kept
	if err := json.Unmarshal(data, &k); err != nil {
		return time.Time{}, nil, err
	}
	values := map[string]any{}
	for name, v := range k.Values {
		values[name] = v
	}
	return k.Deadline, values, nil
}

// Sessions is an scs.Store in one small file, so that a restart signs nobody
// out and nobody's unsent decisions wait for a password. The file holds hashes
// of session tokens, user numbers and times. Safe for concurrent use.
type Sessions struct {
	path string
	mu   sync.Mutex
	all  map[string]entry
}

// entry is one session in the file.
type entry struct {
	Data   []byte
	Expiry time.Time
}

// settle is by how much an expiry must move before the file is written again:
// else every request would be a write.
const settle = time.Minute

// OpenSessions reads the file, if there is one. A file that others may read is
// refused.
func OpenSessions(path string) (*Sessions, error) {
	s := &Sessions{path: path, all: map[string]entry{}}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Mode().Perm()&0o077 != 0 {
		return nil, fmt.Errorf("%s: others can read the sessions; chmod 600 it", path)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &s.all); err != nil {
		return nil, fmt.Errorf("%s: not a file of sessions; remove it, and everybody signs in again", path)
	}
	return s, nil
}

// Find gives a session that has not expired.
func (s *Sessions) Find(token string) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.all[token]
	if !ok || !e.Expiry.After(time.Now()) {
		return nil, false, nil
	}
	return e.Data, true, nil
}

// Commit keeps a session.
func (s *Sessions) Commit(token string, data []byte, expiry time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, ok := s.all[token]
	if ok && string(old.Data) == string(data) && expiry.Sub(old.Expiry) < settle {
		return nil
	}
	s.all[token] = entry{data, expiry}
	return s.write()
}

// Delete forgets a session.
func (s *Sessions) Delete(token string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.all[token]; !ok {
		return nil
	}
	delete(s.all, token)
	return s.write()
}

// write puts the file in place as a whole, without the expired.
func (s *Sessions) write() error {
	for token, e := range s.all {
		if !e.Expiry.After(time.Now()) {
			delete(s.all, token)
		}
	}
	data, err := json.Marshal(s.all)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(s.path), ".sessions-*") // made 0600
	if err != nil {
		return err
	}
	_, err = tmp.Write(data)
	if err = errors.Join(err, tmp.Close()); err == nil {
		err = os.Rename(tmp.Name(), s.path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
