package server

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Locator guesses where a message was written. It is safe for concurrent use.
type Locator interface {
	Layout() Layout
	// Words are the words of a message as the model reads them: ranges in order.
	Words(ctx context.Context, m bauta.Message) ([]review.Range, error)
	// Least is the fewest words to take out so that the place cannot be told, and whether
	// it is proved that fewer do not do. Where nothing helps, all words are.
	Least(ctx context.Context, m bauta.Message) (out []bool, proved bool, err error)
	// Guess guesses from the words that are not out, as many as Words gave.
	Guess(ctx context.Context, m bauta.Message, out []bool) (Posterior, error)
}

// Layout is the grid that places are guessed in.
type Layout struct {
	Rows, Cols               int // at most 400 each; row 0 is the southernmost
	South, West, North, East float64
	Cells                    []int     // the cells that can be guessed, row by row from the south-west
	Threshold                float64   // of the model; 0: it has none, so every message is asked about
	Lowest                   float64   // what an empty message gets: no threshold is at or below it
	Prior                    []float64 // probability of each of Cells before anything is read; nil: all alike
	People                   bool      // whether Posterior.People is a figure
	Places                   []Named   // to name on the map, where the outline names none
}

// Posterior is a guess: the probability of each of Layout.Cells, and that people
// think they can tell the place.
type Posterior struct {
	P      []float64
	People float64
}

// locators work on places.
var locators = access{roles: []review.Role{review.Owner, review.Reviewer, review.Adjudicator, review.PrivacyOfficer}}

// locationRoutes is screen C; without a model there is none.
func (s *Server) locationRoutes() []route {
	if s.locator == nil {
		return nil
	}
	return []route{
		{"GET /p/{slug}/location", locators.shown("location"), s.showLocation},
		{"POST /p/{slug}/api/location/task", locators.shown("location"), s.oneLocation},
		{"POST /p/{slug}/api/location/look", locators.shown("location"), s.lookLocation},
		{"POST /p/{slug}/api/location/accept", locators.shown("location"), s.acceptLocation},
		{"POST /p/{slug}/api/location/author", locators.shown("location"), s.authorLocation},
	}
}

// placeWire is a message with what can be inferred from it. Units are as in
// taskWire: the words of the model. Out says of each whether it is taken out.
type placeWire struct {
	Message int64     `json:"message"`
	Number  int       `json:"number"`
	All     int       `json:"all"`
	Done    int       `json:"done"`
	Pieces  []string  `json:"pieces"`
	Dir     string    `json:"dir"`
	At      []int     `json:"at"`
	Out     []bool    `json:"out"`
	Chosen  bool      `json:"chosen"` // somebody accepted it before
	Least   int       `json:"least"`  // how many words are out because fewer would tell the place; 0: nobody looked
	Proved  bool      `json:"proved"` // and no smaller number would do
	Before  guessGrid `json:"before"`
	After   guessGrid `json:"after"`
	Effects []float64 `json:"effects"` // by word: the change of the greatest probability when it alone goes
}

// guessGrid is a posterior: by cell of the layout, rounded to a millionth.
type guessGrid struct {
	P         []float64 `json:"p"`
	Max       float64   `json:"max"`
	Effective float64   `json:"effective"` // 2 to the power of the entropy
	People    *float64  `json:"people"`    // nil: nobody asked
}

func (s *Server) guessGrid(ctx context.Context, m bauta.Message, out []bool) (guessGrid, error) {
	g, err := s.locator.Guess(ctx, m, out)
	if err != nil {
		return guessGrid{}, err
	}
	w := gridOf(g.P)
	if s.locator.Layout().People {
		w.People = &g.People
	}
	return w, nil
}

// gridOf lays probabilities out.
func gridOf(p []float64) guessGrid {
	w := guessGrid{P: make([]float64, len(p))}
	var bits float64
	for i, x := range p {
		w.P[i] = math.Round(x*1e6) / 1e6
		w.Max = max(w.Max, w.P[i])
		if x > 0 {
			bits -= x * math.Log2(x)
		}
	}
	w.Effective = math.Exp2(bits)
	return w
}

