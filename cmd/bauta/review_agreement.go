package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/agreement"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/sqlstore"
	"github.com/bauta/bauta/internal/server"
)

// reviewAgreement measures how far annotators agree.
type reviewAgreement struct {
	desk
	rounds int
}

func reviewAgreementCommand() *cobra.Command {
	o := &reviewAgreement{}
	cmd := &cobra.Command{
		Use:     "agreement STORE",
		Example: "  bauta review agreement desk.db",
		Short:   "how far the annotators agree, with each other and with themselves",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.rounds < 0 || o.rounds > 100_000 {
				return errUsage{errors.New("--rounds takes 0 to 100000")}
			}
			s, p, err := o.both(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			return errors.Join(o.print(cmd, s, p), s.Close())
		},
	}
	o.flags(cmd)
	cmd.Flags().IntVar(&o.rounds, "rounds", 1000, "draws of the bootstrap for the 95 % intervals; 0: none")
	return cmd
}

func (o *reviewAgreement) print(cmd *cobra.Command, s *sqlstore.Store, p review.Project) error {
	r, err := server.Agree(cmd.Context(), s, p.ID, o.rounds)
	if err != nil {
		return err
	}
	w := cmd.OutOrStdout()
	if asJSON, err := cmd.Flags().GetBool("json"); err != nil || asJSON {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return errors.Join(err, enc.Encode(r))
	}
	if err := r.WriteText(w); err != nil {
		return err
	}
	if r.Unseen != nil {
		fmt.Fprintf(w, "\nwithout the messages that were labelled with \"labelled before\" open:\n")
		if err := r.Unseen.WriteText(w); err != nil {
			return err
		}
	}
	if len(r.Self) == 0 {
		return nil
	}
	fmt.Fprintf(w, "\nthe same message twice:\n")
	return agreement.WriteConsistency(w, r.Self)
}
