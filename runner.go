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
	done     chan struct{}
	results  []Result
	err      error
}

// Run takes a corpus through the pipeline on jobs goroutines (0: all cores)
// and yields the results in input order. Consecutive messages of one thread go
// through together when the pipeline links. An error of the corpus or of a
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
		var group sync.WaitGroup
		defer group.Wait()
		defer cancel()
		for range jobs {
			group.Go(func() {
				for b := range todo {
					b.results, b.err = p.batch(ctx, b.messages)
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
	cur := &batch{done: make(chan struct{})}
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
		cur = &batch{done: make(chan struct{})}
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

// batch runs the threads of one batch one after the other. On error it returns
// the results of the threads before.
func (p *Pipeline) batch(ctx context.Context, messages []Message) ([]Result, error) {
	out := make([]Result, 0, len(messages))
	for start := 0; start < len(messages); {
		end := start + 1
		for end < len(messages) && p.together(messages[end-1], messages[end]) {
			end++
		}
		if err := ctx.Err(); err != nil {
			return out, err
		}
		results, err := p.Thread(ctx, messages[start:end])
		if err != nil {
			return out, err
		}
		out = append(out, results...)
		start = end
	}
	return out, nil
}
