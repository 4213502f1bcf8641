package main

import (
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/session"
)

// What is kept of messages that come again and again: those of so many bytes at most, in so much memory.
const (
	shortest   = 32
	mostRepeat = 8 << 20
)

// recallShort has short messages that come again in a run (ok, oui, merci) read once.
func recallShort(p *bauta.Pipeline) {
	known := session.NewKnown(mostRepeat, 24*time.Hour)
	p.Recall = func(d *bauta.Doc, read func() ([]bauta.Span, error)) ([]bauta.Span, error) {
		if len(d.Text) > shortest {
			return read()
		}
		return known.Finds(nil, d, read)
	}
}
