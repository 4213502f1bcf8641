package server

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// likeShown is how many words like one that was masked are offered.
const likeShown = 12

// markRoutes is what masks wherever text is seen: a message by its address, and what
// the module of the cursor asks for.
func (s *Server) markRoutes() []route {
	return []route{
		{"GET /p/{slug}/m/{message}", deciders.shown("message"), s.showMessage},
		{"GET /p/{slug}/search", deciders, s.showSearch},
		{"POST /p/{slug}/api/message", deciders.shown("message"), s.oneMessage},
		{"POST /p/{slug}/api/alike", deciders.shown("message"), s.alike},
	}
}

// messageWire is a message to put the cursor on. Pieces and At are as in seenWire.
type messageWire struct {
	Message int64      `json:"message"`
	Pieces  []string   `json:"pieces"`
	At      []int      `json:"at"`
	Dir     string     `json:"dir"`
	Marks   []markWire `json:"marks"`
	Here    bool       `json:"here"` // the one that was asked for; others stand around it
	Hit     []int      `json:"hit,omitempty"`
}

// markWire is an occurrence in a message. Effect is empty where it is open.
type markWire struct {
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Effect string `json:"effect"`
	Label  string `json:"label"`
	Stands string `json:"stands"` // in its place when masked
	By     string `json:"by,omitempty"`
}

// message lays a message out.
func (s *Server) message(ctx context.Context, m review.Stored, names *names) (messageWire, error) {
	out := messageWire{Message: m.ID, Dir: direction(m.Message.Text), Marks: []markWire{}}
	var edges []review.Range
	for _, o := range m.Occurrences {
		at := o.Range
		if o.Now.Effect == review.Mask && o.Now.As != (review.Range{}) {
			at = o.Now.As
		}
		edges = append(edges, at)
		if o.Passed && o.Now.Decision == "" {
			continue // a word like any other
		}
		span := o.Span
		span.Start, span.End = at.Start, at.End
		if o.Now.Label != "" {
			span.Label = o.Now.Label
		}
		stands, err := s.replace(ctx, m.Message.Text, span)
		if err != nil {
			return out, err
		}
		out.Marks = append(out.Marks, markWire{
			at.Start, at.End, string(o.Now.Effect), string(span.Label), stands, names.of(ctx, o.Now.User),
		})
	}
	out.Pieces, out.At = cutAt(m.Message.Text, m.Tokens, edges)
	return out, nil
}

// cutAt cuts a text at its tokens, and tokens at edges inside them.
func cutAt(text string, tokens, edges []review.Range) (parts []string, at []int) {
	last := 0
	for _, t := range tokens {
		var cuts []int
		for _, e := range edges {
			for _, x := range []int{e.Start, e.End} {
				if t.Start < x && x < t.End {
					cuts = append(cuts, x)
				}
			}
		}
		slices.Sort(cuts)
		for _, x := range append(slices.Compact(cuts), t.End) {
			parts = append(parts, text[last:t.Start], text[t.Start:x])
			at = append(at, t.Start, x)
			last, t.Start = x, x
		}
	}
	return append(parts, text[last:]), at
}

// talk lays a message out with those around it in its conversation.
func (s *Server) talk(ctx context.Context, message int64) ([]messageWire, error) {
	me, names := whoIs(ctx), s.names()
	here, err := s.store.Message(ctx, me.Project.ID, message)
	if err != nil {
		return nil, err
	}
	var out []messageWire
	for id := message - around; id <= message+around; id++ {
		near := here
		if id != message {
			var missing error
			near, missing = s.store.Message(ctx, me.Project.ID, id)
			if missing != nil || near.Message.Thread != here.Message.Thread || near.Message.Thread == "" {
				continue
			}
		}
		one, err := s.message(ctx, near, names)
		if err != nil {
			return nil, err
		}
		one.Here = id == message
		out = append(out, one)
	}
	return out, nil
}

// around is how many messages of a conversation are shown before and behind one.
const around = 2

// messageAsk asks for a message, alone or with those around it.
type messageAsk struct {
	Message int64 `json:"message"`
	Alone   bool  `json:"alone"`
}

// talkWire is the answer.
type talkWire struct {
	Messages []messageWire `json:"messages"`
}

