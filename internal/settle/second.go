package settle

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/lexicon"
)

// SecondOpinion asks a tagger about the names that dictionaries leave open, and only
// about those: reading the whole sentence costs ten times as much as looking words
// up. What it says is evidence beside theirs, weighed on generated and invented gold
// (docs/experiments/names.md), and the same bounds decide.
type SecondOpinion struct {
	// By says by language with what bounds the dictionaries work; documents in
	// others go with Others.
	By     map[string]Opinion
	Others string
}

// Opinion is who is asked in a language, and what follows.
type Opinion struct {
	Tagger Asked   // nil: the tagger whose finds are there anyhow
	Above  float64 // the bounds of the dictionaries
	Below  float64
	Decide float64 // 0: doubt is asked about
	// Heard gives the stretches that the tagger has read. Where it has and sees nobody the
	// dictionaries are not sure either, but of a word in a record; nil: its silence is
	// evidence about questions alone.
	Heard func(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error)
	// Seen is the least probability with which it sees somebody.
	Seen float64
}

// Asked is a tagger that says what it finds where spans stand.
type Asked interface {
	About(ctx context.Context, d *bauta.Doc, spans []bauta.Span) ([]bauta.Span, error)
}

var _ bauta.Settler = SecondOpinion{}

// What the tagger's word is worth in log-odds: its silence speaks for a word
// ten to one, its own probability counts as it is, up to seven to one. Doubt
// takes more to become a find than dictionaries alone do.
const (
	silence = -2.3
	mostFor = 2.0
	surely  = 0.8
)

// unseen is why a find of the dictionaries is doubted.
const unseen = "; the tagger sees none"

// Name is "second opinion".
func (SecondOpinion) Name() string { return "second opinion" }

// Settle asks about the dictionaries' questions, and looks whether the tagger sees anybody
// where they are sure.
func (o SecondOpinion) Settle(ctx context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	with, ok := o.By[d.Lang]
	if !ok {
		with, ok = o.By[o.Others]
	}
	if !ok || !slices.ContainsFunc(found, with.concerns) {
		return found, nil
	}
	said, err := with.listen(ctx, d, found)
	if err != nil {
		return nil, err
	}
	near, read := interval.Of(said), sync.OnceValues(func() (*interval.Tree, error) { return with.read(ctx, d) })
	out := found[:0]
	for _, s := range found {
		alone, err := with.alone(d, s, said, near, read)
		switch {
		case err != nil:
			return nil, err
		case alone:
			s.Doubt, s.Why = bauta.Ambiguous, s.Why+unseen
		case open(s):
			s = with.weigh(s, said, near)
		}
		if s.Source != dictionaries || s.P > with.Below && (s.Doubt == bauta.Sure || with.Decide == 0) {
			out = append(out, s)
		}
	}
	return out, nil
}

// concerns reports a find about which the tagger's word counts: what the user lists is not.
func (o Opinion) concerns(s bauta.Span) bool {
	return s.Source == dictionaries && s.Rule != lexicon.RuleListed && (s.Doubt != bauta.Sure || o.Heard != nil)
}

// read gives where the tagger has read.
func (o Opinion) read(ctx context.Context, d *bauta.Doc) (*interval.Tree, error) {
	stretches, err := o.Heard(ctx, d)
	return interval.Of(stretches), err
}

// alone reports a find of the dictionaries where the tagger has read and sees no person.
func (o Opinion) alone(
	d *bauta.Doc, s bauta.Span, said []bauta.Span, near *interval.Tree, read func() (*interval.Tree, error),
) (bool, error) {
	if o.Heard == nil || !o.concerns(s) || inRecord(d, s) {
		return false, nil
	}
	for i := range near.Over(s.Start, s.End) {
		if person(said[i]) && said[i].P >= o.Seen {
			return false, nil
		}
	}
	where, err := read()
	return err == nil && !where.Free(s.Start, s.End), err
}

// recordSigns stand directly beside a word in mark-up and in what programs write, which say
// nothing to a tagger.
const recordSigns = "<>\"=|_/\\{}[]"

// inRecord reports a find that is no word of a sentence.
func inRecord(d *bauta.Doc, s bauta.Span) bool {
	return s.Start > 0 && strings.IndexByte(recordSigns, d.Text[s.Start-1]) >= 0 ||
		s.End < len(d.Text) && strings.IndexByte(recordSigns, d.Text[s.End]) >= 0
}

// dictionaries is the source of what package detect/lexical finds.
const dictionaries = "lexical"

// open reports a question of the dictionaries.
func open(s bauta.Span) bool { return s.Source == dictionaries && s.Doubt != bauta.Sure }

// listen gives what the tagger says of the questions.
func (o Opinion) listen(ctx context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	of := open
	if o.Tagger == nil {
		of = tagged
	}
	var some []bauta.Span
	for _, s := range found {
		if of(s) {
			some = append(some, s)
		}
	}
	if o.Tagger == nil {
		return some, nil
	}
	return o.Tagger.About(ctx, d, some)
}

// weigh joins the two opinions on a doubtful word. near finds what was tagged.
func (o Opinion) weigh(s bauta.Span, said []bauta.Span, near *interval.Tree) bauta.Span {
	says := silence
	for i := range near.Over(s.Start, s.End) {
		if person(said[i]) {
			says = max(says, min(mostFor, logit(said[i].P)))
		}
	}
	s.P = odds(logit(s.P) + says)
	switch {
	case says > 0:
		s.Why += "; the tagger agrees"
	case says == silence:
		s.Why += unseen
	}
	above := o.Decide
	if above == 0 {
		above = max(o.Above, surely)
	}
	if s.P >= above {
		s.Doubt = bauta.Sure
	}
	return s
}
