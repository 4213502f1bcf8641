package server

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// adjudicateRoutes is screen B2.
func (s *Server) adjudicateRoutes() []route {
	return []route{
		{"GET /p/{slug}/adjudicate", adjudicators.shown("adjudicate"), s.showAdjudicate},
		{"POST /p/{slug}/api/adjudicate/next", adjudicators.shown("adjudicate"), s.nextDispute},
		{"POST /p/{slug}/api/adjudicate/save", adjudicators.shown("adjudicate"), s.saveGold},
		{"GET /p/{slug}/agreement", everyRole, s.showAgreement},
	}
}

// disputeWire is a message on which annotators differ, or that was flagged.
// Units are as in taskWire; Differs says of each whether the voices do.
type disputeWire struct {
	Message int64       `json:"message"`
	Number  int         `json:"number"`
	Version int         `json:"version"`
	Pieces  []string    `json:"pieces"`
	Dir     string      `json:"dir"`
	At      []int       `json:"at"`
	Voices  []voiceWire `json:"voices"`
	Differs []bool      `json:"differs"`
	Flagged bool        `json:"flagged"`
	Left    int         `json:"left"`
}

// voiceWire is one thing that annotators said, and how many of them. Who they
// are is not told.
type voiceWire struct {
	N     int      `json:"n"`
	Marks []string `json:"marks"`
}

// voices are the different things that were said, the most frequent first.
func voices(said []review.Said) (spans [][]bauta.Span, n []int) {
	type voice struct {
		spans []bauta.Span
		n     int
	}
	var all []voice
	for _, x := range said {
		i := slices.IndexFunc(all, func(v voice) bool { return review.Same(v.spans, x.Spans) })
		if i < 0 {
			i = len(all)
			all = append(all, voice{spans: x.Spans})
		}
		all[i].n++
	}
	slices.SortStableFunc(all, func(a, b voice) int { return cmp.Compare(b.n, a.n) })
	for _, v := range all {
		spans, n = append(spans, v.spans), append(n, v.n)
	}
	return spans, n
}

// dispute lays a message out for the adjudicator.
func dispute(a *review.Annotated, left int) (*disputeWire, error) {
	spans, n := voices(a.Said)
	if len(spans) == 0 { // flagged by somebody who said nothing
		spans, n = [][]bauta.Span{nil}, []int{0}
	}
	units := review.Units(&a.Item, spans...)
	out := &disputeWire{
		Message: a.ID, Number: a.Number, Version: a.Version, Flagged: a.Flagged, Left: left,
		Differs: make([]bool, len(units)), Voices: []voiceWire{},
	}
	out.Pieces, out.At, _ = pieces(a.Message.Text, units, review.Range{})
	out.Dir = direction(a.Message.Text)
	for i := range spans {
		marks, err := marksOf(units, spans[i])
		if err != nil {
			return nil, err
		}
		out.Voices = append(out.Voices, voiceWire{n[i], marks})
		for u := range units {
			out.Differs[u] = out.Differs[u] || marks[u] != out.Voices[0].Marks[u]
		}
	}
	return out, nil
}

// disputed is the first message to adjudicate after one, from the beginning
// again where there is none; nil where nothing waits.
func (s *Server) disputed(ctx context.Context, after int64) (*disputeWire, error) {
	me := whoIs(ctx)
	work, err := s.store.Work(ctx, me.Project.ID, me.ID)
	if err != nil || work.Disputes == 0 {
		return nil, err
	}
	var first *review.Annotated
	for a, err := range s.store.Annotated(ctx, me.Project.ID, review.Disputed) {
		switch {
		case err != nil:
			return nil, err
		case a.ID > after:
			return dispute(&a, work.Disputes)
		case first == nil:
			first = &a
		}
	}
	if first == nil {
		return nil, nil
	}
	return dispute(first, work.Disputes)
}

// adjudicateView is the shell of screen B2; the module fills it.
type adjudicateView struct {
	Labels []string
	Guide  []block
}

// adjudicateBoot is what the module starts with.
type adjudicateBoot struct {
	Labels []string     `json:"labels"`
	Task   *disputeWire `json:"task"`
}

// showAdjudicate is screen B2.
func (s *Server) showAdjudicate(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	first, err := s.disputed(ctx, 0)
	view := adjudicateView{}
	if err == nil {
		view.Guide, err = s.guideline(ctx, "")
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	for _, l := range me.Project.Labels {
		view.Labels = append(view.Labels, string(l))
	}
	boot := adjudicateBoot{view.Labels, first}
	s.render(w, r, http.StatusOK, "adjudicate", page{
		Title: "tab.adjudicate", Screen: "adjudicate", Module: "adjudicate.js", Boot: boot, Body: view,
	})
}

// nextAsk asks for the message to adjudicate after one.
type nextAsk struct {
	After int64 `json:"after"`
}

func (s *Server) nextDispute(w http.ResponseWriter, r *http.Request) {
	ask, err := read[nextAsk](r)
	var next *disputeWire
	if err == nil {
		next, err = s.disputed(r.Context(), ask.After)
	}
	s.answerOr(w, r, next, err)
}

// goldWire is what became of a message, and the one to go on with.
type goldWire struct {
	Message int64        `json:"message"`
	Next    *disputeWire `json:"next"`
}

// saveGold takes the adjudicator's word.
func (s *Server) saveGold(w http.ResponseWriter, r *http.Request) {
	ask, err := read[saveAsk](r)
	ctx, me := r.Context(), whoIs(r.Context())
	if err == nil && !isUUID(ask.ID) {
		err = errBadInput
	}
	var m review.Stored
	if err == nil {
		m, err = s.store.Message(ctx, me.Project.ID, ask.Message)
	}
	a := review.Annotation{
		ID: ask.ID, Project: me.Project.ID, User: me.ID, Message: ask.Message, Act: review.ActGold, Reason: ask.Reason,
		ActiveMS: ask.ActiveMS, Keys: ask.Keys, Expect: ask.Expect,
	}
	var units []review.Range
	if err == nil {
		units, err = ask.units(m.Message.Text)
	}
	if err == nil {
		a.Spans, err = review.Marked(units, ask.Marks)
	}
	if err == nil {
		_, err = s.store.Annotate(ctx, a)
	}
	out := goldWire{Message: ask.Message}
	if err == nil {
		out.Next, err = s.disputed(ctx, ask.Message)
	}
	s.answerOr(w, r, out, err)
}
