package train

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
	"go.yaml.in/yaml/v4"
)

// Recipe says how a tagger is made. The zero value of a part leaves it out.
type Recipe struct {
	Lang  string        `yaml:"lang"`
	Seed  uint64        `yaml:"seed"`
	Types []bauta.Label `yaml:"types"` // empty: every label of the training data

	// Blur is the share of words that look as if nobody had seen them before.
	Blur float64 `yaml:"blur"`

	Sets []SetUse `yaml:"sets"`
	// Swap gives by the name of a set how many copies with mentions exchanged a
	// sentence has (see swaps).
	Swap map[string]float64 `yaml:"swap"`

	Chat    ChatUse   `yaml:"chat"`
	Classes ClassUse  `yaml:"classes"`
	Method  MethodUse `yaml:"train"`
	Pack    PackUse   `yaml:"pack"`
	Neural  NeuralUse `yaml:"neural"`
	Tests   []TestUse `yaml:"tests"`

	file string // where it reads files and is none of ours: its name
}

// SetUse is a set to train on: one of gold.Sets, or a file of the user's.
type SetUse struct {
	Name  string `yaml:"name"`
	Lang  string `yaml:"lang"`  // empty: the recipe's
	Split string `yaml:"split"` // empty: train
	// File is a path beside the recipe, of a file in .jsonl, .csv or .conll.
	File string `yaml:"file"`
	// Labels says which of our types the labels of File stand for, "" for none.
	Labels map[string]bauta.Label `yaml:"labels"`
	// Licence of File, for the card; empty: yours.
	Licence string `yaml:"licence"`
	// Share of the sentences that is taken, 0 meaning all.
	Share float64 `yaml:"share"`
	// Weight is how often a sentence counts; 0 means 1.
	Weight float64 `yaml:"weight"`
	// Partly says that outside its entities the set may hold entities of labels
	// that it does not annotate: training learns nothing about them there.
	Partly bool `yaml:"partly"`
	// Domain says that the set is of another kind of text than the model is for:
	// what is true there alone is learnt apart and left out (crf.Builder.Domain).
	Domain bool   `yaml:"domain"`
	Copies Copies `yaml:"copies"`
}

// Copies gives for each kind of copy the probability that a sentence has it.
type Copies struct {
	Lower   float64 `yaml:"lower"`
	Upper   float64 `yaml:"upper"`
	Accents float64 `yaml:"accents"` // without
	Final   float64 `yaml:"final"`   // without final punctuation
	SMS     float64 `yaml:"sms"`     // respelt
	Recase  float64 `yaml:"recase"`  // capitals given back to lower-case text
}

// ChatUse is the generated part.
type ChatUse struct {
	Stock    int     `yaml:"stock"`    // messages from the sentence corpus
	Persons  float64 `yaml:"persons"`  // share of them with a person
	Messages int     `yaml:"messages"` // messages from templates
	Letters  int     `yaml:"letters"`  // e-mails
	Posts    int     `yaml:"posts"`    // public messages, with handles, hashtags, links
	Weight   float64 `yaml:"weight"`
	// Hidden is the share of the characters of persons, in per cent, that the bound
	// for persons is to hide in the messages it is chosen on; 0 means 97.2.
	Hidden float64 `yaml:"hidden"`
}

// ClassUse is how word classes are made of raw text.
type ClassUse struct {
	Words    int   `yaml:"words"` // most frequent words that have a class; 0: no classes
	Clusters []int `yaml:"clusters"`
	Dim      int   `yaml:"dim"`
	Epochs   int   `yaml:"epochs"`
	// Names are labelled sets of any language; as what kind of name most entities
	// with a word stand there is one more column, which the sets themselves do
	// not see where they are trained on.
	Names []SetUse `yaml:"names"`
	// Common is how many of the most frequent words of film subtitles have a class
	// of their rank: one more column, as many have no vector, and few are names.
	Common int `yaml:"common"`
}

// MethodUse is the trainer.
type MethodUse struct {
	Method  string  `yaml:"method"` // perceptron (also when empty), online or crf
	Passes  int     `yaml:"passes"`
	MaxIter int     `yaml:"iterations"`
	C1      float64 `yaml:"c1"`
	C2      float64 `yaml:"c2"`
	Rate    float64 `yaml:"rate"` // of online
	// Held, of going on with a tagger, is the share of the words from which on what is
	// known of them keeps its weights; 0 means 0.02, negative that nothing does.
	Held     float64 `yaml:"held"`
	MinCount int     `yaml:"min_count"`
	Jobs     int     `yaml:"jobs"`
	// Orders is how many models are trained, each in an order of its own; the model
	// is their mean. 0 means 1.
	Orders int `yaml:"orders"`
}

// PackUse is how the model is made small and its scores probabilities.
type PackUse struct {
	Bytes       int     `yaml:"bytes"`
	Steps       int     `yaml:"steps"`
	Temperature float64 `yaml:"temperature"`
	Outside     float64 `yaml:"outside"`
}

// TestUse is a set to measure on; Types restricts the second figure.
type TestUse struct {
	Name  string        `yaml:"name"`
	Lang  string        `yaml:"lang"`
	Split string        `yaml:"split"`
	Types []bauta.Label `yaml:"types"`

	File   string                 `yaml:"file"` // as of a SetUse
	Labels map[string]bauta.Label `yaml:"labels"`
}

// maxRecipe bounds a recipe file, in bytes.
const maxRecipe = 1 << 20

