package triage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/assess"
	"github.com/bauta/bauta/internal/learn/calibrate"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/learn/saved"
	"github.com/bauta/bauta/internal/learn/tree"
	"github.com/bauta/bauta/model"
)

// Kind and Version of a bundle.
const (
	Kind    = "triage"
	Version = 1
)

// Model gives the probability that a message holds something to anonymise.
type Model struct {
	Features string // the set of features
	Learner  string
	Rows     int // learnt from
	Positive int // of these to anonymise
	// Cut is the probability above which the class is TA where both errors
	// weigh the same for both classes: the class of the paper's table 2.
	Cut float64
	// LeaveBelow and AnonymiseAbove are the thresholds chosen for a leak bound;
	// both 0 when none were.
	LeaveBelow, AnonymiseAbove float64

	scorer      *scorer
	calibration calibrate.Map
}

// header is the part of a model that people may read.
type header struct {
	Features       string   `json:"features"`
	Names          []string `json:"names"`
	Learner        string   `json:"learner"`
	Rows           int      `json:"rows"`
	Positive       int      `json:"positive"`
	Cut            float64  `json:"cut"`
	LeaveBelow     float64  `json:"leave_below"`
	AnonymiseAbove float64  `json:"anonymise_above"`
	Blend          bool     `json:"blend"`
}

const (
	headerFile      = "triage.json"
	baseFile        = "classifier.bin"
	linearFile      = "linear.bin"
	wordsFile       = "words.bin"
	calibrationFile = "calibration.bin"
	wordsMagic      = "bautaTW1"
)

// ErrModel says that a file is no model of this program and version.
var ErrModel = errors.New("not a triage model of this version, or a damaged one; train it again with bauta triage " +
	"train")

// Probability of a message.
func (m *Model) Probability(r Row) float64 { return m.calibration.Probability(m.scorer.score(r)) }

// Score gives the figures of the model on labelled rows that it has not learnt
// from, by its class as of the paper: both classes weigh the same.
func (m *Model) Score(samples []Sample) (*assess.Report, error) {
	if len(samples) == 0 {
		return nil, ErrUnlabelled
	}
	preds := make([]assess.Prediction, len(samples))
	for i, s := range samples {
		preds[i] = prediction(i, s.TA, m.scorer.score(s.Row))
	}
	r, err := assess.Score(classes, preds)
	if err != nil {
		return nil, err
	}
	r.Title = "On messages that the model has not learnt from"
	return r, nil
}

// Tree returns the decision tree of the model, if it is one.
func (m *Model) Tree() (*tree.Tree, bool) {
	t, ok := m.scorer.base.(*tree.Tree)
	return t, ok && m.scorer.words == nil
}

// Files returns the parts of the model's bundle.
func (m *Model) Files() (map[string][]byte, error) {
	fs, err := Features(m.Features)
	if err != nil {
		return nil, err
	}
	h := header{
		Features: m.Features, Learner: m.Learner, Rows: m.Rows, Positive: m.Positive, Cut: m.Cut,
		LeaveBelow: m.LeaveBelow, AnonymiseAbove: m.AnonymiseAbove, Blend: m.scorer.words != nil,
	}
	for _, f := range fs {
		h.Names = append(h.Names, f.Name)
	}
	head, err := json.MarshalIndent(h, "", " ")
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{headerFile: append(head, '\n')}
	if out[baseFile], err = saved.Write(m.scorer.base); err != nil {
		return nil, err
	}
	if out[calibrationFile], err = calibrate.Marshal(m.calibration); err != nil {
		return nil, err
	}
	if w := m.scorer.words; w != nil {
		out[wordsFile] = w.marshal()
		out[linearFile], err = saved.Write(m.scorer.linear)
	}
	return out, err
}

func (m *wordModel) marshal() []byte {
	w := codec.NewWriter(wordsMagic)
	w.Uint(len(m.keys))
	last := uint32(0)
	for _, k := range m.keys {
		w.Uint(int(k - last))
		last = k
	}
	w.Floats(m.weights)
	return w.Bytes()
}

func readWords(data []byte) (*wordModel, error) {
	r := codec.NewReader(wordsMagic, data)
	m := &wordModel{keys: make([]uint32, r.Len(9))}
	last := uint64(0)
	for i := range m.keys {
		step := uint64(r.Uint(1<<32 - 1))
		last += step
		if last > 1<<32-1 || i > 0 && step == 0 {
			r.Fail("keys that do not rise")
			break
		}
		m.keys[i] = uint32(last)
	}
	if m.weights = r.Floats(); len(m.weights) != len(m.keys) {
		r.Fail("as many weights as keys")
	}
	return m, r.Done()
}

// NewModel reads the parts of a bundle strictly.
func NewModel(files map[string][]byte) (*Model, error) {
	h, err := readHeader(files[headerFile])
	if err != nil {
		return nil, err
	}
	m := &Model{
		Features: h.Features, Learner: h.Learner, Rows: h.Rows, Positive: h.Positive, Cut: h.Cut,
		LeaveBelow: h.LeaveBelow, AnonymiseAbove: h.AnonymiseAbove,
	}
	m.scorer = &scorer{width: len(h.Names)}
	d, err := Dataset(nil, h.Features)
	if err != nil {
		return nil, ErrModel
	}
	if m.scorer.base, err = readClassifier(files[baseFile], d); err != nil {
		return nil, err
	}
	if m.calibration, err = calibrate.Unmarshal(files[calibrationFile]); err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrModel, err)
	}
	if h.Blend {
		if m.scorer.linear, err = readClassifier(files[linearFile], d); err != nil {
			return nil, err
		}
		if m.scorer.words, err = readWords(files[wordsFile]); err != nil {
			return nil, fmt.Errorf("%w (%v)", ErrModel, err)
		}
	}
	return m, nil
}

// readClassifier reads a classifier of the rows of a dataset.
func readClassifier(data []byte, d *learn.Dataset) (learn.Classifier, error) {
	c, err := saved.Read(data)
	if err == nil {
		err = saved.Fit(c, d.Attributes, len(classes))
	}
	if err != nil {
		return nil, fmt.Errorf("%w (%v)", ErrModel, err)
	}
	return c, nil
}

func readHeader(data []byte) (*header, error) {
	h := &header{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(h); err != nil {
		return nil, ErrModel
	}
	if err := dec.Decode(new(any)); err != io.EOF {
		return nil, ErrModel
	}
	fs, err := Features(h.Features)
	if err != nil || len(fs) != len(h.Names) || !slices.Contains(Learners(), h.Learner) {
		return nil, ErrModel
	}
	for i, f := range fs {
		if f.Name != h.Names[i] {
			return nil, ErrModel
		}
	}
	for _, p := range [...]float64{h.Cut, h.LeaveBelow, h.AnonymiseAbove} {
		if !(p >= 0 && p <= 1) {
			return nil, ErrModel
		}
	}
	if h.LeaveBelow > h.AnonymiseAbove || h.Rows < 0 || h.Positive < 0 {
		return nil, ErrModel
	}
	return h, nil
}

// Open reads a model from its bundle.
func Open(b *model.Bundle) (*Model, error) {
	if b.Kind != Kind || b.Version != Version {
		return nil, fmt.Errorf("%s: %w", b.Name(), ErrModel)
	}
	files := map[string][]byte{}
	for _, f := range b.Files {
		data, err := b.Read(f.Name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name(), err)
		}
		files[f.Name] = data
	}
	m, err := NewModel(files)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Name(), err)
	}
	return m, nil
}
