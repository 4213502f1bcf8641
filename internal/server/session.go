package server

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"

	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/private"
)

// newSessions is the session manager: 30 minutes without a request end a
// session, a day in any case; the cookie goes to this host alone, never to
// scripts, never with a request that another site began.
func newSessions(store scs.Store, cookie string) *scs.SessionManager {
	m := scs.New()
	m.IdleTimeout = idle
	m.Lifetime = 24 * time.Hour
	m.HashTokenInStore = true
	m.Codec = userCodec{}
	m.Cookie.Name = cookie
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

// cookieName is what a cookie is called at a port. A browser keeps the ports of a
// host in one jar: without the port, two servers on one host would take each
// other's sessions away.
func cookieName(name, port string) string {
	if port == "" {
		return "__Host-" + name
	}
	return "__Host-" + name + "-" + port
}

// The names of what a session holds.
const (
	userKey       = "user"       // ID of who is signed in
	generationKey = "generation" // of the user's sessions, when this one began
	seenKey       = "seen"       // prefix: project and screen whose texts this session was shown
)

// begin starts a session of a user, under a new token. Nothing of what the
// browser's session held before goes over: it was somebody else's. A sign-in
// that cannot be noted does not happen.
func (s *Server) begin(r *http.Request, user, generation int64, how string) error {
	if err := s.sessions.Clear(r.Context()); err != nil {
		return err
	}
	if err := s.sessions.RenewToken(r.Context()); err != nil {
		return err
	}
	if err := s.note(r, user, how, "session", nil); err != nil {
		return err
	}
	s.sessions.Put(r.Context(), userKey, user)
	s.sessions.Put(r.Context(), generationKey, generation)
	return nil
}

// generation counts how often the sessions of a user were ended. It is kept
// beside the sessions, under a name that no token has, and lives as long as they
// do. A session that is of an older one is over, also where a request that was
// under way put it back.
func (s *Server) generation(user int64) (int64, error) {
	data, found, err := s.sessions.Store.Find(generationName(user))
	if err != nil || !found {
		return 0, err
	}
	return strconv.ParseInt(string(data), 10, 64)
}

func generationName(user int64) string { return fmt.Sprintf("generation of %d", user) }

// forGood is when a generation is forgotten: never, as sessions go.
const forGood = 50 * 365 * 24 * time.Hour

// endSessions ends all sessions of a user.
func (s *Server) endSessions(user int64) error {
	s.ending.Lock()
	defer s.ending.Unlock()
	n, err := s.generation(user)
	if err != nil {
		return err
	}
	return s.sessions.Store.Commit(generationName(user), strconv.AppendInt(nil, n+1, 10), time.Now().Add(forGood))
}

// stay takes the session of a request over into the user's present generation,
// under a new token.
func (s *Server) stay(r *http.Request, user int64) error {
	n, err := s.generation(user)
	if err == nil {
		err = s.sessions.RenewToken(r.Context())
	}
	if err == nil {
		s.sessions.Put(r.Context(), generationKey, n)
	}
	return err
}

// sessionHolds tells whether the session of a request was not ended.
func (s *Server) sessionHolds(ctx context.Context, user int64) (bool, error) {
	n, err := s.generation(user)
	return err == nil && s.sessions.GetInt64(ctx, generationKey) == n, err
}

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
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	data, err := private.Read(path, 64*bounded.MiB)
	switch {
	case errors.Is(err, private.ErrShared):
		return nil, fmt.Errorf("%s: others can read the sessions; %s", path, private.Close(path))
	case err != nil:
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if err := json.Unmarshal(data, &s.all); err != nil || s.all == nil {
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
	tmp, err := private.OpenFile(filepath.Join(filepath.Dir(s.path), ".sessions-"+rand.Text()),
		os.O_WRONLY|os.O_CREATE|os.O_EXCL)
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
