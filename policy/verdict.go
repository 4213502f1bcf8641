package policy

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/bauta/bauta/internal/nearest"
	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/model"
)

// Verdict says whom to ask: the name of a combination table (seek, table2, safe,
// bound), or a mapping with the model and its thresholds.
type Verdict struct {
	Preset string `yaml:"preset"`
	// Model is the folder of a model made by bauta triage train, beside the
	// policy file, or the name of one that comes with the program. "" is the
	// one of the language.
	Model string `yaml:"model"`
	// LeaveBelow and AnonymiseAbove bound the probability that there is
	// something to anonymise; both 0: the model's own.
	LeaveBelow     float64 `yaml:"leave_below"`
	AnonymiseAbove float64 `yaml:"anonymise_above"`
	// Cells change the table: untagged/NTA: expert.
	Cells map[string]string `yaml:"cells"`
}

// UnmarshalYAML accepts the short form, "verdict: safe".
func (v *Verdict) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		v.Preset = n.Value
		return nil
	}
	type plain Verdict
	known := []string{"preset", "model", "leave_below", "anonymise_above", "cells"}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if key := n.Content[i]; n.Kind == yaml.MappingNode && !slices.Contains(known, key.Value) {
			meant := nearest.Meant(key.Value, known)
			return &lineError{key.Line, "unknown key" + meant + "; those of verdict are " + strings.Join(known, ", ")}
		}
	}
	return n.Decode((*plain)(v))
}

// table gives the combination table.
func (v *Verdict) table() (triage.Table, error) {
	name := v.Preset
	if name == "" {
		name = "seek"
	}
	t, err := triage.Preset(name)
	if err != nil {
		return t, err
	}
	return t.With(v.Cells)
}

// judge fills the slot of the verdict.
func (f *File) judge(b *Built) error {
	t, err := f.Verdict.table()
	if err != nil {
		return err
	}
	plain := f.Verdict.Model == "" && f.Verdict.AnonymiseAbove == 0
	if t.Name == "seek" && plain && !b.kit.models.Has("triage-"+b.Lang) {
		// The cells only spare questions; where no model comes with the
		// language, all are asked.
		if t, err = triage.Preset(t.Name); err != nil {
			return err
		}
	}
	if !t.NeedsModel() {
		b.Pipeline.Judge = &triage.Judge{Table: t, Keeps: b.Pipeline.Keeps}
		return nil
	}
	bundle, err := f.triageBundle(b.kit.models, b.Lang)
	if err != nil {
		return err
	}
	m, err := triage.Open(bundle)
	if err != nil {
		return err
	}
	b.Parts = append(b.Parts, Part{bundle.Name(), bundle.Digest()[:16]})
	r := triage.NewReader(triage.ReaderConfig{Lexicon: b.Lexicon, Lang: b.Lang, Weigh: b.Weigh})
	j, err := triage.NewJudge(t, m, r, f.Verdict.LeaveBelow, f.Verdict.AnonymiseAbove)
	if err != nil {
		return fmt.Errorf("verdict: %w", err)
	}
	j.Keeps = b.Pipeline.Keeps
	b.Pipeline.Judge = j
	return nil
}

// triageBundle opens the bundle that the policy names.
func (f *File) triageBundle(from fs.FS, lang string) (*model.Bundle, error) {
	name := f.Verdict.Model
	switch {
	case name == "":
		name = "triage-" + lang
	case strings.ContainsAny(name, `./\`):
		dir, err := filepath.Abs(f.beside(name))
		if err != nil {
			return nil, err
		}
		from, name = os.DirFS(filepath.Dir(dir)), filepath.Base(dir)
	}
	b, err := model.Open(from, name)
	if err != nil {
		return nil, fmt.Errorf("no triage model %q (%v); train one with bauta triage train, or use verdict: seek",
			name, err)
	}
	return b, nil
}
