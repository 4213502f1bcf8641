package server

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// annotators label whole messages.
var annotators = access{roles: []review.Role{review.Owner, review.Reviewer, review.Annotator, review.Adjudicator}}

// annotateRoutes is screen B, by module and without JavaScript, and what its
// module asks for.
func (s *Server) annotateRoutes() []route {
	return []route{
		{"GET /p/{slug}/annotate", annotators.shown("annotate"), s.showAnnotate},
		{"GET /p/{slug}/annotate/{message}", annotators.shown("annotate"), s.showAnnotate},
		{"POST /p/{slug}/annotate", annotators, s.submitAnnotate},
		{"POST /p/{slug}/api/annotate/task", annotators.shown("annotate"), s.oneTask},
		{"POST /p/{slug}/api/annotate/save", annotators.shown("annotate"), s.saveTask},
		{"POST /p/{slug}/api/annotate/examples", annotators.shown("annotate"), s.examples},
		{"POST /p/{slug}/api/annotate/revisit", annotators.shown("annotate"), s.revisitTasks},
	}
}

// taskWire is a message to label. It carries text and goes to annotators of the
// project alone. Pieces are gap, unit, gap, unit, …, gap; At holds start and end
// of each unit in bytes; Marks, Suggested and Before go by unit.
type taskWire struct {
	Message   int64        `json:"message"`
	Number    int          `json:"number"`
	Pieces    []string     `json:"pieces"`
	Dir       string       `json:"dir"`
	At        []int        `json:"at"`
	Marks     []string     `json:"marks"` // a label, "" for none, "B-" before one that begins anew
	Suggested []guessWire  `json:"suggested"`
	Before    []beforeWire `json:"before"`
	Blind     bool         `json:"blind"`
	Alone     bool         `json:"alone,omitempty"` // what others said is not for me, on whatever message
	State     string       `json:"state"`
	Flagged   bool         `json:"flagged"`
	Reason    string       `json:"reason,omitempty"`
	Version   int          `json:"version"`
	Guideline int          `json:"guideline,omitempty"` // under which Marks were made
	Outdated  bool         `json:"outdated,omitempty"`
	Work      workWire     `json:"work"`
}

// guessWire is what the pipeline suggests for a unit; empty where nothing.
type guessWire struct {
	Label string  `json:"label,omitempty"`
	P     float64 `json:"p,omitempty"`
}

// workWire is where the annotator stands.
type workWire struct {
	Messages int `json:"messages"`
	Done     int `json:"done"`
	Skipped  int `json:"skipped"`
	Flagged  int `json:"flagged"`
	Left     int `json:"left"`
	Outdated int `json:"outdated"`
}

// task lays a message out for me.
func (s *Server) task(ctx context.Context, t review.Task) (taskWire, error) {
	me := whoIs(ctx)
	out := taskWire{
		Message: t.ID, Number: t.Number, Blind: t.Blind, State: string(t.State), Flagged: t.Flagged, Reason: t.Reason,
		Version: t.Version,
		Marks:   []string{}, Suggested: []guessWire{}, Before: []beforeWire{}, Guideline: t.Guideline,
		Outdated: t.State == review.TaskDone && t.Guideline < me.Project.Guideline, Alone: me.Role == review.Annotator,
	}
	set, err := s.store.Setup(ctx, me.Project.ID)
	if err != nil {
		return out, err
	}
	found := suggestions(&t.Item, me.Project.Labels)
	spans := t.Mine
	if t.State != review.TaskDone && set.Prefill && len(spans) == 0 {
		spans = found
	}
	units := review.Units(&t.Item, found, spans)
	if out.Marks, err = marksOf(units, spans); err != nil {
		return out, err
	}
	out.Suggested = guesses(units, found)
	text := t.Message.Text
	words := make([]string, len(units))
	for i, u := range units {
		words[i] = text[u.Start:u.End]
	}
	out.Pieces, out.At, _ = pieces(text, units, review.Range{})
	out.Dir = direction(text)
	former, err := s.store.Formerly(ctx, me.Project.ID, me.ID, t.ID, words)
	if err != nil {
		return out, err
	}
	for _, b := range former {
		w := beforeWire{Labels: []countWire{}, Mine: b.Mine, Others: b.Others, Gold: b.Gold}
		for _, c := range b.Labels {
			w.Labels = append(w.Labels, countWire{string(c.Label), c.N})
		}
		out.Before = append(out.Before, w)
	}
	work, err := s.store.Work(ctx, me.Project.ID, me.ID)
	out.Work = workWire{work.Messages, work.Done, work.Skipped, work.Flagged, work.Left, work.Outdated}
	return out, err
}

