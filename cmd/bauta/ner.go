package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train"
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
	kind := "crf"
	cmd := &cobra.Command{
		Use: "train", Short: "make a tagger by its recipe: train, score, write the bundle with its card",
		Args: cobra.NoArgs,
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
	return cmd
}

// makes is train.Make and train.MakeNeural.
type makes func(context.Context, *train.Recipe, train.Sources, func(string)) (*train.Bundle, []train.Scores, error)

func nerSelect() *cobra.Command {
	o := &reading{}
	var n int
	cmd := &cobra.Command{
		Use: "select [FILE]", Short: "messages worth annotating, with what the dictionaries say of them (JSONL gold " +
			"to correct)", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return o.selectMessages(cmd, args, n) },
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