// ReadRecipe reads a recipe strictly: an unknown key is an error, and so is a
// set nobody knows.
func ReadRecipe(r io.Reader, name string) (*Recipe, error) {
	src, err := io.ReadAll(io.LimitReader(r, maxRecipe+1))
	if err != nil {
		return nil, err
	}
	if len(src) > maxRecipe {
		return nil, fmt.Errorf("%s: more than 1 MiB; is this a recipe?", name)
	}
	recipe := &Recipe{}
	dec := yaml.NewDecoder(bytes.NewReader(src))
	dec.KnownFields(true)
	if err := dec.Decode(recipe); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	recipe.beside(name)
	if err := recipe.check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return recipe, nil
}

// beside takes the files of the user's from the folder of the recipe.
func (r *Recipe) beside(recipe string) {
	take := func(file *string) {
		if *file == "" {
			return
		}
		if filepath.ToSlash(recipe) != r.called() {
			r.file = filepath.Base(recipe)
		}
		if !filepath.IsAbs(*file) {
			*file = filepath.Join(filepath.Dir(recipe), *file)
		}
	}
	for _, list := range [][]SetUse{r.Sets, r.Neural.Sets, r.Classes.Names, r.Neural.Classes.Names} {
		for i := range list {
			take(&list[i].File)
		}
	}
	for i := range r.Tests {
		take(&r.Tests[i].File)
	}
}

// called is the name of the recipe in cards.
func (r *Recipe) called() string { return orElse(r.file, "recipes/"+r.Lang+".yaml") }

// Open reports a recipe that reads the open data, beside files of the user's.
func (r *Recipe) Open() bool {
	named := func(s SetUse) bool { return s.File == "" }
	sets := slices.Concat(r.Sets, r.Neural.Sets, r.Classes.Names, r.Neural.Classes.Names)
	tests := slices.ContainsFunc(r.Tests, func(t TestUse) bool { return t.File == "" })
	return tests || slices.ContainsFunc(sets, named) || len(r.Swap) > 0 || r.Chat.Stock+r.Chat.Messages > 0 ||
		r.Classes.Common+r.Neural.Classes.Common > 0
}

// check refuses what cannot be followed and fills in what is left out.
func (r *Recipe) check() error {
	if r.Lang == "" {
		return errors.New("no lang; name the language, as in lang: fr")
	}
	if len(r.Sets) == 0 && r.Chat.Stock == 0 && r.Chat.Messages == 0 {
		return errors.New("nothing to train on; name sets or chat messages")
	}
	if !slices.Contains([]string{"", "perceptron", "online", "crf"}, r.Method.Method) {
		return fmt.Errorf("train.method %q; it is perceptron, online or crf", r.Method.Method)
	}
	for i := range r.Sets {
		if err := r.Sets[i].check(r.Lang); err != nil {
			return err
		}
	}
	for i := range r.Neural.Sets {
		if err := r.Neural.Sets[i].check(r.Lang); err != nil {
			return fmt.Errorf("neural: %w", err)
		}
	}
	for _, c := range []*ClassUse{&r.Classes, &r.Neural.Classes} {
		if err := c.check(r.Lang); err != nil {
			return err
		}
	}
	for i := range r.Tests {
		t := &r.Tests[i]
		t.Lang, t.Split = orElse(t.Lang, r.Lang), orElse(t.Split, "test")
		if _, err := t.sets(); err != nil {
			return fmt.Errorf("tests: %w", err)
		}
	}
	if r.Chat.Weight == 0 {
		r.Chat.Weight = 1
	}
	for set := range r.Swap {
		named := func(s SetUse) bool { return s.called() == set }
		if !slices.ContainsFunc(slices.Concat(r.Sets, r.Neural.Sets), named) {
			return fmt.Errorf("swap: no set %s is trained on", set)
		}
	}
	return nil
}

// check is that of the recipe for classes.
func (u *ClassUse) check(lang string) error {
	for i := range u.Names {
		s := &u.Names[i]
		s.Lang, s.Split = orElse(s.Lang, lang), orElse(s.Split, "train")
		if _, err := s.sets(); err != nil || s.Split == "test" {
			return fmt.Errorf("classes.names: no set %s of %s for %s", s.Name, s.Lang, s.Split)
		}
	}
	return nil
}

// check is that of the recipe for a set.
func (s *SetUse) check(lang string) error {
	s.Lang, s.Split = orElse(s.Lang, lang), orElse(s.Split, "train")
	if _, err := s.sets(); err != nil {
		return err
	}
	if s.Split == "test" {
		return fmt.Errorf("set %s: the test part is not for training", s.Name)
	}
	if s.Weight == 0 {
		s.Weight = 1
	}
	if s.Share <= 0 || s.Share > 1 {
		s.Share = 1
	}
	return nil
}

// sets are the files of the set.
func (s SetUse) sets() ([]gold.Set, error) {
	switch {
	case s.File != "" && s.Name != "":
		return nil, fmt.Errorf("set %s: name is for the open sets, file for yours; give one of the two", s.Name)
	case s.File != "":
		own, err := gold.Own(s.File, s.Lang, s.Labels)
		return []gold.Set{own}, err
	case len(s.Labels) > 0 || s.Licence != "":
		return nil, fmt.Errorf("set %s: labels and licence are for file; those of the open sets are known", s.Name)
	}
	found := gold.Find(s.Name, s.Lang, s.Split)
	if len(found) == 0 {
		return nil, fmt.Errorf("no set %s of %s for %s", s.Name, s.Lang, s.Split)
	}
	return found, nil
}

// called is the name of the set, that of the file for one of the user's.
func (s SetUse) called() string {
	if s.File != "" {
		return filepath.Base(s.File)
	}
	return s.Name
}

func (t TestUse) sets() ([]gold.Set, error) {
	return SetUse{Name: t.Name, Lang: t.Lang, Split: t.Split, File: t.File, Labels: t.Labels}.sets()
}

func orElse(a, b string) string {
	if a == "" {
		return b
	}
	return a
}
