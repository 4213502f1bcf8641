package review

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding"
	"errors"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Source is the source of spans that hold because somebody decided so.
const Source = "review"

// Applied is what was decided, ready for a pipeline: as its Linker it turns
// questions into finds or takes them out, as a Detector it gives what an import
// stored. It does not change once made, and is safe for concurrent use.
type Applied struct {
	next     bauta.Linker
	live     bool // next is of a session
	messages map[[sha256.Size]byte][]Occurrence
	truths   map[[sha256.Size]byte][]bauta.Span // what people marked in them
	rules    map[string][]Rule                  // by folded word, the strongest first
	words    *text.Phrases                      // of the rules
	byWord   []string                           // of each of words, its folded form
}

var (
	_ bauta.SessionLinker = (*Applied)(nil)
	_ bauta.Detector      = (*Applied)(nil)
)

// Apply reads what was decided in a project. next, which may be nil, links
// before decisions are applied. Of a store with Annotations and Locations, what
// people marked in a message is masked there beside what was decided.
func Apply(ctx context.Context, from Corpus, project int64, next bauta.Linker) (*Applied, error) {
	a := &Applied{next: next, messages: map[[sha256.Size]byte][]Occurrence{}, rules: map[string][]Rule{}}
	for m, err := range from.Messages(ctx, project) {
		if err != nil {
			return nil, err
		}
		a.messages[fingerprint(m.Message.ID, m.Message.Text)] = m.Occurrences
	}
	if people, ok := from.(said); ok {
		var err error
		if a.truths, err = truths(ctx, people, project); err != nil {
			return nil, err
		}
	}
	rules, err := from.Rules(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		form := Fold(r.Word)
		if a.rules[form] == nil {
			a.byWord = append(a.byWord, form)
		}
		a.rules[form] = append(a.rules[form], r)
	}
	if a.words, err = text.NewPhrases(a.byWord); err != nil {
		return nil, err
	}
	for _, list := range a.rules { // newest first among equals
		slices.Reverse(list)
		slices.SortStableFunc(list, func(x, y Rule) int { return cmp.Compare(x.rank(), y.rank()) })
	}
	return a, nil
}

// fingerprint stands for a message: decisions about one hold for no other text.
func fingerprint(id, text string) [sha256.Size]byte {
	return sha256.Sum256([]byte(id + "\x00" + text))
}

// Detect gives the spans that were found at the time of the import.
func (a *Applied) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, o := range a.messages[fingerprint(d.ID, d.Text)] {
		if !o.Passed { // the import left it in clear; Link hides it where somebody decided so
			out = append(out, o.Span)
		}
	}
	return out, nil
}

// Link applies decisions to the fused spans of a thread: what somebody decided
// about this very place; where nobody did, what was decided about its word for
// good. A word that is always masked is masked where the pipeline finds nothing,
// too.
func (a *Applied) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	if !a.live { // what is linked at once has a session, too: it knows who has which number
		return a.Session().Link(ctx, docs, spans)
	}
	if a.next != nil {
		if err := a.next.Link(ctx, docs, spans); err != nil {
			return err
		}
	}
	for i, d := range docs {
		spans[i] = a.apply(d, spans[i])
		if marked := a.truths[fingerprint(d.ID, d.Text)]; len(marked) > 0 {
			spans[i] = bauta.Fuse(len(d.Text), slices.Concat(spans[i], marked))
		}
		a.number(d, spans[i])
	}
	return nil
}

// adder is a linker that takes what was found later as it takes what it links.
type adder interface {
	Add(d *bauta.Doc, spans []bauta.Span)
}

// number has what somebody masks get the number that the policy would give it: of the person
// whom it names in the thread, or the next one.
func (a *Applied) number(d *bauta.Doc, spans []bauta.Span) {
	to, ok := a.next.(adder)
	for i := range spans {
		if ok && spans[i].Source == Source && spans[i].Entity == "" {
			to.Add(d, spans[i:i+1])
		}
	}
}

// Session applies decisions behind a session of what links before.
func (a *Applied) Session() bauta.Linker {
	s := *a
	s.live = true
	if next, ok := a.next.(bauta.SessionLinker); ok {
		s.next = next.Session()
	}
	return &s
}

// MarshalBinary writes what is remembered of the thread; decisions are no part of it.
func (a *Applied) MarshalBinary() ([]byte, error) {
	if a.next == nil {
		return nil, nil
	}
	m, ok := a.next.(encoding.BinaryMarshaler)
	if !ok {
		return nil, errKept
	}
	return m.MarshalBinary()
}

// UnmarshalBinary goes on with what was remembered.
func (a *Applied) UnmarshalBinary(state []byte) error {
	u, ok := a.next.(encoding.BinaryUnmarshaler)
	switch {
	case a.next == nil:
		return nil
	case !ok:
		return errKept
	}
	return u.UnmarshalBinary(state)
}

