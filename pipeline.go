package bauta

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Analyser makes a Doc of a message: normalised copy, tokens, language.
type Analyser interface {
	Analyse(ctx context.Context, m Message) (*Doc, error)
}

// Linker joins the mentions of one entity: it sets Span.Entity, may turn a find
// into a question, and may add finds that only the thread shows. docs is one
// thread in order; spans[i] are the fused spans of docs[i], which it may change
// in place, and which stay disjoint and in order. It takes no find away.
type Linker interface {
	Link(ctx context.Context, docs []*Doc, spans [][]Span) error
}

// Judge sets Verdict, Score and Why of a result whose Outcome, Spans and
// Candidates stand.
type Judge interface {
	Judge(ctx context.Context, d *Doc, r *Result) error
}

// Pending says what stands in the text for a question that nobody has answered.
type Pending uint8

// The ways to release a message that waits for the expert.
const (
	MaskPending Pending = iota // each candidate as <?_n>, n its length in code points
	Withhold                   // no text at all
	KeepPending                // the candidates in clear: for the expert's own desk only
)

// Pipeline is the fixed order of phases. The slots are filled once, by package
// policy or by hand, and not changed while it runs.
type Pipeline struct {
	Analyse   Analyser
	Read      Reader // nil: each document once, as a whole
	Detectors []Detector
	Settlers  []Settler // each over what all detectors found in a reading, in order
	Across    []Settler // the same over what all readings found together, each fused
	// Otherwise gives what in a document may be meant for something else, disjoint and in order, and what for: the
	// message is read once more so, and what is found there is found. Nil: as it stands alone.
	Otherwise func(*Doc) []Edit
	// Stand says what stands for a find when a message is read once more behind its
	// finds; false for what comes out otherwise. Nil: messages are read once.
	Stand func(*Doc, Span) (string, bool)
	Link  Linker // may be nil
	Judge Judge  // nil: untagged messages go to the expert
	// Operators by label. A label that is in neither map fails the thread.
	Operators map[Label]Operator
	// Keep names the labels that are found but stay in the text. A message
	// that holds nothing else has nothing to anonymise.
	Keep    map[Label]bool
	Pending Pending
	// Trace fills Result.Changes, which takes time and is for who asks why.
	Trace bool
	// Store is what Run has beside its memory: functions, all of which may be nil. Save and
	// Load keep what is known of threads that are more than it remembers. Mark and Keep
	// keep results, which Again gives to a later run. Mine chooses messages.
	Store store
	// Recall, if not nil, gives what a document is known to hold, fused, or what read finds in it: for messages
	// that are sent again and again. It is not asked where Trace is set.
	Recall func(d *Doc, read func() ([]Span, error)) ([]Span, error)
}

// Thread takes one thread of messages through all phases. On error, a
// *[MessageError], there is no result for any of its messages.
func (p *Pipeline) Thread(ctx context.Context, thread []Message) ([]Result, error) {
	return p.Session().Next(ctx, thread...)
}

// decide gives outcome, verdict and text.
func (p *Pipeline) decide(ctx context.Context, d *Doc, spans []Span, r *Result) error {
	r.Message, r.Lang, r.Outcome = d.Message, d.Lang, NTA
	for _, s := range spans {
		switch {
		case s.Doubt != Sure:
			r.Candidates = append(r.Candidates, s)
		default:
			r.Spans = append(r.Spans, s)
			if !p.Keeps(s) {
				r.Outcome = TA
			}
		}
	}
	if len(r.Candidates) > 0 {
		r.Outcome = Untagged
	}
	r.Verdict = [...]Verdict{Untagged: AskExpert, TA: Anonymise, NTA: Leave}[r.Outcome]
	if p.Judge != nil {
		if err := p.Judge.Judge(ctx, d, r); err != nil {
			return err
		}
	}
	return p.mask(ctx, d, r)
}

// Keeps reports whether a span stays in the text as it is: by its label, or by
// what its operator says of it.
func (p *Pipeline) Keeps(s Span) bool {
	if p.Keep[s.Label] || s.namesake() {
		return true
	}
	k, ok := p.Operators[s.Label].(Keeper)
	return ok && k.Keeps(s)
}

// mask writes the text to release: finds are replaced whatever the verdict,
// questions as the verdict and Pending say. Text outside is copied byte for byte.
func (p *Pipeline) mask(ctx context.Context, d *Doc, r *Result) error {
	if r.Verdict == AskExpert && p.Pending == Withhold {
		r.Withheld = true
		return nil
	}
	all := r.Spans
	if len(r.Candidates) > 0 && r.Verdict != Leave {
		all = append(slices.Clone(r.Spans), r.Candidates...)
		slices.SortFunc(all, func(a, b Span) int { return a.Start - b.Start })
	}
	if len(all) == 0 {
		r.Text = d.Text
		return nil
	}
	var b strings.Builder
	last := 0
	for _, s := range all {
		with, replace, err := p.replacement(ctx, d, s, r.Verdict)
		if err != nil {
			return err
		}
		if !replace {
			continue
		}
		b.WriteString(d.Text[last:s.Start])
		b.WriteString(with)
		r.Edits = append(r.Edits, Edit{s.Start, s.End, with})
		last = s.End
	}
	b.WriteString(d.Text[last:])
	r.Text = b.String()
	return nil
}

// asked stands for a question that nobody has answered.
func asked(d *Doc, s Span) string {
	return fmt.Sprintf("<?_%d>", utf8.RuneCountInString(d.Text[s.Start:s.End]))
}

// replacement gives what stands in the place of a span, and whether anything
// does.
func (p *Pipeline) replacement(ctx context.Context, d *Doc, s Span, v Verdict) (string, bool, error) {
	switch {
	case s.Doubt != Sure && v == AskExpert && p.Pending == KeepPending:
		return "", false, nil
	case s.Doubt != Sure && v == AskExpert:
		return asked(d, s), true, nil
	case p.Keeps(s):
		return "", false, nil
	}
	op := p.Operators[s.Label]
	if op == nil {
		return "", false, fmt.Errorf("no operator for %s at byte %d; name one in the policy", s.Label, s.Start)
	}
	with, err := op.Replace(ctx, d, s)
	return with, true, err
}
