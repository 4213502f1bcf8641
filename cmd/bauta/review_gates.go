package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// gatesOf are the gates of a project's release by an approver.
func gatesOf(ctx context.Context, s *sqlstore.Store, p review.Project, approver int64) ([]review.Gate, error) {
	now, err := s.Progress(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	log, err := s.Decisions(ctx, p.ID, 0, 1<<31-1)
	if err != nil {
		return nil, err
	}
	a, err := review.AuditOf(ctx, s, p)
	if err != nil {
		return nil, err
	}
	ahead, err := a.Ahead(ctx)
	return review.Gates(now, log, approver, a.Standing(), ahead, a.Lookers()), err
}

// mayLeave refuses to let the messages of a project out that is not released, and
// says which gates are shut. What the store says of the release must be as the
// program wrote it.
func mayLeave(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	ctx := cmd.Context()
	released, err := s.Holds(ctx, p.ID)
	switch {
	case err != nil:
		return err
	case !released:
		return fmt.Errorf("the settings of project %s were changed by somebody else; restore the store from a copy, "+
			"or give --unreleased", p.Slug)
	case p.State == review.Released, p.State == review.Purged: // of a purged one there is nothing to write
		return nil
	}
	approver, err := s.UserByLogin(ctx, "owner")
	if err != nil && !errors.Is(err, review.ErrNotFound) {
		return err
	}
	gates, err := gatesOf(ctx, s, p, approver.ID)
	if err != nil {
		return err
	}
	var shut []string
	for _, g := range gates {
		if g.Refusal != "" {
			shut = append(shut, g.Name+" ("+g.Refusal+")")
		}
	}
	why := "all gates are open"
	if len(shut) > 0 {
		why = "these gates are shut: " + strings.Join(shut, ", ")
	}
	return fmt.Errorf("project %s is not released: %s; type bauta review release, or give --unreleased for a look "+
		"inside the house", p.Slug, why)
}
