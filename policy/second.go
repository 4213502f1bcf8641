package policy

import (
	"context"
	"math"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
)

// second asks a tagger about the messages whose names the dictionaries leave
// open, and only about those: reading the whole sentence costs ten times as
// much as looking words up. What it says is evidence beside theirs, weighed on
// generated and invented gold (docs/experiments/names.md), and the same bounds
// decide.
type second struct {
	first  bauta.Detector
	tagger bauta.Detector
	above  float64 // the bounds of the dictionaries
	below  float64
	decide float64 // 0: doubt is asked about
}

// What the tagger's word is worth in log-odds: its silence speaks for a word
// ten to one, its own probability counts as it is, up to seven to one. Doubt
// takes more to become a find than dictionaries alone do.
const (
	silence = -2.3
	mostFor = 2.0
	surely  = 0.8
)

// Detect asks the dictionaries, and where they are in doubt the tagger.
func (s second) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := s.first.Detect(ctx, d)
	if err != nil {
		return nil, err
	}
	doubtful := false
	for _, f := range found {
		doubtful = doubtful || f.Doubt != bauta.Sure
	}
	if !doubtful {
		return found, nil
	}
	tagged, err := s.tagger.Detect(ctx, d)
	if err != nil {
		return nil, err
	}
	near := interval.Of(tagged)
	out := found[:0]
	for _, f := range found {
		if f.Doubt != bauta.Sure {
			f = s.weigh(f, tagged, near)
		}
		if f.Score > s.below && f.Doubt == bauta.Sure || f.Score > s.below && s.decide == 0 {
			out = append(out, f)
		}
	}
	return out, nil
}

// weigh joins the two opinions on a doubtful word. near finds what was tagged.
func (s second) weigh(f bauta.Span, tagged []bauta.Span, near *interval.Tree) bauta.Span {
	says := silence
	for i := range near.Over(f.Start, f.End) {
		if t := tagged[i]; t.Label == bauta.Person {
			says = max(says, min(mostFor, logit(t.Score)))
		}
	}
	f.Score = 1 / (1 + math.Exp(-logit(f.Score)-says))
	switch {
	case says > 0:
		f.Why += "; the tagger agrees"
	case says == silence:
		f.Why += "; the tagger sees none"
	}
	if s.decide > 0 && f.Score >= s.decide || s.decide == 0 && f.Score >= max(s.above, surely) {
		f.Doubt = bauta.Sure
	}
	return f
}

// logit gives the log-odds of a probability, kept finite.
func logit(p float64) float64 {
	p = min(max(p, 1e-6), 1-1e-6)
	return math.Log(p / (1 - p))
}

// heard is a tagger that is asked about a document twice: by the dictionaries
// in doubt, and for its own sake. It keeps what it said from the first to the
// second time.
type heard struct {
	tagger bauta.Detector
	said   sync.Map // *bauta.Doc → []bauta.Span
}

// Detect is the first time.
func (h *heard) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := h.tagger.Detect(ctx, d)
	if err == nil {
		h.said.Store(d, found)
	}
	return found, err
}

// again is the second time, or the only one; after it nothing is kept.
type again struct{ *heard }

// Detect gives what was said.
func (a again) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	if found, ok := a.said.LoadAndDelete(d); ok {
		return found.([]bauta.Span), nil
	}
	return a.tagger.Detect(ctx, d)
}
