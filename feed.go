package bauta

import (
	"iter"
	"sync"
	"time"
)

// feeder cuts a corpus into stretches of threads. Where a long thread is cut hangs on the messages
// alone, and not on when they came.
type feeder struct {
	*line
	mu     sync.Mutex
	piece  []Message     // that nobody reads yet
	broken map[int]error // of it
	open   int           // where the stretch in it begins of which more may come
	batch  *batch        // of a long stretch of which pieces were read; nil: none
	ended  bool
	came   bool // something, since it was last asked

	cuts    cutting
	again   int    // messages whose results are there
	history *batch // of them
}

// feed hands on the corpus. It returns when the corpus ends, fails, or the run does.
func (f *feeder) feed(corpus iter.Seq2[Message, error]) {
	defer close(f.order)
	for m, err := range corpus {
		if !f.next(m, err) {
			break
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.ended = true; f.ctx.Err() == nil {
		f.flush(len(f.piece))
		f.replayed()
	}
}

// next takes a message, or what the corpus says instead; false ends the run.
func (f *feeder) next(m Message, err error) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.came = true
	if err != nil && m.ID == "" {
		f.flush(len(f.piece))
		f.end(err)
		return false
	}
	switch f.cuts.next(m) {
	case full:
		f.flush(len(f.piece))
	case apart:
		if f.batch != nil { // the long stretch ends
			f.flush(len(f.piece))
		}
		f.open = len(f.piece)
	}
	if !f.p.Store.mine(m) {
		return true
	}
	if f.again > 0 {
		return f.replay(m, err)
	}
	f.replayed()
	if len(f.piece) == 0 && f.batch == nil && !f.take(false) {
		return false
	}
	if err != nil {
		if f.broken == nil {
			f.broken = map[int]error{}
		}
		f.broken[len(f.piece)] = err
	}
	if f.piece = append(f.piece, m); len(f.piece) >= batchSize {
		return f.spill()
	}
	return true
}

// flush hands on the first messages of the piece at hand, as the end of a batch.
func (f *feeder) flush(n int) {
	if n == 0 && f.batch == nil {
		return
	}
	b := f.batch
	if b == nil {
		b = f.begin()
	}
	f.batch = nil
	f.hand(b, n)
	f.close(b)
}

// spill hands on a piece that is full: what is finished of it, or, of a long stretch, all.
func (f *feeder) spill() bool {
	if f.open > 0 {
		f.flush(f.open)
		return true
	}
	if f.batch == nil {
		f.batch = f.begin()
	}
	f.hand(f.batch, len(f.piece))
	return f.take(true)
}

// hand has the first messages of the piece read.
func (f *feeder) hand(b *batch, n int) {
	if n == 0 {
		return
	}
	piece, rest := f.piece[:n:n], f.piece[n:]
	broken, left := f.broken, map[int]error(nil)
	for i, err := range broken {
		if i >= n {
			if left == nil {
				left = map[int]error{}
			}
			left[i-n] = err
			delete(broken, i)
		}
	}
	f.piece, f.broken, f.open = append([]Message(nil), rest...), left, max(f.open-n, 0)
	f.add(b, piece, broken)
}

// end hands on an error that ends the run.
func (f *feeder) end(err error) {
	f.replayed()
	b := f.begin()
	b.err = err
	f.close(b)
}

// replay takes the result of a message that an earlier run left.
func (f *feeder) replay(m Message, err error) bool {
	if f.history == nil {
		if !f.take(false) {
			return false
		}
		f.history = f.begin()
		f.history.again = true
	}
	f.again--
	res, failed := f.p.Store.Again(m)
	w := &work{messages: []Message{m}, results: []Result{res}}
	if at, ok := failed.(*MessageError); ok || err != nil {
		if w.err = failed; !ok {
			w.err = &MessageError{m, err}
		} else {
			w.err = at
		}
	} else if failed != nil {
		f.end(failed)
		return false
	}
	f.line.mu.Lock()
	f.history.works = append(f.history.works, w)
	f.history.weight += weigh(&m)
	f.held += weigh(&m)
	f.line.mu.Unlock()
	if len(f.history.works) >= batchSize {
		f.replayed()
	}
	return true
}

// replayed hands on what was replayed.
func (f *feeder) replayed() {
	if f.history != nil {
		f.close(f.history)
		f.history = nil
	}
}

// whenIdle hands on what is finished while the corpus gives nothing.
func (f *feeder) whenIdle() {
	tick := time.NewTicker(idle)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-f.ctx.Done():
			return
		}
		if !f.mu.TryLock() { // a message is taken, or waits for room
			continue
		}
		if f.ended {
			f.mu.Unlock()
			return
		}
		if !f.came {
			f.finished()
		}
		f.came = false
		f.mu.Unlock()
	}
}

// finished hands on all that no later message belongs to.
func (f *feeder) finished() {
	n := f.open
	if f.cuts.thread == "" {
		n = len(f.piece)
	}
	if f.batch == nil && n > 0 {
		f.flush(n)
	}
	f.replayed()
}
