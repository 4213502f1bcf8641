package bauta_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// held counts the bytes that are read together.
type held struct{ most int }

func (h *held) Link(_ context.Context, docs []*bauta.Doc, _ [][]bauta.Span) error {
	n := 0
	for _, d := range docs {
		n += len(d.Text)
	}
	h.most = max(h.most, n)
	return nil
}

// plainly analyses nothing.
type plainly struct{}

func (plainly) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	return &bauta.Doc{Message: m}, nil
}

// TestATextBeyondTheBoundIsAnError that names the message and says what to do,
// and shows nothing of it.
func TestATextBeyondTheBoundIsAnError(t *testing.T) {
	p := &bauta.Pipeline{Analyse: plainly{}}
	if _, err := p.Thread(t.Context(), []bauta.Message{{ID: "a", Text: strings.Repeat("k", bauta.MaxText)}}); err != nil {
		t.Errorf("a text of the bound: %v", err)
	}
	_, err := p.Thread(t.Context(), []bauta.Message{{ID: "m7", Text: strings.Repeat("k", bauta.MaxText+1)}})
	if err == nil || !strings.Contains(err.Error(), `"m7"`) || !strings.Contains(err.Error(), "split") || strings.Contains(err.Error(), "kk") {
		t.Errorf("a text beyond the bound: %v", err)
	}
}

// TestABatchIsBoundInBytes: of a thread of long messages only so much is held at
// once.
func TestABatchIsBoundInBytes(t *testing.T) {
	h := &held{}
	p := &bauta.Pipeline{Analyse: plainly{}, Link: h}
	long := strings.Repeat("k", 300<<10)
	messages := func(yield func(bauta.Message, error) bool) {
		for range 40 {
			if !yield(bauta.Message{Thread: "t", Text: long}, nil) {
				return
			}
		}
	}
	n := 0
	for _, err := range p.Run(t.Context(), messages, 1) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 40 || h.most == 0 || h.most > 1<<20 {
		t.Errorf("%d messages came out, %d bytes were held at once", n, h.most)
	}
}
