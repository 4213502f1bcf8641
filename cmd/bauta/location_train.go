package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/model"
)

// learning are the options of commands that train.
type learning struct {
	places
	cfg  location.Config
	grid string
	out  string
	part string
}

func (o *learning) flags(cmd *cobra.Command) {
	o.places.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.grid, "grid", "", "the grid, made by bauta location grid")
	f.StringVar(&o.cfg.Segmenter, "segmenter", "words", "how words are cut: words, or ja (Japanese, by dictionary)")
	f.IntVar(&o.cfg.MinCount, "min-count", 2, "messages that a word or a pair must be in")
	f.Float64Var(&o.cfg.C, "c", 0, "inverse strength of the penalty (default 0.25)")
	f.BoolVar(&o.cfg.Plain, "plain", false, "learn each cell and each word by itself, as in the paper; otherwise a "+
		"word speaks for the cells around and for words spelt like it")
	f.IntVar(&o.cfg.HashBits, "hash-bits", 0, "number the words by hashes of so many bits and keep no vocabulary "+
		"(default: keep it)")
	f.BoolVar(&o.cfg.OneVsRest, "one-vs-rest", false, "one logistic function a cell instead of one softmax")
}

func (o *learning) config() location.Config {
	c := o.cfg
	c.Seed, c.Jobs = o.seed, o.jobs
	return c
}

// folder returns an error where no folder for the model is named.
func (o *learning) folder() error {
	if o.out == "" {
		return errUsage{fmt.Errorf("give -o FOLDER for the model")}
	}
	return nil
}

// material is what a training needs.
type material struct {
	division  *location.Division
	segmenter location.Segmenter
	records   []location.Record
}

func (o *learning) material(cmd *cobra.Command, name string) (in material, err error) {
	if in.division, err = readGrid(o.grid); err != nil {
		return in, err
	}
	if in.segmenter, err = segmenters().Open(o.cfg.Segmenter); err != nil {
		return in, err
	}
	in.records, err = o.places.read(cmd, name)
	return in, err
}

func locationTrain() *cobra.Command {
	o := &learning{}
	cmd := &cobra.Command{
		Use:     "train FILE",
		Example: "  bauta location train tweets.csv --grid grid.json -o model",
		Short:   "learn to guess the cell from the words",
		Long: "learn to guess the cell from the words.\n\nOf the authors, 60 % are learned from, 10 % are for " +
			"calibrate, 30 % for nothing but tests.",
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.folder(); err != nil {
				return err
			}
			in, err := o.material(cmd, args[0])
			if err != nil {
				return err
			}
			rs, err := o.places.choose(in.records, args[0], o.part)
			if err != nil {
				return err
			}
			// Two trainings of some 700 MB, one after the other: the first is to
			// be collected before the second grows beside it.
			defer debug.SetGCPercent(debug.SetGCPercent(10))
			m, r, err := location.Train(cmd.Context(), rs, in.division, in.segmenter, o.config())
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			say(cmd)(fmt.Sprintf("learned from %d messages: %d words and pairs, %d letter groups, %d cells, %d "+
				"iterations, temperature %.3f",
				len(rs), m.Vocabulary.Known(), m.Vocabulary.Len()-m.Vocabulary.Known(), in.division.Classes(),
				r.Iterations, m.Weights.Temperature))
			return m.Write(o.out, o.manifest(args[0], len(rs)), card(m))
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&o.part, "part", "train", "part of the authors to learn from: train, or all")
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "folder of the model")
	return cmd
}

func (o *learning) manifest(name string, size int) model.Manifest {
	return model.Manifest{
		Licence: "as the data", Seed: o.seed,
		Data: []model.Dataset{{Name: filepath.Base(name), Licence: "the user's", Size: size}},
	}
}

func card(m *location.Model) string {
	return fmt.Sprintf("# A model of places\n\nMade by bauta location train: %d words and pairs of words, %d "+
		"cells.\n\nIt holds words of the messages it was made from. Keep it as you keep them.\n",
		m.Vocabulary.Known(), m.Division.Classes())
}

func locationEvaluate() *cobra.Command {
	o := &places{}
	var part, grid string
	cmd := &cobra.Command{
		Use:     "evaluate MODEL FILE",
		Example: "  bauta location evaluate model tweets.csv",
		Short:   "accuracy, distance, calibration, and two other attackers",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := openLocation(args[0])
			if err != nil {
				return err
			}
			if grid != "" {
				d, err := readGrid(grid)
				if err != nil {
					return err
				}
				if d.Grid != m.Division.Grid || d.Classes() != m.Division.Classes() {
					return fmt.Errorf("%s: the model is for another grid than %s; train it again", args[0], grid)
				}
			}
			rs, err := o.part(cmd, args[1], part)
			if err != nil {
				return err
			}
			r, err := m.Evaluate(rs)
			if err != nil {
				return fmt.Errorf("%s: %w", args[1], err)
			}
			return writeReport(cmd, r)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&part, "part", "held", "part of the authors: held (all that the model did not see), test, "+
		"calibrate, train, all")
	cmd.Flags().StringVar(&grid, "grid", "", "check that the model is for this grid")
	return cmd
}

