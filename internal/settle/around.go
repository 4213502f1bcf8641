package settle

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/lexicon"
)

// Around holds what stands around a word in small letters beside a tagger's doubt:
// "anna u torbi" are two people if one of them is, and with a capital what stands in a row
// of people ("Tommaso 15, Rossella 15, Yassine 10"). What is enough of a person then
// becomes a find.
type Around struct {
	Lexicon *lexicon.Lexicon
	Above   func(lang string) float64 // the probability from which a person is hidden
}

var _ bauta.Settler = Around{}

// Name is "what stands around".
func (Around) Name() string { return "what stands around" }

// Settle raises the probability of such persons.
func (o Around) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	var around *frame.Around
	for i := range found {
		s := &found[i]
		if !tagged(*s) || !person(*s) || s.Doubt == bauta.Sure {
			continue
		}
		if around == nil {
			if around = frame.New(o.Lexicon).Around(d, found); around == nil {
				break
			}
		}
		says, why := around.Says(s.Start, s.End)
		if p := odds(logit(s.P) + says); says > 0 && p >= o.Above(s.Rule) {
			s.P, s.Doubt = p, bauta.Sure
			s.Why += "; " + why
		}
	}
	return found, nil
}