// suggestions are the pipeline's finds and questions of labels that the project
// has, where an annotation may begin and end.
func suggestions(it *review.Item, labels []bauta.Label) []bauta.Span {
	var out []bauta.Span
	for _, s := range it.Spans {
		one := bauta.Span{Start: s.Start, End: s.End, Label: s.Label, P: s.P, Doubt: s.Doubt}
		if s.Doubt != bauta.Sure && s.P < 0.5 || review.CheckSpans(it, labels, []bauta.Span{one}) != nil {
			continue
		}
		out = append(out, one)
	}
	return out
}

// guesses gives the suggestion of each unit.
func guesses(units []review.Range, found []bauta.Span) []guessWire {
	out := make([]guessWire, len(units))
	for i, u := range units {
		for _, f := range found {
			if f.Start <= u.Start && u.End <= f.End {
				out[i] = guessWire{string(f.Label), f.P}
			}
		}
	}
	return out
}

// marksOf writes spans as one mark a unit, the inverse of review.Marked.
func marksOf(units []review.Range, spans []bauta.Span) ([]string, error) {
	tags, err := review.IOB2(units, spans)
	if err != nil {
		return nil, err
	}
	out := make([]string, len(tags))
	last := ""
	for i, tag := range tags {
		begins, label, _ := strings.Cut(tag, "-")
		if out[i] = label; begins == "B" && label == last {
			out[i] = "B-" + label
		}
		last = label
	}
	return out, nil
}

// annotateView is screen B as it is without JavaScript; the module takes its
// place.
type annotateView struct {
	Task      *taskWire // nil: nothing is left
	ID        string    // of the annotation that the form makes
	Units     []unitView
	Labels    []string
	Nine      []string // of these, what 1 to 9 mean
	Simple    bool     // the form stays, also with JavaScript
	Query     string   // what asks for the same mode once more
	Guide     []block
	Guideline int
	Last      int64 // the message before this one, 0 if none
}

// unitView is one unit in the form.
type unitView struct {
	N         int
	Gap, Text string
	Mark      string
	Choices   []choice
}

// choice is one label that a unit may have.
type choice struct {
	Value, Says string
	Now         bool
}

// annotateBoot is what the module starts with.
type annotateBoot struct {
	Labels []string  `json:"labels"`
	Task   *taskWire `json:"task"`
	Simple bool      `json:"simple"`
}

