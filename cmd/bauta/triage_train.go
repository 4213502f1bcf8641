package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/learn/arff"
	"github.com/bauta/bauta/internal/learn/assess"
	"github.com/bauta/bauta/internal/learn/tree"
	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/model"
)

type triageTraining struct {
	labelled
	cfg            triage.Config
	arff, dot, svg string
	print          bool
	first, next    int
	leak           float64
	precision      float64
	name           string
}

func triageTrain() *cobra.Command {
	o := &triageTraining{}
	cmd := &cobra.Command{
		Use:     "train [CORPUS]",
		Example: "  bauta triage train labelled.jsonl -o mine --leak 0.01",
		Short:   "learn the classifier from labelled messages, or a tree from an ARFF file",
		Long: `Learn the classifier from labelled messages (JSONL with ta, CSV or TSV with a column ta) and write ` +
			`its bundle to -o FOLDER:
cross-validation (table 6 of Seek&Hide), calibration, thresholds for a leak bound, and with --train-first and ` +
			`--test-next the later-in-time test.

The thresholds are planned on one half of the messages, from which the model learns, and tested on the other, ` +
			`which it
has not seen: at 95 % confidence the leak is below the bound, or there are no thresholds, the model learns from ` +
			`all messages,
and a line says how many labels would do. --leak 0.001 takes 6,000 labels or more.

With --arff FILE: C4.5 and its relatives on any ARFF file; --print gives the tree in Weka's form.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.arff != "" && len(args) > 0 || o.arff == "" && len(args) == 0:
				return errUsage{errors.New("give a labelled corpus, or --arff FILE")}
			case o.arff != "":
				return o.fromARFF(cmd)
			}
			return o.fromCorpus(cmd, args[0])
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVarP(&o.out, "output", "o", "", "folder of the bundle to write")
	f.StringVar(&o.cfg.Features, "features", triage.Extended, "paper (the twelve of Seek&Hide) or extended")
	f.StringVar(&o.cfg.Learner, "learner", "", "tree, bagging, forest, boost, logistic or blend (default: blend; "+
		"tree for the paper's features)")
	f.StringVar(&o.cfg.Balance, "balance", "", "undersample or weight (default: weight; undersample for the paper's "+
		"features)")
	f.StringVar(&o.cfg.Calibration, "calibration", "", "platt (default) or isotonic")
	f.IntVar(&o.cfg.Folds, "folds", 10, "folds of the cross-validation")
	f.Int64Var(&o.cfg.Seed, "seed", 1, "seed of every random choice")
	f.BoolVar(&o.cfg.Unpruned, "unpruned", false, "trees without pruning")
	f.IntVar(&o.first, "train-first", 0, "learn from the first so many messages only")
	f.IntVar(&o.next, "test-next", 0, "and test on the next so many (default: all others)")
	shareVar(f, &o.leak, "leak", 0.001, "leak bound: greatest share to anonymise among the released, at 95 % "+
		"confidence")
	shareVar(f, &o.precision, "precision", 0.9, "least precision of what is anonymised without the expert")
	f.StringVar(&o.name, "data-name", "the user's labelled messages", "what to call the corpus in the model's card")
	f.StringVar(&o.arff, "arff", "", "learn from an ARFF file instead")
	f.BoolVar(&o.print, "print", false, "print the tree as Weka does, and nothing else")
	f.StringVar(&o.dot, "dot", "", "file for the tree in the language of Graphviz")
	f.StringVar(&o.svg, "svg", "", "file for a drawing of the tree")
	return cmd
}

// fromARFF works on any table of numbers: it looks nothing up.
func (o *triageTraining) fromARFF(cmd *cobra.Command) error {
	in, _, err := input(o.arff, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	d, err := arff.Config{File: o.arff}.Read(in)
	if err != nil {
		return err
	}
	o.cfg.Features = triage.Paper
	learner, err := o.cfg.Base()
	if err != nil {
		return errUsage{err}
	}
	if j48, ok := learner.(tree.C45); ok && (o.print || o.dot != "" || o.svg != "") {
		t, err := j48.Tree(d)
		if err != nil {
			return fmt.Errorf("%s: %w", o.arff, err)
		}
		if err := o.draw(cmd, t); err != nil || o.print {
			return err
		}
	} else if o.print || o.dot != "" || o.svg != "" {
		return errUsage{errors.New("--print, --dot and --svg go with --learner tree")}
	}
	r, err := assess.CrossValidate(learner, d, o.cfg.Folds, o.cfg.Seed)
	if err != nil {
		return fmt.Errorf("%s: %w", o.arff, err)
	}
	_, err = fmt.Fprint(cmd.OutOrStdout(), r)
	return err
}

// draw prints a tree and writes the drawings asked for.
func (o *triageTraining) draw(cmd *cobra.Command, t *tree.Tree) error {
	for _, f := range []struct {
		name string
		text func() string
	}{{o.dot, t.DOT}, {o.svg, t.SVG}} {
		if f.name != "" {
			if err := writeWhole(f.name, f.text()); err != nil {
				return err
			}
		}
	}
	if o.print {
		_, err := fmt.Fprint(cmd.OutOrStdout(), t)
		return err
	}
	return nil
}

// writeWhole writes a file at once or not at all.
func writeWhole(name, text string) error {
	f, err := create(name, forAll, nil)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.WriteString(text); err != nil {
		return err
	}
	return f.Commit()
}

func (o *triageTraining) fromCorpus(cmd *cobra.Command, name string) error {
	if o.next > 0 && o.first == 0 || o.first < 0 || o.next < 0 {
		return errUsage{errors.New("--test-next goes with --train-first, both above 0")}
	}
	c, err := o.load(cmd, name, true)
	if err != nil {
		return err
	}
	train, later, err := o.split(c.samples(), name)
	if err != nil {
		return err
	}
	o.cfg.Jobs = cmp.Or(o.jobs, runtime.GOMAXPROCS(0))
	goal := triage.Goal{Leak: o.leak, Precision: o.precision}
	t, err := o.cfg.TrainFor(train, goal)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	r := &trainingReport{
		Corpus: describe(train), Training: t.Training, Figures: figures(t.Table), Plan: t.Plan,
		Choice: t.Choice, goal: goal,
	}
	if later != nil {
		if r.Later, err = newTriageReport(t.Model, later, outcomes(c, o.first, len(later)), o.precision); err != nil {
			return err
		}
	}
	if dt, ok := t.Model.Tree(); ok {
		if err := o.draw(cmd, dt); err != nil || o.print {
			return err
		}
	} else if o.print || o.dot != "" || o.svg != "" {
		return errUsage{errors.New("--print, --dot and --svg go with --learner tree")}
	}
	if o.out != "" {
		if err := o.write(t.Training, c.built.Lang, r); err != nil {
			return err
		}
	}
	return writeReport(cmd, r)
}

// split gives the messages to learn from, and those behind them to test on; none
// of these without --train-first.
func (o *triageTraining) split(all []triage.Sample, name string) (train, later []triage.Sample, err error) {
	if o.first == 0 {
		return all, nil, nil
	}
	if o.first >= len(all) {
		return nil, nil, fmt.Errorf("%s: --train-first %d, but there are %d messages; leave some to test on", name,
			o.first, len(all))
	}
	later = all[o.first:]
	if o.next > 0 {
		later = later[:min(o.next, len(later))]
	}
	return all[:o.first], later, nil
}

// write makes the bundle.
func (o *triageTraining) write(t *triage.Training, lang string, r *trainingReport) error {
	files, err := t.Model.Files()
	if err != nil {
		return err
	}
	m := t.Model.Manifest(lang, uint64(o.cfg.Seed),
		[]model.Dataset{{Name: o.name, Licence: "as the corpus", Size: t.Model.Rows}}, t, r.Choice)
	m.Licence = "as the corpus"
	if _, err := os.Stat(strings.TrimSuffix(o.out, "/") + "/" + model.ManifestName); err != nil {
		if entries, err := os.ReadDir(o.out); err == nil && len(entries) > 0 {
			return fmt.Errorf("%s: a folder that holds something else; give a new one", o.out)
		}
	}
	return model.Write(o.out, m, t.Card(m, r.Choice), files)
}
