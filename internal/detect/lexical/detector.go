package lexical

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// Source is the Span.Source of what this package finds.
const Source = "lexical"

// Config says what to look words up in, and how to decide.
type Config struct {
	Lexicon *lexicon.Lexicon // nil: the one that comes with the program
	Lang    string           // language of the messages; "" is French
	// Model weighs the evidence. Nil decides by the lists alone.
	Model *Model
	// Literal decides by the lists, as the paper does; the model only tells
	// which words of the lists are in use at all.
	Literal bool
	// NameAbove and WordBelow are the bounds on the probability that a word is
	// a name: at or above the first it is hidden, at or below the second it
	// is left. Zero values take the model's.
	NameAbove, WordBelow float64
}

// Detector finds names in one language.
type Detector struct {
	lex   *lexicon.Lexicon
	lang  string
	cues  map[string]cue
	model *Model
	above float64
	below float64

	literal bool
}

// New makes a detector. Bounds that cross are an error.
func New(cfg Config) (*Detector, error) {
	f := &Detector{
		lex: cfg.Lexicon, lang: cfg.Lang, model: cfg.Model, above: cfg.NameAbove, below: cfg.WordBelow,
		literal: cfg.Literal || cfg.Model == nil,
	}
	if f.lang == "" {
		f.lang = "fr"
	}
	if f.lex == nil {
		f.lex = lexicon.Default()
	}
	f.cues = cuesOf(f.lang)
	if f.model != nil {
		if f.above == 0 {
			f.above = f.model.NameAbove
		}
		if f.below == 0 {
			f.below = f.model.WordBelow
		}
		if f.below < 0 || f.above > 1 || f.below > f.above {
			return nil, fmt.Errorf("bounds name_above %g and word_below %g; give 0 ≤ word_below ≤ name_above ≤ 1",
				f.above, f.below)
		}
	}
	return f, nil
}

// Detect reads the words of a document and returns the names as sure spans and
// the undecided words as doubtful ones. It never fails.
func (f *Detector) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	sight := f.see(d)
	var spans []found
	var buf []Feature
	for i := range sight.units {
		u := &sight.units[i]
		if u.side == skip || u.side == anti {
			continue
		}
		if f.literal {
			if s, ok := literal(u); ok {
				spans = append(spans, found{s, u})
			}
			continue
		}
		if s, ok := f.weigh(sight.whole(), u, &buf); ok {
			spans = append(spans, found{s, u})
		}
	}
	if !f.literal && len(spans) > 0 {
		spans = reach(d, sight, spans)
	}
	return join(d, spans), nil
}

// literal decides by the lists alone (Seek&Hide, table 1).
func literal(u *unit) (bauta.Span, bool) {
	s := span(u)
	switch u.side {
	case dict:
		s.P = 1
	case both:
		s.Doubt, s.P = bauta.Ambiguous, 0.5
	case unknown:
		s.Doubt, s.P = bauta.Unknown, 0.5
	case guess:
		if !bold(u.heuristic) {
			return s, false // a rare word, but a word of the lists as it stands
		}
		s.Doubt, s.P = bauta.Unknown, 0.5
	default:
		return s, false // an anti-dictionary word, by whatever variant
	}
	return s, true
}

// weigh decides by the model.
func (f *Detector) weigh(m *message, u *unit, buf *[]Feature) (bauta.Span, bool) {
	*buf = m.features(f.model, u, (*buf)[:0])
	p := f.model.probability(*buf)
	if u.entry.Kinds&lexicon.Hide != 0 {
		p = 1 // the user's word
	}
	if p <= f.below {
		return bauta.Span{}, false
	}
	s := span(u)
	s.P = p
	s.Why += m.evidence(u)
	if p < f.above {
		s.Doubt = bauta.Ambiguous
		if u.side == unknown || u.side == guess {
			s.Doubt = bauta.Unknown
		}
	}
	return s, true
}

// span makes the span of a unit, with the list that decided as its reason.
func span(u *unit) bauta.Span {
	s := bauta.Span{Start: u.start, End: u.end, Label: bauta.Person, Source: Source}
	switch k := u.entry.Kinds; {
	case k&lexicon.Hide != 0:
		s.Rule, s.Why = lexicon.RuleListed, "user's list"
	case u.side == unknown || u.side == guess:
		s.Why = "in no list"
	case k&lexicon.FirstName != 0:
		s.Part, s.Why = bauta.First, "first name"
	case k&lexicon.Hypocoristic != 0:
		s.Part, s.Why = bauta.Nick, "nickname"
	default:
		s.Part, s.Why = bauta.Last, "surname"
	}
	if u.side == both {
		s.Why += " and a word"
	}
	if u.heuristic != 0 && u.side != unknown && u.side != guess {
		s.Why += " by " + u.heuristic.String()
	}
	return s
}

// evidence says in words what spoke for a name.
func (m *message) evidence(u *unit) string {
	why := ""
	switch m.caseFeature(u) {
	case 2:
		why = "; capital in mid-sentence"
	case 3:
		why = "; in capitals"
	}
	before, _ := m.before(u)
	switch before {
	case greeting:
		why += "; after a greeting"
	case itIs:
		why += "; after \"c'est\""
	case poss:
		why += "; after a possessive"
	case name:
		why += "; after a name"
	case kin:
		why += "; after a title or kinship word"
	case with:
		why += "; after a preposition"
	case kiss:
		why += "; after a leave-taking"
	}
	if u.tok == m.last && len(m.units) > 2 && before.closes() {
		why += "; signature"
	}
	return why
}

// closes reports what stands before the name that signs a message.
func (c cue) closes() bool { return c == comma || c == stop || c == kiss || c == smile }
