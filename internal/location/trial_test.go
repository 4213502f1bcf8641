package location

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestTrial: each split is what its three steps give one by one.
func TestTrial(t *testing.T) {
	rs, d := town(1500)
	opt := Options{General: map[string]string{"harbour": "sight"}}
	trial, err := Try(context.Background(), rs, d, Words{}, Config{Jobs: 2}, []uint64{1, 5}, 0.25, false, opt)
	if err != nil {
		t.Fatal(err)
	}
	if len(trial) != 2 || trial[0].Seed != 1 || trial[1].Seed != 5 {
		t.Fatalf("%d splits", len(trial))
	}
	for _, s := range trial {
		training, _ := Select(rs, Training, s.Seed)
		tuning, _ := Select(rs, Tuning, s.Seed)
		testing, _ := Select(rs, Testing, s.Seed)
		m, _, err := Train(context.Background(), training, d, Words{}, Config{Seed: s.Seed})
		if err != nil {
			t.Fatal(err)
		}
		threshold, _, err := m.CalibrateTarget(t.Context(), tuning, Target{Margin: 0.25, Learn: training}, opt, 1)
		if err != nil {
			t.Fatal(err)
		}
		o := opt
		o.Threshold = threshold
		c, err := NewCleaner(m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		want, err := c.Try(testing, 1)
		if err != nil {
			t.Fatal(err)
		}
		if want.Anew, err = c.anew(t.Context(), training, testing, 1); err != nil {
			t.Fatal(err)
		}
		got := s.Cleaning
		if got.Threshold != threshold || got.Deleted != want.Deleted || got.Beyond() != want.Beyond() || got.Messages != len(testing) {
			t.Errorf("seed %d: %+v, by hand %+v", s.Seed, got, want)
		}
	}
	var b bytes.Buffer
	if err := trial.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"seed ", "mean", "naive Bayes after", "their words generalised"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	if rows := strings.Count(b.String(), "\n"); rows != 16 {
		t.Errorf("%d rows", rows)
	}
	if _, err := Try(context.Background(), rs, d, Words{}, Config{}, []uint64{9}, -2, false, opt); err == nil || !strings.Contains(err.Error(), "seed 9") {
		t.Errorf("a margin out of reach: %v", err)
	}
	if err := (Trial{}).WriteText(&b); err != nil {
		t.Error(err)
	}
}

// TestClustered: groups of one give the usual standard error, and values that
// are alike within groups one that is as great as that of the groups' means.
func TestClustered(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	var values []float64
	var alone, pairs []string
	for i := range 400 {
		v := r.NormFloat64()
		values = append(values, v, v)
		alone = append(alone, string(rune('a'+2*i)), string(rune('b'+2*i)))
		pairs = append(pairs, string(rune('a'+i)), string(rune('a'+i)))
	}
	mean, one := clustered(values, alone)
	same, two := clustered(values, pairs)
	if mean != same || math.Abs(two/one-math.Sqrt2) > 1e-9 {
		t.Errorf("means %g, %g, errors %g, %g", mean, same, one, two)
	}
	sum := 0.0
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	if want := math.Sqrt(sum) / 800; math.Abs(one-want) > 1e-12 {
		t.Errorf("error %g, want %g", one, want)
	}
	if mean, err := clustered(nil, nil); mean != 0 || err != 0 {
		t.Errorf("of nothing: %g, %g", mean, err)
	}
}

// TestBoundOfGuesses: what is beyond the most frequent cell is the difference of
// the two shares, and the bound lies above it.
func TestBoundOfGuesses(t *testing.T) {
	m, rs := townModel(t)
	test, _ := Select(rs, Testing, 1)
	r, err := m.Evaluate(test)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range r.Attackers {
		if math.Abs(g.Beyond-(g.Accuracy-r.Majority)) > 1e-9 || math.Abs(g.AtMost-g.Beyond) > 0.1 {
			t.Errorf("%+v, majority %g", g, r.Majority)
		}
	}
	o := Outcome{After: []Guess{{Beyond: 1, AtMost: 2}, {Beyond: 0.01, AtMost: 0.02}, {Beyond: 0.015, AtMost: 0.016}}}
	if o.Beyond() != 0.015 || o.AtMost() != 0.02 {
		t.Errorf("beyond %g, at most %g: the model itself is no other attacker", o.Beyond(), o.AtMost())
	}
}

// TestBoundIsAbove: over samples of authors, the bound is above the truth
// as often as it says, and it varies less than the plain difference does.
func TestBoundIsAbove(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	const share, truth = 0.3, 0.1
	above, bounds, plain := 0, []float64{}, []float64{}
	for range 300 {
		var right, common []float64
		var author []string
		for a := range 150 {
			// An author's messages lie in one place.
			in, u := r.Float64() < share, r.Float64()
			for range 1 + r.IntN(6) {
				c, hit := 0.0, 0.0
				if in {
					c = 1
				}
				// Right by guessing the cell, or by the words.
				if in && u < 0.4 || !in && u < (share+truth-0.4*share)/(1-share) {
					hit = 1
				}
				right, common, author = append(right, hit), append(common, c), append(author, string(rune('a'+a)))
			}
		}
		b := bound(right, common, author, share)
		if b > truth {
			above++
		}
		bounds, plain = append(bounds, b), append(plain, mean(right)-mean(common))
	}
	spread := func(v []float64) (s float64) {
		for _, x := range v {
			s += (x - mean(v)) * (x - mean(v))
		}
		return s
	}
	if above < 270 || above > 298 {
		t.Errorf("above the truth %d times of 300, about 285 was to be expected", above)
	}
	if spread(bounds) > 0.7*spread(plain) {
		t.Errorf("spread %g, of the plain difference %g", spread(bounds), spread(plain))
	}
	authors := strings.Split("abcdefghijklmnopqrst", "")
	half := slices.Repeat([]float64{1, 0}, 10)
	if b := bound(half, make([]float64, 20), authors, 0.1); math.Abs(b-(0.4+1.7291*math.Sqrt(5)/20)) > 1e-5 {
		t.Errorf("no message in the cell: %g", b)
	}
	if b := bound([]float64{0, 0, 0}, []float64{0, 1, 0}, []string{"a", "a", "a"}, 0.1); b != 1 {
		t.Errorf("one author says of others that %g is the most", b)
	}
}
