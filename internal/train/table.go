package train

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
)

// Row is a line of the comparison of AnonyMate's Tables 4 and 6: a system on a
// set, F1 in per cent of exact spans in each of the Cases, and the averages of
// Table 5 on the text as it is.
type Row struct {
	Lang   string       `json:"lang"`
	On     string       `json:"on"`
	System string       `json:"system"`
	F1     []float64    `json:"f1"` // as is, lower, upper
	Cover  float64      `json:"characters"`
	PII    eval.Average `json:"pii"`
	CII    eval.Average `json:"cii"`
}

// Systems of the comparison that have a shipped model.
const (
	SystemClusters = "CRF + clusters"
	SystemNeural   = "BiLSTM + CRF"
)

// Systems are the systems of the comparison, in order.
func Systems() []string { return []string{"unamb", "freq", "CRF", SystemClusters, SystemNeural} }

// Table trains systems of the comparison by one recipe and scores them on the
// recipe's tests; no systems are all. Those that are ready are not trained. The
// tagger without clusters has no word classes at all.
func Table(
	ctx context.Context, r *Recipe, src Sources, systems []string, ready map[string]bauta.Detector, say func(string),
) ([]Row, error) {
	if len(systems) == 0 {
		systems = Systems()
	}
	c, err := gather(r, src)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, system := range systems {
		d, err := ready[system], error(nil)
		if d == nil {
			d, err = c.system(ctx, system, r, src, say)
		}
		if err != nil {
			return nil, err
		}
		more, err := rowsOf(ctx, d, c.tests, r.Lang, system)
		if err != nil {
			return nil, err
		}
		rows = append(rows, more...)
	}
	return rows, nil
}

// system trains one system.
func (c *corpus) system(ctx context.Context, name string, r *Recipe, src Sources, say func(string)) (bauta.Detector,
	error,
) {
	switch name {
	case string(chain.Unambiguous), string(chain.MostFrequent):
		return newBaseline(chain.BaselineKind(name), c, r.Lang)
	case "CRF", SystemClusters:
		return trainTagger(ctx, *r, src, name == "CRF", say)
	case SystemNeural:
		own := *r
		trained, err := TrainNeural(ctx, &own, src, say)
		if err != nil {
			return nil, err
		}
		return trained.detector()
	}
	return nil, fmt.Errorf("no system %q; there are %s", name, strings.Join(Systems(), ", "))
}

// trainTagger trains by the recipe, without word classes if plain.
func trainTagger(ctx context.Context, r Recipe, src Sources, plain bool, say func(string)) (bauta.Detector, error) {
	if plain {
		r.Classes.Words = 0
	}
	trained, err := Train(ctx, &r, src, say)
	if err != nil {
		return nil, err
	}
	return tagger.New(tagger.Config{Models: tagger.Ready(trained.Model.With(nil)), Ask: -1, Sure: everything})
}

// everything is a bound on probability below which the best labelling stands:
// chunk scores are of what the tagger says, however sure.
const everything = 1e-9

func rowsOf(ctx context.Context, d bauta.Detector, tests []test, lang, system string) ([]Row, error) {
	var rows []Row
	for _, t := range tests {
		row := Row{Lang: lang, On: t.name(), System: system}
		for i, how := range Cases() {
			s, err := Score(ctx, d, t.sentences, lang, how, t.labels())
			if err != nil {
				return nil, err
			}
			row.F1 = append(row.F1, s.Chunks.All.F1())
			if i == 0 {
				row.Cover = s.Spans.Coverage.Recall()
				row.PII, row.CII = s.Chunks.Group(eval.PII()), s.Chunks.Group(eval.CII())
			}
		}
		rows = append(rows, row)
	}
	return rows, nil
}

func (t test) name() string { return t.sets[0].Name + " " + t.use.Lang + " " + t.use.Split }

// WriteTable prints the rows, a set after the other.
func WriteTable(w io.Writer, rows []Row) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-30s %-15s %6s %6s %6s  %6s  %-22s %s\n", "test", "system", "as is", "lower", "upper", "chars",
		"PII P / R / F1", "CII P / R / F1")
	for _, r := range rows {
		fmt.Fprintf(&b, "%-30s %-15s", r.On, r.System)
		for _, f := range r.F1 {
			fmt.Fprintf(&b, " %6.2f", f)
		}
		fmt.Fprintf(&b, "  %6.2f  %6.2f %6.2f %6.2f   %6.2f %6.2f %6.2f\n", r.Cover, r.PII.P, r.PII.R, r.PII.F1,
			r.CII.P, r.CII.R, r.CII.F1)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// baseline makes a detector of a baseline: phrases of gold are found again,
// without regard to case, as the texts have none to rely on.
type baseline struct {
	b *chain.Baseline
}

func newBaseline(kind chain.BaselineKind, c *corpus, lang string) (*baseline, error) {
	b, err := chain.NewBaseline(kind)
	if err != nil {
		return nil, err
	}
	for _, p := range c.parts {
		for _, s := range p.sentences {
			words, phrases := phrasesOf(DocOf(s, lang), s)
			b.Learn(words, phrases)
		}
	}
	return &baseline{b}, nil
}

// Detect finds the phrases known. The context is not asked: time is linear.
func (b *baseline) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	words, _ := phrasesOf(d, gold.Sentence{})
	var out []bauta.Span
	for _, p := range b.b.Find(words) {
		out = append(out, bauta.Span{
			Start: d.Tokens[p.From].Start, End: d.Tokens[p.To-1].End,
			Label: bauta.Label(p.Type), P: 1, Source: "baseline",
		})
	}
	return out, nil
}

// phrasesOf gives the folded words of a document and the spans over them.
func phrasesOf(d *bauta.Doc, s gold.Sentence) ([]string, []chain.Phrase) {
	words := make([]string, len(d.Tokens))
	var phrases []chain.Phrase
	for i, t := range d.Tokens {
		words[i] = lexicon.Fold(d.Text[t.Start:t.End])
	}
	for _, sp := range s.Spans {
		from, to := -1, 0
		for i, t := range d.Tokens {
			if t.Start < sp.End && sp.Start < t.End {
				if from < 0 {
					from = i
				}
				to = i + 1
			}
		}
		if from >= 0 {
			phrases = append(phrases, chain.Phrase{From: from, To: to, Type: string(sp.Label)})
		}
	}
	return words, phrases
}
