package main

import (
	"encoding/csv"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/triage"
)

func triageSelect() *cobra.Command {
	o := &labelled{}
	var name, out string
	var n, rounds int
	var curve bool
	var seed int64
	cmd := &cobra.Command{
		Use:     "select CORPUS",
		Example: "  bauta triage select sms.csv --model ./mine -n 100",
		Short:   "the messages whose labels would help the model most, by uncertainty and diversity",
		Long: `The messages whose labels would help the model most, the best first, as CSV with their IDs and ` +
			`probabilities (no text).
With --curve and a labelled corpus: what labels chosen so are worth against labels chosen at random.`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if n < 1 || rounds < 1 {
				return errUsage{fmt.Errorf("-n %d and --rounds %d; give 1 or more", n, rounds)}
			}
			c, err := o.load(cmd, args[0], curve)
			if err != nil {
				return err
			}
			if curve {
				r, err := triage.Config{Seed: seed}.Labelling(c.samples(), n, rounds)
				if err != nil {
					return fmt.Errorf("%s: %w", args[0], err)
				}
				return writeReport(cmd, r)
			}
			m, err := openTriage(name, o.lang)
			if err != nil {
				return err
			}
			return c.write(cmd, out, m, m.Propose(c.rows(), n))
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&name, "model", "", "model by name or folder (default: the one of the language)")
	f.IntVarP(&n, "number", "n", 100, "how many")
	f.BoolVar(&curve, "curve", false, "print the learning curve of proposed against random labels")
	f.IntVar(&rounds, "rounds", 10, "steps of the curve")
	f.Int64Var(&seed, "seed", 1, "seed of the random labels of the curve")
	f.StringVarP(&out, "output", "o", "", "file to write (default: standard output)")
	return cmd
}

// rows are the messages in numbers.
func (c *triageCorpus) rows() []triage.Row {
	rows := make([]triage.Row, len(c.messages))
	for i := range c.messages {
		rows[i] = c.messages[i].Row
	}
	return rows
}

// write lists messages with what the model says of them, without their text.
func (c *triageCorpus) write(cmd *cobra.Command, out string, m *triage.Model, which []int) error {
	f, err := create(out, forAll, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer f.Discard()
	w := csv.NewWriter(f)
	if err := w.Write([]string{"id", "probability", "outcome"}); err != nil {
		return err
	}
	for _, i := range which {
		msg := c.messages[i]
		if err := w.Write([]string{
			msg.id, strconv.FormatFloat(m.Probability(msg.Row), 'f', 4, 64),
			msg.outcome.String(),
		}); err != nil {
			return err
		}
	}
	w.Flush()
	if err := w.Error(); err != nil {
		return err
	}
	return f.Commit()
}
