package server

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/review"
)

const (
	hitsShown  = 50
	maxPattern = 500 // bytes
	searchTime = 20 * time.Second
)

// lineWire is a message with one place marked.
type lineWire struct {
	Message int64  `json:"message"`
	Before  string `json:"before"`
	Hit     string `json:"hit"`
	After   string `json:"after"`
}

// contextAsk asks for the surroundings of a message.
type contextAsk struct {
	Message int64 `json:"message"`
}

// contextWire is the whole message and its neighbours in the thread.
type contextWire struct {
	Lines []lineWire `json:"lines"`
}

// context shows a message with those around it, as imported: to annotators what
// was handed to them, and nothing else of the conversation.
func (s *Server) context(w http.ResponseWriter, r *http.Request) {
	ask, err := read[contextAsk](r)
	ctx := r.Context()
	var here review.Stored
	if err == nil {
		here, err = s.mayRead(ctx, ask.Message)
	}
	out := contextWire{Lines: []lineWire{}}
	for id := ask.Message - 2; err == nil && id <= ask.Message+2; id++ {
		near := here
		if id != ask.Message {
			var missing error
			near, missing = s.mayRead(ctx, id)
			if missing != nil || near.Message.Thread != here.Message.Thread || near.Message.Thread == "" {
				continue
			}
		}
		line := lineWire{Message: id, Before: near.Message.Text}
		if id == ask.Message {
			line = lineWire{Message: id, Hit: near.Message.Text}
		}
		out.Lines = append(out.Lines, line)
	}
	if err == nil {
		err = s.noteLook(r, "context", map[string]any{"message": ask.Message, "shown": len(out.Lines)})
	}
	s.answerOr(w, r, out, err)
}

// mayRead gives a message of the project to whoever may read all of them, and to
// annotators if it was handed to them.
func (s *Server) mayRead(ctx context.Context, message int64) (review.Stored, error) {
	me := whoIs(ctx)
	if me.Role == review.Annotator {
		t, err := s.mineAlone(ctx, message)
		return t.Stored, err
	}
	return s.store.Message(ctx, me.Project.ID, message)
}

// searchAsk asks for the messages that a regular expression matches.
type searchAsk struct {
	Pattern string `json:"pattern"`
	Plain   bool   `json:"plain"`  // a word or words as they are written, in any case
	Cursor  bool   `json:"cursor"` // messages to put the cursor on, in place of lines
}

// searchWire is what was found. Wrong tells what is wrong with the pattern and
// At where, in characters.
type searchWire struct {
	Hits     []lineWire    `json:"hits"`
	Talk     []messageWire `json:"talk,omitempty"` // the same, to put the cursor on
	Found    int           `json:"found"`
	Messages int           `json:"messages"`
	MS       int64         `json:"ms"`
	Cut      bool          `json:"cut,omitempty"` // time was up
	Wrong    string        `json:"wrong,omitempty"`
	At       int           `json:"at,omitempty"`
}