func locationCurve() *cobra.Command {
	o := &learning{}
	var svg string
	var shares []float64
	cmd := &cobra.Command{
		Use:     "curve FILE",
		Example: "  bauta location curve tweets.csv --grid grid.json --svg curve.svg",
		Short:   "accuracy against the number of training messages",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			in, err := o.material(cmd, args[0])
			if err != nil {
				return err
			}
			training, err := location.Select(in.records, location.Training, o.seed)
			if err != nil {
				return err
			}
			test, err := location.Select(in.records, location.HeldParts, o.seed)
			if err != nil {
				return err
			}
			points, err := location.Curve(cmd.Context(), training, test, in.division, in.segmenter, o.config(), shares)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if svg != "" {
				var b bytes.Buffer
				if err := location.WriteCurve(&b, points, "accuracy by training messages"); err != nil {
					return err
				}
				if err := writeFile(svg, b.Bytes()); err != nil {
					return err
				}
			}
			return location.WriteCurveText(cmd.OutOrStdout(), points)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "file for the drawing (SVG)")
	sharesVar(cmd.Flags(), &shares, "shares", []float64{0.1, 0.25, 0.5, 0.75, 1},
		"shares of the training messages")
	return cmd
}

func locationCalibrate() *cobra.Command {
	o := &places{}
	var part, pairs, svg, general string
	var threshold float64
	var to location.Target
	var anew bool
	cmd := &cobra.Command{
		Use:     "calibrate MODEL [FILE]",
		Example: "  bauta location calibrate model tweets.csv --generalise places.csv",
		Short:   "find the threshold below which a message is de-identified, and keep it in the model",
		Long: "find the threshold below which a message is de-identified, and keep it in the model.\n\n" +
			"With --pairs, from messages that people shortened until the place was unclear (the paper's way);\n" +
			"otherwise from FILE with coordinates: from the safest threshold on, the last before another attacker " +
			"guesses\nbetter than the most frequent cell by more than --margin, by the upper bound of 95 % " +
			"confidence, as the authors are a sample. With --keep it " +
			"stops\nwhere no such threshold leaves that share of the words standing.",
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if ways := count(pairs != "", len(args) == 2, cmd.Flags().Changed("threshold")); ways != 1 {
				return errUsage{fmt.Errorf("give FILE with coordinates, or --pairs FILE of shortened messages, or " +
					"--threshold")}
			}
			if threshold < 0 || threshold >= 1 || math.IsNaN(threshold) {
				return errUsage{fmt.Errorf("--threshold %g; give a probability between 0 and 1", threshold)}
			}
			if !(to.Keep >= 0 && to.Keep <= 1) {
				return errUsage{fmt.Errorf("--keep %g; give a share of the words from 0 to 1", to.Keep)}
			}
			if to.Keep > 0 && len(args) < 2 {
				return errUsage{errors.New("--keep needs FILE with coordinates")}
			}
			m, err := openLocation(args[0])
			if err != nil {
				return err
			}
			opt, err := generalising(general)
			if err != nil {
				return err
			}
			switch {
			case threshold > 0:
				m.Threshold = threshold
			case pairs != "":
				m.Threshold, err = shortened(cmd, m, pairs, o)
			default:
				m.Threshold, err = o.target(cmd, m, args[1], part, svg, anew, to, opt)
			}
			if err == nil {
				err = m.Reachable(m.Threshold)
			}
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "threshold %.3f\n", m.Threshold)
			return rewrite(m, args[0])
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&part, "part", "calibrate", "part of the authors")
	shareVar(cmd.Flags(), &threshold, "threshold", 0, "keep this threshold (the paper's is 0.37)")
	cmd.Flags().StringVar(&pairs, "pairs", "", "file of messages that people shortened (the text as they left it)")
	cmd.Flags().StringVar(&general, "generalise", "", "file of place name, category (CSV) that deidentify will be "+
		"given too")
	cmd.Flags().StringVar(&svg, "svg", "", "file for a drawing of accuracy against words deleted (SVG)")
	shareVar(cmd.Flags(), &to.Margin, "margin", 0.02, "accuracy beyond the most frequent cell that another attacker "+
		"may keep")
	cmd.Flags().BoolVar(&anew, "anew", true, "also against attackers who learn from what deidentify leaves of the "+
		"training part, where FILE has one; a training for each threshold tried (--anew=false: not)")
	shareVar(cmd.Flags(), &to.Keep, "keep", 0, "share of the words to be left standing at least (0.7); 0: however few")
	return cmd
}

// count is how many are true.
func count(these ...bool) (n int) {
	for _, is := range these {
		if is {
			n++
		}
	}
	return n
}

