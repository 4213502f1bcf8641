package server

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// The types below are what the review page's module reads. They carry text and
// so go only to deciders, uncached. Offsets are bytes of the message; the module
// sends them back and never computes with them.

// deskWire is a group laid out for decision.
type deskWire struct {
	ID          int64         `json:"id"`
	Word        string        `json:"word"`
	Count       int           `json:"count"`
	Open        int           `json:"open"`
	Messages    int           `json:"messages"` // among the occurrences shown
	Named       bool          `json:"named"`
	Score       float64       `json:"score"`
	Version     int           `json:"version"`
	State       string        `json:"state"`
	Again       bool          `json:"again,omitempty"`   // asked twice; shown nowhere
	Offered     bool          `json:"offered,omitempty"` // nothing of it is open; a look may be worth it
	Lease       int           `json:"lease"`             // seconds left
	Occurrences []seenWire    `json:"occurrences"`
	Why         []whyWire     `json:"why"`
	Settled     []settledWire `json:"settled"`
	Before      beforeWire    `json:"before"`
	Pending     *decisionWire `json:"pending,omitempty"`
}

// seenWire is an occurrence in its message. Pieces are gap, token, gap, token,
// …, gap; At holds start and end of each token in bytes; Hit is the range of
// tokens that the occurrence covers.
type seenWire struct {
	ID       int64     `json:"id"`
	Message  int64     `json:"message"`
	Start    int       `json:"start"`
	End      int       `json:"end"`
	Pieces   []string  `json:"pieces"`
	Dir      string    `json:"dir"`             // of the text: ltr or rtl
	Above    string    `json:"above,omitempty"` // what was said before in the conversation
	Below    string    `json:"below,omitempty"` // and behind
	At       []int     `json:"at"`
	Hit      [2]int    `json:"hit"`
	Proposed string    `json:"proposed"` // mask or keep
	Label    string    `json:"label"`
	P        float64   `json:"p"` // that masking is right
	Exact    bool      `json:"exact"`
	Now      labelWire `json:"now"`
	Stands   string    `json:"stands,omitempty"` // of what is offered: mask or keep, as long as nobody decides
	Result   string    `json:"result"`           // what stands in its place when masked as proposed
}

// labelWire is what holds for an occurrence.
type labelWire struct {
	Effect string `json:"effect"`
	Label  string `json:"label,omitempty"`
	By     string `json:"by,omitempty"` // who decided
	Mine   bool   `json:"mine,omitempty"`
	Bulk   bool   `json:"bulk,omitempty"`
}

// whyWire is one reason for the question, with how often and how sure.
type whyWire struct {
	Source string  `json:"source"`
	Why    string  `json:"why"`
	Doubt  string  `json:"doubt"`
	N      int     `json:"n"`
	P      float64 `json:"p"` // mean
}

// settledWire is what a settler did to finds of the word, with how often and from
// which probability to which.
type settledWire struct {
	Settler string  `json:"settler"`
	Did     string  `json:"did"` // added, changed or took
	N       int     `json:"n"`
	From    float64 `json:"from"` // mean; 0 where it added
	To      float64 `json:"to"`   // mean; 0 where it took
}

// beforeWire is how the word was labelled before.
type beforeWire struct {
	Labels []countWire   `json:"labels"`
	Mine   int           `json:"mine"`
	Others int           `json:"others"`
	Gold   int           `json:"gold"`
	Last   *decisionWire `json:"last,omitempty"`
}

// countWire is a label and how often.
type countWire struct {
	Label string `json:"label"`
	N     int    `json:"n"`
}

// decisionWire is a decision as lists show it.
type decisionWire struct {
	ID       string    `json:"id"`
	Group    int64     `json:"group,omitempty"`
	Word     string    `json:"word,omitempty"`
	Scope    string    `json:"scope"`
	Effect   string    `json:"effect"`
	Label    string    `json:"label,omitempty"`
	Of       string    `json:"of,omitempty"`
	Affected int       `json:"affected"`
	Undone   bool      `json:"undone,omitempty"`
	By       string    `json:"by"`
	Mine     bool      `json:"mine"`
	At       time.Time `json:"at"`
}

