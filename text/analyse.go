package text

import (
	"cmp"
	"context"
	"strings"

	"github.com/bauta/bauta"
)

// Analyser is the first slot of a pipeline.
type Analyser struct {
	// Lang is the language of messages that bring none; of several the first counts.
	Lang string
}

// Analyse normalises and cuts one message. It never fails.
func (a Analyser) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	d := &bauta.Doc{Message: m}
	d.Lang, _, _ = strings.Cut(cmp.Or(d.Lang, a.Lang), ",")
	d.Shadow, d.Shifts = Normalise(m.Text)
	d.Tokens = Tokenise(d.Shadow)
	if len(d.Shifts) > 0 {
		for i := range d.Tokens {
			t := &d.Tokens[i]
			t.Start, t.End = d.Origin(t.Start, t.End)
		}
	}
	return d, nil
}
