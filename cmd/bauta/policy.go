package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/policy"
)

func policyCommand() *cobra.Command {
	return group("policy", "presets and the user's policy files",
		&cobra.Command{
			Use: "list", Short: "the presets", Args: cobra.NoArgs,
			RunE: func(cmd *cobra.Command, _ []string) error {
				all := list{fields: []string{"name", "description"}, headless: true}
				for _, name := range policy.Presets() {
					f, err := policy.Load(name)
					if err != nil {
						return err
					}
					all.add(name, f.Description)
				}
				return all.print(cmd)
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
			parts := list{fields: []string{"digest", "name"}, headless: true}
			for _, p := range b.Parts {
				parts.add(p.Digest, p.Name)
			}
			return parts.print(cmd)
		},
	}
	cmd.Flags().StringVar(&key, "key", "", keyHelp)
	return cmd
}