// search matches a regular expression (RE2, bounded in its size: no pattern is slow) against the
// decrypted messages, in memory: there is no index of texts to steal.
func (s *Server) search(w http.ResponseWriter, r *http.Request) {
	ask, err := read[searchAsk](r)
	if err == nil && (ask.Pattern == "" || len(ask.Pattern) > maxPattern || !utf8.ValidString(ask.Pattern)) {
		err = errBadInput
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if ask.Plain {
		ask.Pattern = "(?i)" + regexp.QuoteMeta(ask.Pattern)
	}
	re, wrong, at := expression(ask.Pattern)
	if re == nil {
		s.answer(w, http.StatusOK, searchWire{Hits: []lineWire{}, Wrong: wrong, At: at})
		return
	}
	out, err := s.matches(r.Context(), re, ask.Cursor)
	if err == nil {
		err = s.noteLook(r, "search", map[string]any{"found": out.Found, "shown": len(out.Hits) + len(out.Talk)})
	}
	s.answerOr(w, r, out, err)
}

// where is the place of the faulty part in the pattern, in characters.
func where(pattern, part string) int {
	for i := range pattern {
		if len(pattern)-i >= len(part) && pattern[i:i+len(part)] == part {
			return utf8.RuneCountInString(pattern[:i])
		}
	}
	return utf8.RuneCountInString(pattern)
}

// matches goes through all messages of the project.
func (s *Server) matches(ctx context.Context, re *regexp.Regexp, cursor bool) (searchWire, error) {
	start, names := time.Now(), s.names()
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	out := searchWire{Hits: []lineWire{}}
	for m, err := range s.store.Messages(ctx, whoIs(ctx).Project.ID) {
		if errors.Is(err, context.DeadlineExceeded) {
			out.Cut = true
			break
		}
		if err != nil {
			return out, err
		}
		out.Messages++
		at := re.FindStringIndex(m.Message.Text)
		if at == nil {
			continue
		}
		out.Found++
		if len(out.Hits)+len(out.Talk) < hitsShown {
			text := m.Message.Text
			if cursor {
				one, err := s.message(ctx, m, names)
				if err != nil {
					return out, err
				}
				one.Hit = at
				out.Talk = append(out.Talk, one)
				continue
			}
			out.Hits = append(out.Hits, lineWire{m.ID, text[:at[0]], text[at[0]:at[1]], text[at[1]:]})
		}
	}
	out.MS = time.Since(start).Milliseconds()
	return out, nil
}

// revisitWire is what one may want to see again.
type revisitWire struct {
	Skipped []revisitRow `json:"skipped"`
	Flagged []revisitRow `json:"flagged"`
	Mine    []revisitRow `json:"mine"`
	Older   []revisitRow `json:"older"` // decided under older guidelines
}

// revisitRow is a group in the list.
type revisitRow struct {
	Group int64  `json:"group"`
	Word  string `json:"word"`
	Count int    `json:"count,omitempty"`
	Says  string `json:"says"`
}

// logRevisited is how much of the log is searched for decisions under older
// guidelines.
const logRevisited = 5000

// effect is what a decision did, in words.
func (s *Server) effect(lang, effect string) string { return s.phrases.say(lang, "js.did."+effect) }

// revisit lists skipped and flagged groups, those I decided last, and those that
// were decided under older guidelines.
func (s *Server) revisit(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	out := revisitWire{Skipped: []revisitRow{}, Flagged: []revisitRow{}, Mine: []revisitRow{}, Older: []revisitRow{}}
	var err error
	list := func(state review.GroupState) (rows []revisitRow) {
		if err != nil {
			return nil
		}
		var groups []review.Group
		groups, err = s.store.Groups(ctx, me.Project.ID, state, logShown)
		for _, g := range groups {
			rows = append(rows, revisitRow{Group: g.ID, Word: g.Word, Count: g.Count})
		}
		return rows
	}
	out.Skipped = append(out.Skipped, list(review.Skipped)...)
	out.Flagged = append(out.Flagged, list(review.Flagged)...)
	var log []*decisionWire
	if err == nil {
		log, _, err = s.mine(ctx)
	}
	for _, d := range log {
		if d.Group != 0 && !slices.ContainsFunc(out.Mine, func(r revisitRow) bool { return r.Group == d.Group }) {
			out.Mine = append(out.Mine, revisitRow{Group: d.Group, Word: d.Word, Says: s.effect(me.Lang, d.Effect)})
		}
	}
	if err == nil && me.Project.Guideline > 1 {
		var all []review.Logged
		all, err = s.store.Decisions(ctx, me.Project.ID, 0, logRevisited)
		old := review.Outdated(all, me.Project.Guideline)
		for _, d := range old[:min(len(old), logShown)] {
			out.Older = append(out.Older, revisitRow{
				Group: d.Group, Word: d.Word,
				Says: s.phrases.say(me.Lang, "annotate.changed", s.effect(me.Lang, string(d.Effect)), d.Guideline),
			})
		}
	}
	s.answerOr(w, r, out, err)
}
