package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/text"
)

func nerCommand() *cobra.Command {
	return group("ner", "the taggers: train, evaluate, choose messages worth annotating", nerTrain(), nerEvaluate(),
		nerSelect())
}

// tagging are the options of training and evaluation.
type tagging struct {
	lang, recipe, data, lists, out string
}

func (o *tagging) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.lang, "lang", "", "language, for recipes/LANG.yaml")
	f.StringVar(&o.recipe, "recipe", "", "recipe file (default: recipes/LANG.yaml)")
	f.StringVar(&o.data, "data", filepath.Join("..", "shared", "data"),
		"folder of the open data (ner/, sentences/, lexicon/)")
	f.StringVar(&o.lists, "lists", filepath.Join("gen", "lexicon", "lists"),
		"folder of the project's word lists by language")
}

func (o *tagging) open() (*train.Recipe, train.Sources, error) {
	src := train.Sources{Data: os.DirFS(o.data), Lists: os.DirFS(o.lists)}
	if o.recipe == "" && o.lang == "" {
		return nil, src, errUsage{fmt.Errorf("give --lang CODE or --recipe FILE")}
	}
	if o.recipe == "" {
		o.recipe = filepath.Join("recipes", o.lang+".yaml")
	}
	_, err := os.Stat(o.data)
	missing := fmt.Errorf("%s: no such folder; give the open data with --data, or a recipe of files alone", o.data)
	f, opened := os.Open(o.recipe)
	switch {
	case opened != nil && err != nil:
		return nil, src, missing
	case opened != nil:
		return nil, src, fmt.Errorf("%s: cannot be opened; give --recipe FILE", o.recipe)
	}
	defer f.Close()
	r, bad := train.ReadRecipe(f, o.recipe)
	if bad == nil && err != nil && r.Open() {
		bad = missing
	}
	return r, src, bad
}

// say reports progress to standard error unless quiet.
func say(cmd *cobra.Command) func(string) {
	quiet, _ := cmd.Flags().GetBool("quiet")
	return func(s string) {
		if !quiet {
			fmt.Fprintln(cmd.ErrOrStderr(), s)
		}
	}
}

func nerTrain() *cobra.Command {
	o := &tagging{}
	kind, shipped, from := "crf", false, ""
	cmd := &cobra.Command{
		Use: "train", Short: "make a tagger by its recipe: train, score, write the bundle with its card",
		Example: "  bauta ner train --lang fr --data data --lists lists -o mine",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, src, err := o.open()
			if err != nil {
				return err
			}
			if o.out == "" {
				return errUsage{fmt.Errorf("give -o FOLDER for the bundle")}
			}
			run, ok := map[string]makes{"crf": train.Make, "neural": train.MakeNeural}[kind]
			if !ok {
				return errUsage{fmt.Errorf("--kind %q; use crf or neural", kind)}
			}
			switch {
			case shipped && from != "":
				return errUsage{errors.New("--from and --from-shipped say where to begin; give one of the two")}
			case (shipped || from != "") && kind != "crf":
				return errUsage{errors.New("only a tagger of kind crf can be gone on with; leave --kind out")}
			case shipped || from != "":
				run = goOn(from)
			}
			b, scores, err := run(cmd.Context(), r, src, say(cmd))
			if err != nil {
				return err
			}
			if err := b.Write(o.out); err != nil {
				return err
			}
			return train.WriteScores(cmd.OutOrStdout(), scores)
		},
	}
	o.flags(cmd)
	cmd.Flags().StringVarP(&o.out, "output", "o", "", "folder of the bundle to write")
	cmd.Flags().StringVar(&kind, "kind", kind, "tagger to train: crf or neural")
	cmd.Flags().StringVar(&from, "from", "", "folder of a tagger to go on with")
	cmd.Flags().BoolVar(&shipped, "from-shipped", false, "go on with the shipped tagger of the language: for a few "+
		"hundred messages of yours")
	return cmd
}

// makes is train.Make and train.MakeNeural.
type makes func(context.Context, *train.Recipe, train.Sources, func(string)) (*train.Bundle, []train.Scores, error)

// goOn goes on with the tagger in a folder; "" is the shipped one of the language.
func goOn(from string) makes {
	return func(ctx context.Context, r *train.Recipe, src train.Sources, say func(string)) (*train.Bundle,
		[]train.Scores, error,
	) {
		at, name := fs.FS(models.FS()), "ner-"+r.Lang
		if from != "" {
			at, name = os.DirFS(filepath.Dir(from)), filepath.Base(from)
		}
		b, err := model.Open(at, name)
		if err != nil {
			return nil, nil, fmt.Errorf("%w; bauta model list names the shipped taggers", err)
		}
		return train.Continue(ctx, r, src, b, say)
	}
}

func nerSelect() *cobra.Command {
	o := &reading{}
	var n int
	cmd := &cobra.Command{
		Use: "select [FILE]", Short: "messages worth annotating, with what the dictionaries say of them (JSONL gold " +
			"to correct)", Args: cobra.MaximumNArgs(1),
		Example: "  bauta ner select sms.csv --number 100 -o annotate.jsonl",
		RunE:    func(cmd *cobra.Command, args []string) error { return o.selectMessages(cmd, args, n) },
	}
	o.flags(cmd)
	cmd.Flags().IntVarP(&n, "number", "n", 300, "how many")
	return cmd
}

func (o *reading) selectMessages(cmd *cobra.Command, args []string, n int) error {
	if _, err := o.check(); err != nil {
		return err
	}
	name := "-"
	if len(args) > 0 {
		name = args[0]
	}
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := o.open(in, name, nil)
	if err != nil {
		return err
	}
	lang := o.lang
	if lang == "" {
		lang = "fr"
	}
	var docs []*bauta.Doc
	for m, err := range r.Messages() {
		if err != nil {
			return err
		}
		d, err := text.Analyser{Lang: lang}.Analyse(cmd.Context(), m)
		if err != nil {
			return err
		}
		docs = append(docs, d)
	}
	picked := train.Select(docs, lexicon.Default(), n)
	slices.SortFunc(picked, func(a, b train.Selected) int { return a.Index - b.Index })
	out, err := create(o.out, forOwner, cmd.OutOrStdout())
	if err != nil {
		return err
	}
	defer out.Discard()
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for _, p := range picked {
		if err := enc.Encode(corpus.NewGold(docs[p.Index].Message, p.Spans)); err != nil {
			return err
		}
	}
	return out.Commit()
}
