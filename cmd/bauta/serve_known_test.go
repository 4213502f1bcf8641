package main

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/session"
)

// conversation are the messages of one, in French and English.
func conversation(tb testing.TB, n int) []string {
	tb.Helper()
	texts := invented(tb, n)
	for i := range texts {
		if i%3 == 2 {
			texts[i] = []string{
				"I met Sarah Connor at 5 Baker Street, call her on 07700 900123", "what does Mr Smith say?",
				"Paul lives in Leeds, his mail is paul.s@example.org", "thanks, see you",
			}[i%4] + strings.Repeat(" ok", i%5)
		}
	}
	return texts
}

// TestKnownMessagesComeOutTheSame: under gdpr a conversation that is sent whole with each of its messages comes out byte for
// byte as it does where nothing is known of those that were sent before.
func TestKnownMessagesComeOutTheSame(t *testing.T) {
	p, listen := gdprFor(t)
	k := session.NewKnown(1<<20, time.Hour)
	for _, first := range []int{0, 60} {
		texts := conversation(t, 90)[first:][:24]
		for turn := 1; turn <= len(texts); turn += 5 {
			a, b := session.New(p, listen()), session.New(p, listen())
			a.Recall(k, nil)
			for i, text := range texts[:turn] {
				m := bauta.Message{ID: "1", Text: text}
				got, found, err := a.Anonymise(context.Background(), m)
				want, plain, other := b.Anonymise(context.Background(), m)
				if err != nil || other != nil {
					t.Fatal(err, other)
				}
				if got != want || len(found.Spans) != len(plain.Spans) {
					t.Errorf("turn %d: message %d comes out otherwise", turn, i)
				}
			}
		}
	}
}

// BenchmarkConversation has a message added to a conversation of 4,000 bytes, which is sent whole and anonymised with
// placeholders, as a gateway does: read anew, and known but for the last.
func BenchmarkConversation(b *testing.B) {
	p, listen := gdprFor(b)
	texts := invented(b, 40_000)
	for _, name := range []string{"anew", "known"} {
		b.Run(name, func(b *testing.B) {
			k := session.NewKnown(32<<20, time.Hour)
			var took times
			sent, size, next := []string(nil), 0, 0
			ask := func() {
				sent, size, next = append(sent, texts[next]), size+len(texts[next]), (next+1)%len(texts)
				s := session.New(p, listen())
				if name == "known" {
					s.Recall(k, nil)
				}
				for _, text := range sent {
					if _, _, err := s.Anonymise(context.Background(), bauta.Message{ID: "1", Text: text}); err != nil {
						b.Fatal(err)
					}
				}
			}
			for size < 4000 {
				ask()
			}
			for b.Loop() {
				for size > 4000 { // those that begin a conversation go
					size, sent = size-len(sent[0]), sent[1:]
				}
				began := time.Now()
				ask()
				took = append(took, time.Since(began))
			}
			b.ReportMetric(took.at(.5), "p50-ms")
			b.ReportMetric(took.at(.95), "p95-ms")
		})
	}
}
