package triage_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/triage"
)

// once trains a model for the tests that need one.
var once = sync.OnceValues(func() (*triage.Training, error) {
	t := &testing.T{}
	s := samples(t, 1, 700)
	training, err := triage.Config{Folds: 5, Jobs: 2}.Train(s)
	if err != nil {
		return nil, err
	}
	training.Model.LeaveBelow, training.Model.AnonymiseAbove = 0.02, 0.8
	return training, nil
})

func trained(t testing.TB) *triage.Training {
	t.Helper()
	training, err := once()
	if err != nil {
		t.Fatal(err)
	}
	copied := *training
	m := *training.Model
	copied.Model = &m
	return &copied
}

// Every learner beats chance by far on invented messages it has not seen, and
// on those it was cross-validated on.
func TestLearners(t *testing.T) {
	train, later := samples(t, 2, 600), samples(t, 3, 400)
	for _, c := range []struct {
		cfg   triage.Config
		least float64
	}{
		{triage.Config{Features: triage.Paper}, 0.75},
		{triage.Config{Features: triage.Paper, Learner: "bagging"}, 0.75},
		{triage.Config{Features: triage.Paper, Learner: "logistic", Balance: "weight", Calibration: "isotonic"}, 0.7},
		{triage.Config{Learner: "tree"}, 0.85},
		{triage.Config{Learner: "forest", Balance: "undersample"}, 0.85},
		{triage.Config{Learner: "boost"}, 0.85},
		{triage.Config{}, 0.85},
	} {
		c.cfg.Folds = 4
		got, err := c.cfg.Train(train)
		if err != nil {
			t.Fatalf("%+v: %v", c.cfg, err)
		}
		r, err := got.Model.Score(later)
		if err != nil {
			t.Fatal(err)
		}
		if got.Table.Balanced < c.least || r.Balanced < c.least {
			t.Errorf("%+v: balanced accuracy %.3f by cross-validation, %.3f later; want %.2f", c.cfg, got.Table.Balanced, r.Balanced, c.least)
		}
		if got.Reliability.ECE > 0.08 {
			t.Errorf("%+v: calibration error %.3f", c.cfg, got.Reliability.ECE)
		}
		if _, ok := got.Model.Tree(); ok != (got.Model.Learner == "tree") {
			t.Errorf("%+v: is a tree: %v", c.cfg, ok)
		}
	}
}

// The paper's cross-validation is on as many messages of either class.
func TestUndersampling(t *testing.T) {
	train := samples(t, 4, 500)
	ta := 0
	for _, s := range train {
		if s.TA {
			ta++
		}
	}
	got, err := triage.Config{Features: triage.Paper, Folds: 5}.Train(train)
	if err != nil {
		t.Fatal(err)
	}
	if int(got.Table.Total) != 2*min(ta, len(train)-ta) || len(got.Out) != len(train) {
		t.Errorf("table on %v rows, %d of %d to anonymise; %d probabilities", got.Table.Total, ta, len(train), len(got.Out))
	}
	// Calibrated on all messages, the mean probability is the share.
	sum := 0.0
	for _, p := range got.Out {
		sum += p
	}
	if share := float64(ta) / float64(len(train)); math.Abs(sum/float64(len(train))-share) > 0.03 {
		t.Errorf("mean probability %.3f, share %.3f", sum/float64(len(train)), share)
	}
}

// The number of jobs changes nothing, nor does a second run.
func TestTrainingIsReproducible(t *testing.T) {
	train := samples(t, 5, 300)
	var want map[string][]byte
	for _, jobs := range []int{1, 4} {
		got, err := triage.Config{Folds: 4, Jobs: jobs, Seed: 3}.Train(train)
		if err != nil {
			t.Fatal(err)
		}
		files, err := got.Model.Files()
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = files
		}
		for name, data := range files {
			if !bytes.Equal(data, want[name]) {
				t.Errorf("%s differs with %d jobs", name, jobs)
			}
		}
	}
}

// Labels teach a nickname that no list holds and the detector does not see.
func TestLabelsTeachWords(t *testing.T) {
	rd := reader()
	row := func(s string) triage.Row {
		d := doc(t, s)
		return rd.Read(d, result(d))
	}
	var train []triage.Sample
	for i := range 120 {
		train = append(train, triage.Sample{Row: row(fmt.Sprintf("on mange a %d h ce soir", i%12))})
		if i%4 == 0 {
			train = append(train, triage.Sample{Row: row(fmt.Sprintf("puce mange a %d h ce soir", i%12)), TA: true})
		}
	}
	got, err := triage.Config{Folds: 5}.Train(train)
	if err != nil {
		t.Fatal(err)
	}
	with, without := got.Model.Probability(row("puce dort encore")), got.Model.Probability(row("il dort encore"))
	if with < 3*without || with < 0.1 {
		t.Errorf("with the taught word %.3f, without %.3f", with, without)
	}
}

func TestBadInput(t *testing.T) {
	good := samples(t, 6, 60)
	broken := append([]triage.Sample(nil), good...)
	x := append([]float64(nil), broken[7].X...)
	x[3] = math.NaN()
	broken[7].X = x
	short := append([]triage.Sample(nil), good...)
	short[2].X = x[:5]
	few := append([]triage.Sample(nil), good[:6]...)
	few[0].TA, few[1].TA = true, false
	one := append([]triage.Sample(nil), good...)
	for i := range one {
		one[i].TA = true
	}
	constant := append([]triage.Sample(nil), good...)
	for i := range constant {
		constant[i].X = good[0].X
	}
	for name, c := range map[string]struct {
		cfg  triage.Config
		in   []triage.Sample
		want string
	}{
		"no labels":     {triage.Config{}, nil, "no labels"},
		"one class":     {triage.Config{}, one, learn.ErrOneClass.Error()},
		"few rows":      {triage.Config{}, few, "10 folds"},
		"few of a kind": {triage.Config{Features: triage.Paper, Folds: 60}, good, "60 folds"},
		"NaN":           {triage.Config{}, broken, "row 8: feature Countries is not a finite number"},
		"other version": {triage.Config{}, short, "row 3 has 5 features"},
		"learner":       {triage.Config{Learner: "svm"}, good, `no learner "svm"`},
		"features":      {triage.Config{Features: "all"}, good, `no feature set "all"`},
		"balance":       {triage.Config{Balance: "none"}, good, `no balance "none"`},
		"calibration":   {triage.Config{Calibration: "none"}, good, `no calibration "none"`},
		"blend":         {triage.Config{Features: triage.Paper, Learner: "blend"}, good, "goes with the extended features"},
		"constant":      {triage.Config{Features: triage.Paper, Folds: 4}, constant, ""},
	} {
		_, err := c.cfg.Train(c.in)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v, want %q", name, err, c.want)
		case err != nil && strings.Contains(err.Error(), "\n"):
			t.Errorf("%s: more than a line: %v", name, err)
		}
	}
	if _, err := trained(t).Model.Score(nil); !errors.Is(err, triage.ErrUnlabelled) {
		t.Errorf("figures on nothing: %v", err)
	}
}
