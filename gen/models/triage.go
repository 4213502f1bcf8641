package main

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/text"
)

// Sizes of what the shipped triage model learns from, and its seed.
const (
	triageStock     = 16_000 // Tatoeba sentences with swapped names, and negatives
	triageTemplates = 4_000  // chat templates: identifiers, addresses, hard negatives
	triageSeed      = 1
)

// trainTriage trains the triage model of French on generated messages and the
// dev part of the invented examples. The words it learns of are those of the
// generators, so the bundle holds nobody's.
func trainTriage(ctx context.Context, shared, out string) error {
	texts, err := triageGold(os.DirFS(filepath.Join(shared, "data")), os.DirFS("gen/lexicon/lists"))
	if err != nil {
		return err
	}
	generated := len(texts)
	dev, test, err := invented(filepath.Join("examples", "sms-fr.jsonl"))
	if err != nil {
		return err
	}
	all, err := triageSamples(ctx, append(append(texts, dev...), test...))
	if err != nil {
		return err
	}
	n := len(all) - len(test)
	cfg := triage.Config{Seed: triageSeed, Jobs: 2}
	t, err := cfg.Train(all[:n])
	if err != nil {
		return err
	}
	held := make([]triage.Scored, n)
	for i, s := range all[:n] {
		held[i] = triage.Scored{P: t.Out[i], TA: s.TA}
	}
	choice := triage.Select(held, triage.Goal{Leak: 0.0042})
	if choice.Met {
		t.Model.LeaveBelow, t.Model.AnonymiseAbove = choice.LeaveBelow, choice.AnonymiseAbove
	}
	m := t.Model.Manifest("fr", triageSeed, []model.Dataset{
		{
			Name:    "generated messages: Tatoeba sentences with the stock names swapped and respelt, chat templates",
			Licence: "CC BY 2.0 FR", Size: generated,
		},
		{Name: "invented messages: examples/sms-fr.jsonl, dev part", Licence: "Apache-2.0", Size: len(dev)},
	}, t, choice)
	if r, err := t.Model.Score(all[n:]); err == nil {
		const on = "invented messages, test part of examples/sms-fr.jsonl"
		m.Scores = append(m.Scores, model.Score{On: on, Name: "balanced accuracy", Value: r.Balanced}, model.Score{
			On: on, Name: "ROC area", Value: r.Classes[1].ROCArea,
		})
	}
	m.Comments = "trained on generated and invented messages only; train with your own labels before you trust its " +
		"thresholds"
	files, err := t.Model.Files()
	if err != nil {
		return err
	}
	log.Printf("triage-fr: balanced %.4f, ROC %.4f by cross-validation; %v", t.Table.Balanced,
		t.Table.Classes[1].ROCArea, choice)
	return model.Write(filepath.Join(out, "triage-fr"), m, t.Card(m, choice), files)
}

// labelledText is a message with its label.
type labelledText struct {
	text string
	ta   bool
}

// triageGold generates the messages, those of the two generators mixed.
func triageGold(data, lists fs.FS) ([]labelledText, error) {
	raw, err := fs.ReadFile(data, "sentences/tatoeba/fr.txt")
	if err != nil {
		return nil, err
	}
	names, err := chat.LoadNames(data, lists, "fr", nil)
	if err != nil {
		return nil, err
	}
	speller, err := gold.NewSpeller(lists, "fr")
	if err != nil {
		return nil, err
	}
	g := chat.New("fr", names, speller, triageSeed)
	sentences := g.Stock(strings.Split(strings.TrimSpace(string(raw)), "\n"), triageStock, 0.1)
	sentences = append(sentences, g.Messages(triageTemplates)...)
	out := make([]labelledText, len(sentences))
	for i, s := range sentences {
		out[i] = labelledText{s.Text, personal(s.Spans)}
	}
	return out, nil
}

// personal reports whether something must be anonymised by default.
func personal(spans []bauta.Span) bool {
	for _, s := range spans {
		switch s.Label {
		case bauta.Person, bauta.Email, bauta.Phone, bauta.Address, bauta.ZipCode, bauta.UID, bauta.IPAddress:
			return true
		}
	}
	return false
}

// invented reads the examples by split.
func invented(name string) (dev, test []labelledText, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	for g, err := range corpus.ReadGold(f, name) {
		if err != nil {
			return nil, nil, err
		}
		if g.TA == nil {
			return nil, nil, fmt.Errorf("%s: message %q has no label", name, g.Message.ID)
		}
		t := labelledText{g.Message.Text, *g.TA}
		if g.Split == "test" {
			test = append(test, t)
		} else {
			dev = append(dev, t)
		}
	}
	return dev, test, nil
}

// triageSamples reads the messages through the detectors of the default policy.
func triageSamples(ctx context.Context, texts []labelledText) ([]triage.Sample, error) {
	file, err := policy.Load("seekhide")
	if err != nil {
		return nil, err
	}
	built, err := file.Build(policy.Options{Lang: "fr", Pending: "withhold"})
	if err != nil {
		return nil, err
	}
	reader := triage.NewReader(triage.ReaderConfig{Lexicon: built.Lexicon, Lang: built.Lang, Weigh: built.Weigh})
	var messages iter.Seq2[bauta.Message, error] = func(yield func(bauta.Message, error) bool) {
		for i, t := range texts {
			if !yield(bauta.Message{ID: fmt.Sprint(i), Text: t.text}, nil) {
				return
			}
		}
	}
	var out []triage.Sample
	for r, err := range built.Pipeline.Run(ctx, messages, 0) {
		if err != nil {
			return nil, err
		}
		d, err := text.Analyser{Lang: built.Lang}.Analyse(ctx, r.Message)
		if err != nil {
			return nil, err
		}
		out = append(out, triage.Sample{Row: reader.Read(d, &r), TA: texts[len(out)].ta})
	}
	return out, nil
}
