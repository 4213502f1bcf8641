package server

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Bounds of the page of words.
const (
	wordsShown  = 50
	mostChosen  = wordsShown
	batchPrefix = 32 // characters of a decision's ID that those of one batch share
	batchSearch = 2000
)

// wordRoutes is the page of words.
func (s *Server) wordRoutes() []route {
	return []route{
		{"GET /p/{slug}/words", deciders.shown("words"), s.showWords},
		{"POST /p/{slug}/api/words/look", deciders.shown("words"), s.lookWords},
		{"POST /p/{slug}/api/words/decide", deciders, s.decideWords},
		{"POST /p/{slug}/api/words/undo", deciders, s.undoWords},
	}
}

// wordsView is a page of words.
type wordsView struct {
	Rows     []wordLine
	Kinds    []wordChoice
	Sorts    []wordChoice
	Labels   []wordChoice
	Sources  []wordChoice
	Found    int
	From, To int
	Back, On string // addresses of the pages before and behind; empty where there is none
	Hidden   int    // words hidden wherever they stand
	Names    int    // kept, and like a name
	Begin    string // address of those words; empty where there is none, and on their own page
	Left     int    // questions
	Released bool
}

// wordLine is a word as a row.
type wordLine struct {
	review.WordRow
	Href string
	Bars []stripBar
}

// stripBar is one stretch of the corpus in which the word stands: the darker the more
// often.
type stripBar struct{ X, Y, Height int }

// wordChoice is a way to filter or sort: a link. No word stands in it.
type wordChoice struct {
	Key  string
	Href string
	Here bool
	N    int
}

// showWords is the page: every word of the corpus, by what became of it.
func (s *Server) showWords(w http.ResponseWriter, r *http.Request) {
	ctx, me := r.Context(), whoIs(r.Context())
	q := wordQuery(r.URL.Query())
	found, err := s.store.Words(ctx, me.Project.ID, q)
	var now review.Progress
	if err == nil {
		now, err = s.store.Progress(ctx, me.Project.ID)
	}
	if err != nil {
		s.fail(w, r, err)
		return
	}
	s.render(w, r, http.StatusOK, "words", page{
		Title: "tab.words", Screen: "words", Module: "words.js", Boot: marking(ctx, 0),
		Body: wordsOf(me.Project, q, found, now),
	})
}

// wordQuery reads the address; what it does not know is left out.
func wordQuery(v url.Values) review.WordQuery {
	q := review.WordQuery{
		Kind: review.WordKind(v.Get("kind")), Sort: review.WordSort(v.Get("sort")), Label: bauta.Label(v.Get("label")),
		Source: v.Get("source"), N: wordsShown,
	}
	if !slices.Contains(review.WordKinds(), q.Kind) {
		q.Kind = review.AnyWord
	}
	if !slices.Contains(review.WordSorts(), q.Sort) {
		q.Sort = review.ByTimes
		if q.Kind == review.NameWord {
			q.Sort = review.ByLikely
		}
	}
	if n, err := strconv.Atoi(v.Get("from")); err == nil && n > 0 && n <= 10_000 {
		q.From = n
	}
	return q
}

// address is that of a query.
func address(p review.Project, q review.WordQuery) string {
	v := url.Values{"kind": {string(q.Kind)}, "sort": {string(q.Sort)}}
	for key, x := range map[string]string{"label": string(q.Label), "source": q.Source} {
		if x != "" {
			v.Set(key, x)
		}
	}
	if q.From > 0 {
		v.Set("from", strconv.Itoa(q.From))
	}
	return "/p/" + p.Slug + "/words?" + v.Encode()
}

// wordsOf lays the page out.
func wordsOf(p review.Project, q review.WordQuery, found review.WordPage, now review.Progress) wordsView {
	view := wordsView{
		Found: found.Found, From: min(q.From+1, found.Found), To: min(q.From+len(found.Rows), found.Found),
		Hidden: found.Kinds[review.HiddenWord], Names: found.Kinds[review.NameWord], Left: now.Left,
		Released: p.State != review.Open && p.State != review.Frozen,
	}
	to := func(change func(*review.WordQuery)) string {
		other := q
		other.From = 0
		change(&other)
		return address(p, other)
	}
	for _, k := range review.WordKinds() {
		href := to(func(o *review.WordQuery) { o.Kind, o.Sort = k, "" })
		if k == review.NameWord && k != q.Kind && view.Names > 0 {
			view.Begin = href
		}
		view.Kinds = append(view.Kinds, wordChoice{cmp.Or(string(k), "any"), href, k == q.Kind, found.Kinds[k]})
	}
	for _, x := range review.WordSorts() {
		href := to(func(o *review.WordQuery) { o.Sort = x })
		view.Sorts = append(view.Sorts, wordChoice{string(x), href, x == q.Sort, 0})
	}
	for _, l := range append([]bauta.Label{""}, found.Labels...) {
		href := to(func(o *review.WordQuery) { o.Label = l })
		view.Labels = append(view.Labels, wordChoice{string(l), href, l == q.Label, 0})
	}
	for _, x := range append([]string{""}, found.Sources...) {
		href := to(func(o *review.WordQuery) { o.Source = x })
		view.Sources = append(view.Sources, wordChoice{x, href, x == q.Source, 0})
	}
	if q.From > 0 {
		view.Back = to(func(o *review.WordQuery) { o.From = max(0, q.From-wordsShown) })
	}
	if view.To < found.Found {
		view.On = to(func(o *review.WordQuery) { o.From = q.From + wordsShown })
	}
	for _, row := range found.Rows {
		at := fmt.Sprintf("/p/%s/m/%d", p.Slug, row.Message)
		view.Rows = append(view.Rows, wordLine{WordRow: row, Href: at, Bars: barsOf(row.Strip)})
	}
	return view
}

