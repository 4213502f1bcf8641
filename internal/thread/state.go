package thread

import (
	"encoding"
	"encoding/json"
	"errors"
	"strings"

	"github.com/bauta/bauta"
)

var (
	errState = errors.New("the state of a thread is damaged")
	errKept  = errors.New("what this policy remembers of a thread cannot be written")
)

// MarshalBinary writes what the sessions of a chain remember.
func (l Chain) MarshalBinary() ([]byte, error) {
	out := make([]json.RawMessage, len(l))
	for i, one := range l {
		m, ok := one.(encoding.BinaryMarshaler)
		if !ok {
			return nil, errKept
		}
		var err error
		if out[i], err = m.MarshalBinary(); err != nil {
			return nil, err
		}
	}
	return json.Marshal(out)
}

// UnmarshalBinary gives each session of a chain what it remembered.
func (l Chain) UnmarshalBinary(data []byte) error {
	var in []json.RawMessage
	if json.Unmarshal(data, &in) != nil || len(in) != len(l) {
		return errState
	}
	for i, one := range l {
		u, ok := one.(encoding.BinaryUnmarshaler)
		if !ok {
			return errKept
		}
		if err := u.UnmarshalBinary(in[i]); err != nil {
			return err
		}
	}
	return nil
}

// savedToken is a token as it is written: a [bauta.Token] writes nothing of its form.
type savedToken bauta.Token

// savedQuestion is an open question as it is written.
type savedQuestion struct {
	Text   string        `json:"t,omitempty"` // "" where none is open
	Lang   string        `json:"l,omitempty"`
	Also   []string      `json:"a,omitempty"`
	Shadow string        `json:"s,omitempty"`
	Tokens []savedToken  `json:"k,omitempty"`
	Shifts []bauta.Shift `json:"h,omitempty"`
	Named  bool          `json:"n,omitempty"`
	Author string        `json:"w,omitempty"`
	Left   int           `json:"x,omitempty"`
}

// MarshalBinary writes the question that is open.
func (q *openQuestion) MarshalBinary() ([]byte, error) {
	out := savedQuestion{}
	if d := q.asked; d != nil && q.left > 0 {
		out = savedQuestion{d.Text, d.Lang, d.Also, d.Shadow, nil, d.Shifts, q.named, q.author, q.left}
		for _, t := range d.Tokens {
			out.Tokens = append(out.Tokens, savedToken(t))
		}
	}
	return json.Marshal(out)
}

// UnmarshalBinary opens a question that was open before.
func (q *openQuestion) UnmarshalBinary(data []byte) error {
	var in savedQuestion
	if json.Unmarshal(data, &in) != nil || !in.sound() {
		return errState
	}
	*q = openQuestion{Answers: q.Answers}
	if in.Text != "" {
		q.named, q.author, q.left = in.Named, in.Author, in.Left
		q.asked = &bauta.Doc{
			Message: bauta.Message{Lang: in.Lang, Text: in.Text},
			Also:    in.Also, Shadow: in.Shadow, Shifts: in.Shifts,
		}
		for _, t := range in.Tokens {
			q.asked.Tokens = append(q.asked.Tokens, bauta.Token(t))
		}
	}
	return nil
}

// sound reports what a question may be: short, with its colon, and places inside it.
func (s *savedQuestion) sound() bool {
	if s.Text == "" {
		return s.Left == 0
	}
	most := longestClause + len(colon)
	if len(s.Text) > most || len(s.Shadow) > 4*most || !strings.HasSuffix(s.Text, colon) || s.Left < 1 ||
		s.Left > answering {
		return false
	}
	last := 0
	for _, t := range s.Tokens {
		if t.Start < last || t.End <= t.Start || t.End > len(s.Text) {
			return false
		}
		last = t.End
	}
	from := bauta.Shift{}
	for _, h := range s.Shifts {
		if h.Shadow < from.Shadow || h.Shadow > len(s.Shadow) || h.Text < 0 || h.Text > len(s.Text) {
			return false
		}
		from = h
	}
	return true
}
