package triage

import (
	"errors"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/assess"
	"github.com/bauta/bauta/internal/learn/calibrate"
	"github.com/bauta/bauta/internal/learn/forest"
	"github.com/bauta/bauta/internal/learn/logit"
	"github.com/bauta/bauta/internal/learn/tree"
)

// Learners lists the learners of Config.
func Learners() []string { return []string{"tree", "bagging", "forest", "boost", "logistic", "blend"} }

// Config says how to learn. The zero value is the best that we know: the
// extended features, the blend of boosted trees and word model.
type Config struct {
	Features string // Extended (default) or Paper
	// Learner is tree, bagging, forest, boost, logistic, or blend: a mean
	// of the log-odds of boosted trees, of logistic regression and of the word
	// model, which reads the words themselves. Default: blend, and tree for the paper's features.
	Learner string
	// Balance is undersample (as the paper: as many messages of either class)
	// or weight (all messages, the classes weighing the same). Default: weight,
	// and undersample for the paper's features.
	Balance string
	// Calibration is platt (default) or isotonic.
	Calibration string
	Folds       int   // of the cross-validation; 0 means 10
	Seed        int64 // 0 means 1
	Jobs        int   // folds learnt at once; 0 means 1. The result is the same
	Unpruned    bool  // C4.5 trees
}

// ErrUnlabelled says that nothing can be learnt.
var ErrUnlabelled = errors.New("no labels; give each message ta: true or false")

func (c Config) fill() (Config, error) {
	paper := c.Features == Paper
	def := func(s *string, normal, ofPaper string) {
		if *s == "" {
			*s = normal
			if paper {
				*s = ofPaper
			}
		}
	}
	def(&c.Features, Extended, Paper)
	def(&c.Learner, "blend", "tree")
	def(&c.Balance, "weight", "undersample")
	def(&c.Calibration, "platt", "platt")
	if c.Folds == 0 {
		c.Folds = 10
	}
	if c.Seed == 0 {
		c.Seed = 1
	}
	if _, err := Features(c.Features); err != nil {
		return c, err
	}
	if c.Balance != "weight" && c.Balance != "undersample" {
		return c, fmt.Errorf("no balance %q; use undersample or weight", c.Balance)
	}
	if c.Calibration != "platt" && c.Calibration != "isotonic" {
		return c, fmt.Errorf("no calibration %q; use platt or isotonic", c.Calibration)
	}
	if c.Learner == "blend" && paper {
		return c, errors.New("the blend reads words; it goes with the extended features")
	}
	_, err := c.Base()
	return c, err
}

// linearC is the inverse penalty of the logistic regression: the features are
// many and alike.
const linearC = 0.1

// Base is the learner of the numbers, without the word model.
func (c Config) Base() (learn.Learner, error) {
	seed := max(c.Seed, 1)
	j48 := tree.C45{Unpruned: c.Unpruned}
	switch c.Learner {
	case "tree", "":
		return j48, nil
	case "bagging":
		return forest.Bagging{Seed: seed, Tree: j48}, nil
	case "forest":
		return forest.RandomForest{Seed: seed, MinLeaf: 2}, nil
	case "boost", "blend":
		return forest.Boost{Rounds: 120, Depth: 3, Rate: 0.08, MinLeaf: 2, Lambda: 2, Columns: 0.5, Seed: seed}, nil
	case "logistic":
		return logit.Config{C: linearC}, nil
	}
	return nil, fmt.Errorf("no learner %q; use one of %v", c.Learner, Learners())
}

// scorer is what is learnt from rows, before it is calibrated.
type scorer struct {
	width int
	base  learn.Classifier
	// The other two parts of the blend, else nil.
	linear learn.Classifier
	words  *wordModel
}

// Shares of the parts of the blend; docs/experiments/triage.md.
const (
	shareBoost  = 0.2
	shareLinear = 0.2
	shareWords  = 0.6
)

// score gives a probability in a world where both classes are as frequent.
func (s *scorer) score(r Row) float64 {
	var p [2]float64
	s.base.Probabilities(r.X[:s.width], p[:])
	if s.words == nil {
		return p[1]
	}
	z := shareBoost*clampedLogit(p[1]) + shareWords*math.Max(-15, math.Min(15, s.words.logOdds(r.Words)))
	s.linear.Probabilities(r.X[:s.width], p[:])
	z += shareLinear * clampedLogit(p[1])
	return 1 / (1 + math.Exp(-z))
}

func clampedLogit(p float64) float64 { return math.Max(-15, math.Min(15, math.Log(p/(1-p)))) }

// fit learns from samples that are as they should be.
func (c Config) fit(samples []Sample) (*scorer, error) {
	d, err := Dataset(samples, c.Features)
	if err != nil {
		return nil, err
	}
	base, err := c.Base()
	if err != nil {
		return nil, err
	}
	n := d.ClassWeights()
	if n[0] == 0 || n[1] == 0 {
		return nil, learn.ErrOneClass
	}
	weights := make([]float64, len(samples))
	for i := range samples {
		weights[i] = float64(len(samples)) / 2 / n[d.Y[i]]
	}
	if c.Balance == "weight" {
		d.W = weights
	}
	s := &scorer{width: len(d.Attributes)}
	if s.base, err = base.Learn(d); err != nil || c.Learner != "blend" {
		return s, err
	}
	if s.linear, err = (logit.Config{C: linearC}).Learn(d); err != nil {
		return nil, err
	}
	s.words, err = wordLearner{L2: 2, Iterations: 60}.learn(samples, weights)
	return s, err
}

