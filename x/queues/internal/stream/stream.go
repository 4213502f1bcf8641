// Package stream takes messages from one place of a queue to another, anonymised: each
// once, in the order of its thread, whoever dies on the way.
//
// What a message became is written first, then what its thread knows, then it is
// acknowledged. What a queue does so that a process that was thought dead and comes back
// writes nothing twice is its own matter: see the types that keep the interface queue.
package stream

import (
	"context"
	"errors"
	"time"

	"github.com/bauta/bauta"
)

// Config says from where to where, and through what.
type Config struct {
	From, To, Dead string // places; each of the last two is written by nobody else
	Name           string // of the consumer and of what is kept of threads
	Wait           time.Duration
	Key            []byte // of what is known of threads
	Pipeline       *bauta.Pipeline
	// Tell sets the language of a message, and says whether the policy reads it.
	Tell func(*bauta.Message) (bool, error)
	// Hides reports a name of a field that the policy would hide.
	Hides func(string) bool
}

// Count is how many messages were written, and how many of them as dead letters.
type Count struct{ Messages, Dead int }

// Server is where queues are.
type Server interface {
	// open finds the places of cfg and makes what is not there.
	open(ctx context.Context, cfg Config) (queue, error)
}

// queue is where messages come from and go to. What its methods write of a message is
// there once, or they give errLost.
type queue interface {
	// next waits for messages that are acknowledged together.
	next(ctx context.Context) ([]message, error)
	// most is how many bytes the row of a message may have, and what is kept of its thread.
	most(m message) (row, state int)
	// bucket names where threads are kept.
	bucket() string
	// get finds what is kept under a name beside a message; its revision is 0 where nothing is.
	get(ctx context.Context, m message, name string) (state []byte, revision uint64, err error)
	// write writes what a message became, or a dead letter.
	write(ctx context.Context, m message, row []byte, dead bool) error
	// put keeps what is known after a message in the place of what had a revision.
	put(ctx context.Context, m message, name string, state []byte, revision uint64) (uint64, error)
	// letter says where a message that is withheld stands, and why.
	letter(m message, why string) any
	// ack acknowledges what next gave.
	ack(ctx context.Context) error
	// lost forgets what was seen: another process has written.
	lost()
	close()
}

// message is one of a queue.
type message struct {
	origin string // tells a queue from another of its name, whose numbers begin anew
	number uint64 // grows with each message of an origin
	data   []byte

	// keyed says that the queue keeps messages in order by a key, which is their thread.
	keyed     bool
	key       []byte
	partition int32
}

// errLost is the end of the work on a message that another process has taken over.
var errLost = errors.New("another process has this message")

// worker is one process that works.
type worker struct {
	Config
	queue   queue
	threads *threads
	count   Count
}

// Run works until ctx is done, which is no error.
func Run(ctx context.Context, s Server, cfg Config) (Count, error) {
	q, err := s.open(ctx, cfg)
	if err != nil {
		return Count{}, err
	}
	defer q.close()
	w := &worker{Config: cfg, queue: q}
	if w.threads, err = openThreads(q, cfg); err != nil {
		return Count{}, err
	}
	for ctx.Err() == nil {
		err := w.some(ctx)
		switch {
		case ctx.Err() != nil:
		case errors.Is(err, errLost): // it comes again where nobody acknowledges it
			w.threads.clear()
			q.lost()
		case err != nil:
			return w.count, err
		}
	}
	return w.count, nil
}

// some takes the next messages through, and acknowledges them when all is written.
func (w *worker) some(ctx context.Context) error {
	messages, err := w.queue.next(ctx)
	if err != nil {
		return err
	}
	count := Count{Messages: len(messages)}
	for _, m := range messages {
		withheld, err := w.message(ctx, m)
		if err != nil {
			return err
		}
		if withheld {
			count.Dead++
		}
	}
	if err := w.queue.ack(ctx); err != nil {
		return err
	}
	w.count.Messages += count.Messages
	w.count.Dead += count.Dead
	return nil
}

// message takes one message through, and reports that it is withheld.
func (w *worker) message(ctx context.Context, m message) (bool, error) {
	out, t, bad := w.work(ctx, m)
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case errors.Is(bad, errStore), errors.Is(bad, errLost):
		return false, bad
	case t != nil && t.last >= m.number: // a process died after all was written
		return bad != nil, nil
	}
	return w.keep(ctx, m, t, out, bad)
}

// keep writes what a message became, or why it is withheld, and what its thread knows; it
// reports that it is withheld. What the server would not take is found before all is written.
func (w *worker) keep(ctx context.Context, m message, t *thread, out []byte, bad error) (bool, error) {
	row, most := w.queue.most(m)
	state, err := w.threads.sealed(t, m.number, most)
	switch {
	case err != nil && !errors.Is(err, errFull):
		return false, err
	case bad != nil:
	case err != nil:
		bad = err
	case len(out) > row:
		bad = errLarge
	}
	if bad != nil {
		out = letter(w.queue, m, bad)
	}
	if err := w.queue.write(ctx, m, out, bad != nil); err != nil {
		return false, err
	}
	return bad != nil, w.threads.save(ctx, m, t, state)
}
