package triage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/learn/assess"
	"github.com/bauta/bauta/model"
)

// Manifest says what a model is, for its bundle.
func (m *Model) Manifest(lang string, seed uint64, data []model.Dataset, t *Training, c Choice) model.Manifest {
	const on, kept = "the same messages, by cross-validation", "messages kept from training"
	out := model.Manifest{
		Kind: Kind, Version: Version, Lang: lang, Labels: slices.Clone(classes), Data: data, Licence: "Apache-2.0",
		Seed: seed,
		Scores: []model.Score{
			{On: on, Name: "balanced accuracy", Value: t.Table.Balanced},
			{On: on, Name: "ROC area", Value: roc(t.Table)},
		},
	}
	if c.Met {
		out.Scores = append(out.Scores, model.Score{
			On: kept, Name: "expert's share at the leak bound", Value: c.Share(),
		})
	}
	return out
}

func roc(r *assess.Report) float64 { return r.Classes[len(r.Classes)-1].ROCArea }

// Card is the page for people of a model's bundle.
func (t *Training) Card(m model.Manifest, c Choice) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Triage, %s\n\nHow likely a short informal message is to hold something that must be "+
		"anonymised.\nPackage triage reads it; a user's own labels replace it: `bauta triage train LABELS -o "+
		"FOLDER`.\n\nTrained on:\n\n", m.Lang)
	for _, d := range m.Data {
		fmt.Fprintf(&b, "- %s (%s), %d\n", d.Name, d.Licence, d.Size)
	}
	fmt.Fprintf(&b, "\n%d messages, %d of them to anonymise. Features: %s; learner: %s. Seed %d. Licence of the "+
		"weights: %s.\n\n", t.Model.Rows, t.Model.Positive, t.Model.Features, t.Model.Learner, m.Seed, m.Licence)
	for _, s := range m.Scores {
		fmt.Fprintf(&b, "- %s, on %s: %.4f\n", s.Name, s.On, s.Value)
	}
	fmt.Fprintf(&b, "- leak bound %.3g %%, tested on %d messages kept from training: %s\n", 100*c.Goal.Leak,
		c.Messages, c)
	b.WriteString("\nThe thresholds hold for messages like those it was trained on, and for nothing else.\nA model " +
		"learnt from real messages holds weights of their words, by hash: keep it as\nyou keep the corpus.\n")
	return b.String()
}

// String describes a model that is no tree: the weights of the word model
// cannot be read back into words.
func (m *Model) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "learner %s, features %s (bauta triage show --features %s)\nlearnt from %d messages, %d of them "+
		"to anonymise\n", m.Learner, m.Features, m.Features, m.Rows, m.Positive)
	if m.scorer.words != nil {
		fmt.Fprintf(&b, "word model with %d weights\n", len(m.scorer.words.keys))
	}
	fmt.Fprintf(&b, "class TA above %.4f\n", m.Cut)
	if m.AnonymiseAbove > 0 {
		fmt.Fprintf(&b, "leave at or below %.4g, anonymise from %.4g\n", m.LeaveBelow, m.AnonymiseAbove)
	} else {
		b.WriteString("no thresholds: the leak bound could not be met\n")
	}
	return b.String()
}
