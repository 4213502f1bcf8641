package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/learn/gain"
	"github.com/bauta/bauta/internal/triage"
)

func triageEvaluate() *cobra.Command {
	o := &labelled{}
	var name, svg, scores string
	var precision, leak float64
	cmd := &cobra.Command{
		Use:     "evaluate CORPUS",
		Example: "  bauta triage evaluate labelled.jsonl --model ./mine --svg curve.svg",
		Short: "how a model does on another labelled corpus: confusion, reliability, coverage and risk, combination " +
			"tables",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := openTriage(name, o.lang)
			if err != nil {
				return err
			}
			c, err := o.load(cmd, args[0], true)
			if err != nil {
				return err
			}
			r, err := newTriageReport(m, c.samples(), outcomes(c, 0, len(c.messages)), precision)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if svg != "" {
				if err := writeWhole(svg, triage.CurveSVG(r.scored)); err != nil {
					return err
				}
			}
			if scores != "" {
				all := make([]int, len(c.messages))
				for i := range all {
					all[i] = i
				}
				if err := c.write(cmd, scores, m, all); err != nil {
					return err
				}
			}
			r.choose(triage.Goal{Leak: leak, Precision: precision})
			return writeReport(cmd, r)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&name, "model", "", "model by name or folder (default: the one of the language)")
	shareVar(cmd.Flags(), &leak, "leak", 0.001, "leak bound to choose thresholds for on this corpus, at 95 % "+
		"confidence")
	cmd.Flags().StringVar(&scores, "scores", "", "file for the probability of each message (CSV, no text)")
	shareVar(cmd.Flags(), &precision, "precision", 0.9, "least precision of what is anonymised without the expert")
	cmd.Flags().StringVar(&svg, "svg", "", "file for a drawing of the coverage–risk curve")
	return cmd
}

func triageShow() *cobra.Command {
	o := &triageTraining{}
	var features string
	cmd := &cobra.Command{
		Use: "show [MODEL]",
		Example: "  bauta triage show ./mine\n" +
			"  bauta triage show --features extended",
		Short: "what is in a model (the tree as in figure 1), or with --features what the features are",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if features != "" {
				s, err := triage.Describe(features)
				if err != nil {
					return errUsage{err}
				}
				_, err = fmt.Fprint(cmd.OutOrStdout(), s)
				return err
			}
			name := ""
			if len(args) == 1 {
				name = args[0]
			}
			m, err := openTriage(name, "")
			if err != nil {
				return err
			}
			if t, ok := m.Tree(); ok {
				o.print = true
				return o.draw(cmd, t)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), m)
			return err
		},
	}
	cmd.Flags().StringVar(&features, "features", "", "list the features of a set: paper or extended")
	cmd.Flags().StringVar(&o.dot, "dot", "", "file for the tree in the language of Graphviz")
	cmd.Flags().StringVar(&o.svg, "svg", "", "file for a drawing of the tree")
	return cmd
}

func triageRank() *cobra.Command {
	o := &labelled{}
	var set string
	cmd := &cobra.Command{
		Use:     "rank CORPUS",
		Example: "  bauta triage rank labelled.jsonl",
		Short:   "information gain of each feature on a labelled corpus (table 5)",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := o.load(cmd, args[0], true)
			if err != nil {
				return err
			}
			d, err := triage.Dataset(c.samples(), set)
			if err != nil {
				return errUsage{err}
			}
			r, err := gain.Rank(d)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), r)
			return err
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&set, "features", triage.Paper, "paper or extended")
	return cmd
}