// balanced gives the rows to learn from: all, or an undersampled choice.
func (c Config) balanced(samples []Sample) ([]int, error) {
	rows := make([]int, len(samples))
	d := &learn.Dataset{
		Name: "rows", Attributes: []learn.Attribute{{Name: "row"}},
		Class: learn.Attribute{Name: "class", Values: classes},
	}
	for i, s := range samples {
		rows[i] = i
		y := 0
		if s.TA {
			y = 1
		}
		d.X, d.Y = append(d.X, []float64{float64(i)}), append(d.Y, y)
	}
	if c.Balance != "undersample" {
		return rows, nil
	}
	u, err := assess.Undersample(d, c.Seed)
	if err != nil {
		return nil, err
	}
	rows = rows[:0]
	for _, x := range u.X {
		rows = append(rows, int(x[0]))
	}
	return rows, nil
}

func pick(samples []Sample, rows []int) []Sample {
	out := make([]Sample, len(rows))
	for i, r := range rows {
		out[i] = samples[r]
	}
	return out
}

// Training is what learning gave.
type Training struct {
	Model *Model
	// Table is the cross-validation on balanced classes (the paper's table 6).
	Table *assess.Report
	// Out are the calibrated probabilities of all rows by a model that had not
	// learnt from them, to choose thresholds on.
	Out         []float64
	Reliability *calibrate.Reliability
}

// Train learns from labelled rows: cross-validation for the figures and the
// calibration, then all rows for the model.
func (c Config) Train(samples []Sample) (*Training, error) {
	c, err := c.fill()
	if err != nil {
		return nil, err
	}
	if len(samples) == 0 {
		return nil, ErrUnlabelled
	}
	if err := c.check(samples); err != nil {
		return nil, err
	}
	rows, err := c.balanced(samples)
	if err != nil {
		return nil, err
	}
	raw, report, err := c.crossValidate(samples, rows)
	if err != nil {
		return nil, err
	}
	m := &Model{Features: c.Features, Learner: c.Learner, Rows: len(samples)}
	cal := make([]calibrate.Sample, len(samples))
	for i, s := range samples {
		cal[i] = calibrate.Sample{Score: raw[i], Positive: s.TA, Weight: 1}
		if s.TA {
			m.Positive++
		}
	}
	if c.Calibration == "isotonic" {
		m.calibration, err = calibrate.FitIsotonic(cal)
	} else {
		m.calibration, err = calibrate.FitPlatt(cal)
	}
	if err != nil {
		return nil, err
	}
	if m.scorer, err = c.fit(pick(samples, rows)); err != nil {
		return nil, err
	}
	t := &Training{Model: m, Table: report, Out: make([]float64, len(samples))}
	for i := range cal {
		t.Out[i] = m.calibration.Probability(raw[i])
		cal[i].Score = t.Out[i]
	}
	m.Cut = m.calibration.Probability(0.5)
	t.Reliability, err = calibrate.NewReliability(cal, 10)
	return t, err
}

// check holds what would otherwise fail deep inside, or not at all.
func (c Config) check(samples []Sample) error {
	fs, err := Features(c.Features)
	if err != nil {
		return err
	}
	all := len(features())
	for i, s := range samples {
		if len(s.X) != all {
			return fmt.Errorf("row %d has %d features where %d are expected; read it with a Reader of this version",
				i+1, len(s.X), all)
		}
		for j := range fs {
			if math.IsNaN(s.X[j]) || math.IsInf(s.X[j], 0) {
				return fmt.Errorf("row %d: feature %s is not a finite number", i+1, fs[j].Name)
			}
		}
	}
	n := positives(samples)
	if n == 0 || n == len(samples) {
		return learn.ErrOneClass
	}
	if least := min(n, len(samples)-n); c.Balance == "undersample" && 2*least < c.Folds || len(samples) < c.Folds {
		return fmt.Errorf("%d messages of the rarer class and %d in all are too few for %d folds; label more, or "+
			"take fewer folds", least, len(samples), c.Folds)
	}
	return nil
}

// crossValidate learns from the balanced rows fold by fold. It returns the raw
// score of every row, those that were not chosen included, by a model that had
// not learnt from it, and the report on the chosen rows.
func (c Config) crossValidate(samples []Sample, rows []int) ([]float64, *assess.Report, error) {
	d, err := Dataset(pick(samples, rows), c.Features)
	if err != nil {
		return nil, nil, err
	}
	folds, err := assess.Stratified(d, c.Folds, c.Seed)
	if err != nil {
		return nil, nil, err
	}
	chosen := make([]bool, len(samples))
	for _, r := range rows {
		chosen[r] = true
	}
	rest := make([][]int, len(folds))
	for i := range samples {
		if !chosen[i] {
			rest[i%len(folds)] = append(rest[i%len(folds)], i)
		}
	}
	raw := make([]float64, len(samples))
	err = inParallel(len(folds), c.Jobs, func(k int) error {
		s, err := c.fit(pick(samples, through(rows, folds[k].Train)))
		if err != nil {
			return err
		}
		for _, r := range append(through(rows, folds[k].Test), rest[k]...) {
			raw[r] = s.score(samples[r].Row)
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	preds := make([]assess.Prediction, 0, len(rows))
	for _, r := range rows {
		preds = append(preds, prediction(r, samples[r].TA, raw[r]))
	}
	report, err := assess.Score(classes, preds)
	if err != nil {
		return nil, nil, err
	}
	report.Title, report.Seed, report.Folds = "Stratified cross-validation", c.Seed, c.Folds
	return raw, report, nil
}

func prediction(row int, ta bool, p float64) assess.Prediction {
	out := assess.Prediction{Row: row, Weight: 1, P: []float64{1 - p, p}}
	if ta {
		out.Class = 1
	}
	return out
}

func through(rows, at []int) []int {
	out := make([]int, len(at))
	for i, a := range at {
		out[i] = rows[a]
	}
	return out
}
