package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

func reviewDoctorCommand() *cobra.Command {
	o := &desk{}
	var purge bool
	cmd := &cobra.Command{
		Use:     "doctor STORE",
		Example: "  bauta review doctor desk.db",
		Short:   "is the store sound: key, schema, audit chain, labels against the log",
		Long: `Checks that the key file is for its owner alone, and of the store the file, the
schema, every row of every table, every text, the audit chain and the logs bound
to it, and that the labels follow from the logs. What is damaged is named by its
number. That the whole store was put back to an older copy does not show inside:
note the last hash of the audit, which is printed, elsewhere.
With --purge it destroys the texts of a released project and writes a certificate.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := o.open(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if purge {
				err = o.purge(cmd, s)
			} else {
				err = o.examine(cmd, s)
			}
			return errors.Join(err, s.Close())
		},
	}
	o.flags(cmd)
	cmd.Flags().BoolVar(&purge, "purge", false, "destroy the texts of a released project, for good")
	return cmd
}

// errOwes says that opening the store could not compact it.
var errOwes = errors.New("what was taken out of the store is still in its free pages, because somebody reads it; " +
	"stop the server and type this again: it is compacted then")

func (o *desk) examine(cmd *cobra.Command, s *sqlstore.Store) error {
	ctx, w := cmd.Context(), cmd.OutOrStdout()
	schema, err := s.Schema(ctx)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "schema\t%d\n", schema)
	health, err := s.Inspect(ctx)
	if err != nil {
		return err
	}
	for _, f := range health.Findings {
		fmt.Fprintf(w, "damage\t%s\n", f)
	}
	if !health.Sound() {
		return fmt.Errorf("the store is damaged, see the %d lines above; restore it from a copy; review export "+
			"writes what is whole", len(health.Findings))
	}
	if owes, err := s.Owes(ctx); err != nil || owes {
		return cmp.Or(err, errOwes)
	}
	last, err := s.Entries(ctx, 1)
	if err != nil {
		return err
	}
	for _, e := range last {
		fmt.Fprintf(w, "audit\twhole, %d rows, last hash %x\n", e.Seq, e.Hash)
	}
	all, err := s.Projects(ctx, 0)
	if err != nil {
		return err
	}
	for _, p := range all {
		if err := examineProject(cmd, w, s, p); err != nil {
			return fmt.Errorf("project %s: %w", p.Slug, err)
		}
	}
	return nil
}

func examineProject(cmd *cobra.Command, w io.Writer, s *sqlstore.Store, p review.Project) error {
	ctx := cmd.Context()
	now, err := s.Progress(ctx, p.ID)
	if err != nil {
		return err
	}
	labels := "follow from the log"
	stands, err := s.Digest(ctx, p.ID)
	switch {
	case errors.Is(err, review.ErrPurged):
		labels = "not checked, the texts were destroyed"
	case err != nil:
		return err
	default:
		anew, err := s.Rebuild(ctx, p.ID)
		if err != nil {
			return err
		}
		if anew != stands {
			return errors.New("the labels do not follow from the log; restore the store from a copy")
		}
	}
	_, err = fmt.Fprintf(w, "project\t%s (%s): %d messages, %d decisions, %d of %d words open; labels %s\n",
		p.Slug, p.State, now.Messages, now.Decisions, now.Left, now.Groups, labels)
	return err
}

// purge destroys what a released project was made of, and certifies it.
func (o *desk) purge(cmd *cobra.Command, s *sqlstore.Store) error {
	ctx := cmd.Context()
	p, err := o.find(ctx, s)
	if err != nil {
		return err
	}
	if p.State == review.Open || p.State == review.Frozen {
		return fmt.Errorf("project %s is %s; release it first", p.Slug, p.State)
	}
	now, err := s.Progress(ctx, p.ID)
	if err != nil {
		return err
	}
	if err := s.Purge(ctx, p.ID, 0); err != nil {
		return err
	}
	last, err := s.Entries(ctx, 1)
	if err != nil {
		return err
	}
	host, _ := os.Hostname()
	_, err = fmt.Fprintf(cmd.OutOrStdout(), `Certificate of destruction
project   %s
messages  %d: texts, words and the keyed hashes of them
key       the project's data key was destroyed; copies of the store no longer open
kept      %d decisions, labels, counts and times, without words
when      %s on %s
audit     row %d, hash %x
`, p.Slug, now.Messages, now.Decisions, time.Now().UTC().Format(time.RFC3339), host, last[0].Seq, last[0].Hash)
	return err
}