// place lays a message out.
func (s *Server) place(ctx context.Context, message int64) (*placeWire, error) {
	me := whoIs(ctx)
	m, err := s.store.Message(ctx, me.Project.ID, message)
	if err != nil {
		return nil, err
	}
	words, err := s.locator.Words(ctx, m.Message)
	if err != nil {
		return nil, err
	}
	out := &placeWire{Message: m.ID, Out: make([]bool, len(words)), Effects: make([]float64, len(words))}
	out.Pieces, out.At, _ = pieces(m.Message.Text, words, review.Range{})
	out.Dir = direction(m.Message.Text)
	if out.Number, out.All, out.Done, err = s.store.Place(ctx, me.Project.ID, m.ID); err != nil {
		return nil, err
	}
	none := make([]bool, len(words))
	if out.Before, err = s.guessGrid(ctx, m.Message, none); err != nil {
		return nil, err
	}
	for i := range words {
		none[i] = true
		g, err := s.guessGrid(ctx, m.Message, none)
		if err != nil {
			return nil, err
		}
		none[i], out.Effects[i] = false, g.Max-out.Before.Max
	}
	was, err := s.store.Located(ctx, me.Project.ID, m.ID)
	switch {
	case err == nil:
		out.Chosen, out.Out = true, takenOut(words, was)
	case !errors.Is(err, review.ErrNotFound):
		return nil, err
	case s.told(out.Before):
		if err := s.propose(ctx, m.Message, out); err != nil {
			return nil, err
		}
	}
	out.After, err = s.guessGrid(ctx, m.Message, out.Out)
	return out, err
}

// told reports a place that a calibrated model can tell.
func (s *Server) told(before guessGrid) bool {
	t := s.locator.Layout().Threshold
	return t > 0 && before.Max >= t
}

// propose begins with the fewest words out that suffice.
func (s *Server) propose(ctx context.Context, m bauta.Message, to *placeWire) error {
	out, proved, err := s.locator.Least(ctx, m)
	if err != nil || len(out) != len(to.Out) {
		return err
	}
	to.Out, to.Proved = out, proved
	for _, o := range out {
		if o {
			to.Least++
		}
	}
	return nil
}

