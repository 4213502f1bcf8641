package server

import (
	"cmp"
	"context"
	"encoding/hex"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta/internal/review"
)

// How much one answer carries.
const (
	claimAhead = 5   // groups laid out ahead, so that the next one is there at once
	fewSeen    = 40  // occurrences of a group at first
	manySeen   = 500 // and when more are asked for
	logShown   = 30  // rows of the undo list
	paceOver   = 50  // decisions over which the seconds a decision are taken
)

// reviewRoutes is screen A and what its module asks for.
func (s *Server) reviewRoutes() []route {
	return []route{
		{"GET /p/{slug}/{$}", everyRole, s.enterProject},
		{"GET /p/{slug}/review", deciders.shown("review"), s.showReview},
		{"POST /p/{slug}/api/claim", deciders.shown("review"), s.claim},
		{"POST /p/{slug}/api/desk", deciders.shown("review"), s.oneDesk},
		{"POST /p/{slug}/api/decide", deciders.shown("review"), s.decide},
		{"POST /p/{slug}/api/look", deciders.shown("review"), s.look},
		{"POST /p/{slug}/api/renew", deciders, s.renew},
		{"POST /p/{slug}/api/release", deciders, s.release},
		{"POST /p/{slug}/api/context", annotators.shown("context"), s.context},
		{"POST /p/{slug}/api/search", deciders.shown("review"), s.search},
		{"POST /p/{slug}/api/revisit", deciders.shown("review"), s.revisit},
	}
}

// enterProject sends a member to the screen of the role.
func (s *Server) enterProject(w http.ResponseWriter, r *http.Request) {
	to := "dashboard"
	switch role := whoIs(r.Context()).Role; {
	case deciders.may(role):
		now, err := s.store.Progress(r.Context(), whoIs(r.Context()).Project.ID)
		if err != nil {
			s.fail(w, r, err)
			return
		}
		to = desk(now)
	case annotators.may(role):
		to = "annotate"
	}
	http.Redirect(w, r, "/p/"+whoIs(r.Context()).Project.Slug+"/"+to, http.StatusSeeOther)
}

// reviewBoot is what the module starts with.
type reviewBoot struct {
	Labels      []string `json:"labels"`
	SecondAbove int      `json:"secondAbove"`
	Guideline   int      `json:"guideline"`
}

// reviewView is the shell of screen A; the module fills it.
type reviewView struct {
	Labels []string // at most nine: what 1 to 9 mean
	Orders []review.Order
	Guide  []block
}

// showReview is screen A.
func (s *Server) showReview(w http.ResponseWriter, r *http.Request) {
	p := whoIs(r.Context()).Project
	if p.State == review.Purged {
		s.fail(w, r, review.ErrPurged)
		return
	}
	view := reviewView{Orders: []review.Order{review.ByLeak, review.ByFrequency, review.AtRandom}}
	for _, l := range p.Labels[:min(9, len(p.Labels))] {
		view.Labels = append(view.Labels, string(l))
	}
	var err error
	if view.Guide, err = s.guideline(r.Context(), ""); err != nil {
		s.fail(w, r, err)
		return
	}
	boot := reviewBoot{view.Labels, p.SecondAbove, p.Guideline}
	s.render(w, r, http.StatusOK, "review", page{
		Title: "tab.review", Screen: "review", Module: "review.js", Boot: boot, Body: view,
	})
}

// claimAsk asks for groups.
type claimAsk struct {
	Token string       `json:"token"`
	Order review.Order `json:"order"`
	Have  []int64      `json:"have"`  // groups that the module holds already
	Count bool         `json:"count"` // and say where the project stands: a count over all of it
}

// claimWire is groups to decide and where things stand.
type claimWire struct {
	Desks    []deskWire       `json:"desks"`
	Progress *review.Progress `json:"progress,omitempty"`
	Log      []*decisionWire  `json:"log"`
	Pace     float64          `json:"pace"` // my median seconds a decision
}

