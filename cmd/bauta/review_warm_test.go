package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// shelf is a store that notes whose words were asked for.
type shelf struct {
	projects []review.Project
	err      error
	asked    []int64
	on       func(project int64) // while one is read
}

func (s *shelf) Projects(context.Context, int64) ([]review.Project, error) { return s.projects, s.err }

func (s *shelf) Words(_ context.Context, project int64, _ review.WordQuery) (review.WordPage, error) {
	s.asked = append(s.asked, project)
	if s.on != nil {
		s.on(project)
	}
	return review.WordPage{}, errors.New("damaged")
}

// TestReadWords: of the open projects alone, all of them though one is damaged, and none
// once the server ends.
func TestReadWords(t *testing.T) {
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	var projects []review.Project
	for i, state := range []review.State{review.Open, review.Frozen, review.Released, review.Purged, review.Open, review.Open} {
		projects = append(projects, review.Project{ID: int64(i), State: state})
	}
	all := make(chan struct{})
	s := &shelf{projects: projects, on: func(p int64) {
		if p == 5 {
			close(all)
		}
	}}
	end := readWords(t.Context(), s, log)
	<-all
	if end(); !slices.Equal(s.asked, []int64{0, 4, 5}) {
		t.Errorf("read were %v", s.asked)
	}

	first, ending := make(chan struct{}), make(chan struct{})
	s = &shelf{projects: projects, on: func(int64) {
		close(first)
		<-ending
	}}
	ctx, cancel := context.WithCancel(t.Context())
	end = readWords(ctx, s, log)
	<-first
	cancel()
	close(ending)
	if end(); !slices.Equal(s.asked, []int64{0}) {
		t.Errorf("behind the end %v were read", s.asked)
	}

	s = &shelf{err: errors.New("shut")}
	if readWords(t.Context(), s, log)(); s.asked != nil {
		t.Errorf("of a store that is shut %v were read", s.asked)
	}
}
