package formats

import (
	"io"
	"slices"
)

// blocks reads a file of messages that begin with a line of their own and go up to the
// next such line.
type blocks struct {
	notes
	in   *Input
	held []byte // the line behind the message at hand
	line int
}

func (b *blocks) Line() int    { return b.in.Line() }
func (b *blocks) Taken() int64 { return b.in.Taken() }

// block reads a message with all its lines, and gives the number of the first. begins
// reports a line with which a message begins; blank says that the line before it is.
func (b *blocks) block(begins func(line []byte, blank bool) bool) ([]byte, int, error) {
	raw, line := b.held, b.line
	b.held = nil
	blank := false
	for {
		at := b.in.Line()
		next, err := b.in.next()
		if len(next) > 0 && len(raw) > 0 && begins(next, blank) {
			b.held, b.line = next, at
			return raw, line, nil
		}
		if len(raw) == 0 {
			line = at
		}
		raw = append(raw, next...)
		blank = body(next) == 0
		switch {
		case len(raw) > MaxRecord:
			return nil, line, errTooLong
		case err == io.EOF && len(raw) > 0:
			return raw, line, nil
		case err != nil:
			return nil, line, err
		}
	}
}

// datesNote is said of files in which a message begins with its date.
const datesNote = "the dates and times of its messages stay as they are"

// dated notes where a record has a date, a time or both, which stay.
func (b *blocks) dated(rec *Record, from, to int) {
	b.say(datesNote)
	if b.in.Every && from < to {
		rec.Slots = slices.Insert(rec.Slots, 0, Slot{
			From: from, To: to, Role: Keep, Path: "time", Value: string(rec.Raw[from:to]), Says: says['w'],
		})
	}
}