// showAnnotate is screen B on one message, or on the next one.
func (s *Server) showAnnotate(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	t, err := s.taskOf(r)
	view := annotateView{ID: newID(s.now()), Guideline: me.Project.Guideline}
	view.Simple, view.Query = s.simple(r)
	for _, l := range me.Project.Labels {
		view.Labels = append(view.Labels, string(l))
	}
	view.Nine = view.Labels[:min(9, len(view.Labels))]
	switch {
	case errors.Is(err, review.ErrNotFound) && r.PathValue("message") == "": // nothing is left
		err = nil
	case err == nil:
		var wire taskWire
		if wire, err = s.task(ctx, t); err == nil {
			view.Task, view.Units = &wire, s.unitViews(me.Lang, wire, view.Labels)
			if view.Last, err = s.store.Step(ctx, me.Project.ID, me.ID, t.ID, true); errors.Is(err,
				review.ErrNotFound) {
				err = nil
			}
		}
	}
	if err == nil {
		view.Guide, err = s.guideline(ctx, t.Lang)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	boot := annotateBoot{view.Labels, view.Task, view.Simple}
	s.render(w, r, http.StatusOK, "annotate", page{
		Title: "tab.annotate", Screen: "annotate", Module: "annotate.js", Boot: boot, Body: view,
	})
}

// simple tells whether the page is to be the form: the address says so or, where
// it says nothing, the settings. The query asks for the same again where the
// address said it.
func (s *Server) simple(r *http.Request) (bool, string) {
	switch q := r.URL.Query(); {
	case q.Has("simple"):
		return true, "?simple"
	case q.Has("full"):
		return false, "?full"
	}
	return s.settingsOf(r).Annotate == "simple", ""
}

// taskOf is the task of an address: the message named, or the next one.
func (s *Server) taskOf(r *http.Request) (review.Task, error) {
	ctx, me, message := r.Context(), whoIs(r.Context()), r.PathValue("message")
	if message == "" {
		return s.store.Next(ctx, me.Project.ID, me.ID)
	}
	id, err := strconv.ParseInt(message, 10, 64)
	if err != nil {
		return review.Task{}, review.ErrNotFound
	}
	t, err := s.mineAlone(ctx, id)
	if err == nil {
		err = s.noteLook(r, "view", map[string]any{"screen": "annotate", "message": id})
	}
	return t, err
}

// mineAlone gives a task if it was handed out to me: nobody browses.
func (s *Server) mineAlone(ctx context.Context, message int64) (review.Task, error) {
	me := whoIs(ctx)
	t, err := s.store.Task(ctx, me.Project.ID, me.ID, message)
	if err == nil && t.State == "" {
		err = review.ErrNotFound
	}
	return t, err
}

func (s *Server) unitViews(lang string, t taskWire, labels []string) []unitView {
	out := make([]unitView, len(t.Marks))
	for i, mark := range t.Marks {
		u := unitView{
			N: i, Gap: t.Pieces[2*i], Text: t.Pieces[2*i+1], Mark: mark,
			Choices: []choice{{"", s.phrases.say(lang, "js.nolabel"), mark == ""}},
		}
		for _, l := range labels {
			u.Choices = append(u.Choices, choice{l, s.phrases.label(lang, l), mark == l})
		}
		for _, l := range labels {
			anew := s.phrases.say(lang, "annotate.new", s.phrases.label(lang, l))
			u.Choices = append(u.Choices, choice{"B-" + l, anew, mark == "B-"+l})
		}
		out[i] = u
	}
	return out
}

// submitAnnotate takes the form of the simple mode.
func (s *Server) submitAnnotate(w http.ResponseWriter, r *http.Request) {
	if !s.form(w, r) {
		return
	}
	f := r.PostForm
	ask := saveAsk{ID: f.Get("id"), Act: f.Get("act"), Cuts: []int{}}
	var err error
	if reason, ok := strings.CutPrefix(ask.Act, "skip-"); ok {
		ask.Act, ask.Reason = "skip", reason
	}
	if ask.Message, err = strconv.ParseInt(f.Get("message"), 10, 64); err == nil {
		ask.Expect, err = strconv.Atoi(f.Get("expect"))
	}
	for _, at := range f["at"] {
		var n int
		if err == nil {
			n, err = strconv.Atoi(at)
		}
		ask.At = append(ask.At, n)
	}
	ask.Marks = f["mark"]
	if err != nil {
		s.fail(w, r, errBadInput)
		return
	}
	if _, err := s.take(r.Context(), ask); err != nil {
		s.fail(w, r, err)
		return
	}
	_, query := s.simple(r)
	http.Redirect(w, r, "/p/"+whoIs(r.Context()).Project.Slug+"/annotate"+query, http.StatusSeeOther)
}

// saveAsk is what an annotator says. At names start and end of every unit, Cuts
// the bytes at which some are split further; Marks go by unit after that.
type saveAsk struct {
	ID       string   `json:"id"`
	Message  int64    `json:"message"`
	Act      string   `json:"act"`
	Reason   string   `json:"reason"`
	At       []int    `json:"at"`
	Cuts     []int    `json:"cuts"`
	Marks    []string `json:"marks"`
	Expect   int      `json:"expect"`
	PanelMS  int      `json:"panelMs"`
	ActiveMS int      `json:"activeMs"`
	Keys     int      `json:"keys"`
}

// units reads the units that a request names.
func (a *saveAsk) units(text string) ([]review.Range, error) {
	if len(a.At)%2 != 0 {
		return nil, errBadInput
	}
	last := 0
	var out []review.Range
	for i := 0; i < len(a.At); i += 2 {
		u := review.Range{Start: a.At[i], End: a.At[i+1]}
		if u.Start < last || u.End <= u.Start || u.End > len(text) {
			return nil, errBadInput
		}
		out, last = append(out, u), u.End
	}
	return review.Cut(text, out, a.Cuts)
}

// take writes what an annotator says.
func (s *Server) take(ctx context.Context, ask saveAsk) (review.Task, error) {
	me := whoIs(ctx)
	act := review.Act(ask.Act)
	if !isUUID(ask.ID) || act == review.ActGold {
		return review.Task{}, errBadInput
	}
	t, err := s.mineAlone(ctx, ask.Message)
	if err != nil {
		return t, err
	}
	a := review.Annotation{
		ID: ask.ID, Project: me.Project.ID, User: me.ID, Message: ask.Message, Act: act, Again: t.Again,
		Reason:  ask.Reason,
		PanelMS: ask.PanelMS, ActiveMS: ask.ActiveMS, Keys: ask.Keys, Expect: ask.Expect,
	}
	if act == review.ActLabel {
		units, err := ask.units(t.Message.Text)
		if err == nil {
			a.Spans, err = review.Marked(units, ask.Marks)
		}
		if err != nil {
			return t, err
		}
	}
	return s.store.Annotate(ctx, a)
}

// savedWire is what became of an annotation, and the message to go on with.
type savedWire struct {
	Message int64     `json:"message"`
	Version int       `json:"version"`
	State   string    `json:"state"`
	Next    *taskWire `json:"next"`
}

// saveTask takes an annotation and hands out the next message.
func (s *Server) saveTask(w http.ResponseWriter, r *http.Request) {
	ask, err := read[saveAsk](r)
	var t review.Task
	if err == nil {
		t, err = s.take(r.Context(), ask)
	}
	out := savedWire{Message: t.ID, Version: t.Version, State: string(t.State)}
	if err == nil && ask.Act != string(review.ActFlag) {
		out.Next, err = s.following(r.Context())
	}
	s.answerOr(w, r, out, err)
}

// following is the next message, nil where nothing is left.
func (s *Server) following(ctx context.Context) (*taskWire, error) {
	me := whoIs(ctx)
	t, err := s.store.Next(ctx, me.Project.ID, me.ID)
	if errors.Is(err, review.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	wire, err := s.task(ctx, t)
	return &wire, err
}

// taskAsk asks for a message: this one, the one before or after it, or, where
// none is named, the next one.
type taskAsk struct {
	Message int64 `json:"message"`
	Step    int   `json:"step"`
}

// oneTask lays a message out.
func (s *Server) oneTask(w http.ResponseWriter, r *http.Request) {
	ask, err := read[taskAsk](r)
	ctx, me := r.Context(), whoIs(r.Context())
	if err != nil {
		s.fail(w, r, err)
		return
	}
	if ask.Message == 0 {
		next, err := s.following(ctx)
		s.answerOr(w, r, next, err)
		return
	}
	if ask.Step != 0 {
		ask.Message, err = s.store.Step(ctx, me.Project.ID, me.ID, ask.Message, ask.Step < 0)
	}
	var wire taskWire
	if err == nil {
		var t review.Task
		if t, err = s.mineAlone(ctx, ask.Message); err == nil {
			wire, err = s.task(ctx, t)
		}
	}
	s.answerOr(w, r, wire, err)
}

// pileWire is a list of messages to go back to.
type pileWire struct {
	Pile string    `json:"pile"`
	Rows []pileRow `json:"rows"`
}

// pileRow is a message in it.
type pileRow struct {
	Message int64  `json:"message"`
	Number  int    `json:"number"`
	Text    string `json:"text"`
	Says    string `json:"says,omitempty"`
}

// skipped is why a message was skipped, in words.
func (s *Server) skipped(lang, reason string) string {
	if reason == "" {
		return ""
	}
	return s.phrases.say(lang, "js.reason."+reason)
}

// revisitTasks lists what one may want to see again.
func (s *Server) revisitTasks(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	var out []pileWire
	for _, pile := range []review.Pile{review.PileSkipped, review.PileFlagged, review.PileOutdated, review.PileDone} {
		out = append(out, pileWire{Pile: string(pile)})
	}
	for i := range out {
		tasks, err := s.store.Revisit(ctx, me.Project.ID, me.ID, review.Pile(out[i].Pile), hitsShown)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		out[i].Rows = []pileRow{}
		for _, t := range tasks {
			row := pileRow{Message: t.ID, Number: t.Number, Text: t.Message.Text, Says: s.skipped(me.Lang, t.Reason)}
			if t.Guideline > 0 && t.Guideline < me.Project.Guideline {
				row.Says = strings.TrimPrefix(s.phrases.say(me.Lang, "annotate.changed", row.Says, t.Guideline), ", ")
			}
			out[i].Rows = append(out[i].Rows, row)
		}
	}
	s.answer(w, http.StatusOK, out)
}