// claim leases groups and lays them out.
func (s *Server) claim(w http.ResponseWriter, r *http.Request) {
	ask, err := read[claimAsk](r)
	if err == nil && (!isUUID(ask.Token) ||
		!slices.Contains([]review.Order{review.ByLeak, review.ByFrequency, review.AtRandom}, ask.Order)) {
		err = errBadInput
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	ctx, me := r.Context(), whoIs(r.Context())
	out := claimWire{Desks: []deskWire{}}
	groups, err := s.store.Claim(ctx, me.Project.ID, me.ID, ask.Token, claimAhead, ask.Order)
	for _, g := range groups {
		if err != nil || slices.Contains(ask.Have, g.ID) {
			continue
		}
		var desk deskWire
		if desk, err = s.layOut(ctx, g, fewSeen); err == nil {
			out.Desks = append(out.Desks, desk)
		}
	}
	if err == nil && ask.Count {
		out.Progress, err = s.stands(ctx)
	}
	if err == nil {
		out.Log, out.Pace, err = s.mine(ctx)
	}
	s.answerOr(w, r, out, err)
}

// answerOr answers with v, or with the error.
func (s *Server) answerOr(w http.ResponseWriter, r *http.Request, v any, err error) {
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.answer(w, http.StatusOK, v)
}

// layOut reads a group and lays it out for me, blank where I am asked again.
func (s *Server) layOut(ctx context.Context, g review.Group, limit int) (deskWire, error) {
	me := whoIs(ctx)
	read := s.store.Desk
	if g.Again {
		read = s.store.DeskAgain
	}
	d, err := read(ctx, me.Project.ID, me.ID, g.ID, limit)
	if err != nil {
		return deskWire{}, err
	}
	d.Likely = g.Likely
	return s.desk(ctx, d)
}

// mine is my last decisions, the newest first, and my median seconds a decision.
func (s *Server) mine(ctx context.Context) ([]*decisionWire, float64, error) {
	me := whoIs(ctx)
	rows, err := s.store.Decisions(ctx, me.Project.ID, me.ID, paceOver)
	if err != nil {
		return nil, 0, err
	}
	names, out, took := s.names(), []*decisionWire{}, []int{}
	for i, d := range rows {
		if d.ActiveMS > 0 && d.Scope != review.OnUndo {
			took = append(took, d.ActiveMS)
		}
		if i < logShown {
			out = append(out, names.decision(ctx, d.Decision, d.Word, d.Undone, me.ID))
		}
	}
	if len(took) == 0 {
		return out, 0, nil
	}
	slices.Sort(took)
	return out, float64(took[len(took)/2]) / 1000, nil
}

// deskAsk asks for one group.
type deskAsk struct {
	Group int64 `json:"group"`
	All   bool  `json:"all"`
	Again bool  `json:"again"`
}

// oneDesk lays one group out, to look at again or with all its occurrences.
func (s *Server) oneDesk(w http.ResponseWriter, r *http.Request) {
	ask, err := read[deskAsk](r)
	var out deskWire
	if err == nil {
		limit := fewSeen
		if ask.All {
			limit = manySeen
		}
		out, err = s.layOut(r.Context(), review.Group{ID: ask.Group, Again: ask.Again}, limit)
	}
	s.answerOr(w, r, out, err)
}

// decideAsk is a decision as the module sends it: ids and effects, no text.
type decideAsk struct {
	ID        string  `json:"id"`
	Scope     string  `json:"scope"`
	Effect    string  `json:"effect"`
	Group     int64   `json:"group"`
	Message   int64   `json:"message"`
	Start     int     `json:"start"`
	End       int     `json:"end"`
	AsStart   int     `json:"asStart"` // where the reviewer moved the edges
	AsEnd     int     `json:"asEnd"`
	Exact     bool    `json:"exact"`
	Label     string  `json:"label"`
	Excludes  []int64 `json:"excludes"`
	Of        string  `json:"of"`
	Again     bool    `json:"again"`
	Reason    string  `json:"reason"`
	Proposed  string  `json:"proposed"`
	ProposedP float64 `json:"proposedP"`
	Accepted  bool    `json:"accepted"`
	ActiveMS  int     `json:"activeMs"`
	Keys      int     `json:"keys"`
	Expect    int     `json:"expect"`
	Screen    string  `json:"screen"` // where text was seen; empty: the desk
}

// outcomeWire is what became of a decision.
type outcomeWire struct {
	Affected int              `json:"affected"`
	Again    bool             `json:"again"`
	Version  int              `json:"version"`
	State    string           `json:"state"`
	Open     int              `json:"open"`
	Kept     []keptWire       `json:"kept"`
	Desk     *deskWire        `json:"desk,omitempty"`     // where something of the group is open
	Progress *review.Progress `json:"progress,omitempty"` // where the page cannot reckon it itself
}

// keptWire says whose single decisions were left.
type keptWire struct {
	By string `json:"by"`
	N  int    `json:"n"`
}

// decide writes a decision.
func (s *Server) decide(w http.ResponseWriter, r *http.Request) {
	ask, err := read[decideAsk](r)
	var d review.Decision
	if err == nil {
		d, err = s.decision(r.Context(), ask)
	}
	var out outcomeWire
	if err == nil {
		out, err = s.apply(r.Context(), d)
	}
	s.answerOr(w, r, out, err)
}

// apply writes a decision and tells what became of it.
func (s *Server) apply(ctx context.Context, d review.Decision) (outcomeWire, error) {
	got, err := s.store.Decide(ctx, d)
	if err != nil {
		return outcomeWire{}, err
	}
	out := outcomeWire{
		Affected: got.Decision.Affected, Again: got.Again, Version: got.Group.Version, State: string(got.Group.State),
		Open: got.Group.Open, Kept: []keptWire{},
	}
	names := s.names()
	for _, k := range got.Kept {
		out.Kept = append(out.Kept, keptWire{names.of(ctx, k.User), k.N})
	}
	if d.Screen == "review" && got.Group.ID != 0 && (got.Group.Open > 0 || d.Scope == review.OnUndo) {
		desk, err := s.layOut(ctx, got.Group, fewSeen)
		if err != nil {
			return out, err
		}
		out.Desk = &desk
	}
	if d.Scope == review.OnUndo || d.Effect == review.Skip || d.Effect == review.Flag {
		out.Progress, err = s.stands(ctx)
	}
	return out, err
}

// stands is where my project stands. It counts over the whole project, so the
// page asks seldom and reckons in between.
func (s *Server) stands(ctx context.Context) (*review.Progress, error) {
	p, err := s.store.Progress(ctx, whoIs(ctx).Project.ID)
	return &p, err
}

// decision checks what the module sent and makes it a decision of mine.
func (s *Server) decision(ctx context.Context, ask decideAsk) (review.Decision, error) {
	me := whoIs(ctx)
	d := review.Decision{
		ID: ask.ID, Project: me.Project.ID, User: me.ID, Screen: cmp.Or(ask.Screen, "review"),
		Scope:   review.Scope(ask.Scope),
		Group:   ask.Group,
		Message: ask.Message, Range: review.Range{Start: ask.Start, End: ask.End},
		As:    review.Range{Start: ask.AsStart, End: ask.AsEnd},
		Exact: ask.Exact, Effect: review.Effect(ask.Effect),
		Excludes: ask.Excludes, Of: ask.Of, Again: ask.Again, Reason: ask.Reason,
		ProposedP: min(max(ask.ProposedP, 0), 1), Accepted: ask.Accepted,
		ActiveMS: min(max(ask.ActiveMS, 0), 120_000), Keys: min(max(ask.Keys, 0), 10_000),
		Guideline: me.Project.Guideline,
		Made:      s.now(), Expect: ask.Expect,
	}
	if !isUUID(ask.ID) || !askable(d) || !slices.Contains([]string{"review", "mark", "audit", "words"}, d.Screen) {
		return d, errBadInput
	}
	if ask.Proposed != "" && ask.Proposed != "O" {
		label, ok := labelOf(me.Project, ask.Proposed)
		if !ok {
			return d, errBadInput
		}
		d.Proposed = label
	}
	if d.Effect == review.Mask {
		label, ok := labelOf(me.Project, ask.Label)
		if d.Points() {
			label, ok = hidden(me.Project, ask.Label)
		}
		if !ok {
			return d, errBadInput
		}
		d.Label = label
	}
	return d, nil
}

// askable reports a decision that the desk can send: scope, effect and reason are
// of those it offers, and an undo names what it takes back.
func askable(d review.Decision) bool {
	scopes := []review.Scope{
		review.OnOccurrence, review.OnMessage, review.OnPattern, review.OnGroup, review.OnEach, review.OnWord,
		review.OnUndo,
	}
	effects := []review.Effect{review.Mask, review.Keep, review.Accept, review.Skip, review.Flag, review.Undecided}
	reasons := []string{"", "unreadable", "language", "guideline", "later"}
	if !slices.Contains(scopes, d.Scope) || !slices.Contains(effects, d.Effect) || !slices.Contains(reasons, d.Reason) {
		return false
	}
	if d.Scope == review.OnUndo {
		return d.Effect == review.Undecided && isUUID(d.Of)
	}
	return d.Effect != review.Undecided
}

// isUUID tells whether an id has the form of a UUID, so that nothing else finds
// its way into the log.
func isUUID(id string) bool {
	if len(id) != 36 || id[8] != '-' || id[13] != '-' || id[18] != '-' || id[23] != '-' {
		return false
	}
	_, err := hex.DecodeString(strings.ReplaceAll(id, "-", ""))
	return err == nil
}

// previewWire is what a rule would do.
type previewWire struct {
	Count     int        `json:"count"`
	Undecided int        `json:"undecided"`
	Mine      int        `json:"mine"`
	Kept      []keptWire `json:"kept"`
	Unusual   []seenWire `json:"unusual"`
	Second    bool       `json:"second"`
	Refused   string     `json:"refused"`
	Passed    int        `json:"passed"`  // places in clear that it would hide
	Changes   int        `json:"changes"` // places that it would hide or show
	Places    []lineWire `json:"places"`  // the first of them
}

// look says what a decision on a word would do, without deciding.
func (s *Server) look(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	ask, err := read[decideAsk](r)
	var d review.Decision
	if err == nil {
		d, err = s.decision(ctx, ask)
	}
	var p review.Preview
	if err == nil {
		p, err = s.store.Look(ctx, d)
	}
	out := previewWire{
		Count: p.Count, Undecided: p.Undecided, Mine: p.Mine, Kept: []keptWire{}, Unusual: []seenWire{},
		Second: p.Second, Refused: s.phrases.said(me.Lang, p.Refused), Passed: p.Passed,
		Changes: p.Changes, Places: []lineWire{},
	}
	for _, o := range p.Places {
		out.Places = append(out.Places, lineWire{o.Message, o.Text[:o.Start], o.Text[o.Start:o.End], o.Text[o.End:]})
	}
	names := s.names()
	for _, k := range p.Kept {
		out.Kept = append(out.Kept, keptWire{names.of(ctx, k.User), k.N})
	}
	for _, o := range p.Unusual {
		if err != nil {
			break
		}
		var one seenWire
		if one, err = s.seen(ctx, o, names, me.ID); err == nil {
			out.Unusual = append(out.Unusual, one)
		}
	}
	s.answerOr(w, r, out, err)
}

// beat is the heartbeat of a page at work. Copies counts what was copied since
// the last beat: the number, not the text.
type beat struct {
	Token  string `json:"token"`
	Copies int    `json:"copies"`
}

// renew prolongs the leases of a page.
func (s *Server) renew(w http.ResponseWriter, r *http.Request) {
	s.beat(w, r, s.store.Renew)
}

// release gives the leases of a page back.
func (s *Server) release(w http.ResponseWriter, r *http.Request) {
	s.beat(w, r, s.store.Release)
}

func (s *Server) beat(
	w http.ResponseWriter, r *http.Request, do func(ctx context.Context, project, user int64, token string) error,
) {
	b, err := read[beat](r)
	if err == nil && !isUUID(b.Token) {
		err = errBadInput
	}
	me := whoIs(r.Context())
	if err == nil && b.Copies > 0 {
		err = s.noteLook(r, "copy", map[string]any{"n": min(b.Copies, 1000)})
	}
	if err == nil {
		err = do(r.Context(), me.Project.ID, me.ID, b.Token)
	}
	s.answerOr(w, r, struct {
		At time.Time `json:"at"`
	}{s.now()}, err)
}
