// Package session writes placeholders for what points to people, <PERSON_1>, and puts
// back what they stand for: in an answer of a language model, whole or as it streams.
//
// The same writing of a name has one placeholder in a session. Another writing of the
// same person has the same number, with one of its own behind it: <PERSON_1_2>, so that
// each comes back to the letter.
package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// The bounds of a session.
const (
	MaxPlaces = 20_000  // placeholders
	MaxBytes  = 4 << 20 // of what they stand for
)

// ErrFull is what a session says that reached its bounds.
var ErrFull = errors.New("the session holds too much; begin another")

// Session is a conversation with somebody who may see placeholders and no more. It is
// safe for concurrent use.
type Session struct {
	mu       sync.Mutex
	pipeline *bauta.Pipeline
	thread   *bauta.Session
	tell     func(*bauta.Message) (bool, error)
	places   map[string]string // by what was written, with its label
	numbers  map[string]int    // last number of a label
	forms    map[string]entity // by label and entity
	stands   map[string]string // for a placeholder, without brackets
	bytes    int
	weight   atomic.Int64
}

// What a session takes of memory, about: measured on conversations of up to 400 messages, where it
// held 2 to 7 kB, and 680 bytes more for a placeholder.
const (
	leastWeight = 8 << 10
	placeWeight = 1 << 10
)

// Weight is how many bytes of memory the session takes, about.
func (s *Session) Weight() int64 { return leastWeight + s.weight.Load() }

// weigh notes how much the session holds.
func (s *Session) weigh() { s.weight.Store(int64(placeWeight*len(s.places) + 2*s.bytes)) }

// entity is somebody, or something, who has a number.
type entity struct{ number, forms int }

// ErrForeign is the error of a message that the policy does not read.
var ErrForeign = errors.New("in a language that the policy does not read")

// New begins a session. tell sets the language of a message, and says whether the policy
// reads it; nil tells none.
func New(p *bauta.Pipeline, tell func(*bauta.Message) (bool, error)) *Session {
	s := &Session{
		tell: tell, places: map[string]string{}, numbers: map[string]int{},
		forms: map[string]entity{}, stands: map[string]string{},
	}
	own := *p
	own.Judge, own.Pending = decided{}, bauta.MaskPending
	own.Operators = make(map[bauta.Label]bauta.Operator, len(p.Operators))
	for label, op := range p.Operators {
		own.Operators[label] = place{s, op}
	}
	s.pipeline, s.thread = &own, own.Session()
	return s
}

// decided is a judge that asks nobody: what is in question is hidden, and comes back.
type decided struct{}

// Judge hides what was found.
func (decided) Judge(_ context.Context, _ *bauta.Doc, r *bauta.Result) error {
	r.Verdict = bauta.Anonymise
	return nil
}

// place writes a placeholder where the policy has an operator that would not keep.
type place struct {
	s  *Session
	of bauta.Operator
}

// Replace gives the placeholder of what stands there.
func (o place) Replace(_ context.Context, d *bauta.Doc, span bauta.Span) (string, error) {
	return o.s.place(string(span.Label), span.Entity, d.Text[span.Start:span.End])
}

// Keeps asks the policy's operator.
func (o place) Keeps(s bauta.Span) bool {
	k, ok := o.of.(bauta.Keeper)
	return ok && k.Keeps(s)
}

// place gives the placeholder of a writing.
func (s *Session) place(label, who, written string) (string, error) {
	if name, ok := s.places[label+" "+written]; ok {
		return "<" + name + ">", nil
	}
	if s.bytes += len(written); len(s.places) >= MaxPlaces || s.bytes > MaxBytes {
		return "", ErrFull
	}
	var e entity
	if who != "" {
		e = s.forms[label+" "+who]
	}
	if e.number == 0 {
		s.numbers[label]++
		e.number = s.numbers[label]
	}
	e.forms++
	if who != "" {
		s.forms[label+" "+strings.Clone(who)] = e
	}
	name := fmt.Sprintf("%s_%d", label, e.number)
	if e.forms > 1 {
		name = fmt.Sprintf("%s_%d", name, e.forms)
	}
	written = strings.Clone(written)
	s.places[label+" "+written], s.stands[name] = name, written
	return "<" + name + ">", nil
}

// Hide gives the placeholder, without brackets, of what is hidden whole.
func (s *Session) Hide(label bauta.Label, text string) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.weigh()
	name, err := s.place(string(label), "", text)
	return strings.Trim(name, "<>"), err
}

// Anonymise gives a text with placeholders, and what was found in it. On an error
// nothing of the text may be shown.
func (s *Session) Anonymise(ctx context.Context, m bauta.Message) (string, *bauta.Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := m.Bounded(); err != nil { // which would end the session
		return "", nil, err
	}
	if s.tell != nil {
		keep, err := s.tell(&m)
		if err == nil && !keep {
			err = ErrForeign
		}
		if err != nil {
			return "", nil, err
		}
	}
	defer s.weigh()
	results, err := s.thread.Next(ctx, m)
	if err != nil {
		return "", nil, err
	}
	text, err := s.written(&results[0])
	return text, &results[0], err
}

// literal is the label of what looks like a placeholder and stood in the text.
const literal = "TEXT"

// written puts a text together. What looks like a placeholder in it, and is none of
// ours, gets one.
func (s *Session) written(r *bauta.Result) (string, error) {
	var ours [][2]int // places of r.Text
	at, moved := 0, 0
	for _, e := range r.Edits {
		at = e.Start + moved
		ours = append(ours, [2]int{at, at + len(e.With)})
		moved += len(e.With) - (e.End - e.Start)
	}
	var b strings.Builder
	var front before
	for i := 0; i < len(r.Text); {
		if len(ours) > 0 && i == ours[0][0] {
			b.WriteString(r.Text[i:ours[0][1]])
			front = front.past(r.Text[i:ours[0][1]])
			i = ours[0][1]
			ours = ours[1:]
			continue
		}
		if m := look(r.Text[i:], front, true); m.verdict == yes {
			name, err := s.place(literal, "", r.Text[i:i+m.length])
			if err != nil {
				return "", err
			}
			b.WriteString(name)
			front, i = before{}, i+m.length
			continue
		}
		c, size := utf8.DecodeRuneInString(r.Text[i:])
		front = front.behind(c)
		b.WriteString(r.Text[i : i+size])
		i += size
	}
	return b.String(), nil
}

// Placeholders is how many the session has.
func (s *Session) Placeholders() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.stands)
}

// Restore gives a text with what its placeholders stand for. A placeholder that the
// session does not have stays.
func (s *Session) Restore(text string) string {
	r := s.Restorer(nil)
	return r.Add(text) + r.End()
}

// original is what a placeholder stands for.
func (s *Session) original(name string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, ok := s.stands[name]
	return text, ok
}
