package names

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/text"
)

// Config says what to train on. Data is the folder of open data, Lists the
// project's word lists (gen/lexicon/lists).
type Config struct {
	Lang     string
	Data     fs.FS
	Lists    fs.FS
	Messages int // generated messages to learn the weights from; 0: 120,000
	Seed     uint64
	// NameAbove and WordBelow are written into the model; 0: 0.65 and 0.015.
	NameAbove, WordBelow float64
}

// Result is the model as the files of a bundle, with what the card tells.
type Result struct {
	Manifest model.Manifest
	Files    map[string][]byte
	Report   Report
}

// Report is what training saw and reached.
type Report struct {
	Priors, Unlisted, Messages, Words, Names int
	Loss                                     float64 // bits a word on the held-out part
	Accuracy                                 float64 // of words on the held-out part
}

// Train learns the model of a language.
func Train(ctx context.Context, cfg Config) (*Result, error) {
	if cfg.Messages == 0 {
		cfg.Messages = 120_000
	}
	if cfg.NameAbove == 0 {
		cfg.NameAbove, cfg.WordBelow = 0.65, 0.015
	}
	c, err := readCounts(cfg.Data, cfg.Lang)
	if err != nil {
		return nil, err
	}
	c.bare()
	sentences, err := generate(cfg)
	if err != nil {
		return nil, err
	}
	lex := lexicon.Default()
	r := &Result{Report: Report{Messages: len(sentences)}}
	prior, err := lexical.MakePriors(lex, cfg.Lang, int(nicknames(lex, cfg.Lang)), priors(lex, c, cfg.Lang))
	if err != nil {
		return nil, err
	}
	respelt, seen := vocabulary(sentences)
	examples := unlisted(c, respelt, cfg.Lang, seen)
	letters := letterModel(examples, cfg.Seed)
	r.Report.Unlisted = len(examples)
	m := lexical.Model{Lang: cfg.Lang, NameAbove: cfg.NameAbove, WordBelow: cfg.WordBelow}
	if m.Weights, err = weights(ctx, cfg, m, prior, letters, sentences, c, seen, &r.Report); err != nil {
		return nil, err
	}
	head, err := json.MarshalIndent(m, "", " ")
	if err != nil {
		return nil, err
	}
	r.Files = map[string][]byte{"weights.json": head, "priors.bin": prior, "letters.bin": bytesOf(letters)}
	table, err := lexical.OpenPriors(prior)
	if err != nil {
		return nil, err
	}
	r.Report.Priors = table.Len()
	r.Manifest = model.Manifest{
		Kind: "names", Version: 1, Lang: cfg.Lang, Licence: "Apache-2.0", Seed: cfg.Seed,
		Data: sources(cfg.Lang, len(sentences)),
		Scores: []model.Score{
			{On: "generated messages held out", Name: "accuracy of weighed words", Value: r.Report.Accuracy},
			{On: "generated messages held out", Name: "bits a weighed word", Value: r.Report.Loss},
		},
	}
	return r, nil
}

func bytesOf(w []int8) []byte {
	out := make([]byte, len(w))
	for i, x := range w {
		out[i] = byte(x)
	}
	return out
}

func sources(lang string, messages int) []model.Dataset {
	out := []model.Dataset{
		{
			Name: "Tatoeba sentences with the stock names swapped and respelt (generated)", Licence: "CC BY 2.0 FR",
			Size: messages,
		},
		{Name: "FrequencyWords", Licence: "CC BY-SA 4.0"},
	}
	if lang == "fr" {
		return append(out, model.Dataset{Name: "INSEE first names and surnames", Licence: "Licence Ouverte 2.0"},
			model.Dataset{Name: "Lexique 3", Licence: "CC BY-SA 4.0"})
	}
	return append(out, model.Dataset{Name: "popular names by country", Licence: "CC0"})
}

// generate makes the conversational gold.
func generate(cfg Config) ([]gold.Sentence, error) {
	raw, err := fs.ReadFile(cfg.Data, "sentences/tatoeba/"+cfg.Lang+".txt")
	if err != nil {
		return nil, err
	}
	names, err := chat.LoadNames(cfg.Data, cfg.Lists, cfg.Lang, nil)
	if err != nil {
		return nil, err
	}
	speller, err := gold.NewSpeller(cfg.Lists, cfg.Lang)
	if err != nil {
		return nil, err
	}
	return chat.New(cfg.Lang, names, speller, cfg.Seed).Stock(strings.Split(strings.TrimSpace(string(raw)), "\n"),
		cfg.Messages, 0.12), nil
}

// vocabulary counts the folded words outside names and inside.
func vocabulary(sentences []gold.Sentence) (words, names map[string]int) {
	words, names = map[string]int{}, map[string]int{}
	for _, s := range sentences {
		for _, t := range text.Tokenise(s.Text) {
			if t.Kind != bauta.Word || strings.ContainsAny(t.Norm, "'-0123456789") {
				continue
			}
			switch label(s.Spans, t.Start, t.End) {
			case "":
				words[t.Norm]++
			case bauta.Person:
				names[t.Norm]++
			}
		}
	}
	return words, names
}

// label gives the label of a byte range of a sentence.
func label(spans []bauta.Span, start, end int) bauta.Label {
	for _, s := range spans {
		if s.Start < end && start < s.End {
			return s.Label
		}
	}
	return ""
}

