package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train"
	"github.com/bauta/bauta/internal/train/fairness"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/policy"
)

// ofEachTest is how many sentences of each test have their persons exchanged.
const ofEachTest = 200

// fairIn measures recall by names in languages, and in all of them together.
func (o *scoring) fairIn(cmd *cobra.Command, langs []string) error {
	names, all := fairness.Of(lexicon.Default()), &fairness.Tally{}
	var reports []*fairness.Report
	err := o.openEach(langs, func(r *train.Recipe, src train.Sources) error {
		list, err := train.PersonsIn(r, src, ofEachTest)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return fmt.Errorf("no test of the recipe of %s has persons to exchange; give one with --recipe", r.Lang)
		}
		find, err := o.finder(r.Lang)
		if err != nil {
			return err
		}
		t, err := fairness.Measure(cmd.Context(), find, names, list, r.Seed)
		if err != nil {
			return err
		}
		all.Add(t)
		reports = append(reports, t.Report(o.reads()+", "+r.Lang, r.Seed))
		say(cmd)(fmt.Sprintf("%s: %d sentences", r.Lang, len(list)))
		return nil
	})
	if err != nil {
		return err
	}
	if len(reports) > 1 {
		reports = append(reports, all.Report(o.reads()+", all", 1))
	}
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(reports)
	}
	for _, r := range reports {
		if err := r.Write(cmd.OutOrStdout()); err != nil {
			return err
		}
	}
	return nil
}

// reads names what is measured.
func (o *scoring) reads() string { return cmp.Or(o.policy, o.kind) }

// finder makes what is measured.
func (o *scoring) finder(lang string) (fairness.Finder, error) {
	if o.policy != "" {
		return hiding(o.policy, lang)
	}
	trio, err := detectors(lang)
	if err != nil {
		return nil, err
	}
	d := trio[slices.Index(fairKinds, o.kind)]
	return func(ctx context.Context, list []gold.Sentence) ([][]bauta.Span, error) {
		out := make([][]bauta.Span, len(list))
		for i, s := range list {
			if out[i], err = train.PersonsOf(ctx, d, s, lang); err != nil {
				return nil, err
			}
		}
		return out, nil
	}, nil
}

// fairKinds are the kinds of tagger as [detectors] has them.
var fairKinds = []string{train.BundleKind, train.NeuralKind, "both"}

// hiding is a policy: what comes out changed is hidden, whatever its type.
func hiding(name, lang string) (fairness.Finder, error) {
	file, err := policy.Load(name)
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{FindOnly: true})
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, list []gold.Sentence) ([][]bauta.Span, error) {
		var out [][]bauta.Span
		for res, err := range built.Pipeline.Run(ctx, asMessages(list, lang), 0) {
			if err != nil {
				return nil, err
			}
			out = append(out, changedIn(&res))
		}
		return out, nil
	}, nil
}

// changedIn are the ranges of a message that come out changed, those of persons named
// so; all of one that is withheld.
func changedIn(res *bauta.Result) []bauta.Span {
	if res.Withheld {
		return []bauta.Span{{End: len(res.Message.Text)}}
	}
	var out []bauta.Span
	for _, e := range res.Edits {
		s := bauta.Span{Start: e.Start, End: e.End}
		if slices.ContainsFunc(res.Spans, func(f bauta.Span) bool {
			return f.Label == bauta.Person && f.Start < e.End && e.Start < f.End
		}) {
			s.Label = bauta.Person
		}
		out = append(out, s)
	}
	return out
}

// asMessages are sentences as messages of a language.
func asMessages(list []gold.Sentence, lang string) iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for i, s := range list {
			if !yield(bauta.Message{ID: strconv.Itoa(i), Text: s.Text, Lang: lang}, nil) {
				return
			}
		}
	}
}
