package api

import (
	"bufio"
	"crypto/cipher"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"time"

	"github.com/bauta/bauta/internal/session"
)

// keptSession is a session as it is written when a server ends.
type keptSession struct {
	Owner   []byte    `json:"owner"`
	ID      string    `json:"id"`
	Policy  string    `json:"policy"`
	Used    time.Time `json:"used"`
	Session []byte    `json:"session"` // sealed
}

const (
	keptMark = "bauta sessions 1\n" // begins a file of them
	maxKept  = 64 << 20             // bytes of one
)

// ErrSessions is the error of a file that holds no sessions of this key.
var ErrSessions = errors.New("no sessions of this key, or damaged")

// KeepSessions writes the sessions that there are under a key, the one used longest ago
// first. Those that cannot go on are left out.
func (s *Server) KeepSessions(to io.Writer, with cipher.AEAD) error {
	if _, err := io.WriteString(to, keptMark); err != nil {
		return err
	}
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	s.sessions.sweep()
	for {
		_, k, ok := s.sessions.all.Oldest()
		if !ok {
			return nil
		}
		s.sessions.drop(k)
		state, err := k.Seal(with)
		if err != nil {
			continue
		}
		data, err := json.Marshal(keptSession{k.key.owner[:], k.key.id, k.policy, k.used, state})
		if err != nil {
			return err
		}
		data = with.Seal(nil, nil, data, []byte(keptMark))
		if len(data) > maxKept {
			continue
		}
		if _, err := to.Write(binary.BigEndian.AppendUint32(nil, uint32(len(data)))); err != nil {
			return err
		}
		if _, err := to.Write(data); err != nil {
			return err
		}
	}
}

// OpenSessions goes on with sessions that a server kept; those of policies that are not served
// any more are forgotten.
func (s *Server) OpenSessions(from io.Reader, with cipher.AEAD) error {
	in := bufio.NewReader(from)
	head := make([]byte, len(keptMark))
	if _, err := io.ReadFull(in, head); err != nil || string(head) != keptMark {
		return ErrSessions
	}
	s.sessions.mu.Lock()
	defer s.sessions.mu.Unlock()
	for {
		k, err := nextKept(in, with)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		p, served := s.Policies[k.Policy]
		if !served {
			continue
		}
		opened, err := session.Open(p.Pipeline, p.tell(), with, k.Session)
		if err != nil || len(k.Owner) != len(key{}.owner) {
			return ErrSessions
		}
		s.sessions.put(&kept{
			Session: opened, key: key{[len(key{}.owner)]byte(k.Owner), k.ID}, policy: k.Policy, used: k.Used,
		})
	}
}

// nextKept reads one session, or io.EOF behind the last one.
func nextKept(in io.Reader, with cipher.AEAD) (k keptSession, err error) {
	var size [4]byte
	if _, err := io.ReadFull(in, size[:]); err == io.EOF {
		return k, io.EOF
	} else if err != nil {
		return k, ErrSessions
	}
	n := binary.BigEndian.Uint32(size[:])
	if n > maxKept {
		return k, ErrSessions
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(n)))
	if err == nil && len(data) == int(n) {
		data, err = with.Open(nil, nil, data, []byte(keptMark))
	} else {
		err = ErrSessions
	}
	if err != nil || json.Unmarshal(data, &k) != nil {
		return k, ErrSessions
	}
	return k, nil
}
