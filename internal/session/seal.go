package session

import (
	"crypto/cipher"
	"encoding/json"
	"errors"

	"github.com/bauta/bauta"
)

// saved is a session as it is written. What stands for placeholders is kept to the byte.
type saved struct {
	Thread  []byte           `json:"thread"` // sealed
	Places  []savedPlace     `json:"places"`
	Numbers map[string]int   `json:"numbers"`
	Forms   map[string][]int `json:"forms"` // by label and entity, number and forms
}

type savedPlace struct {
	Label   string `json:"label"`
	Name    string `json:"name"`
	Written []byte `json:"written"`
}

// mark stands before a sealed session, and is vouched for.
const mark = "bauta placeholders 1\n"

// ErrSealed is the error of what is no session of this key, version and policy.
var ErrSealed = errors.New("no session of this key, version and policy, or damaged")

// Seal gives the session under a key: what goes out and comes back later is the same in
// another process that opens it. The key draws its own nonces.
func (s *Session) Seal(with cipher.AEAD) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	thread, err := s.thread.Seal(with)
	if err != nil {
		return nil, err
	}
	out := saved{Thread: thread, Numbers: s.numbers, Forms: map[string][]int{}}
	for of, name := range s.places {
		written := s.stands[name]
		out.Places = append(out.Places, savedPlace{of[:len(of)-len(written)-1], name, []byte(written)})
	}
	for of, e := range s.forms {
		out.Forms[of] = []int{e.number, e.forms}
	}
	data, err := json.Marshal(out)
	if err != nil {
		return nil, err
	}
	return with.Seal([]byte(mark), nil, data, []byte(mark)), nil
}

// Open goes on with a session that was sealed; p and tell are as for [New].
func Open(p *bauta.Pipeline, tell func(*bauta.Message) (bool, error), with cipher.AEAD, data []byte) (*Session, error) {
	if len(data) < len(mark) || string(data[:len(mark)]) != mark {
		return nil, ErrSealed
	}
	plain, err := with.Open(nil, nil, data[len(mark):], []byte(mark))
	if err != nil {
		return nil, ErrSealed
	}
	s := New(p, tell)
	return s, s.read(plain, with)
}

// read takes what another session knew, within the bounds of one.
func (s *Session) read(plain []byte, with cipher.AEAD) (err error) {
	var in saved
	if json.Unmarshal(plain, &in) != nil || len(in.Places) > MaxPlaces || len(in.Forms) > MaxPlaces {
		return ErrSealed
	}
	for _, p := range in.Places {
		m := look("<"+p.Name+">", before{}, true)
		if s.bytes += len(p.Written); m.verdict != yes || m.name != p.Name || s.bytes > MaxBytes {
			return ErrSealed
		}
		s.places[p.Label+" "+string(p.Written)], s.stands[p.Name] = p.Name, string(p.Written)
	}
	for label, n := range in.Numbers {
		if n < 0 || n > MaxPlaces {
			return ErrSealed
		}
		s.numbers[label] = n
	}
	for of, e := range in.Forms {
		if len(e) != 2 || e[0] < 0 || e[1] < 0 {
			return ErrSealed
		}
		s.forms[of] = entity{e[0], e[1]}
	}
	if len(s.places) != len(in.Places) || len(s.stands) != len(in.Places) {
		return ErrSealed
	}
	s.weigh()
	s.thread, err = s.pipeline.OpenSession(with, in.Thread)
	return err
}
