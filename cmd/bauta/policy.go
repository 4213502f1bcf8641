package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/policy"
)

func policyCommand() *cobra.Command {
	return group("policy", "presets and the user's policy files",
		&cobra.Command{
			Use: "list", Short: "the presets", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				for _, name := range policy.Presets() {
					f, err := policy.Load(name)
					if err != nil {
						return err
					}
					fmt.Fprintf(w, "%s\t%s\n", name, f.Description)
				}
				return w.Flush()
			},
		},
		&cobra.Command{
			Use: "show NAME", Short: "a preset as a policy file, to start one's own from", Args: cobra.ExactArgs(1),
			RunE: func(cmd *cobra.Command, args []string) error {
				f, err := policy.Load(args[0])
				if err != nil {
					return err
				}
				_, err = cmd.OutOrStdout().Write(f.Source())
				return err
			},
		},
		policyCheck())
}

func policyCheck() *cobra.Command {
	key := ""
	cmd := &cobra.Command{
		Use: "check FILE", Short: "read a policy and build its pipeline", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := policy.Load(args[0])
			if err != nil {
				return err
			}
			b, err := f.Build(policy.Options{Key: key})
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			for _, p := range b.Parts {
				fmt.Fprintf(cmd.OutOrStdout(), "%s  %s\n", p.Digest, p.Name)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&key, "key", "", keyHelp)
	return cmd
}
