package bauta

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"
	"time"
)

const (
	// batchSize is how many messages are read by one worker at a time.
	batchSize = 256
	// maxThread bounds how many consecutive messages of one thread are linked
	// together; a longer thread continues in the next stretch.
	maxThread = 4096
	// maxBatch bounds the text of the messages that are linked together, in bytes, but
	// for the last of them: what is known of a long message takes a hundred times its
	// length until it is written.
	maxBatch = 1 << 20
	// idle is how long a corpus gives nothing until what is finished goes out.
	idle = 20 * time.Millisecond
)

// Run takes a corpus through the pipeline on jobs goroutines (0: all cores)
// and yields the results in input order. Consecutive messages of one thread go
// through together; of a thread that is interrupted a [SessionLinker] remembers
// what stood before. At most a stretch of a thread, of 4096 messages or 1 MiB, and
// 4 × jobs × 256 messages (512 with one job) are in memory. Where the corpus pauses, what is finished
// comes out, and nothing comes out otherwise for that.
//
// An error that concerns a message, of a phase or of the corpus (one that comes
// with a message that has an ID), withholds its thread: in the place of each
// result of the thread from there on comes a withheld one without text, with the
// same *[MessageError] or, behind it, another. What stood before is out already.
// Who stops at the first error has the run ended; who asks for more has all
// other threads. An error of the corpus without a message ends the run.
func (p *Pipeline) Run(ctx context.Context, corpus iter.Seq2[Message, error], jobs int) iter.Seq2[Result, error] {
	if jobs <= 0 {
		jobs = runtime.GOMAXPROCS(0)
	}
	return func(yield func(Result, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		l := newLine(ctx, p, jobs)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		for range jobs {
			group.Go(l.work)
		}
		f := &feeder{line: l, again: p.Store.done()}
		group.Go(func() { f.feed(guarded(corpus)) })
		group.Go(f.whenIdle)
		out := release{ctx: ctx, yield: yield, withheld: map[uint64]bool{}, store: &p.Store}
		for b := range l.order {
			select {
			case <-b.done:
			case <-ctx.Done():
				yield(Result{}, ctx.Err())
				return
			}
			if !out.batch(b) {
				return
			}
			l.give(b.weight)
		}
		if err := ctx.Err(); err != nil {
			yield(Result{}, err)
		}
	}
}

// guarded makes an error of a corpus that panics while it is read.
func guarded(corpus iter.Seq2[Message, error]) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		more := true
		defer func() {
			if recover() != nil && more {
				yield(Message{}, fmt.Errorf("reading the corpus: %w", ErrPanic))
			}
		}()
		corpus(func(m Message, err error) bool {
			more = yield(m, err)
			return more
		})
	}
}

// together reports whether b continues the thread of a.
func together(a, b Message) bool { return a.Thread != "" && a.Thread == b.Thread }
