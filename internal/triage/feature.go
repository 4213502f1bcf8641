package triage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/learn"
)

// The sets of features.
const (
	Paper    = "paper"    // the twelve of Seek&Hide, table 5
	Extended = "extended" // these and what the pipeline knows of each word
)

// Feature is one number that is read from a message.
type Feature struct {
	Name string
	Doc  string // what it counts
	of   func(*survey) float64
}

// Features returns the table of a set. The extended set begins with the paper's.
func Features(set string) ([]Feature, error) {
	all := features()
	switch set {
	case Paper:
		return all[:paperCount], nil
	case Extended:
		return all, nil
	}
	return nil, fmt.Errorf("no feature set %q; use %s or %s", set, Paper, Extended)
}

// Row is a message in numbers.
type Row struct {
	X     []float64 // by the extended set, whose beginning is the paper's
	Words []Word    // what the word model reads
}

// Word is one word, or one find of a pattern, as the word model reads it:
// hashed features with their values.
type Word struct {
	Keys   []uint32
	Values []float64
}

// Sample is a labelled message in numbers.
type Sample struct {
	Row
	TA bool
}

// classes of a triage dataset, in the order of the class index.
var classes = []string{"NTA", "TA"}

// Dataset lays samples out for a learner of package learn: class 1 is TA.
func Dataset(samples []Sample, set string) (*learn.Dataset, error) {
	fs, err := Features(set)
	if err != nil {
		return nil, err
	}
	d := &learn.Dataset{Name: "triage-" + set, Class: learn.Attribute{Name: "class", Values: slices.Clone(classes)}}
	for _, f := range fs {
		d.Attributes = append(d.Attributes, learn.Attribute{Name: f.Name})
	}
	for _, s := range samples {
		y := 0
		if s.TA {
			y = 1
		}
		d.X, d.Y = append(d.X, s.X[:len(fs):len(fs)]), append(d.Y, y)
	}
	return d, nil
}

// Describe prints the table of a set, for people.
func Describe(set string) (string, error) {
	fs, err := Features(set)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for i, f := range fs {
		fmt.Fprintf(&b, "%3d %-24s %s\n", i+1, f.Name, f.Doc)
	}
	return b.String(), nil
}
