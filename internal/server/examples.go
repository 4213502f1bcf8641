package server

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"time"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/review"
)

// examplesAsk searches messages labelled before, as far as I may see them while
// at work on a message.
type examplesAsk struct {
	Message int64  `json:"message"`
	Pattern string `json:"pattern"`
	Gold    bool   `json:"gold"` // adjudicated ones alone
	Mine    bool   `json:"mine"` // my own alone
}

// examplesWire is what was found.
type examplesWire struct {
	Hits     []exampleWire `json:"hits"`
	Found    int           `json:"found"`
	Messages int           `json:"messages"`
	MS       int64         `json:"ms"`
	Cut      bool          `json:"cut,omitempty"`
	Wrong    string        `json:"wrong,omitempty"`
	At       int           `json:"at,omitempty"`
}

// exampleWire is a labelled message: units as in taskWire, and the units that
// matched.
type exampleWire struct {
	Message int64    `json:"message"`
	Pieces  []string `json:"pieces"`
	Dir     string   `json:"dir"`
	Marks   []string `json:"marks"`
	Hit     [2]int   `json:"hit"`
	By      string   `json:"by"`
}

// examples matches a regular expression (RE2) against labelled messages.
func (s *Server) examples(w http.ResponseWriter, r *http.Request) {
	ask, err := read[examplesAsk](r)
	if err == nil && (ask.Pattern == "" || len(ask.Pattern) > maxPattern || !utf8.ValidString(ask.Pattern)) {
		err = errBadInput
	}
	if err == nil {
		_, err = s.mineAlone(r.Context(), ask.Message)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	re, wrong, at := expression(ask.Pattern)
	if re == nil {
		s.answer(w, http.StatusOK, examplesWire{Hits: []exampleWire{}, Wrong: wrong, At: at})
		return
	}
	out, err := s.labelled(r.Context(), ask, re)
	if err == nil {
		err = s.noteLook(r, "search", map[string]any{"found": out.Found, "shown": len(out.Hits)})
	}
	s.answerOr(w, r, out, err)
}

// labelled goes through the examples.
func (s *Server) labelled(ctx context.Context, ask examplesAsk, re *regexp.Regexp) (examplesWire, error) {
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	me := whoIs(ctx)
	out := examplesWire{Hits: []exampleWire{}}
	for e, err := range s.store.Examples(ctx, me.Project.ID, me.ID, ask.Message) {
		if errors.Is(err, context.DeadlineExceeded) {
			out.Cut = true
			break
		}
		if err != nil {
			return out, err
		}
		if ask.Gold && !e.Gold || ask.Mine && !e.Mine {
			continue
		}
		mine, err := s.handedTo(ctx, &e)
		if err != nil {
			return out, err
		}
		if !mine {
			continue
		}
		out.Messages++
		at := re.FindStringIndex(e.Message.Text)
		if at == nil {
			continue
		}
		if out.Found++; len(out.Hits) < hitsShown {
			hit, err := exampleOf(&e, at)
			if err != nil {
				return out, err
			}
			out.Hits = append(out.Hits, hit)
		}
	}
	out.MS = time.Since(start).Milliseconds()
	return out, nil
}

// handedTo tells whether I may read a message that was labelled before: an
// annotator if it was handed to them, which gold of others was not.
func (s *Server) handedTo(ctx context.Context, e *review.Example) (bool, error) {
	if whoIs(ctx).Role != review.Annotator || e.Mine {
		return true, nil
	}
	_, err := s.mineAlone(ctx, e.ID)
	if errors.Is(err, review.ErrNotFound) {
		return false, nil
	}
	return err == nil, err
}

func exampleOf(e *review.Example, at []int) (exampleWire, error) {
	units := review.Units(&e.Item, e.Spans)
	marks, err := marksOf(units, e.Spans)
	out := exampleWire{Message: e.ID, Marks: marks, By: "another"}
	switch {
	case e.Gold:
		out.By = "gold"
	case e.Mine:
		out.By = "you"
	}
	out.Pieces, _, _ = pieces(e.Message.Text, units, review.Range{})
	out.Dir = direction(e.Message.Text)
	first := true
	for i, u := range units {
		if u.End > at[0] && u.Start < max(at[1], at[0]+1) {
			if first {
				out.Hit[0], first = i, false
			}
			out.Hit[1] = i + 1
		}
	}
	return out, err
}
