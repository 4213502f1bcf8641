package gold

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/exchange"
)

// Own makes a set of a labelled file of the user's, of the formats that bauta exports:
// .jsonl, .csv or .conll. What its labels stand for is said by labels, "" meaning
// nothing; those of CoNLL-2003 and ours need no saying.
func Own(path, lang string, labels map[string]bauta.Label) (Set, error) {
	name := strings.TrimPrefix(filepath.Ext(path), ".")
	format, err := exchange.Find(name)
	if err != nil || !slices.Contains([]string{"jsonl", "csv", "conll"}, name) {
		return Set{}, fmt.Errorf("%s: the ending says the format; give a .jsonl, .csv or .conll file", path)
	}
	for from, to := range labels {
		if to != "" && !to.Known() {
			return Set{}, fmt.Errorf("labels: what %q stands for is no type of ours; docs/formats/policy.md has them",
				from)
		}
	}
	read := func(set Set, r io.Reader) ([]Sentence, error) {
		var out []Sentence
		for g, err := range format.Read(r, path) {
			if err != nil {
				return nil, err
			}
			s := Sentence{Set: set.Name, Lang: lang, Text: g.Message.Text}
			if s.Spans, err = renamed(g.Spans, labels); err != nil {
				return nil, fmt.Errorf("%s: message %q: %w", path, g.Message.ID, err)
			}
			if strings.TrimSpace(s.Text) != "" {
				out = append(out, s)
			}
		}
		return out, nil
	}
	return Set{
		Name: filepath.Base(path), Lang: lang, Split: "train", Path: path, Licence: "yours", own: true, read: read,
	}, nil
}

// renamed gives spans the labels that theirs stand for.
func renamed(spans []bauta.Span, labels map[string]bauta.Label) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, s := range spans {
		to, said := labels[string(s.Label)]
		if !said {
			if to = conll[string(s.Label)]; s.Label.Known() {
				to = s.Label
			}
			if to == "" {
				return nil, errors.New("a label that is no type of ours; say under labels: what it stands for")
			}
		}
		if to != "" {
			out = append(out, bauta.Span{Start: s.Start, End: s.End, Label: to})
		}
	}
	return out, nil
}

// open gives the content of a file of the user's.
func (s Set) open() ([]Sentence, error) {
	data, err := bounded.File(s.Path, maxFile)
	if err != nil {
		return nil, err
	}
	return s.read(s, strings.NewReader(string(data)))
}

// Annotated lists what sentences of a set are annotated with: what the set is known to
// hold, and of a file of the user's what stands in it.
func (s Set) Annotated(list []Sentence) []bauta.Label {
	if !s.own {
		return s.Labels()
	}
	var out []bauta.Label
	for _, sentence := range list {
		for _, sp := range sentence.Spans {
			out = append(out, sp.Label)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
