package bauta

import (
	"context"
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

type batch struct {
	messages []Message
	turn     <-chan struct{} // closed when all before it are linked
	linked   chan struct{}
	done     chan struct{}
	results  []Result
	err      error
}

// Run takes a corpus through the pipeline on jobs goroutines (0: all cores)
// and yields the results in input order. Consecutive messages of one thread go
// through together when the pipeline links; of a thread that is interrupted a
// [SessionLinker] remembers what stood before. An error of the corpus or of a
// phase is yielded in its place and ends the run: nothing of that batch is
// released. At most 4 × jobs batches of 256 messages are in memory.
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
					b.results, b.err = p.batch(ctx, b, known)
					close(b.done)
				}
			})
		}
		group.Go(func() {
			defer close(order)
			defer close(todo)
			p.feed(ctx, corpus, todo, order)
		})
		for b := range order {
			select {
			case <-b.done:
			case <-ctx.Done():
				yield(Result{}, ctx.Err())
				return
			}
			for i := range b.results {
				if !yield(b.results[i], nil) {
					return
				}
			}
			if b.err != nil {
				yield(Result{}, b.err)
				return
			}
		}
		if err := ctx.Err(); err != nil {
			yield(Result{}, err)
		}
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
		if err != nil {
			if flush() {
				cur.err = err
				close(cur.done)
				send(order)
			}
			return
		}
		if n := len(cur.messages); n >= batchSize && (!p.together(cur.messages[n-1], m) || n >= maxThread) {
			if !flush() {
				return
			}
		}
		cur.messages = append(cur.messages, m)
	}
	flush()
}

// together reports whether b continues the thread of a.
func (p *Pipeline) together(a, b Message) bool {
	return p.Link != nil && a.Thread != "" && a.Thread == b.Thread
}

// batch takes the threads of one batch through the phases. Messages are read
// and results written beside other batches; threads are linked in input order.
// On error it returns the results of the threads before.
func (p *Pipeline) batch(ctx context.Context, b *batch, known *memory) ([]Result, error) {
	works, err := p.works(ctx, b.messages)
	if p.Link != nil {
		select {
		case <-b.turn:
		case <-ctx.Done():
			close(b.linked)
			return nil, ctx.Err()
		}
		for i, w := range works {
			if wrong := w.link(ctx, known); wrong != nil {
				works, err = works[:i], wrong
				break
			}
		}
	}
	close(b.linked)
	out := make([]Result, 0, len(b.messages))
	for _, w := range works {
		results, wrong := w.results(ctx, p)
		if wrong != nil {
			return out, wrong
		}
		out = append(out, results...)
	}
	return out, err
}

// works reads the threads of a batch up to the first that fails.
func (p *Pipeline) works(ctx context.Context, messages []Message) ([]*work, error) {
	var out []*work
	for start := 0; start < len(messages); {
		end := start + 1
		for end < len(messages) && p.together(messages[end-1], messages[end]) {
			end++
		}
		if err := ctx.Err(); err != nil {
			return out, err
		}
		w, err := p.read(ctx, messages[start:end])
		if err != nil {
			return out, err
		}
		out = append(out, w)
		start = end
	}
	return out, nil
}
