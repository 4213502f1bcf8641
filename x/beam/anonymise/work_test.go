package anonymise

import (
	"bytes"
	"context"
	"slices"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// A worker that dies in the middle of a conversation, and one that does it again with the
// messages in another order, change nothing.
func TestDoneAgain(t *testing.T) {
	messages := []Message{
		{"a", 1, []byte(`{"thread":"1","text":"salut Paul, c'est Claire"}`)},
		{"a", 2, []byte(`{"thread":"1","text":"Claire vient avec Paul et Nadia"}`)},
		{"a", 3, []byte(`{"thread":"1","text":"Nadia dort"}`)},
	}
	do := func(die int) (out []Message) {
		defer func() { _ = recover() }()
		each := func(to *Message) bool {
			if len(messages) == 0 {
				return false
			}
			*to, messages = messages[0], messages[1:]
			return true
		}
		f := &working{Config{Policy: "gdpr", Lang: "fr", Format: corpus.JSONL}}
		err := f.ProcessElement(t.Context(), "key", each, func(m Message) {
			if die--; die == 0 {
				panic("the machine is gone")
			}
			out = append(out, m)
		}, func(l Letter) { t.Error("withheld: ", l.Why) })
		if err != nil {
			t.Error(err)
		}
		return out
	}
	all := slices.Clone(messages)
	first := do(0)
	if len(first) != 3 || !bytes.Contains(first[2].Row, []byte("Person 3")) {
		t.Fatalf("%d rows, or Nadia has another number", len(first))
	}
	for die := 1; die <= 3; die++ {
		messages = slices.Clone(all)
		if got := do(die); len(got) != die-1 {
			t.Fatalf("%d rows of a worker that died at %d", len(got), die)
		}
	}
	messages = slices.Clone(all)
	slices.Reverse(messages)
	if got := do(0); !slices.EqualFunc(got, first, func(a, b Message) bool { return bytes.Equal(a.Row, b.Row) }) {
		t.Error("done again, it comes out otherwise")
	}
}

// Once work is called off, nothing is withheld for it.
func TestCalledOff(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	f := &working{Config{Policy: "gdpr", Lang: "fr", Format: corpus.JSONL}}
	came := false
	each := func(to *Message) bool {
		*to, came = Message{"a", 1, []byte(`{"text":"salut Paul"}`)}, !came
		return came
	}
	err := f.ProcessElement(ctx, "key", each, func(Message) {}, func(Letter) { t.Error("withheld") })
	if err == nil {
		t.Error("no error, so the engine takes it for done")
	}
}
