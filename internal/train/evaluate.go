package train

import (
	"context"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// Cases are the ways in which a test text is written: as it is, in lower
// case, in capitals.
func Cases() []string { return []string{"as is", "lower", "upper"} }

// inCase returns a copy of the sentence.
func inCase(s gold.Sentence, name string) gold.Sentence {
	switch name {
	case "lower":
		return gold.Lower(s)
	case "upper":
		return gold.Upper(s)
	}
	return s
}

// Scores is what a detector does on one set of sentences.
type Scores struct {
	On     string           `json:"on"`
	Case   string           `json:"case"`
	Chunks eval.ChunkReport `json:"chunks"`
	Spans  eval.SpanReport  `json:"spans"`
	// Main are the types that the recipe asks a figure of their own for.
	Main []bauta.Label `json:"main,omitempty"`
}

// MainScore is the score of the types of Main together; of all without any.
func (s Scores) MainScore() eval.Score {
	if len(s.Main) == 0 {
		return s.Chunks.All
	}
	names := make([]string, len(s.Main))
	for i, l := range s.Main {
		names[i] = string(l)
	}
	return s.Chunks.Only(names...).All
}

// Score runs a detector over sentences of a language, written in one of the
// Cases. Finds of labels that are not among labels are left out, because gold
// says nothing about them; no labels means all. Exact spans are scored as
// chunks: the two agree because both are cut at every border.
func Score(ctx context.Context, d bauta.Detector, list []gold.Sentence, lang, how string, labels []bauta.Label) (Scores,
	error,
) {
	out := Scores{Case: how}
	tagged := make([]eval.Tagged, 0, len(list))
	cases := make([]eval.SpanCase, 0, len(list))
	for _, s := range list {
		s = inCase(s, how)
		doc := DocOf(s, lang)
		found, err := d.Detect(ctx, doc)
		if err != nil {
			return out, err
		}
		found = fold(found, labels)
		found = slices.DeleteFunc(found, func(f bauta.Span) bool {
			return f.Doubt != bauta.Sure || len(labels) > 0 && !slices.Contains(labels, f.Label)
		})
		want := slices.DeleteFunc(slices.Clone(s.Spans), func(g bauta.Span) bool {
			return len(labels) > 0 && !slices.Contains(labels, g.Label)
		})
		found = withoutHandles(s.Text, found)
		tagged = append(tagged, taggedOf(len(s.Text), want, found))
		cases = append(cases, eval.SpanCase{Length: len(s.Text), Gold: want, Pred: found})
	}
	out.Chunks = eval.ScoreChunks(tagged)
	out.Spans = eval.ScoreSpans(cases, eval.SpanConfig{Hide: personal(labels)})
	return out, nil
}

// fold gives finds the label that the set has for theirs.
func fold(found []bauta.Span, labels []bauta.Label) []bauta.Span {
	for i := range found {
		if coarse := coarser(found[i].Label); len(labels) > 0 && coarse != "" &&
			!slices.Contains(labels, found[i].Label) {
			found[i].Label = coarse
		}
	}
	return found
}

// coarser is the label of the classical sets that holds a finer one.
func coarser(l bauta.Label) bauta.Label {
	switch l {
	case bauta.SportsTeam, bauta.KnownGroup:
		return bauta.Organization
	case bauta.Geographical, bauta.Facility:
		return bauta.Location
	case bauta.KnownFigure, bauta.FictionalFigure:
		return bauta.Person
	}
	return ""
}

// personal keeps of the labels those that identify a person.
func personal(labels []bauta.Label) []bauta.Label {
	out := eval.PII()
	if len(labels) > 0 {
		out = slices.DeleteFunc(out, func(l bauta.Label) bool { return !slices.Contains(labels, l) })
	}
	return out
}

// withoutHandles drops finds inside an @handle: that is an identifier, and
// another detector's.
func withoutHandles(text string, found []bauta.Span) []bauta.Span {
	return slices.DeleteFunc(found, func(f bauta.Span) bool {
		return text[f.Start] == '@' || f.Start > 0 && text[f.Start-1] == '@'
	})
}

// taggedOf writes gold and found spans as tags over the pieces between all their
// borders.
func taggedOf(n int, want, found []bauta.Span) eval.Tagged {
	borders := []int{0, n}
	for _, list := range [][]bauta.Span{want, found} {
		for _, s := range list {
			borders = append(borders, s.Start, s.End)
		}
	}
	slices.Sort(borders)
	borders = slices.Compact(borders)
	write := func(spans []bauta.Span) []string {
		out := make([]string, 0, len(borders))
		for _, at := range borders[:len(borders)-1] {
			tag := "O"
			for _, s := range spans {
				if s.Start == at {
					tag = "B-" + string(s.Label)
				} else if s.Start < at && at < s.End {
					tag = "I-" + string(s.Label)
				}
			}
			out = append(out, tag)
		}
		return out
	}
	return eval.Tagged{Gold: write(want), Pred: write(found)}
}

// Of reads and generates what a recipe asks for and joins it with a model that
// was trained by it earlier, to be evaluated again. Tokens and Took are not
// known.
func Of(m *crf.Model, r *Recipe, src Sources) (*Result, error) {
	c, err := gather(r, src)
	if err != nil {
		return nil, err
	}
	return &Result{Recipe: r, Model: m, Dropped: c.dropped, Data: c.datasets(), corpus: c, src: src}, nil
}

// Evaluate scores the result on the tests of its recipe in every case, and on
// generated chat of names and sentences held out.
func (r *Result) Evaluate(ctx context.Context) ([]Scores, error) {
	d, err := r.detector()
	if err != nil {
		return nil, err
	}
	var out []Scores
	for _, t := range r.corpus.tests {
		labels := t.labels()
		for _, how := range Cases() {
			s, err := Score(ctx, d, t.sentences, r.Recipe.Lang, how, labels)
			if err != nil {
				return nil, err
			}
			s.On, s.Main = t.name(), t.use.Types
			out = append(out, s)
		}
	}
	generated, err := r.heldOut(1)
	if err != nil || len(generated) == 0 {
		return out, err
	}
	written, err := r.written(1)
	if err != nil {
		return nil, err
	}
	for _, t := range []struct {
		on   string
		list []gold.Sentence
	}{{"generated chat, names held out", generated}, {"generated e-mails and posts, names held out", written}} {
		s, err := Score(ctx, d, t.list, r.Recipe.Lang, "as is", nil)
		if err != nil {
			return nil, err
		}
		s.On = t.on
		out = append(out, s)
	}
	if r.Person == 0 {
		return out, nil
	}
	s, err := r.persons(ctx, generated, r.Person)
	s.On = fmt.Sprintf("generated chat, persons from %g on", r.Person)
	return append(out, s), err
}

// heldOut generates chat of names and sentences that training did not see; the
// seed is so much after the recipe's.
func (r *Result) heldOut(after uint64) ([]gold.Sentence, error) {
	g, test, err := r.heldOutFrom(after)
	if g == nil || err != nil {
		return nil, err
	}
	return append(g.Stock(test, 2000, 0.3), g.Messages(1000)...), nil
}

// written is heldOut for e-mails and posts.
func (r *Result) written(after uint64) ([]gold.Sentence, error) {
	g, test, err := r.heldOutFrom(after)
	if g == nil || err != nil {
		return nil, err
	}
	return append(g.Letters(test, 500), g.Posts(test, 500)...), nil
}

// heldOutFrom returns the generator of names held out, and the sentences; none
// for a recipe without chat.
func (r *Result) heldOutFrom(after uint64) (*chat.Generator, []string, error) {
	if r.Recipe.Chat.Stock+r.Recipe.Chat.Messages == 0 {
		return nil, nil, nil
	}
	var labelled []gold.Sentence
	// the first ones; generated ones and corpus.add's come after
	for _, p := range r.corpus.parts[:len(r.Recipe.Sets)] {
		labelled = append(labelled, p.sentences...)
	}
	g, err := generator(r.Recipe, r.src, labelled, true, r.Recipe.Seed+after)
	if err != nil {
		return nil, nil, err
	}
	stock, err := sentences(r.src.Data, r.Recipe.Lang)
	if err != nil {
		return nil, nil, err
	}
	_, test := holdOut(stock)
	return g, test, nil
}
