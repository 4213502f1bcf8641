package train

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/model"
)

// Names of the kind and file of a bundle that holds a tagger, of either kind.
const (
	BundleKind = "crf"
	BundleFile = "ner.crf"
	NeuralKind = "neural"
	NeuralFile = "ner.neural"
)

// bundleVersion is the version of the tagger's file format in manifests.
const bundleVersion = 1

// Bundle is a trained tagger with its figures, ready to be written.
type Bundle struct {
	Manifest model.Manifest
	Card     string
	Files    map[string][]byte
}

// Bundle makes the bundle of a result and its scores.
func (r *Result) Bundle(scores []Scores) (*Bundle, error) {
	var file bytes.Buffer
	if err := r.shipped().Write(&file); err != nil {
		return nil, err
	}
	kind, name := BundleKind, BundleFile
	if r.Neural != nil {
		kind, name = NeuralKind, NeuralFile
	}
	m := model.Manifest{
		Kind: kind, Version: bundleVersion, Lang: r.Recipe.Lang, Data: r.Data,
		Licence: "Apache-2.0 (weights; see the data for attribution)", Seed: r.Recipe.Seed,
		Comments: r.sort() + "; package train, " + r.Recipe.called(),
	}
	m.Person = r.Person
	if r.from != nil {
		m.Comments += fmt.Sprintf("; goes on with %s %.16s", r.from.Name(), r.from.Digest())
		m.Data = append(slices.Clone(r.from.Data), r.Data...)
	}
	for _, t := range r.shipped().Types() {
		m.Labels = append(m.Labels, string(t))
	}
	for _, s := range scores {
		on := s.On + ", " + s.Case
		m.Scores = append(m.Scores,
			model.Score{On: on, Name: "F1", Value: round(s.Chunks.All.F1())},
			model.Score{On: on, Name: "PERSON F1", Value: round(s.Chunks.Type("PERSON").F1())},
			model.Score{On: on, Name: "PII characters hidden", Value: round(s.Spans.Coverage.Recall())})
	}
	b := &Bundle{Manifest: m, Files: map[string][]byte{name: file.Bytes()}}
	b.Card = r.card(scores, file.Len())
	return b, nil
}

// Make follows a recipe to the end: trains, evaluates, and makes the bundle.
func Make(ctx context.Context, r *Recipe, src Sources, say func(string)) (*Bundle, []Scores, error) {
	result, err := Train(ctx, r, src, say)
	if err != nil {
		return nil, nil, err
	}
	return result.finish(ctx)
}

// MakeNeural is Make for the neural tagger.
func MakeNeural(ctx context.Context, r *Recipe, src Sources, say func(string)) (*Bundle, []Scores, error) {
	result, err := TrainNeural(ctx, r, src, say)
	if err != nil {
		return nil, nil, err
	}
	return result.finish(ctx)
}

// finish chooses the bound for persons, evaluates a result and makes its bundle.
func (r *Result) finish(ctx context.Context) (*Bundle, []Scores, error) {
	if err := r.choosePerson(ctx); err != nil {
		return nil, nil, err
	}
	scores, err := r.Evaluate(ctx)
	if err != nil {
		return nil, nil, err
	}
	b, err := r.Bundle(scores)
	return b, scores, err
}

// WriteScores prints one line for each test and case.
func WriteScores(w io.Writer, scores []Scores) error {
	for _, s := range scores {
		a := s.Chunks.All
		if _, err := fmt.Fprintf(w,
			"%-32s %-6s P %6.2f R %6.2f F1 %6.2f  PERSON F1 %6.2f  characters R %6.2f P %6.2f\n", s.On, s.Case,
			a.Precision(), a.Recall(), a.F1(), s.Chunks.Type("PERSON").F1(), s.Spans.Coverage.Recall(),
			s.Spans.Coverage.Precision()); err != nil {
			return err
		}
	}
	return nil
}

// round keeps two digits after the point.
func round(x float64) float64 { return float64(int(x*100+0.5)) / 100 }

// Write writes the bundle to a folder.
func (b *Bundle) Write(dir string) error { return model.Write(dir, b.Manifest, b.Card, b.Files) }