// nextPlace is the message after one that has no choice yet, and whose place can be
// told; nil where there is none.
func (s *Server) nextPlace(ctx context.Context, after int64) (*placeWire, error) {
	project, first, wrapped := whoIs(ctx).Project.ID, int64(0), false
	for {
		id, err := s.store.Unlocated(ctx, project, after, false, true)
		if errors.Is(err, review.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if wrapped = wrapped || first != 0 && id <= after; wrapped && id >= first {
			return nil, nil // all have been looked at
		}
		asks, err := s.asksPlace(ctx, project, id)
		if err != nil {
			return nil, err
		}
		if asks {
			return s.place(ctx, id)
		}
		if after = id; first == 0 {
			first = id
		}
	}
}

// asksPlace reports a message to be asked about: with a calibrated model, one above its
// threshold. What is below is remembered, as long as the server lives.
func (s *Server) asksPlace(ctx context.Context, project, message int64) (bool, error) {
	key := [2]int64{project, message}
	if _, below := s.below.Load(key); below || s.locator.Layout().Threshold == 0 {
		return !below, nil
	}
	m, err := s.store.Message(ctx, project, message)
	if err != nil {
		return false, err
	}
	words, err := s.locator.Words(ctx, m.Message)
	var before guessGrid
	if err == nil {
		before, err = s.guessGrid(ctx, m.Message, make([]bool, len(words)))
	}
	if err == nil && !s.told(before) {
		s.below.Store(key, true)
	}
	return s.told(before), err
}

// locationBoot is what the module starts with.
type locationBoot struct {
	Rows      int            `json:"rows"`
	Cols      int            `json:"cols"`
	Cells     []int          `json:"cells"`
	Threshold float64        `json:"threshold"`
	Lowest    float64        `json:"lowest"`
	Outline   [][][2]float64 `json:"outline"` // lines in cells: x to the east, y from the north
	Names     []nameWire     `json:"names"`   // of places on the map
	Across    float64        `json:"across"`  // kilometres from west to east
	Task      *placeWire     `json:"task"`
}

// showLocation is screen C.
func (s *Server) showLocation(w http.ResponseWriter, r *http.Request) {
	first, err := s.nextPlace(r.Context(), 0)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	l := s.locator.Layout()
	boot := locationBoot{
		l.Rows, l.Cols, l.Cells, l.Threshold, l.Lowest, s.outline.On(l), s.outline.names(l), l.across(), first,
	}
	s.render(w, r, http.StatusOK, "location", page{
		Title: "tab.location", Screen: "location", Module: "location.js", Boot: boot, Body: l,
	})
}

// placeAsk asks for a message: this one, the one beside it, or, where Step is 0,
// the next without a choice.
type placeAsk struct {
	Message int64 `json:"message"`
	This    bool  `json:"this"`
	Step    int   `json:"step"`
}

func (s *Server) oneLocation(w http.ResponseWriter, r *http.Request) {
	ask, err := read[placeAsk](r)
	ctx := r.Context()
	var out *placeWire
	switch {
	case err != nil:
	case ask.This:
		if out, err = s.place(ctx, ask.Message); err == nil {
			err = s.noteLook(r, "view", map[string]any{"screen": "location", "message": ask.Message})
		}
	case ask.Step == 0:
		out, err = s.nextPlace(ctx, ask.Message)
	default:
		var id int64
		if id, err = s.store.Unlocated(ctx, whoIs(ctx).Project.ID, ask.Message, ask.Step < 0, false); err == nil {
			out, err = s.place(ctx, id)
		}
	}
	s.answerOr(w, r, out, err)
}

// lookAtAsk asks what can be inferred when these words are out.
type lookAtAsk struct {
	Message int64  `json:"message"`
	Out     []bool `json:"out"`
}

// words reads a message, and holds what is out against its words.
func (s *Server) words(ctx context.Context, message int64, out []bool) (review.Stored, []review.Range, error) {
	m, err := s.store.Message(ctx, whoIs(ctx).Project.ID, message)
	if err != nil {
		return m, nil, err
	}
	words, err := s.locator.Words(ctx, m.Message)
	if err == nil && len(words) != len(out) {
		err = errBadInput
	}
	return m, words, err
}

func (s *Server) lookLocation(w http.ResponseWriter, r *http.Request) {
	ask, err := read[lookAtAsk](r)
	var m review.Stored
	if err == nil {
		m, _, err = s.words(r.Context(), ask.Message, ask.Out)
	}
	var g guessGrid
	if err == nil {
		g, err = s.guessGrid(r.Context(), m.Message, ask.Out)
	}
	s.answerOr(w, r, g, err)
}

// acceptAsk is a choice. Sure says that the reviewer was asked, and accepts a
// message whose place can still be told.
type acceptAsk struct {
	ID        string  `json:"id"`
	Message   int64   `json:"message"`
	Out       []bool  `json:"out"`
	Threshold float64 `json:"threshold"`
	Sure      bool    `json:"sure"`
}

// allows returns an error where the place can still be told, unless the reviewer
// is sure, and for a threshold that no message can come below.
func (ask *acceptAsk) allows(after guessGrid, lowest float64) error {
	switch {
	case ask.Threshold <= lowest:
		return fmt.Errorf("%w: threshold %.2f: an empty message gets %.3f already; raise it", review.ErrRefused,
			ask.Threshold, lowest)
	case after.Max >= ask.Threshold && !ask.Sure:
		return fmt.Errorf("%w: the place can still be told, with probability %.3f; take more out, or confirm",
			review.ErrRefused, after.Max)
	}
	return nil
}

// acceptedWire is what became of it, and the message to go on with.
type acceptedWire struct {
	Message int64      `json:"message"`
	Next    *placeWire `json:"next"`
}

// acceptLocation writes a choice. The figures are computed here anew.
func (s *Server) acceptLocation(w http.ResponseWriter, r *http.Request) {
	ask, err := read[acceptAsk](r)
	ctx, me := r.Context(), whoIs(r.Context())
	if err == nil && (!isUUID(ask.ID) || ask.Threshold < 0 || ask.Threshold > 1) {
		err = errBadInput
	}
	var m review.Stored
	var words []review.Range
	if err == nil {
		m, words, err = s.words(ctx, ask.Message, ask.Out)
	}
	var before, after guessGrid
	if err == nil {
		before, err = s.guessGrid(ctx, m.Message, make([]bool, len(words)))
	}
	if err == nil {
		after, err = s.guessGrid(ctx, m.Message, ask.Out)
	}
	if err == nil {
		err = ask.allows(after, s.locator.Layout().Lowest)
	}
	l := review.Located{
		ID: ask.ID, Project: me.Project.ID, User: me.ID, Message: ask.Message, Threshold: ask.Threshold,
		MaxBefore: before.Max, MaxAfter: after.Max, EffectiveBefore: before.Effective, EffectiveAfter: after.Effective,
	}
	for i, word := range words {
		if err == nil && ask.Out[i] {
			l.Spans = append(l.Spans, bauta.Span{Start: word.Start, End: word.End, Label: bauta.Location})
		}
	}
	if err == nil {
		err = s.store.Locate(ctx, l)
	}
	out := acceptedWire{Message: ask.Message}
	if err == nil {
		out.Next, err = s.nextPlace(ctx, ask.Message)
	}
	s.answerOr(w, r, out, err)
}

// locationKeys are those of screen C.
func locationKeys() []Binding {
	return []Binding{
		{"accept", []Chord{"Enter"}, "accept, next message"},
		{"word", []Chord{"w"}, "next word"},
		{"back", []Chord{"Shift+w"}, "previous word"},
		{"mask", []Chord{"m"}, "take the word out"},
		{"restore", []Chord{"r"}, "put the word back"},
		{"flip", []Chord{"b"}, "flip before and after"},
		{"difference", []Chord{"d"}, "show the difference instead of after"},
		{"scale", []Chord{"l"}, "logarithmic or linear scale"},
		{"table", []Chord{"t"}, "to the table of cells"},
		{"author", []Chord{"a"}, "all messages of this author together"},
		{"up", []Chord{"ArrowUp"}, "cell to the north"},
		{"down", []Chord{"ArrowDown"}, "cell to the south"},
		{"left", []Chord{"ArrowLeft"}, "cell to the west"},
		{"right", []Chord{"ArrowRight"}, "cell to the east"},
		{"less", []Chord{"Shift+ArrowLeft"}, "threshold 0.01 lower"},
		{"more", []Chord{"Shift+ArrowRight"}, "threshold 0.01 higher"},
		{"lower", []Chord{"PageDown"}, "threshold 0.05 lower"},
		{"higher", []Chord{"PageUp"}, "threshold 0.05 higher"},
		{"undone", []Chord{"n"}, "next message without a choice"},
		{"previous", []Chord{"p"}, "previous message"},
		{"undo", []Chord{"u", "Ctrl+z"}, "undo the last change of this message"},
		{"search", []Chord{"/"}, "find a word of this message"},
		{"hide", []Chord{"h"}, "hide or reveal all text"},
		{"help", []Chord{"?"}, "these keys"},
		{"close", []Chord{"Escape"}, "close, back to the work"},
	}
}
