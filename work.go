package bauta

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ErrPanic is wrapped by the error of a phase that panicked. The panic's own
// value is not kept: it may hold text.
var ErrPanic = errors.New("a phase panicked, which is a bug in it")

// MessageError says on which message a phase failed, or panicked, or gave what
// cannot be worked with. Nothing of its thread is released from there on.
type MessageError struct {
	Message Message
	Err     error
}

// Error names the message by its ID, unless that looks as if it held text.
func (e *MessageError) Error() string {
	id := e.Message.ID
	if len(id) > 64 || strings.ContainsFunc(id, unicode.IsSpace) || id != "" && strings.Contains(e.Message.Text, id) {
		return fmt.Sprintf("a message: %v", e.Err)
	}
	return fmt.Sprintf("message %q: %v", id, e.Err)
}

// Unwrap gives the reason.
func (e *MessageError) Unwrap() error { return e.Err }

// work is a thread, or a stretch of one, on its way. Once err is set, no phase
// goes on with it.
type work struct {
	messages []Message
	docs     []*Doc
	spans    [][]Span
	changes  [][]Change
	results  []Result
	err      error
	broken   bool // err is the corpus's
}

// guard makes an error of a panic. at is the message at which it happened.
func (w *work) guard(at *Message) {
	if recover() != nil {
		w.err = &MessageError{*at, ErrPanic}
	}
}

// read analyses the messages and finds what is in each.
func (p *Pipeline) read(ctx context.Context, w *work) {
	at := Message{}
	defer w.guard(&at)
	w.docs, w.spans = make([]*Doc, len(w.messages)), make([][]Span, len(w.messages))
	w.changes = make([][]Change, len(w.messages))
	for i, m := range w.messages {
		at = m
		var err error
		if w.docs[i], err = p.analyse(ctx, m); err == nil {
			w.spans[i], err = p.found(ctx, w.docs[i], &w.changes[i])
		}
		if err != nil {
			w.err = &MessageError{m, err}
			return
		}
	}
}

// found gives what is found in a message.
func (p *Pipeline) found(ctx context.Context, d *Doc, changes *[]Change) ([]Span, error) {
	read := func() ([]Span, error) { return p.windows(ctx, d, p.noting(changes)) }
	if p.Recall == nil || p.Trace {
		return read()
	}
	return p.Recall(d, read)
}

// link joins the mentions.
func (w *work) link(ctx context.Context, l Linker) {
	if w.err != nil || l == nil || len(w.docs) == 0 {
		return
	}
	defer w.guard(&w.docs[0].Message)
	if err := l.Link(ctx, w.docs, w.spans); err != nil {
		w.err = &MessageError{w.docs[0].Message, fmt.Errorf("its thread: %w", err)}
		return
	}
	for i, d := range w.docs {
		last := 0
		for _, s := range w.spans[i] {
			if s.Start < last || s.End <= s.Start || s.End > len(d.Text) {
				w.err = &MessageError{d.Message, fmt.Errorf(
					"the linker's spans overlap or lie outside the text at byte %d, which is a bug in it", s.Start)}
				return
			}
			last = s.End
		}
	}
}

// finish decides and writes.
func (p *Pipeline) finish(ctx context.Context, w *work) {
	if w.err != nil {
		return
	}
	at := Message{}
	defer w.guard(&at)
	out := make([]Result, len(w.docs))
	for i, d := range w.docs {
		at, out[i].Changes = d.Message, w.changes[i]
		if err := p.decide(ctx, d, w.spans[i], &out[i]); err != nil {
			w.err = &MessageError{d.Message, err}
			return
		}
	}
	w.results, w.docs, w.spans, w.changes = out, nil, nil, nil
}

// noting gives where changes are noted, nil where nobody asks for them.
func (p *Pipeline) noting(changes *[]Change) *[]Change {
	if p.Trace {
		return changes
	}
	return nil
}

// analyse makes a document of a message, and holds the analyser to what Doc promises.
func (p *Pipeline) analyse(ctx context.Context, m Message) (*Doc, error) {
	if err := m.Bounded(); err != nil {
		return nil, err
	}
	d, err := p.Analyse.Analyse(ctx, m)
	if err != nil {
		return nil, err
	}
	return d, d.sound(m)
}

// sound reports what is wrong with an analysed message: phases hold on to what
// Doc promises.
func (d *Doc) sound(m Message) error {
	if d.Text != m.Text {
		return errors.New("the analyser changed the text, which is a bug in it")
	}
	last := 0
	for _, t := range d.Tokens {
		if t.Start < last || t.End <= t.Start || t.End > len(d.Text) {
			return fmt.Errorf("tokens overlap or lie outside the text at byte %d, which is a bug in the analyser",
				t.Start)
		}
		last = t.End
	}
	return nil
}

// whole gives a span the whole of the characters that it cuts, and a score that
// is a probability: not a number is none.
func (d *Doc) whole(s Span) Span {
	s.Start, s.End = clip(s.Start, len(d.Text)), clip(s.End, len(d.Text))
	if s.Start < s.End {
		s.Start -= inside(d.Text, s.Start)
		if back := inside(d.Text, s.End); back > 0 {
			_, size := utf8.DecodeRuneInString(d.Text[s.End-back:])
			s.End += size - back
		}
	}
	if s.P = min(s.P, 1); !(s.P > 0) {
		s.P = 0
	}
	return s
}

// inside is how many bytes before byte at the character begins that is cut
// there, 0 where none is.
func inside(text string, at int) int {
	if at < len(text) && utf8.RuneStart(text[at]) {
		return 0
	}
	for back := 1; back < utf8.UTFMax && back <= at && at < len(text); back++ {
		if _, size := utf8.DecodeRuneInString(text[at-back:]); size > back {
			return back
		}
	}
	return 0
}