func shortened(cmd *cobra.Command, m *location.Model, name string, o *places) (float64, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return 0, err
	}
	defer in.Close()
	r, err := corpus.Open(in, name, corpus.Config{
		Format: corpus.Format(o.format), Encoding: o.encoding,
		Columns: corpus.Columns{Text: o.columns.Text, ID: o.columns.ID},
	})
	if err != nil {
		return 0, err
	}
	var texts []string
	for msg, err := range r.Messages() {
		if err != nil {
			return 0, err
		}
		texts = append(texts, msg.Text)
	}
	return m.CalibratePairs(texts)
}

func (o *places) target(
	cmd *cobra.Command, m *location.Model, name, part, svg string, anew bool, to location.Target,
	opt location.Options,
) (float64, error) {
	all, err := o.read(cmd, name)
	if err != nil {
		return 0, err
	}
	rs, err := o.choose(all, name, part)
	if err != nil {
		return 0, err
	}
	if anew {
		to.Learn, err = o.choose(all, name, "train")
		if err != nil && cmd.Flags().Changed("anew") {
			return 0, err
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "bauta: warning: %s: no message is in part \"train\"; attackers who learn "+
				"from what deidentify leaves may tell more than the margin\n", name)
		}
	}
	to.Tried = func(r location.Outcome) {
		say(cmd)(fmt.Sprintf("%.3f: other attackers %.3f (most frequent cell %.3f, at most %.3f beyond it), %.1f %% "+
			"of the words of touched messages deleted, %.1f %% of all words kept",
			r.Threshold, worst(slices.Concat(r.After[1:], r.Anew)), r.Majority, r.AtMost(), 100*r.Share(),
			100*r.Kept()))
	}
	t, tried, err := m.CalibrateTarget(cmd.Context(), rs, to, opt, o.many())
	if svg != "" && len(tried) > 0 {
		var b bytes.Buffer
		if err := location.WriteTrade(&b, tried, "what de-identification costs, and what attackers keep"); err != nil {
			return 0, err
		}
		if err := writeFile(svg, b.Bytes()); err != nil {
			return 0, err
		}
	}
	return t, err
}

func worst(gs []location.Guess) (w float64) {
	for _, g := range gs {
		w = max(w, g.Accuracy)
	}
	return w
}

func (o *places) many() int {
	if o.jobs > 0 {
		return o.jobs
	}
	return runtime.GOMAXPROCS(0)
}

// rewrite writes a model whose settings changed over its own bundle.
func rewrite(m *location.Model, dir string) error {
	b, err := openBundle(bundleFolder(dir))
	if err != nil {
		return err
	}
	text, err := bounded.File(filepath.Join(dir, model.CardName), bounded.MiB)
	if err != nil {
		return err
	}
	return m.Write(dir, b.Manifest, string(text))
}

func feasibilityTrain() *cobra.Command {
	o := &learning{}
	var share string
	cmd := &cobra.Command{
		Use:     "train VOTES",
		Example: "  bauta location feasibility train votes.csv -o people",
		Short:   "learn from messages with the share of people who say that the place can be told",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.folder(); err != nil {
				return err
			}
			seg, err := segmenters().Open(o.cfg.Segmenter)
			if err != nil {
				return err
			}
			vs, err := o.votes(cmd, args[0], share)
			if err != nil {
				return err
			}
			f, _, err := location.TrainFeasibility(cmd.Context(), vs, seg, o.config())
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			say(cmd)(fmt.Sprintf("learned from %d messages with votes", len(vs)))
			return f.Write(o.out, o.manifest(args[0], len(vs)), "# A model of what people think they can "+
				"tell\n\nMade by bauta location feasibility train.\n")
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&share, "share-column", "share", "column of the share of votes, 0 to 1")
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "folder of the model")
	return cmd
}

func (o *places) votes(cmd *cobra.Command, name, share string) ([]location.Vote, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return location.ReadVotes(in, name, corpus.Config{
		Format: corpus.Format(o.format), Encoding: o.encoding,
		Columns: corpus.Columns{Text: o.columns.Text, ID: o.columns.ID, Author: o.columns.Author},
	}, share)
}

func feasibilityEvaluate() *cobra.Command {
	o := &places{}
	var share, machine string
	cmd := &cobra.Command{
		Use:     "evaluate MODEL VOTES",
		Example: "  bauta location feasibility evaluate people votes.csv --machine model",
		Short:   "agreement with people, and the table of what machine and people can tell",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			f, err := openFeasibility(args[0])
			if err != nil {
				return err
			}
			var m *location.Model
			if machine != "" {
				if m, err = openLocation(machine); err != nil {
					return err
				}
				if m.Threshold == 0 {
					return fmt.Errorf("%s has no threshold; run bauta location calibrate",
						strings.TrimSuffix(machine, "/"))
				}
			}
			vs, err := o.votes(cmd, args[1], share)
			if err != nil {
				return err
			}
			r, err := f.Evaluate(vs, m)
			if err != nil {
				return fmt.Errorf("%s: %w", args[1], err)
			}
			return writeReport(cmd, r)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVar(&share, "share-column", "share", "column of the share of votes, 0 to 1")
	cmd.Flags().StringVar(&machine, "machine", "", "the model of places, for the four-way table")
	return cmd
}