var errKept = errors.New("what this policy remembers of a thread cannot be written")

func (a *Applied) apply(d *bauta.Doc, spans []bauta.Span) []bauta.Span {
	known := map[Range]Label{}
	var out []bauta.Span
	for _, o := range a.messages[fingerprint(d.ID, d.Text)] {
		known[o.Range] = o.Now
		if o.Now.Effect == Mask && o.Now.Decision != "" {
			out = append(out, decided(d, o.Range, o.Now, o.Span))
		}
	}
	it := itemOf(d)
	for _, s := range spans {
		at := Range{s.Start, s.End}
		l, ok := known[at]
		if !ok || l.Decision == "" {
			if r, found := a.rule(it, at); found && (!ok || l.Effect == Undecided) {
				l, ok = Label{Effect: r.Effect, Label: r.Label, Decision: r.ID}, true
			}
		}
		switch {
		case !ok || l.Decision == "":
			out = append(out, s)
		case l.Effect == Mask:
			out = append(out, decided(d, at, l, s))
		}
	}
	return touching(d, bauta.Fuse(len(d.Text), append(out, a.always(d, it, known)...)))
}

// touching makes one of what somebody had masked and a find of its type that touch inside of a token, or two masks
// stand glued in it; who the find is stays known.
func touching(d *bauta.Doc, spans []bauta.Span) []bauta.Span {
	out := spans[:0:0]
	for _, s := range spans {
		last := len(out) - 1
		if last < 0 || out[last].End != s.Start || !ofOne(&out[last], &s) || begins(d, s.Start) {
			out = append(out, s)
			continue
		}
		was := &out[last]
		was.End, was.Entity = s.End, cmp.Or(was.Entity, s.Entity)
		was.Source, was.Inner, was.Part = Source, nil, ""
	}
	return out
}

// ofOne reports two sure finds of a type of which somebody decided one.
func ofOne(a, b *bauta.Span) bool {
	sure := a.Doubt == bauta.Sure && b.Doubt == bauta.Sure
	return sure && a.Label == b.Label && (a.Source == Source || b.Source == Source)
}

// begins reports whether a token begins there.
func begins(d *bauta.Doc, at int) bool {
	_, found := slices.BinarySearchFunc(d.Tokens, at, func(t bauta.Token, at int) int { return t.Start - at })
	return found
}

// decided is a span as somebody decided it.
func decided(d *bauta.Doc, at Range, l Label, s bauta.Span) bauta.Span {
	if l.As.Start >= 0 && l.As.Start < l.As.End && l.As.End <= len(d.Text) {
		at = l.As
	}
	if at.Start != s.Start || at.End != s.End || l.Label != s.Label {
		s.Inner, s.Part = nil, "" // they were those of another range or type
	}
	if l.Label != s.Label {
		s.Entity = "" // Location 1 is nobody
	}
	s.Start, s.End, s.Label, s.Doubt, s.P, s.Source = at.Start, at.End, l.Label, bauta.Sure, 1, Source
	s.Why = "decided by a person"
	return s
}

// itemOf lends a document the look of an item.
func itemOf(d *bauta.Doc) *Item {
	it := &Item{Message: d.Message}
	for _, t := range d.Tokens {
		it.Tokens = append(it.Tokens, Range{t.Start, t.End})
	}
	return it
}

// rule finds the strongest rule for a range.
func (a *Applied) rule(it *Item, at Range) (Rule, bool) {
	return strongest(a.rules[Fold(it.Message.Text[at.Start:at.End])], it, at)
}

// strongest is the first of the rules of a word that fits a range.
func strongest(rules []Rule, it *Item, at Range) (Rule, bool) {
	for _, r := range rules {
		if r.Exact && it.Message.Text[at.Start:at.End] != r.Word {
			continue
		}
		if r.Scope == OnPattern {
			if left, next := Around(it, at.Start, at.End); left != r.Left || next != r.Next {
				continue
			}
		}
		return r, true
	}
	return Rule{}, false
}

// always finds the words of a text that a rule masks, whatever its tokens are and
// whatever stands between words, save those about which somebody decided otherwise
// in this place.
func (a *Applied) always(d *bauta.Doc, it *Item, known map[Range]Label) []bauta.Span {
	if len(a.rules) == 0 {
		return nil
	}
	var out []bauta.Span
	for _, f := range a.words.Find(d) {
		at := Range{f.Start, f.End}
		if !f.Exact || known[at].Decision != "" {
			continue // without its accents it may be another word
		}
		if r, ok := strongest(a.rules[a.byWord[f.Entry]], it, at); ok && r.Effect == Mask {
			out = append(out, bauta.Span{
				Start: at.Start, End: at.End, Label: r.Label, P: 1, Source: Source, Rule: "always",
				Why: "word that is always masked",
			})
		}
	}
	return out
}
