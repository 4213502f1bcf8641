package bauta

import (
	"context"
	"sync"
)

// batch are stretches of threads that are linked, and come out, together.
type batch struct {
	works  []*work
	unread int  // pieces of it, and 1 until it is closed
	weight int  // of its messages
	again  bool // works are as an earlier run left them
	marked bool // a mark stands behind it
	done   chan struct{}
	err    error // that ends the run behind the works
}

// line is what a run has in hand: pieces of batches are read beside each other, batches are linked
// one after the other, and written beside each other.
type line struct {
	ctx   context.Context
	p     *Pipeline
	known *memory
	todo  chan func()
	order chan *batch // to the consumer, in input order
	since int         // messages linked since the last mark

	mu      sync.Mutex
	waiting []*batch // not linked, in input order
	linking bool

	room  chan struct{} // somebody gave weight back
	held  int           // weight of what is in hand
	count int           // batches of it
	bound int           // … from which no third batch is begun
}

func newLine(ctx context.Context, p *Pipeline, jobs int) *line {
	bound := 4 * jobs * batchSize
	if jobs == 1 { // who waits for nobody needs no more in hand
		bound = batchSize
	}
	return &line{
		ctx: ctx, p: p, known: newMemory(p.Link, maxThreads, &p.Store), bound: bound,
		// what is in hand is a batch for each message at most, and a piece and a batch to write
		todo: make(chan func(), 4*(bound+2*maxThread)), order: make(chan *batch, 2*(bound+2*maxThread)),
		room: make(chan struct{}, 1),
	}
}

// work does what there is to do until the run ends. Nothing that is done here waits.
func (l *line) work() {
	for {
		select {
		case do := <-l.todo:
			do()
		case <-l.ctx.Done():
			return
		}
	}
}

// weigh says how much of the bound a message takes: a long one as its text of messages.
func weigh(m *Message) int { return 1 + len(m.Text)*(maxThread/4)/maxBatch }

// take waits until there is room for a batch, or for more of the last one, of which
// nothing may be held up where it is alone; false where the run ended.
func (l *line) take(more bool) bool {
	for {
		l.mu.Lock()
		ok := l.held < l.bound || l.count < 2
		if more {
			ok = l.held < maxThread+l.bound/2 || l.count < 2
		}
		l.mu.Unlock()
		if ok {
			return l.ctx.Err() == nil
		}
		select {
		case <-l.room:
		case <-l.ctx.Done():
			return false
		}
	}
}

// give gives back the room of what is out.
func (l *line) give(weight int) {
	l.mu.Lock()
	l.held -= weight
	l.count--
	l.mu.Unlock()
	select {
	case l.room <- struct{}{}:
	default:
	}
}

// begin takes a batch in hand, of which more may come.
func (l *line) begin() *batch {
	b := &batch{unread: 1, done: make(chan struct{})}
	l.mu.Lock()
	l.waiting = append(l.waiting, b)
	l.count++
	l.mu.Unlock()
	return b
}

// add has messages of a batch read. Each piece holds its own.
func (l *line) add(b *batch, piece []Message, broken map[int]error) {
	works := works(piece, broken)
	weight := 0
	for i := range piece {
		weight += weigh(&piece[i])
	}
	l.mu.Lock()
	b.works = append(b.works, works...)
	b.unread++
	b.weight += weight
	l.held += weight
	l.mu.Unlock()
	l.todo <- func() {
		for _, w := range works {
			if w.err == nil && l.ctx.Err() == nil {
				l.p.read(l.ctx, w)
			}
		}
		l.read(b)
	}
}

// close says that nothing more comes for a batch.
func (l *line) close(b *batch) {
	l.order <- b
	l.read(b)
}

// read notes that a piece was read, and links what has its turn.
func (l *line) read(b *batch) {
	l.mu.Lock()
	b.unread--
	for !l.linking && len(l.waiting) > 0 && l.waiting[0].unread == 0 {
		next := l.waiting[0]
		l.waiting, l.linking = l.waiting[1:], true
		l.mu.Unlock()
		l.link(next)
		l.mu.Lock()
		l.linking = false
	}
	l.mu.Unlock()
}

// link links a batch, and has it written.
func (l *line) link(b *batch) {
	if l.ctx.Err() != nil {
		close(b.done)
		return
	}
	if !b.again {
		b.works = joined(b.works)
		for _, w := range b.works {
			if l.p.Link != nil {
				w.link(l.ctx, l.known)
			}
			l.since += len(w.messages)
		}
		if l.p.Store.marks() && l.since >= markEvery {
			b.marked, l.since = true, 0
			b.err = l.known.mark()
		}
	}
	l.todo <- func() {
		for _, w := range b.works {
			if l.ctx.Err() == nil && !b.again {
				l.p.finish(l.ctx, w)
			}
		}
		close(b.done)
	}
}

// works are the stretches of threads in a piece.
func works(messages []Message, broken map[int]error) (out []*work) {
	for start := 0; start < len(messages); {
		end := start + 1
		for end < len(messages) && together(messages[end-1], messages[end]) {
			end++
		}
		w := &work{messages: messages[start:end:end]}
		for i := start; i < end && w.err == nil; i++ {
			if err := broken[i]; err != nil {
				w.err, w.broken = &MessageError{messages[i], err}, true
			}
		}
		out, start = append(out, w), end
	}
	return out
}

// joined puts the pieces of a stretch that was read in several together. What the corpus
// says is broken goes before what a phase says, as if the stretch had been read at once.
func joined(pieces []*work) (out []*work) {
	for _, w := range pieces {
		n := len(out)
		if n == 0 || !together(out[n-1].messages[0], w.messages[0]) {
			out = append(out, w)
			continue
		}
		to := out[n-1]
		to.messages = append(to.messages, w.messages...)
		to.docs, to.spans = append(to.docs, w.docs...), append(to.spans, w.spans...)
		to.changes, to.results = append(to.changes, w.changes...), append(to.results, w.results...)
		if to.err == nil || w.broken && !to.broken {
			to.err, to.broken = w.err, w.broken
		}
	}
	return out
}
