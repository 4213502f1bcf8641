package main

import (
	"context"
	"fmt"
	"io/fs"
	"iter"
	"log"
	"os"
	"path/filepath"
	"slices"
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
	sentenceBlock   = 100 // sentences beside each other, often variants of one, go into the same part
)

// triageLeak is the share of messages left as they are that may leak.
const triageLeak = 0.0042

// trainTriage trains the triage model of French on generated messages and the
// dev part of the invented examples. The words it learns of are those of the
// generators, so the bundle holds nobody's. Its thresholds are tested on as many
// messages generated of other sentences; where the goal is not met there, there is
// no bundle.
func trainTriage(ctx context.Context, shared, out string) error {
	learn, kept, err := triageGold(os.DirFS(filepath.Join(shared, "data")), os.DirFS("gen/lexicon/lists"))
	if err != nil {
		return err
	}
	generated := len(learn)
	dev, test, err := invented(filepath.Join("examples", "sms-fr.jsonl"))
	if err != nil {
		return err
	}
	samples, err := triageSamples(ctx, append(learn, dev...), kept, test)
	if err != nil {
		return err
	}
	cfg := triage.Config{Seed: triageSeed, Jobs: 2}
	p, err := cfg.TrainAndTest(samples[0], samples[1], triage.Goal{Leak: triageLeak})
	if err != nil {
		return err
	}
	log.Printf("triage-fr: balanced %.4f, ROC %.4f by cross-validation; plan: %v; test: %v", p.Table.Balanced,
		p.Table.Classes[1].ROCArea, p.Plan, p.Choice)
	if !p.Choice.Met {
		return fmt.Errorf("the bundle in %s stays: %s", out, p.Choice.Why)
	}
	m := p.Model.Manifest("fr", triageSeed, []model.Dataset{
		{
			Name:    "generated messages: Tatoeba sentences with the stock names swapped and respelt, chat templates",
			Licence: "CC BY 2.0 FR", Size: generated,
		},
		{Name: "invented messages: examples/sms-fr.jsonl, dev part", Licence: "Apache-2.0", Size: len(dev)},
	}, p.Training, p.Choice)
	if r, err := p.Model.Score(samples[2]); err == nil {
		const on = "invented messages, test part of examples/sms-fr.jsonl"
		m.Scores = append(m.Scores, model.Score{On: on, Name: "balanced accuracy", Value: r.Balanced}, model.Score{
			On: on, Name: "ROC area", Value: r.Classes[1].ROCArea,
		})
	}
	m.Comments = "trained on generated and invented messages only; train with your own labels before you trust its " +
		"thresholds"
	files, err := p.Model.Files()
	if err != nil {
		return err
	}
	dir := filepath.Join(out, "triage-fr")
	if err := model.Write(dir, m, p.Card(m, p.Choice), files); err != nil {
		return err
	}
	return pack(dir, files)
}

// labelledText is a message with its label.
type labelledText struct {
	text string
	ta   bool
}

// triageGold generates the messages to learn from, and those kept for the test. No
// sentence is in both; names and templates are.
func triageGold(data, lists fs.FS) (learn, kept []labelledText, err error) {
	raw, err := fs.ReadFile(data, "sentences/tatoeba/fr.txt")
	if err != nil {
		return nil, nil, err
	}
	names, err := chat.LoadNames(data, lists, "fr", nil)
	if err != nil {
		return nil, nil, err
	}
	speller, err := gold.NewSpeller(lists, "fr")
	if err != nil {
		return nil, nil, err
	}
	var sentences [2][]string
	for i, s := range strings.Split(strings.TrimSpace(string(raw)), "\n") {
		part := i / sentenceBlock % 2
		sentences[part] = append(sentences[part], s)
	}
	draw := func(part int) []labelledText {
		g := chat.New("fr", names, speller, triageSeed+uint64(part))
		drawn := g.Stock(sentences[part], triageStock, 0.1)
		drawn = append(drawn, g.Messages(triageTemplates)...)
		out := make([]labelledText, len(drawn))
		for i, s := range drawn {
			out[i] = labelledText{s.Text, personal(s.Spans)}
		}
		return out
	}
	return draw(0), draw(1), nil
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

// triageSamples reads the messages of each set through the detectors of the policy
// that asks the model.
func triageSamples(ctx context.Context, sets ...[]labelledText) ([][]triage.Sample, error) {
	texts := slices.Concat(sets...)
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
	var read []triage.Sample
	for r, err := range built.Pipeline.Run(ctx, messages, 0) {
		if err != nil {
			return nil, err
		}
		d, err := text.Analyser{Lang: built.Lang}.Analyse(ctx, r.Message)
		if err != nil {
			return nil, err
		}
		read = append(read, triage.Sample{Row: reader.Read(d, &r), TA: texts[len(read)].ta})
	}
	out := make([][]triage.Sample, len(sets))
	for i, set := range sets {
		out[i], read = read[:len(set)], read[len(set):]
	}
	return out, nil
}
