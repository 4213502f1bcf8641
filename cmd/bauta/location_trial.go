package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/location"
)

func locationTrial() *cobra.Command {
	o := &learning{}
	var general string
	var margin float64
	var anew bool
	var seeds []uint
	cmd := &cobra.Command{
		Use:     "trial FILE",
		Example: "  bauta location trial tweets.csv --grid grid.json --seeds 1,2,3",
		Short:   "train, calibrate and deidentify on several splits of the authors, and measure",
		Long: "train, calibrate and deidentify on several splits of the authors, and measure.\n\nFor each seed, 60 " +
			"% of the authors are learned from, the threshold is set on 10 %,\n" +
			"and the other 30 %, which had no say in either, are de-identified. Nothing is written.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in, err := o.material(cmd, args[0])
			if err != nil {
				return err
			}
			opt, err := generalising(general)
			if err != nil {
				return err
			}
			var numbers []uint64
			for _, s := range seeds {
				numbers = append(numbers, uint64(s))
			}
			c := o.config()
			c.Jobs = o.many()
			// As train: what one seed leaves is to be collected before the next grows beside it.
			defer debug.SetGCPercent(debug.SetGCPercent(10))
			t, err := location.Try(cmd.Context(), in.records, in.division, in.segmenter, c, numbers, margin, !anew, opt)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			return writeReport(cmd, t)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&general, "generalise", "", "CSV of place name and category, tried before deletion")
	shareVar(cmd.Flags(), &margin, "margin", 0.02, "accuracy beyond the most frequent cell that another attacker "+
		"may keep")
	cmd.Flags().BoolVar(&anew, "anew", true, "also against attackers who learn from what deidentify leaves, "+
		"as calibrate")
	cmd.Flags().UintSliceVar(&seeds, "seeds", []uint{1, 2, 3}, "seeds of the splits")
	return cmd
}

// generalising are the options with the names of a file, if one is named.
func generalising(name string) (opt location.Options, err error) {
	if name != "" {
		opt.General, err = categories(name)
	}
	return opt, err
}
