package mask

import (
	"context"

	"github.com/bauta/bauta"
)

// Suppress writes *** whatever the length, so that the length says nothing.
type Suppress struct{}

// Replace writes ***.
func (Suppress) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) { return "***", nil }

// Tag writes the type's name, as in "LOCATION".
type Tag struct{}

// Replace writes the label.
func (Tag) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return string(s.Label), nil
}

// Substitute writes the same string for every span.
type Substitute struct{ With string }

// Replace writes the string.
func (o Substitute) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) {
	return o.With, nil
}