// barsOf draws where a word stands: a column each stretch, eight units high.
func barsOf(strip []int) []stripBar {
	top := 1
	for _, n := range strip {
		top = max(top, n)
	}
	var out []stripBar
	for i, n := range strip {
		if n > 0 {
			h := max(2, 8*n/top)
			out = append(out, stripBar{2 * i, 8 - h, h})
		}
	}
	return out
}

// wordsAsk is a decision about some words, each named by one of its places. The IDs of
// the decisions are made of Batch, so that all are undone together.
type wordsAsk struct {
	Batch  string     `json:"batch"`
	Effect string     `json:"effect"`
	Words  []alikeAsk `json:"words"`
}

// wordsWire is what became of it, or would.
type wordsWire struct {
	Words   int        `json:"words"`   // decided
	Places  int        `json:"places"`  // of which something changes
	Second  int        `json:"second"`  // words that wait for a second person
	Refused []string   `json:"refused"` // why words cannot be decided, each reason once
	Lines   []lineWire `json:"lines"`   // some of the places
}

// batchID is the ID of the n-th decision of a batch.
func batchID(batch string, n int) string {
	return batch[:batchPrefix] + hex.EncodeToString([]byte{byte(n >> 8), byte(n)})
}

// decisions reads what was asked.
func (s *Server) decisions(r *http.Request) ([]review.Decision, error) {
	ask, err := read[wordsAsk](r)
	if err != nil || !isUUID(ask.Batch) || len(ask.Words) == 0 || len(ask.Words) > mostChosen {
		return nil, cmp.Or(err, errBadInput)
	}
	var out []review.Decision
	for i, at := range ask.Words {
		d, err := s.decision(r.Context(), decideAsk{
			ID: batchID(ask.Batch, i), Scope: string(review.OnWord), Effect: ask.Effect, Message: at.Message,
			Start: at.Start, End: at.End, Expect: -1, Screen: "words", Keys: 1,
		})
		if err != nil || !d.Points() {
			return nil, cmp.Or(err, errBadInput)
		}
		out = append(out, d)
	}
	return out, nil
}

// lookWords says what a decision about some words would do.
func (s *Server) lookWords(w http.ResponseWriter, r *http.Request) {
	all, err := s.decisions(r)
	out := wordsWire{Refused: []string{}, Lines: []lineWire{}}
	for _, d := range all {
		var p review.Preview
		p, missed := s.store.Look(r.Context(), d)
		if missed != nil {
			p.Refused = s.tell(whoIs(r.Context()).Lang, missed)
		}
		if p.Refused != "" {
			out.refuse(s.phrases.said(whoIs(r.Context()).Lang, p.Refused))
			continue
		}
		out.Words++
		out.Places += p.Changes
		if p.Second {
			out.Second++
		}
		for _, o := range p.Places {
			if len(out.Lines) < 2*likeShown {
				line := lineWire{o.Message, o.Text[:o.Start], o.Text[o.Start:o.End], o.Text[o.End:]}
				out.Lines = append(out.Lines, line)
			}
		}
	}
	s.answerOr(w, r, out, err)
}

// refuse notes a reason once.
func (w *wordsWire) refuse(why string) {
	if !slices.Contains(w.Refused, why) {
		w.Refused = append(w.Refused, why)
	}
}

// decideWords decides about some words, one after the other. What is refused is told;
// the others stand.
func (s *Server) decideWords(w http.ResponseWriter, r *http.Request) {
	all, err := s.decisions(r)
	out := wordsWire{Refused: []string{}, Lines: []lineWire{}}
	for _, d := range all {
		got, missed := s.store.Decide(r.Context(), d)
		if missed != nil {
			out.refuse(s.tell(whoIs(r.Context()).Lang, missed))
			continue
		}
		out.Words++
		out.Places += got.Decision.Affected
		if got.Group.State == review.Second {
			out.Second++
		}
	}
	s.answerOr(w, r, out, err)
}

// undoWords takes back what I decided in one batch.
func (s *Server) undoWords(w http.ResponseWriter, r *http.Request) {
	ask, err := read[wordsAsk](r)
	if err == nil && !isUUID(ask.Batch) {
		err = errBadInput
	}
	out := wordsWire{Refused: []string{}, Lines: []lineWire{}}
	if err == nil {
		out.Words, out.Places, err = s.undoBatch(r.Context(), ask.Batch)
	}
	s.answerOr(w, r, out, err)
}

func (s *Server) undoBatch(ctx context.Context, batch string) (words, places int, err error) {
	me := whoIs(ctx)
	log, err := s.store.Decisions(ctx, me.Project.ID, me.ID, batchSearch)
	for _, l := range log {
		if err != nil || l.Undone || l.Scope != review.OnWord || !strings.HasPrefix(l.ID, batch[:batchPrefix]) {
			continue
		}
		var got review.Outcome
		got, err = s.store.Decide(ctx, review.Decision{
			ID: newID(s.now()), Project: me.Project.ID, User: me.ID, Screen: "words", Scope: review.OnUndo, Of: l.ID,
			Made: s.now(), Expect: -1,
		})
		words, places = words+1, places+got.Decision.Affected
	}
	return words, places, err
}
