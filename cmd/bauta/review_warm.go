package main

import (
	"context"
	"log/slog"

	"github.com/bauta/bauta/internal/review"
)

// wordStore is what of a store is needed to know its words.
type wordStore interface {
	Projects(ctx context.Context, user int64) ([]review.Project, error)
	Words(ctx context.Context, project int64, q review.WordQuery) (review.WordPage, error)
}

// readWords has a store read the words of the projects that people work on, so that nobody's
// first page waits for it. What goes wrong is told to whoever asks for the page. It gives a
// function that ends the work, and waits until it has ended.
func readWords(ctx context.Context, s wordStore, log *slog.Logger) (end func()) {
	ctx, cancel := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		all, err := s.Projects(ctx, 0)
		if err != nil && ctx.Err() == nil {
			log.Warn("words", "error", err)
		}
		for _, p := range all {
			if ctx.Err() != nil {
				return
			}
			if p.State == review.Open {
				s.Words(ctx, p.ID, review.WordQuery{})
			}
		}
	}()
	return func() {
		cancel()
		<-done
	}
}
