package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/joint"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/train"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// scoring are the options of an evaluation.
type scoring struct {
	tagging
	kind           string
	table, shipped bool
	compare, fair  bool
	policy         string
	systems        []string
}

func nerEvaluate() *cobra.Command {
	o := &scoring{kind: train.BundleKind}
	cmd := &cobra.Command{
		Use: "evaluate", Short: "score the shipped taggers on their recipe's tests, or compare systems (tables 4 to 6)",
		Example: "  bauta ner evaluate --lang fr --data data",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.check(); err != nil {
				return err
			}
			langs := []string{o.lang}
			if (o.table || o.compare || o.fair) && o.lang == "" && o.recipe == "" {
				langs = []string{"en", "fr", "de", "it", "es", "sv"}
			}
			switch {
			case o.compare:
				return o.compareIn(cmd, langs)
			case o.fair:
				return o.fairIn(cmd, langs)
			}
			for _, lang := range langs {
				one := *o
				one.lang = lang
				if err := one.run(cmd); err != nil {
					return err
				}
			}
			return nil
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&o.kind, "kind", o.kind, "tagger to score: crf or neural; with --fairness, both as well")
	f.BoolVar(&o.table, "table", false, "train and compare the systems of the paper, by language")
	f.BoolVar(&o.shipped, "shipped", false, "in the table, take the shipped taggers as they are instead of training "+
		"them")
	f.BoolVar(&o.compare, "compare", false, "where the shipped taggers of both kinds differ, how often they are "+
		"wrong there, and what both find together")
	f.BoolVar(&o.fair, "fairness", false, "recall of persons by origin, sex and frequency of the name, in the tests' "+
		"sentences with their persons exchanged")
	f.StringVar(&o.policy, "policy", "", "with --fairness, measure a whole policy: a preset or a file")
	f.StringSliceVar(&o.systems, "systems", nil, "systems of the table: "+
		strings.Join(train.Systems(), ", ")+" (default: all)")
	return cmd
}

// check refuses options that do not go together.
func (o *scoring) check() error {
	switch {
	case o.fair && (o.table || o.compare):
		return errUsage{errors.New("--fairness is a table of its own; leave --table and --compare out")}
	case o.policy != "" && !o.fair:
		return errUsage{errors.New("--policy goes with --fairness")}
	case o.fair && slices.Contains(fairKinds, o.kind), o.kind == train.BundleKind, o.kind == train.NeuralKind:
		return nil
	case o.fair:
		return errUsage{fmt.Errorf("--kind %q; use crf, neural or both", o.kind)}
	}
	return errUsage{fmt.Errorf("--kind %q; use crf or neural", o.kind)}
}

// run evaluates one language.
func (o *scoring) run(cmd *cobra.Command) error {
	r, src, err := o.open()
	if err != nil {
		return err
	}
	if o.table {
		ready := map[string]bauta.Detector{}
		if o.shipped {
			if ready, err = shippedSystems(r.Lang); err != nil {
				return err
			}
		}
		rows, err := train.Table(cmd.Context(), r, src, o.systems, ready, say(cmd))
		if err != nil {
			return err
		}
		return train.WriteTable(cmd.OutOrStdout(), rows)
	}
	result, err := o.result(r, src)
	if err != nil {
		return err
	}
	scores, err := result.Evaluate(cmd.Context())
	if err != nil {
		return err
	}
	return train.WriteScores(cmd.OutOrStdout(), scores)
}

// openEach opens the recipe of each language with its texts.
func (o *scoring) openEach(langs []string, with func(*train.Recipe, train.Sources) error) error {
	for _, lang := range langs {
		one := *o
		one.lang = lang
		r, src, err := one.open()
		if err != nil {
			return err
		}
		if err := with(r, src); err != nil {
			return err
		}
	}
	return nil
}

// compareIn compares the shipped taggers of languages.
func (o *scoring) compareIn(cmd *cobra.Command, langs []string) error {
	var list []train.Comparison
	err := o.openEach(langs, func(r *train.Recipe, src train.Sources) error {
		trio, err := detectors(r.Lang)
		if err != nil {
			return err
		}
		tests, err := train.Compare(cmd.Context(), r, src, trio)
		if err != nil {
			return err
		}
		list = append(list, tests...)
		say(cmd)(fmt.Sprintf("%s: %d tests", r.Lang, len(tests)))
		return nil
	})
	if err != nil {
		return err
	}
	list = train.WithSums(list)
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(list)
	}
	return train.WriteComparisons(cmd.OutOrStdout(), list)
}

// result joins the shipped tagger with its recipe.
func (o *scoring) result(r *train.Recipe, src train.Sources) (*train.Result, error) {
	if o.kind == train.NeuralKind {
		m, err := neuralTagger(r.Lang)
		if err != nil {
			return nil, err
		}
		return train.OfNeural(m, r, src)
	}
	b, err := model.Open(models.FS(), "ner-"+r.Lang)
	if err != nil {
		return nil, err
	}
	m, err := readTagger(b)
	if err != nil {
		return nil, err
	}
	result, err := train.Of(m, r, src)
	if err == nil {
		result.Person = b.Person
	}
	return result, err
}

// neuralTagger opens the shipped neural tagger of a language.
func neuralTagger(lang string) (*neural.Model, error) {
	b, err := model.Open(models.FS(), train.NeuralKind+"-"+lang)
	if err != nil {
		return nil, err
	}
	return readNeural(b)
}

// detectors are the shipped taggers of a language, CRF and neural, and both as
// one.
func detectors(lang string) (out [3]bauta.Detector, err error) {
	linear, err := linearTagger(lang)
	if err != nil {
		return out, err
	}
	deep, err := neuralTagger(lang)
	if err != nil {
		return out, err
	}
	w, err := poolWeights(lang)
	if err != nil {
		return out, err
	}
	return (&train.Pool{Linear: linear, Deep: deep, Weights: w}).Detectors()
}

// poolWeights are the shipped weights of the pool of a language; none where there
// are none.
func poolWeights(lang string) (joint.Weights, error) {
	b, err := model.Open(models.FS(), train.JointKind+"-"+lang)
	if errors.Is(err, fs.ErrNotExist) {
		return joint.Weights{}, nil
	}
	if err != nil {
		return joint.Weights{}, err
	}
	data, err := b.Read(train.JointFile)
	if err != nil {
		return joint.Weights{}, err
	}
	return joint.ReadWeights(bytes.NewReader(data))
}

// shippedSystems are the shipped taggers under the names that the table gives
// their systems, with every span of their best labelling.
func shippedSystems(lang string) (map[string]bauta.Detector, error) {
	const all = 1e-9
	linear, err := linearTagger(lang)
	if err != nil {
		return nil, err
	}
	deep, err := neuralTagger(lang)
	if err != nil {
		return nil, err
	}
	first, err := tagger.New(tagger.Config{Models: tagger.Ready(linear.With(nil)), Lang: lang, Ask: -1, Sure: all})
	if err != nil {
		return nil, err
	}
	second, err := tagger.New(tagger.Config{Models: tagger.Ready(deep.With(nil)), Lang: lang, Ask: -1, Sure: all})
	return map[string]bauta.Detector{train.SystemClusters: first, train.SystemNeural: second}, err
}
