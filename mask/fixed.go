package mask

import (
	"context"

	"github.com/bauta/bauta"
)

// Suppress writes *** whatever the length, so that the length says nothing.
type Suppress struct{}

// Replace writes ***.
func (Suppress) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) { return "***", nil }

// Tag writes the type's name, as in "LOCATION". With Numbered, a span whose
// entity is known gets the entity's name, as in "Person 1".
type Tag struct{ Numbered bool }

// Replace writes the label or the entity.
func (o Tag) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	if o.Numbered && s.Entity != "" {
		return s.Entity, nil
	}
	return string(s.Label), nil
}

// Substitute writes the same string for every span.
type Substitute struct{ With string }

// Replace writes the string.
func (o Substitute) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) {
	return o.With, nil
}
