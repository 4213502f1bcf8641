package bauta

import (
	"context"
	"errors"
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
	Detectors []Detector
	Link      Linker // may be nil
	Judge     Judge  // nil: untagged messages go to the expert
	// Operators by label. A label that is in neither map fails the thread.
	Operators map[Label]Operator
	// Keep names the labels that are found but stay in the text. A message
	// that holds nothing else has nothing to anonymise.
	Keep    map[Label]bool
	Pending Pending
}

// ErrPanic is wrapped by the error of a phase that panicked. The panic's own
// value is not kept: it may hold text.
var ErrPanic = errors.New("a phase panicked, which is a bug in it")

// Thread takes one thread of messages through all phases. On error there is no
// result for any of its messages.
func (p *Pipeline) Thread(ctx context.Context, thread []Message) ([]Result, error) {
	w, err := p.read(ctx, thread)
	if err == nil && p.Link != nil {
		err = w.link(ctx, p.Link)
	}
	if err != nil {
		return nil, err
	}
	results, err := w.results(ctx, p)
	if err != nil {
		return nil, err
	}
	return results, nil
}

// work is a thread, or a stretch of one, on its way.
type work struct {
	docs  []*Doc
	spans [][]Span
}

// guard makes an error of a panic. at is the message in which it happened.
func guard(at *string, err *error) {
	if recover() != nil {
		*err = fmt.Errorf("message %q: %w", *at, ErrPanic)
	}
}

// read analyses the messages and finds what is in each.
func (p *Pipeline) read(ctx context.Context, thread []Message) (w *work, err error) {
	at := ""
	defer guard(&at, &err)
	w = &work{make([]*Doc, len(thread)), make([][]Span, len(thread))}
	for i, m := range thread {
		at = m.ID
		if w.docs[i], w.spans[i], err = p.find(ctx, m); err != nil {
			return nil, fmt.Errorf("message %q: %w", m.ID, err)
		}
	}
	return w, nil
}

// link joins the mentions.
func (w *work) link(ctx context.Context, l Linker) (err error) {
	if len(w.docs) == 0 {
		return nil
	}
	defer guard(&w.docs[0].ID, &err)
	if err := l.Link(ctx, w.docs, w.spans); err != nil {
		return fmt.Errorf("thread %q: %w", w.docs[0].Thread, err)
	}
	return nil
}

// results decides and writes.
func (w *work) results(ctx context.Context, p *Pipeline) (out []Result, err error) {
	at := ""
	defer guard(&at, &err)
	out = make([]Result, len(w.docs))
	for i, d := range w.docs {
		at = d.ID
		if err := p.decide(ctx, d, w.spans[i], &out[i]); err != nil {
			return nil, fmt.Errorf("message %q: %w", d.ID, err)
		}
	}
	return out, nil
}

// find runs the phases that concern one message alone.
func (p *Pipeline) find(ctx context.Context, m Message) (*Doc, []Span, error) {
	d, err := p.Analyse.Analyse(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	var found []Span
	for _, det := range p.Detectors {
		s, err := det.Detect(ctx, d)
		if err != nil {
			return nil, nil, err
		}
		found = append(found, s...)
	}
	return d, Fuse(len(d.Text), found), nil
}

// decide gives outcome, verdict and text.
func (p *Pipeline) decide(ctx context.Context, d *Doc, spans []Span, r *Result) error {
	r.Message, r.Lang = d.Message, d.Lang
	r.Outcome = NTA
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
	if p.Keep[s.Label] {
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

// replacement gives what stands in the place of a span, and whether anything
// does.
func (p *Pipeline) replacement(ctx context.Context, d *Doc, s Span, v Verdict) (string, bool, error) {
	switch {
	case s.Doubt != Sure && v == AskExpert && p.Pending == KeepPending:
		return "", false, nil
	case s.Doubt != Sure && v == AskExpert:
		return fmt.Sprintf("<?_%d>", utf8.RuneCountInString(d.Text[s.Start:s.End])), true, nil
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
