package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/internal/schema"
	"github.com/bauta/bauta/policy"
)

func policyCommand() *cobra.Command {
	return group("policy", "presets and the user's policy files",
		&cobra.Command{
			Use: "list", Short: "the presets", Args: cobra.NoArgs,
			Example: "  bauta policy list",
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
			ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
				return presetWords(), cobra.ShellCompDirectiveNoFileComp
			},
			Example: "  bauta policy show gdpr > mine.yaml",
			RunE: func(cmd *cobra.Command, args []string) error {
				f, err := policy.Load(args[0])
				if err != nil {
					return err
				}
				return show(cmd.OutOrStdout(), f)
			},
		},
		policyCheck(), policyCalibrate(), policySchema())
}

// show writes a policy, and before a preset what was measured of it, as comments.
func show(w io.Writer, f *policy.File) error {
	var b strings.Builder
	if figures := f.Figures(); len(figures) > 0 {
		b.WriteString("# On text that nobody wrote for it, in per cent unless said, with 95 % intervals:\n")
		for _, x := range figures {
			fmt.Fprintf(&b, "# - %s\n", x)
		}
	}
	b.Write(f.Source())
	_, err := io.WriteString(w, b.String())
	return err
}

// policySchema prints what an editor needs to complete and check a file.
func policySchema() *cobra.Command {
	return &cobra.Command{
		Use: "schema [policy|mapping]", Short: "the JSON schema of policies, or of the files of --map, for editors",
		Example: "  bauta policy schema > policy.schema.json\n" +
			"  bauta policy schema mapping > mapping.schema.json",
		Args: cobra.MaximumNArgs(1), ValidArgs: []string{"policy", "mapping"},
		RunE: func(cmd *cobra.Command, args []string) error {
			name := "policy"
			if len(args) == 1 {
				name = args[0]
			}
			data, err := schema.Open(name)
			if err != nil {
				return errUsage{fmt.Errorf("no schema of that name%s; use policy or mapping",
					nearest.Meant(name, cmd.ValidArgs))}
			}
			_, err = cmd.OutOrStdout().Write(data)
			return err
		},
	}
}

func policyCheck() *cobra.Command {
	key := ""
	cmd := &cobra.Command{
		Use: "check FILE", Short: "read a policy and build its pipeline", Args: cobra.ExactArgs(1),
		Example: "  bauta policy check mine.yaml",
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := policy.Load(args[0])
			if err != nil {
				return err
			}
			b, err := f.Build(policy.Options{Key: key})
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			for _, w := range f.Warnings() {
				fmt.Fprintln(cmd.ErrOrStderr(), "bauta: warning: "+w)
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

func policyCalibrate() *cobra.Command {
	out := ""
	cmd := &cobra.Command{
		Use:     "calibrate FILE GOLD",
		Example: "  bauta policy calibrate mine.yaml gold.jsonl -o curve.json",
		Long: "Makes probabilities of the scores of a policy's external detector, on messages with gold (JSONL).\n" +
			"The policy names that detector under detect.external; none of the presets does.",
		Short: "make probabilities of the scores of a policy's external detector, on messages with gold (JSONL)",
		Args:  cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				return errUsage{errors.New("give -o FILE for the calibration")}
			}
			f, err := policy.Load(args[0])
			if err != nil {
				return err
			}
			in, _, err := input(args[1], cmd.InOrStdin())
			if err != nil {
				return err
			}
			defer in.Close()
			var messages []bauta.Message
			var gold [][]bauta.Span
			for g, err := range corpus.ReadGold(in, args[1]) {
				if err != nil {
					return err
				}
				messages, gold = append(messages, g.Message), append(gold, g.Spans)
			}
			data, told, err := f.Calibrate(cmd.Context(), messages, gold)
			if err != nil {
				return err
			}
			w, err := create(out, forAll, cmd.OutOrStdout())
			if err != nil {
				return err
			}
			defer w.Discard()
			if _, err := w.Write(data); err != nil {
				return err
			}
			if err := w.Commit(); err != nil {
				return err
			}
			say(cmd)(told)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write, for detect.external.calibration")
	return cmd
}