// staleWire shows the decision that was faster.
type staleWire struct {
	Group  int64         `json:"group"`
	Theirs *decisionWire `json:"theirs"`
	Now    int           `json:"version"`
}

// names gives what to call the users of an answer, each looked up once.
type names struct {
	*Server
	by map[int64]string
}

func (s *Server) names() *names { return &names{s, map[int64]string{}} }

// of is the display name; a user that cannot be read is somebody.
func (n *names) of(ctx context.Context, id int64) string {
	if id == 0 {
		return ""
	}
	if name, ok := n.by[id]; ok {
		return name
	}
	u, err := n.store.User(ctx, id)
	name := cmp.Or(u.Display, u.Login, n.phrases.say(whoIs(ctx).Lang, "error.somebody"))
	if err == nil {
		n.by[id] = name
	}
	return name
}

// decisionWire lays a decision out for me.
func (n *names) decision(ctx context.Context, d review.Decision, word string, undone bool, me int64) *decisionWire {
	return &decisionWire{
		ID: d.ID, Group: d.Group, Word: word, Scope: string(d.Scope), Effect: string(d.Effect), Label: string(d.Label),
		Of:       d.Of,
		Affected: d.Affected, Undone: undone, By: n.of(ctx, d.User), Mine: d.User == me, At: d.Made,
	}
}

func (s *Server) staleWire(ctx context.Context, e *review.StaleError) *staleWire {
	out := &staleWire{Group: e.Group.ID, Now: e.Group.Version}
	if e.Theirs != nil {
		out.Theirs = s.names().decision(ctx, *e.Theirs, "", false, whoIs(ctx).ID)
	}
	return out
}

// desk lays a group out for me.
func (s *Server) desk(ctx context.Context, d review.Desk) (deskWire, error) {
	me, names := whoIs(ctx), s.names()
	out := deskWire{
		ID: d.ID, Word: d.Word, Count: d.Count, Open: d.Open, Named: d.Named, Score: d.Score,
		Version: d.Version, State: string(d.State), Again: d.Again, Why: s.reasons(me.Lang, d.Occurrences),
		Settled: settled(d.Occurrences),
		Before:  beforeWire{Labels: []countWire{}, Mine: d.Before.Mine, Others: d.Before.Others, Gold: d.Before.Gold},
	}
	if d.Lease.User == me.ID {
		out.Lease = max(0, int(d.Lease.Expires.Sub(s.now()).Seconds()))
	}
	for _, c := range d.Before.Labels {
		out.Before.Labels = append(out.Before.Labels, countWire{string(c.Label), c.N})
	}
	if d.Before.Last != nil {
		out.Before.Last = names.decision(ctx, *d.Before.Last, "", false, me.ID)
	}
	if d.Pending != nil {
		out.Pending = names.decision(ctx, *d.Pending, d.Word, false, me.ID)
	}
	if out.Offered = d.Offered; d.Offered {
		out.Open = d.Count
	}
	messages := map[int64]bool{}
	for _, o := range d.Occurrences {
		messages[o.Message] = true
	}
	beside, err := s.store.Beside(ctx, me.Project.ID, slices.Sorted(maps.Keys(messages)))
	if err != nil {
		return out, err
	}
	for _, o := range d.Occurrences {
		w, err := s.seen(ctx, o, names, me.ID)
		if err != nil {
			return out, err
		}
		w.Proposed = string(proposed(o, d.Group))
		w.Above, w.Below = beside[o.Message].Above, beside[o.Message].Below
		if d.Offered && o.Now.Decision == "" {
			w.Stands, w.Now = w.Now.Effect, labelWire{}
		}
		out.Occurrences = append(out.Occurrences, w)
	}
	out.Messages = len(messages)
	return out, nil
}

// proposed is what the page proposes: to hide what is likely enough a name.
func proposed(o review.Seen, g review.Group) review.Effect {
	if review.Hides(o.Span.P, g) {
		return review.Mask
	}
	return review.Keep
}

