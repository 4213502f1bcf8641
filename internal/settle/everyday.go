package settle

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/lexicon"
)

// EverydayWords reads finds of people and places a second time: an everyday word of
// the language with nothing beside it that speaks for a name is no find, and half of
// a full name becomes the whole.
type EverydayWords struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = EverydayWords{}

// Name is "everyday words".
func (EverydayWords) Name() string { return "everyday words" }

// Settle takes everyday words away.
func (o EverydayWords) Settle(ctx context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	return frame.Sober{Detector: given(found), Lexicon: o.Lexicon}.Detect(ctx, d)
}

// given is a detector that finds what was found.
type given []bauta.Span

func (g given) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return g, nil }
