package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

func reviewReleaseCommand() *cobra.Command {
	o := &desk{}
	var as string
	cmd := &cobra.Command{
		Use:     "release STORE",
		Example: "  bauta review release desk.db --as anna",
		Short:   "release a project, or say which gates are shut",
		Long: `Prints the gates of a release: nothing open, flagged or in conflict, no "never" that
waits for a second person, an audit that bounds the leak, and somebody beside the
approver who has decided, or looked at messages in that audit. With all gates open the project is released; its texts
are destroyed by review serve --purge-after, or by review doctor --purge.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, p, err := o.both(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return errors.Join(letGo(cmd, s, p, as), s.Close())
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&as, "as", "", "login of the approver (default: the owner)")
	return cmd
}

// letGo releases a project where every gate is open.
func letGo(cmd *cobra.Command, s *sqlstore.Store, p review.Project, as string) error {
	ctx := cmd.Context()
	if p.State == review.Released || p.State == review.Purged {
		return fmt.Errorf("project %s is %s already", p.Slug, p.State)
	}
	approver, err := approver(ctx, s, p, as)
	if err != nil {
		return err
	}
	gates, err := gatesOf(ctx, s, p, approver)
	if err != nil {
		return err
	}
	var shut []string
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for _, g := range gates {
		fmt.Fprintf(w, "%s\t%s\n", g.Name, cmp.Or(g.Refusal, "passed"))
		if g.Refusal != "" {
			shut = append(shut, g.Name)
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if len(shut) > 0 {
		return fmt.Errorf("project %s is not released: %s; review serve has the pages for it", p.Slug,
			strings.Join(shut, ", "))
	}
	return s.SetState(ctx, p.ID, review.Released, approver)
}

// approver is the account that approves: one that may, by its login, or the owner.
func approver(ctx context.Context, s *sqlstore.Store, p review.Project, login string) (int64, error) {
	if login == "" {
		return owner(ctx, s)
	}
	u, err := s.UserByLogin(ctx, login)
	if err != nil {
		return 0, fmt.Errorf("nobody has the login %s; the owner enters people on the page People", login)
	}
	role, err := s.Role(ctx, p.ID, u.ID)
	if err == nil && role != review.Owner && role != review.PrivacyOfficer {
		err = fmt.Errorf("%s may not release; an owner or a privacy_officer may", login)
	}
	return u.ID, err
}
