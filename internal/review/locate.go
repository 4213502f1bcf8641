package review

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/bauta/bauta"
)

// Locations is what reviewers chose to take out of messages so that the place
// cannot be inferred. Choices are only added; the newest of a message holds, and
// what it names is masked in exports.
type Locations interface {
	// Locate writes a choice. The same ID again changes nothing.
	Locate(ctx context.Context, l Located) error
	// Located is the choice that holds for a message; ErrNotFound where there
	// is none.
	Located(ctx context.Context, project, message int64) (Located, error)
	// Places lists the choices that hold, by message.
	Places(ctx context.Context, project int64) ([]Located, error)
	// Unlocated finds the message next to one, in the order of import: with
	// open only those without a choice, from the beginning again where none
	// follows. ErrNotFound at the ends.
	Unlocated(ctx context.Context, project, message int64, back, open bool) (int64, error)
	// Place is where a message stands: its number, how many there are, and how
	// many have a choice.
	Place(ctx context.Context, project, message int64) (number, all, done int, err error)
}

// Located is a choice: what is taken out, and what could be inferred before and
// after by the model of the time.
type Located struct {
	ID                              string
	Project, User, Message          int64
	Spans                           []bauta.Span // ranges, in order and apart; labels are bauta.Location
	Threshold                       float64
	MaxBefore, MaxAfter             float64 // greatest probability of a cell
	EffectiveBefore, EffectiveAfter float64 // 2 to the power of the entropy: how many cells it might as well be
	Made                            time.Time
}

// Check says what is wrong with a choice for a text of n bytes. The error wraps
// ErrRefused.
func (l *Located) Check(n int) error {
	if len(l.ID) < 8 || len(l.ID) > MaxID || l.User == 0 || l.Message == 0 {
		return fmt.Errorf("%w: the ID, the user or the message is missing", ErrRefused)
	}
	at := 0
	for _, s := range l.Spans {
		if s.Start < at || s.End <= s.Start || s.End > n || s.Label != bauta.Location {
			return fmt.Errorf("%w: what is taken out overlaps or lies outside the text", ErrRefused)
		}
		at = s.End
	}
	for _, x := range []float64{l.Threshold, l.MaxBefore, l.MaxAfter, l.EffectiveBefore, l.EffectiveAfter} {
		if math.IsNaN(x) || math.IsInf(x, 0) || x < 0 {
			return fmt.Errorf("%w: a figure is no figure", ErrRefused)
		}
	}
	return nil
}
