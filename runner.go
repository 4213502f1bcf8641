package bauta

import (
	"context"
	"fmt"
	"iter"
	"runtime"
	"sync"
)

// batchSize is how many messages one worker takes at a time. Together with the
// number of workers it bounds the memory of a run.
const batchSize = 256

// maxThread bounds how many consecutive messages of one thread are held
// together; a longer thread continues in the next batch.
const maxThread = 4096

// maxBatch bounds the text of the messages that are read together, in bytes, but
// for the last of them: what is known of a long message takes a hundred times its
// length until it is written.
const maxBatch = 1 << 20

type batch struct {
	messages []Message
	bytes    int             // of their texts
	broken   map[int]error   // messages of which the corpus says that they are
	turn     <-chan struct{} // closed when all before it are linked
	linked   chan struct{}
	done     chan struct{}
	works    []*work
	err      error // that ends the run behind the works
}

// Run takes a corpus through the pipeline on jobs goroutines (0: all cores)
// and yields the results in input order. Consecutive messages of one thread go
// through together; of a thread that is interrupted a [SessionLinker] remembers
// what stood before. At most 4 × jobs batches of 256 messages, or 1 MiB,
// are in memory.
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
		todo := make(chan *batch)          // to the workers
		order := make(chan *batch, 2*jobs) // to the consumer, in input order
		known := newMemory(p.Link, maxThreads)
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		for range jobs {
			group.Go(func() {
				for b := range todo {
					p.batch(ctx, b, known)
					close(b.done)
				}
			})
		}
		group.Go(func() {
			defer close(order)
			defer close(todo)
			p.feed(ctx, guarded(corpus), todo, order)
		})
		out := release{ctx: ctx, yield: yield, withheld: map[uint64]bool{}}
		for b := range order {
			select {
			case <-b.done:
			case <-ctx.Done():
				yield(Result{}, ctx.Err())
				return
			}
			if !out.batch(b) {
				return
			}
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

// feed cuts the corpus into batches and hands each to a worker and, in order,
// to the consumer. It returns when the corpus ends, fails, or ctx is done.
func (p *Pipeline) feed(ctx context.Context, corpus iter.Seq2[Message, error], todo, order chan<- *batch) {
	free := make(chan struct{})
	close(free)
	fresh := func(turn <-chan struct{}) *batch {
		return &batch{turn: turn, linked: make(chan struct{}), done: make(chan struct{})}
	}
	cur := fresh(free)
	send := func(to chan<- *batch) bool {
		select {
		case to <- cur:
			return true
		case <-ctx.Done():
			return false
		}
	}
	flush := func() bool {
		if len(cur.messages) == 0 {
			return true
		}
		ok := send(order) && send(todo)
		cur = fresh(cur.linked)
		return ok
	}
	for m, err := range corpus {
		if err != nil && m.ID == "" {
			if flush() {
				cur.err = err
				close(cur.done)
				send(order)
			}
			return
		}
		if cur.full(m) && !flush() {
			return
		}
		if err != nil {
			if cur.broken == nil {
				cur.broken = map[int]error{}
			}
			cur.broken[len(cur.messages)] = err
		}
		cur.messages = append(cur.messages, m)
		cur.bytes += len(m.Text)
	}
	flush()
}

// full reports that a message begins the next batch.
func (b *batch) full(next Message) bool {
	n := len(b.messages)
	if n > 0 && b.bytes+len(next.Text) > maxBatch {
		return true
	}
	return n >= batchSize && (!together(b.messages[n-1], next) || n >= maxThread)
}

// together reports whether b continues the thread of a.
func together(a, b Message) bool { return a.Thread != "" && a.Thread == b.Thread }

// batch takes the threads of one batch through the phases. Messages are read
// and results written beside other batches; threads are linked in input order.
func (p *Pipeline) batch(ctx context.Context, b *batch, known *memory) {
	p.works(ctx, b)
	select {
	case <-b.turn:
	case <-ctx.Done():
	}
	ended := ctx.Err() != nil // then the batch before may still be linking
	for _, w := range b.works {
		if !ended && p.Link != nil {
			w.link(ctx, known)
		}
	}
	close(b.linked)
	for _, w := range b.works {
		if !ended {
			p.finish(ctx, w)
		}
	}
}

// works reads the threads of a batch.
func (p *Pipeline) works(ctx context.Context, b *batch) {
	for start := 0; start < len(b.messages) && ctx.Err() == nil; {
		end := start + 1
		for end < len(b.messages) && together(b.messages[end-1], b.messages[end]) {
			end++
		}
		w := &work{messages: b.messages[start:end]}
		for i := start; i < end && w.err == nil; i++ {
			if err := b.broken[i]; err != nil {
				w.err = &MessageError{b.messages[i], err}
			}
		}
		if w.err == nil {
			p.read(ctx, w)
		}
		b.works = append(b.works, w)
		start = end
	}
}