// seen lays one occurrence out.
func (s *Server) seen(ctx context.Context, o review.Seen, names *names, me int64) (seenWire, error) {
	span := o.Span
	span.Start, span.End = o.Start, o.End
	result, err := s.replace(ctx, o.Text, span)
	if err != nil {
		return seenWire{}, err
	}
	out := seenWire{
		ID: o.ID, Message: o.Message, Start: o.Start, End: o.End, Label: string(o.Span.Label), P: o.Span.P,
		Exact:    o.Exact,
		Proposed: string(proposed(o, review.Group{})), Result: result,
		Now: labelWire{Effect: string(o.Now.Effect), Label: string(o.Now.Label)},
	}
	if o.Now.Decision != "" {
		out.Now.By, out.Now.Mine, out.Now.Bulk = names.of(ctx, o.Now.User), o.Now.User == me, o.Now.Bulk
	}
	out.Pieces, out.At, out.Hit = pieces(o.Text, o.Tokens, o.Range)
	out.Dir = direction(o.Text)
	return out, nil
}

// pieces cuts a text at its tokens and at the ends of the occurrence.
func pieces(text string, tokens []review.Range, hit review.Range) (parts []string, at []int, covered [2]int) {
	var cut []review.Range
	for _, t := range tokens {
		for _, edge := range []int{hit.Start, hit.End} {
			if t.Start < edge && edge < t.End {
				cut = append(cut, review.Range{Start: t.Start, End: edge})
				t.Start = edge
			}
		}
		cut = append(cut, t)
	}
	last, first, end := 0, -1, 0
	for i, t := range cut {
		parts = append(parts, text[last:t.Start], text[t.Start:t.End])
		at = append(at, t.Start, t.End)
		last = t.End
		if t.Start >= hit.Start && t.End <= hit.End {
			if first < 0 {
				first = i
			}
			end = i + 1
		}
	}
	return append(parts, text[last:]), at, [2]int{max(first, 0), end}
}

// direction is that of a text's first letter. The pages say it, since dir=auto
// does not look into the <bdi> that each token stands in.
func direction(text string) string {
	i := strings.IndexFunc(text, unicode.IsLetter)
	if i < 0 {
		return "ltr"
	}
	first, _ := utf8.DecodeRuneInString(text[i:])
	if unicode.In(first, unicode.Arabic, unicode.Hebrew, unicode.Syriac, unicode.Thaana, unicode.Nko) {
		return "rtl"
	}
	return "ltr"
}

// reasons gathers why the occurrences are asked about, the most frequent first.
func (s *Server) reasons(lang string, seen []review.Seen) []whyWire {
	type key struct{ source, why, doubt string }
	by := map[key]*whyWire{}
	for _, o := range seen {
		for why := range strings.SplitSeq(o.Span.Why, "; ") {
			k := key{o.Span.Source, why, o.Span.Doubt.String()}
			if by[k] == nil {
				by[k] = &whyWire{Source: k.source, Why: k.why, Doubt: k.doubt}
			}
			w := by[k]
			w.P = (w.P*float64(w.N) + o.Span.P) / float64(w.N+1)
			w.N++
		}
	}
	out := []whyWire{}
	for _, w := range slices.SortedFunc(maps.Values(by), func(a, b *whyWire) int {
		return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Source, b.Source), cmp.Compare(a.Why, b.Why))
	}) {
		w.Why, w.Doubt = s.phrases.reason(lang, w.Why), s.phrases.said(lang, w.Doubt)
		out = append(out, *w)
	}
	return out
}

// settled gathers what settlers did to the occurrences, in their order.
func settled(seen []review.Seen) []settledWire {
	type key struct{ settler, did string }
	at := map[key]int{}
	out := []settledWire{}
	for _, o := range seen {
		for _, c := range o.Changes {
			k := key{c.Settler, "changed"}
			switch {
			case c.Before.End == 0:
				k.did = "added"
			case c.After.End == 0:
				k.did = "took"
			}
			i, ok := at[k]
			if !ok {
				i = len(out)
				at[k], out = i, append(out, settledWire{Settler: k.settler, Did: k.did})
			}
			w := &out[i]
			w.From = (w.From*float64(w.N) + c.Before.P) / float64(w.N+1)
			w.To = (w.To*float64(w.N) + c.After.P) / float64(w.N+1)
			w.N++
		}
	}
	return out
}

// labelOf is a label of the project by its name; false where it has none such.
func labelOf(p review.Project, name string) (bauta.Label, bool) {
	i := slices.Index(p.Labels, bauta.Label(name))
	return bauta.Label(name), i >= 0
}
