package location

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/bauta/bauta/internal/learn/logistic"
	"github.com/bauta/bauta/model"
)

// The kinds and the version of the bundles; docs/formats/location.md describes
// their files.
const (
	Kind            = "location"
	FeasibilityKind = "location-feasibility"
	FormatVersion   = 3
)

const (
	vocabularyFile = "vocabulary.txt"
	lettersFile    = "letters.txt"
	weightsFile    = "weights.bin"
	settingsFile   = "settings.json"
	divisionFile   = "division.json"
)

// settings is what the model is beside its weights.
type settings struct {
	Segmenter string    `json:"segmenter"`
	Threshold float64   `json:"threshold"`
	Prior     []float64 `json:"prior,omitempty"`
	Attackers []string  `json:"attackers,omitempty"`
	HashBits  int       `json:"hash_bits,omitempty"`
	Training  training  `json:"training,omitzero"`
}

// training is how a model was learned, for attackers who are to learn like it; all 0 of
// bundles that do not say.
type training struct {
	MinCount  int     `json:"min_count,omitempty"`
	C         float64 `json:"c,omitempty"`
	OneVsRest bool    `json:"one_vs_rest,omitempty"`
	Plain     bool    `json:"plain,omitempty"`
	Seed      uint64  `json:"seed,omitempty"`
}

var errBundle = errors.New("vocabulary, weights and grid do not fit together; train the model again")

func (c *Classifier) files(s settings) (map[string][]byte, error) {
	weights, err := c.Weights.MarshalBinary()
	if err != nil {
		return nil, err
	}
	s.HashBits = c.Vocabulary.bits
	js, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{
		vocabularyFile: []byte(strings.Join(c.Vocabulary.grams, "\n")),
		lettersFile:    []byte(strings.Join(c.Vocabulary.letters, "\n")),
		weightsFile:    weights, settingsFile: js,
	}, nil
}

// Write makes the bundle of a model in a folder.
func (m *Model) Write(dir string, man model.Manifest, card string) error {
	s := settings{Segmenter: m.Segmenter, Threshold: m.Threshold, Prior: m.Prior}
	c := m.made
	s.Training = training{c.MinCount, c.C, c.OneVsRest, c.Plain, c.Seed}
	for _, a := range m.Attackers {
		s.Attackers = append(s.Attackers, a.Name)
	}
	files, err := m.files(s)
	if err != nil {
		return err
	}
	if files[divisionFile], err = json.Marshal(m.Division); err != nil {
		return err
	}
	for i, a := range m.Attackers {
		if files[attackerFile(i)], err = a.Weights.MarshalBinary(); err != nil {
			return err
		}
	}
	man.Kind, man.Version = Kind, FormatVersion
	return model.Write(dir, man, card, files)
}

func attackerFile(i int) string { return fmt.Sprintf("attacker%d.bin", i+1) }

// OpenModel opens a bundle.
func OpenModel(b *model.Bundle, segs Segmenters) (*Model, error) {
	m := &Model{}
	s, err := m.open(b, Kind)
	if err != nil {
		return nil, err
	}
	data, err := b.Read(divisionFile)
	if err != nil {
		return nil, err
	}
	m.Division = &Division{}
	if err := json.Unmarshal(data, m.Division); err != nil {
		return nil, errBundle
	}
	if err := m.Division.Check(); err != nil {
		return nil, err
	}
	classes := m.Division.Classes()
	if m.Weights.Classes != classes || len(s.Prior) != classes || len(s.Attackers) > 8 || s.Threshold < 0 ||
		s.Threshold > 1 {
		return nil, errBundle
	}
	for i, name := range s.Attackers {
		data, err := b.Read(attackerFile(i))
		if err != nil {
			return nil, err
		}
		w := &logistic.Model{}
		if err := w.UnmarshalBinary(data); err != nil {
			return nil, err
		}
		if w.Classes != classes || w.Features() != m.Vocabulary.Known() {
			return nil, errBundle
		}
		m.Attackers = append(m.Attackers, Attacker{name, w})
	}
	m.Prior, m.Threshold, m.Segmenter = s.Prior, s.Threshold, s.Segmenter
	t := s.Training
	if t.MinCount < 0 || t.C < 0 {
		return nil, errBundle
	}
	m.made = Config{
		Segmenter: s.Segmenter, MinCount: t.MinCount, C: t.C, OneVsRest: t.OneVsRest, Plain: t.Plain, Seed: t.Seed,
		HashBits: s.HashBits,
	}
	m.seg, err = segs.Open(s.Segmenter)
	return m, err
}

// open reads what all bundles of this package have.
func (c *Classifier) open(b *model.Bundle, kind string) (settings, error) {
	var s settings
	if b.Kind != kind || b.Version != FormatVersion {
		return s, fmt.Errorf("model %s is of kind %q, version %d; here %q, version %d is needed", b.Name(), b.Kind,
			b.Version, kind, FormatVersion)
	}
	var parts [4][]byte
	for i, name := range []string{vocabularyFile, lettersFile, weightsFile, settingsFile} {
		var err error
		if parts[i], err = b.Read(name); err != nil {
			return s, err
		}
	}
	c.Weights = &logistic.Model{}
	if err := c.Weights.UnmarshalBinary(parts[2]); err != nil {
		return s, err
	}
	if err := json.Unmarshal(parts[3], &s); err != nil {
		return s, errBundle
	}
	grams, letters := lines(parts[0]), lines(parts[1])
	v := newVocabulary(grams, letters)
	if s.HashBits != 0 {
		if s.HashBits < minHashBits || s.HashBits > maxHashBits || len(grams)+len(letters) > 0 {
			return s, errBundle
		}
		v = hashed(s.HashBits)
	}
	if c.Vocabulary = v; len(v.id) != len(grams) || len(v.letter) != len(letters) || v.Len() != c.Weights.Features() {
		return s, errBundle
	}
	return s, nil
}

// lines cuts a file into its lines; an empty one has none.
func lines(data []byte) []string {
	if len(data) == 0 {
		return nil
	}
	return strings.Split(string(data), "\n")
}