// oneMessage answers with a message as it stands.
func (s *Server) oneMessage(w http.ResponseWriter, r *http.Request) {
	ask, err := read[messageAsk](r)
	ctx := r.Context()
	var out talkWire
	switch {
	case err != nil:
	case ask.Alone:
		var m review.Stored
		if m, err = s.store.Message(ctx, whoIs(ctx).Project.ID, ask.Message); err == nil {
			out.Messages = make([]messageWire, 1)
			out.Messages[0], err = s.message(ctx, m, s.names())
			out.Messages[0].Here = true
		}
	default:
		if out.Messages, err = s.talk(ctx, ask.Message); err == nil {
			err = s.noteLook(r, "context", map[string]any{"message": ask.Message, "shown": len(out.Messages)})
		}
	}
	s.answerOr(w, r, out, err)
}

// markBoot is what the cursor's module starts with.
type markBoot struct {
	Labels  []string `json:"labels"`
	Message int64    `json:"message,omitempty"`
	Shown   string   `json:"shown,omitempty"` // digest of what the audit shows
	May     bool     `json:"may"`             // mask and keep
}

// marking is what every screen with the cursor starts with.
func marking(ctx context.Context, message int64) markBoot {
	me := whoIs(ctx)
	b := markBoot{Message: message, May: deciders.may(me.Role) && me.Project.State != review.Purged}
	for _, l := range me.Project.Labels[:min(9, len(me.Project.Labels))] {
		b.Labels = append(b.Labels, string(l))
	}
	return b
}

// showMessage is one message at its own address.
func (s *Server) showMessage(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	id, err := strconv.ParseInt(r.PathValue("message"), 10, 64)
	if err != nil {
		s.fail(w, r, review.ErrNotFound)
		return
	}
	if _, err := s.store.Message(ctx, whoIs(ctx).Project.ID, id); err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "message", page{
		Title: s.phrases.say(whoIs(ctx).Lang, "js.message", int(id)), Screen: "mark", Module: "message.js",
		Boot: marking(ctx, id),
	})
}

// showSearch is the search as a page of its own; the texts come by the API.
func (s *Server) showSearch(w http.ResponseWriter, r *http.Request) {
	if whoIs(r.Context()).Project.State == review.Purged {
		s.fail(w, r, review.ErrPurged)
		return
	}
	s.render(w, r, http.StatusOK, "search", page{
		Title: "tab.search", Screen: "mark", Module: "search.js", Boot: marking(r.Context(), 0),
	})
}

// alikeAsk names a place in a message.
type alikeAsk struct {
	Message int64 `json:"message"`
	Start   int   `json:"start"`
	End     int   `json:"end"`
}

// alikeWire is words like one.
type alikeWire struct {
	Alike []alikeRow `json:"alike"`
}

// alikeRow is one of them, at one of its places.
type alikeRow struct {
	lineWire
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Places int    `json:"places"`
	How    string `json:"how"`
}

// alike answers with words in clear that are like the one at a place.
func (s *Server) alike(w http.ResponseWriter, r *http.Request) {
	ask, err := read[alikeAsk](r)
	ctx := r.Context()
	if err == nil && (ask.Start < 0 || ask.End <= ask.Start) {
		err = errBadInput
	}
	var found []review.Alike
	if err == nil {
		at := review.Range{Start: ask.Start, End: ask.End}
		found, err = s.store.Alike(ctx, whoIs(ctx).Project.ID, ask.Message, at, likeShown)
	}
	out := alikeWire{Alike: []alikeRow{}}
	for _, a := range found {
		out.Alike = append(out.Alike, alikeRow{
			lineWire: lineWire{a.Message, a.Text[:a.Start], a.Text[a.Start:a.End], a.Text[a.End:]},
			Start:    a.Start, End: a.End, Places: a.Places, How: a.How,
		})
	}
	if err == nil {
		err = s.noteLook(r, "alike", map[string]any{"message": ask.Message, "shown": len(out.Alike)})
	}
	s.answerOr(w, r, out, err)
}

// hidden gives the label under which what is pointed at is masked: the one asked for,
// else a person's, else the project's first.
func hidden(p review.Project, ask string) (bauta.Label, bool) {
	if ask != "" {
		return labelOf(p, ask)
	}
	if slices.Contains(p.Labels, bauta.Person) || len(p.Labels) == 0 {
		return bauta.Person, true
	}
	return p.Labels[0], true
}
