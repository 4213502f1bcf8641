package sqlstore_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// TestFrequentWord: what is kept of a word with many occurrences never stands
// against what another program wrote, an import brought or a refusal left.
func TestFrequentWord(t *testing.T) {
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			at, clock := source(t), &reviewtest.Clock{}
			one, two := openAt(t, at, clock), openAt(t, at, clock)
			if _, err := one.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", SecondAbove: 25}); err != nil {
				t.Fatal(err)
			}
			if _, err := one.Import(t.Context(), 1, reviewtest.Many(300, 1000)); err != nil {
				t.Fatal(err)
			}
			n := 0
			decide := func(s review.Store, d review.Decision) (review.Outcome, error) {
				n++
				d.ID, d.Project, d.User, d.Expect = fmt.Sprintf("frequent-%04d", n), 1, 1, -1
				out, err := s.Decide(t.Context(), d)
				return out, err
			}
			open := func(s review.Store, want int) {
				t.Helper()
				sound(t, one, 1)
				if p, err := s.Progress(t.Context(), 1); err != nil || p.LeftOcc != want {
					t.Errorf("%d open, want %d (%v)", p.LeftOcc, want, err)
				}
			}
			for i := range int64(6) { // by turns, in two programs
				m, err := one.Message(t.Context(), 1, i+1)
				if err != nil {
					t.Fatal(err)
				}
				d := review.Decision{Scope: review.OnOccurrence, Group: 1, Message: i + 1, Range: m.Occurrences[0].Range, Effect: review.Keep}
				if _, err := decide([]review.Store{one, one, two}[i%3], d); err != nil {
					t.Fatal(err)
				}
			}
			open(two, 294)
			if _, err := decide(one, review.Decision{Scope: review.OnUndo, Of: "frequent-0001"}); err != nil {
				t.Fatal(err)
			}
			open(two, 295)
			if _, err := decide(one, review.Decision{Scope: review.OnUndo, Of: "frequent-0001"}); !errors.Is(err, review.ErrRefused) {
				t.Errorf("undone twice: %v", err)
			}
			if _, err := two.Import(t.Context(), 1, reviewtest.Texts("encore [wa?0.5] ici")); err != nil {
				t.Fatal(err)
			}
			out, err := decide(one, review.Decision{Scope: review.OnGroup, Group: 1, Effect: review.Mask, Label: bauta.Person})
			if err != nil || out.Decision.Affected != 296 || len(out.Kept) != 0 {
				t.Errorf("%d affected (%v), want 296", out.Decision.Affected, err)
			}
			open(two, 0)
			if err := one.Purge(t.Context(), 1, 1); err != nil {
				t.Fatal(err)
			}
			if _, err := decide(one, review.Decision{Scope: review.OnGroup, Group: 1, Effect: review.Keep}); !errors.Is(err, review.ErrPurged) {
				t.Errorf("after the purge: %v", err)
			}
		})
	}
}