// row is a weighed word of the training text.
type row struct {
	x      []lexical.Feature
	name   bool
	weight float64
}

// Bounds of the weight of a row, and the prior above which a word of a sentence
// is taken for a name though it bears no label.
const (
	leastWeight, mostWeight = 0.05, 4
	surelyName              = 1
)

// drawn corrects for how the generator draws names where no register of the
// language guides it: rare ones too often, those of France, and nicknames as if
// all were alike. A row of a listed name counts as the language uses it.
type drawn struct {
	register bool
	names    map[string]int
	total    float64
	share    func(word string) float64 // of the names of the language
}

// weight gives the weight of a row. The sentences label the stock names alone:
// an unlabelled word that is a name by far says nothing.
func (d drawn) weight(e lexical.Evidence, word string, is bauta.Label) float64 {
	switch {
	case d.register || !e.Listed:
		return 1
	case is == "" && e.Prior > surelyName:
		return 0
	case is != bauta.Person || d.names[word] == 0:
		return 1
	}
	return max(leastWeight, min(mostWeight, d.share(word)/(float64(d.names[word])/d.total)))
}

// weights learns the weights on nine tenths of the messages, and scores them on
// the last tenth.
func weights(ctx context.Context, cfg Config, m lexical.Model, prior []byte, letters []int8, sentences []gold.Sentence,
	c *counts, seen map[string]int, rep *Report,
) (map[string]float64, error) {
	m.Weights = map[string]float64{}
	head, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	blank, err := lexical.NewModel(head, prior, bytesOf(letters))
	if err != nil {
		return nil, err
	}
	det, err := lexical.New(lexical.Config{Lang: cfg.Lang, Model: blank})
	if err != nil {
		return nil, err
	}
	var rows []row
	cut := 0
	draws := newDrawn(cfg.Lang, c, seen)
	for i, s := range sentences {
		if i == len(sentences)*9/10 {
			cut = len(rows)
		}
		d, err := text.Analyser{Lang: cfg.Lang}.Analyse(ctx, bauta.Message{Text: s.Text})
		if err != nil {
			return nil, err
		}
		for _, e := range det.Evidence(d, c.forget) {
			is := label(s.Spans, e.Start, e.End)
			if w := draws.weight(e, lexicon.Fold(s.Text[e.Start:e.End]), is); w > 0 {
				rows = append(rows, row{e.Features, is == bauta.Person, w})
			}
		}
	}
	w := make([]float64, lexical.FeatureCount)
	obj := &logistic{rows: rows[:cut], l2: 2}
	if _, err := (learn.LBFGS{MaxIter: 120}).Minimize(ctx, obj, w); err != nil {
		return nil, fmt.Errorf("learning the weights: %w", err)
	}
	rep.Words = len(rows)
	test := &logistic{rows: rows[cut:]}
	rep.Loss = test.Eval(w, make([]float64, len(w))) / math.Ln2 / float64(max(1, len(test.rows)))
	right := 0
	for _, r := range test.rows {
		if (dot(w, r.x) > 0) == r.name {
			right++
		}
	}
	for _, r := range rows {
		if r.name {
			rep.Names++
		}
	}
	rep.Accuracy = float64(right) / float64(max(1, len(test.rows)))
	calibrate(w, cfg.Lang)
	out := map[string]float64{}
	for i, x := range w {
		if x = math.Round(x*1000) / 1000; x != 0 {
			out[lexical.FeatureName(i)] = x
		}
	}
	return out, nil
}

// strange is by how much, in log-odds, words in no list are less often names in what
// strangers write than in generated messages, where brands, towns in small letters,
// laughter, dialect and slips of the hand are rare. In French messages of others words
// that the weights alone gave .98 were names one time in eleven; in English ones they
// are as often names as the weights say. Figures: docs/experiments/strangers.md.
var strange = map[string]float64{"fr": 3.5}

// called is how much of that is given back to a word that is greeted, called, kissed or
// has a name before it, as a brand is not.
const called = 2

// calibrate takes that off the weights of words in no list.
func calibrate(w []float64, lang string) {
	if strange[lang] == 0 {
		return
	}
	for i := range w {
		side, feature, _ := strings.Cut(lexical.FeatureName(i), ".")
		if side != "unknown" && side != "guess" {
			continue
		}
		switch feature {
		case "bias":
			w[i] -= strange[lang]
		case "before.greeting", "before.name", "before.kiss", "before.call":
			w[i] += called
		}
	}
}

// logistic is the negative log-likelihood of the rows with an L2 penalty.
type logistic struct {
	rows []row
	l2   float64
}

// Eval gives value and gradient.
func (o *logistic) Eval(w, grad []float64) float64 {
	loss := 0.0
	for i, x := range w {
		grad[i] = o.l2 * x
		loss += o.l2 * x * x / 2
	}
	for _, r := range o.rows {
		z := dot(w, r.x)
		p := 1 / (1 + math.Exp(-z))
		y := 0.0
		if r.name {
			y = 1
			z = -z
		}
		loss += r.weight * math.Log1p(math.Exp(min(z, 500)))
		for _, f := range r.x {
			grad[f.At] += r.weight * (p - y) * f.X
		}
	}
	return loss
}

func dot(w []float64, x []lexical.Feature) float64 {
	z := 0.0
	for _, f := range x {
		z += w[f.At] * f.X
	}
	return z
}