// card is the page for people: what it is, what it was made of, what it can
// and cannot do.
func (r *Result) card(scores []Scores, size int) string {
	var b strings.Builder
	lang := r.Recipe.Lang
	fmt.Fprintf(&b, "# %s: names and further types in messages (%s)\n\n", r.name(), lang)
	fmt.Fprintf(&b, "A %s for short informal text. It finds %d types; what each means is in the guidelines.\n\n",
		r.sort(), len(r.shipped().Types()))
	fmt.Fprintf(&b, "- made by: `%s`\n", r.command())
	fmt.Fprintf(&b, "- size: %d bytes, %s\n", size, r.counts())
	if r.encoder != nil {
		fmt.Fprintf(&b, "- one network for %d languages, in models/%s\n- trained on: %s\n", len(r.encoder.Recipes),
			NetworkName, r.encoder.Told)
	} else {
		fmt.Fprintf(&b, "- trained on: %d tokens, copies included, in %s; seed %d\n", r.Tokens,
			r.Took.Round(time.Second), r.Recipe.Seed)
	}
	if r.from != nil {
		fmt.Fprintf(&b, "- goes on with: %s %.16s; its bound for persons, %g, was not chosen anew\n", r.from.Name(),
			r.from.Digest(), r.Person)
	} else if r.Person > 0 {
		fmt.Fprintf(&b, "- bound for persons: %g, at which %g %% of their characters are hidden in generated chat "+
			"of each of four other seeds\n", r.Person, r.Recipe.personShare())
	}
	fmt.Fprintf(&b, "- dropped: %d sentences that stand in a test file or an earlier set\n", r.Dropped)
	fmt.Fprintf(&b, "- digest: in manifest.json, `bauta model verify` checks it\n")
	fmt.Fprintf(&b, "- licence of the weights: Apache-2.0\n\n## Data\n\n| set | licence | sentences |\n|---|---|---|\n")
	if r.from != nil {
		fmt.Fprintf(&b, "| all that %s was trained on, in its card | | |\n", r.from.Name())
	}
	for _, d := range r.Data {
		fmt.Fprintf(&b, "| %s | %s | %d |\n", d.Name, d.Licence, d.Size)
	}
	if r.Recipe.Open() {
		fmt.Fprint(&b, generatedNote)
	}
	fmt.Fprint(&b, "\n## Scores\n\nExact span and type, in per cent; a set is scored on the types it annotates; "+
		"@handles are left out. ")
	fmt.Fprint(&b, "Characters: the share of the characters of personal types that is hidden.\n\n")
	fmt.Fprint(&b, "| test | case | P | R | F1 | PERSON F1 | main types | F1 | characters "+
		"|\n|---|---|---|---|---|---|---|---|---|\n")
	for _, s := range scores {
		a := s.Chunks.All
		fmt.Fprintf(&b, "| %s | %s | %.2f | %.2f | %.2f | %.2f | %s | %.2f | %.2f |\n", s.On, s.Case, a.Precision(),
			a.Recall(), a.F1(),
			s.Chunks.Type("PERSON").F1(), listed(s.Main), s.MainScore().F1(), s.Spans.Coverage.Recall())
	}
	for _, s := range scores {
		if s.Case != Cases()[0] {
			continue
		}
		fmt.Fprintf(&b, "\n### %s, by type\n\n| type | P | R | F1 (95 %% interval) | gold |\n|---|---|---|---|---|\n",
			s.On)
		for _, iv := range s.Chunks.Bootstrap(bootstrapRounds, r.Recipe.Seed)[1:] {
			t := s.Chunks.Type(iv.Type)
			if t.Gold > 0 {
				fmt.Fprintf(&b, "| %s | %.2f | %.2f | %.2f (%.1f–%.1f) | %d |\n", iv.Type, t.Precision(), t.Recall(),
					t.F1(), iv.F1.Low, iv.F1.High, t.Gold)
			}
		}
	}
	fmt.Fprint(&b, "\n## Limits\n\nMuch of the training text is edited or generated; names that are also words, and "+
		"spelling that nobody has "+
		"written before, are its commonest errors. It is one detector among several: word lists and patterns hide "+
		"what it misses.\n")
	return b.String()
}

// generatedNote says in a card what is not real, and where the names are from.
const generatedNote = "\nThe generated messages and the sentences with swapped names are no real messages. Names in " +
	"them: the French registers of births and surnames (INSEE, Licence Ouverte 2.0), popular names by country " +
	"(CC0), names of the sets above; words that are too frequent to be names: FrequencyWords (CC BY-SA 4.0); " +
	"spelling and nicknames: the project's own lists.\n"

// listed joins labels; none are all.
func listed(labels []bauta.Label) string {
	if len(labels) == 0 {
		return "all"
	}
	names := make([]string, len(labels))
	for i, l := range labels {
		names[i] = string(l)
	}
	return strings.Join(names, " ")
}

// bootstrapRounds is how often sentences are drawn anew for an interval.
const bootstrapRounds = 500
