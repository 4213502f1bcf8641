package session

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/coref"
	"github.com/bauta/bauta/mask"
	"github.com/bauta/bauta/text"
)

// capitals finds words with a capital, fails on one word, and counts what it reads.
type capitals struct{ read *int }

func (c capitals) Detect(_ context.Context, d *bauta.Doc) (out []bauta.Span, err error) {
	*c.read++
	for _, t := range d.Tokens {
		switch word := d.Text[t.Start:t.End]; {
		case word == "fails":
			return nil, errors.New("failed")
		case word[0] >= 'A' && word[0] <= 'Z' && t.Kind == bauta.Word && !strings.Contains(word, "_"):
			s := bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, P: 1}
			s.Inner = []bauta.Span{s}
			out = append(out, s)
		}
	}
	return out, nil
}

// talk is a session of a pipeline that counts.
func talk(read *int) *Session {
	return New(&bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{capitals{read}}, Link: coref.Linker{},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: mask.Suppress{}},
	}, nil)
}

func said(t *testing.T, s *Session, text string) string {
	t.Helper()
	out, _, err := s.Anonymise(t.Context(), bauta.Message{ID: "1", Text: text})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestKnown: a conversation that is sent whole with each message has each read once, and comes out as one of which
// nothing is known; somebody else's is read.
func TestKnown(t *testing.T) {
	k := NewKnown(1<<20, time.Hour)
	var with, without int
	var sent []string
	for turn := range 30 {
		sent = append(sent, fmt.Sprintf("Salut Nicolas, %d, et Person%c ?", turn, 'a'+turn%7))
		a, b := talk(&with), talk(&without)
		a.Recall(k, []byte("one"))
		for i, text := range sent {
			if got, want := said(t, a, text), said(t, b, text); got != want {
				t.Fatalf("turn %d, message %d: %s, want %s", turn, i, got, want)
			}
		}
	}
	if with != 30 || without != 30*31/2 {
		t.Errorf("%d messages were read, %d where nothing is known", with, without)
	}
	other := talk(&with)
	other.Recall(k, []byte("two"))
	if said(t, other, sent[0]); with != 31 {
		t.Error("what one owner sent is known to another")
	}
}

// TestKnownIsBounded: in bytes, and in time; what failed is not known.
func TestKnownIsBounded(t *testing.T) {
	k, read, now := NewKnown(10*(knownWeight+2*spanWeight), time.Hour), 0, time.Unix(0, 0)
	k.now = func() time.Time { return now }
	say := func(text string) (err error) {
		s := talk(&read)
		s.Recall(k, nil)
		_, _, err = s.Anonymise(t.Context(), bauta.Message{ID: "1", Text: text})
		return err
	}
	for i := range 100 {
		if err := say(fmt.Sprintf("salut Nicolas %d", i)); err != nil {
			t.Fatal(err)
		}
	}
	if k.finds.Len() != 10 || k.held != k.most {
		t.Errorf("%d messages, %d bytes of %d", k.finds.Len(), k.held, k.most)
	}
	if say("salut Nicolas 99"); read != 100 {
		t.Error("the last one is not known")
	}
	if say("salut Nicolas 1"); read != 101 {
		t.Error("one that was let go is known")
	}
	now = now.Add(time.Hour)
	if say("salut Nicolas 99"); read != 102 || k.finds.Len() != 1 {
		t.Errorf("what is old is known; %d messages", k.finds.Len())
	}
	for range 2 {
		if say("this fails") == nil {
			t.Error("it does not fail")
		}
	}
	if read != 104 || k.finds.Len() != 1 {
		t.Errorf("%d were read; %d are known", read, k.finds.Len())
	}
	if say(strings.Repeat("Nicolas ", 1000)); k.finds.Len() != 1 {
		t.Error("one that is larger than the room took what was there")
	}
}
