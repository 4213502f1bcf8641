package bauta

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"
)

// counter numbers the messages of a thread.
type counter struct{ n int }

func (c *counter) Link(_ context.Context, docs []*Doc, spans [][]Span) error {
	for i := range docs {
		c.n++
		spans[i] = []Span{{Start: 0, End: 1, Label: Person, Entity: fmt.Sprint(c.n)}}
	}
	return nil
}

func (c *counter) Session() Linker { return &counter{} }

type plainly struct{}

func (plainly) Analyse(_ context.Context, m Message) (*Doc, error) { return &Doc{Message: m}, nil }

func (plainly) Replace(_ context.Context, _ *Doc, s Span) (string, error) { return s.Entity, nil }

// interleaved yields n rounds over the threads.
func interleaved(n, threads int) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		for i := range n * threads {
			if !yield(Message{ID: fmt.Sprint(i), Thread: fmt.Sprint("t", i%threads), Text: "x"}, nil) {
				return
			}
		}
	}
}

// TestThreadsApart: threads whose messages alternate are counted on, the same
// with one and with many jobs.
func TestThreadsApart(t *testing.T) {
	p := &Pipeline{Analyse: plainly{}, Link: &counter{}, Operators: map[Label]Operator{Person: plainly{}}}
	for _, jobs := range []int{1, 7} {
		i := 0
		for r, err := range p.Run(t.Context(), interleaved(50, 40), jobs) {
			if err != nil {
				t.Fatal(err)
			}
			if want := fmt.Sprint(i/40 + 1); r.Text != want {
				t.Fatalf("%d jobs, message %d: %s, want %s", jobs, i, r.Text, want)
			}
			i++
		}
		if i != 2000 {
			t.Errorf("%d jobs: %d results", jobs, i)
		}
	}
}

// TestNoThread: messages without a thread know nothing of one another.
func TestNoThread(t *testing.T) {
	p := &Pipeline{Analyse: plainly{}, Link: noSession{}, Operators: map[Label]Operator{Person: plainly{}}}
	for r, err := range p.Run(t.Context(), func(yield func(Message, error) bool) {
		_ = yield(Message{ID: "1", Text: "x"}, nil) && yield(Message{ID: "2", Text: "x"}, nil)
	}, 2) {
		if err != nil || r.Text != "1" {
			t.Errorf("%s, %v", r.Text, err)
		}
	}
}

// noSession links each stretch for itself.
type noSession struct{}

func (noSession) Link(ctx context.Context, docs []*Doc, spans [][]Span) error {
	return new(counter).Link(ctx, docs, spans)
}

// TestMemory: who comes back too late is an error, not somebody new.
func TestMemory(t *testing.T) {
	m := newMemory(&counter{}, 3, nil)
	link := func(thread string) (string, error) {
		spans := make([][]Span, 1)
		if err := m.Link(t.Context(), []*Doc{{Message: Message{Thread: thread}}}, spans); err != nil {
			return "", err
		}
		return spans[0][0].Entity, nil
	}
	for _, step := range []struct{ thread, want string }{{"a", "1"}, {"b", "1"}, {"a", "2"}, {"c", "1"}, {"d", "1"}, {"a", "3"}, {"c", "2"}} {
		if got, err := link(step.thread); err != nil || got != step.want {
			t.Fatalf("%s: %s, %v", step.thread, got, err)
		}
	}
	if _, err := link("b"); !errors.Is(err, errForgotten) { // d pushed it out
		t.Errorf("b: %v", err)
	}
	if m.recent.Len() != 3 || len(m.by) != 3 || len(m.gone) != 1 {
		t.Errorf("%d sessions, %d by name, %d gone", m.recent.Len(), len(m.by), len(m.gone))
	}
}

// TestCheckThreads: the check finds the very message at which a run stops, and
// none where no run does, before any phase has seen a message.
func TestCheckThreads(t *testing.T) {
	corpus := func(threads string) iter.Seq2[Message, error] {
		return func(yield func(Message, error) bool) {
			for i, thread := range strings.Split(threads, "") {
				if !yield(Message{ID: fmt.Sprint(i), Thread: strings.TrimSpace(thread)}, nil) {
					return
				}
			}
		}
	}
	for threads, want := range map[string]string{"abcabc": "", "abcdbcd": "", "aabbccddee": "", "abcdacbd": "4", "abc   abc": "", "abcabcdab": "7"} {
		err := newMemory(nobody{}, 3, nil).check(corpus(threads))
		var at *MessageError
		if errors.As(err, &at) != (want != "") || want != "" && (at.Message.ID != want || !errors.Is(err, errForgotten)) {
			t.Errorf("%s: %v, want message %q", threads, err, want)
		}
	}
	p := &Pipeline{Link: &counter{}}
	if err := p.CheckThreads(interleaved(2, maxThreads)); err != nil {
		t.Errorf("as many threads as are remembered: %v", err)
	}
	var at *MessageError
	if err := p.CheckThreads(interleaved(2, maxThreads+1)); !errors.As(err, &at) || at.Message.ID != fmt.Sprint(maxThreads+1) {
		t.Errorf("one thread more: %v", err)
	}
	if err := (&Pipeline{Link: noSession{}}).CheckThreads(interleaved(2, maxThreads+1)); err != nil {
		t.Errorf("a pipeline that remembers nothing: %v", err)
	}
}

// TestForgottenBounded: what was forgotten longest ago is forgotten for good.
func TestForgottenBounded(t *testing.T) {
	m := newMemory(&counter{}, 1, nil)
	for i := range uint64(maxForgotten + 5) {
		m.forget(i)
	}
	if len(m.gone) != maxForgotten || m.gone[4] || !m.gone[5] || !m.gone[maxForgotten+4] {
		t.Errorf("%d kept", len(m.gone))
	}
}
