package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// ended is why a context ended: a signal came.
type ended struct{ signal syscall.Signal }

// Error names the signal.
func (e ended) Error() string { return fmt.Sprintf("ended by a signal (%s)", e.signal) }

// code is what a process exits with that a signal ended.
func (e ended) code() int { return signalExit + int(e.signal) }

// signalExit is what shells add to the number of a signal.
const signalExit = 128

// grace is how long a run may take to end after a signal: longer than the server
// waits for the requests that it has in hand.
const grace = 10 * time.Second

// endings are the signals that end a run, but for those that it was told to pass
// over when it was started (nohup).
func endings() []os.Signal {
	var out []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) {
			out = append(out, s)
		}
	}
	return out
}

// signalled is a context that ends with the first signal that ends the run.
func signalled() (context.Context, func()) {
	if s := endings(); len(s) > 0 {
		return signal.NotifyContext(context.Background(), s...)
	}
	return context.Background(), func() {}
}

// untilSignal is the context of a run. The first signal ends it; the second
// one, or too long a wait, ends the process.
func untilSignal() context.Context {
	signals := endings()
	if len(signals) == 0 {
		return context.Background()
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	came := make(chan os.Signal, 2)
	signal.Notify(came, signals...)
	go func() {
		s, _ := (<-came).(syscall.Signal)
		cancel(ended{s})
		select {
		case <-came:
		case <-time.After(grace):
		}
		os.Exit(ended{s}.code())
	}()
	return ctx
}

// interruptible is standard input that ends with the context: a read from a
// terminal waits for ever.
type interruptible struct {
	ctx  context.Context
	in   io.Reader
	once sync.Once
	pipe *io.PipeReader
}

// Read reads, or gives the reason why the context ended.
func (r *interruptible) Read(p []byte) (int, error) {
	r.once.Do(func() {
		var w *io.PipeWriter
		r.pipe, w = io.Pipe()
		go func() {
			_, err := io.Copy(w, r.in)
			w.CloseWithError(err)
		}()
		context.AfterFunc(r.ctx, func() { w.CloseWithError(context.Cause(r.ctx)) })
	})
	return r.pipe.Read(p)
}
