package triage_test

import (
	"bytes"
	"errors"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/triage"
	"github.com/bauta/bauta/model"
)

func files(t testing.TB, m *triage.Model) map[string][]byte {
	t.Helper()
	f, err := m.Files()
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// A model that was written and read says the same of every message, in bits.
func TestModelIsReadAsWritten(t *testing.T) {
	s := samples(t, 7, 200)
	for _, cfg := range []triage.Config{{}, {Features: triage.Paper}, {Features: triage.Paper, Learner: "bagging"}, {Learner: "logistic", Calibration: "isotonic"}} {
		cfg.Folds = 3
		made, err := cfg.Train(s)
		if err != nil {
			t.Fatal(err)
		}
		read, err := triage.NewModel(files(t, made.Model))
		if err != nil {
			t.Fatalf("%+v: %v", cfg, err)
		}
		for i := range s {
			if a, b := made.Model.Probability(s[i].Row), read.Probability(s[i].Row); math.Float64bits(a) != math.Float64bits(b) {
				t.Fatalf("%+v: message %d: %v became %v", cfg, i, a, b)
			}
		}
		if read.String() != made.Model.String() || read.Cut != made.Model.Cut || read.Rows != 200 {
			t.Errorf("%+v: reads back as\n%v, was\n%v", cfg, read, made.Model)
		}
	}
}

func TestBundle(t *testing.T) {
	training := trained(t)
	dir := t.TempDir()
	choice := triage.Select([]triage.Scored{{P: 0.1}, {P: 0.9, TA: true}}, triage.Goal{Leak: 0.5, Observed: true})
	m := training.Model.Manifest("fr", 1, []model.Dataset{{Name: "invented", Licence: "Apache-2.0", Size: 700}}, training, choice)
	card := training.Card(m, choice)
	for _, want := range []string{"# Triage, fr", "invented (Apache-2.0), 700", "balanced accuracy", "leak bound 50 %", "hold for messages like those"} {
		if !strings.Contains(card, want) {
			t.Errorf("the card lacks %q:\n%s", want, card)
		}
	}
	if err := model.Write(dir+"/mine", m, card, files(t, training.Model)); err != nil {
		t.Fatal(err)
	}
	open := func() (*triage.Model, error) {
		b, err := model.Open(os.DirFS(dir), "mine")
		if err != nil {
			t.Fatal(err)
		}
		return triage.Open(b)
	}
	got, err := open()
	if err != nil || got.AnonymiseAbove != 0.8 {
		t.Fatalf("%v, %+v", err, got)
	}
	m.Version++
	if err := model.Write(dir+"/mine", m, card, files(t, training.Model)); err != nil {
		t.Fatal(err)
	}
	if _, err := open(); !errors.Is(err, triage.ErrModel) {
		t.Errorf("another version: %v", err)
	}
}

// Whatever is cut off or changed, the answer is one line, never a panic.
func TestDamagedModels(t *testing.T) {
	whole := files(t, trained(t).Model)
	for name, data := range whole {
		for _, cut := range []int{0, 1, 8, len(data) / 2, len(data) - 1} {
			broken := map[string][]byte{}
			for k, v := range whole {
				broken[k] = v
			}
			broken[name] = data[:cut]
			if name == "triage.json" && cut == len(data)-1 {
				continue // only the line end is gone
			}
			if _, err := triage.NewModel(broken); !errors.Is(err, triage.ErrModel) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s cut to %d bytes: %v", name, cut, err)
			}
		}
	}
	for old, changed := range map[string]string{
		`"features": "extended"`: `"features": "paper"`,
		`"LEFFF"`:                `"lefff"`,
		`"learner": "blend"`:     `"learner": "svm"`,
		`"leave_below": 0.02`:    `"leave_below": 0.9`,
		`"anonymise_above": 0.8`: `"anonymise_above": 8`,
		`"rows": 700`:            `"rows": -1`,
		`"blend": true`:          `"blend": true, "more": 1`,
	} {
		broken := map[string][]byte{}
		for k, v := range whole {
			broken[k] = v
		}
		broken["triage.json"] = bytes.Replace(whole["triage.json"], []byte(old), []byte(changed), 1)
		if bytes.Equal(broken["triage.json"], whole["triage.json"]) {
			t.Fatalf("the header holds no %s", old)
		}
		if _, err := triage.NewModel(broken); !errors.Is(err, triage.ErrModel) {
			t.Errorf("%s: %v", changed, err)
		}
	}
}

func FuzzNewModel(f *testing.F) {
	s := samples(f, 8, 80)
	for _, cfg := range []triage.Config{{Folds: 2}, {Folds: 2, Features: triage.Paper}} {
		made, err := cfg.Train(s)
		if err != nil {
			f.Fatal(err)
		}
		p := files(f, made.Model)
		f.Add(p["triage.json"], p["classifier.bin"], p["calibration.bin"], p["words.bin"], p["linear.bin"])
	}
	f.Fuzz(func(t *testing.T, head, base, cal, words, linear []byte) {
		m, err := triage.NewModel(map[string][]byte{"triage.json": head, "classifier.bin": base, "calibration.bin": cal, "words.bin": words, "linear.bin": linear})
		if err != nil {
			return
		}
		if p := m.Probability(s[0].Row); !(p >= 0 && p <= 1) {
			t.Fatalf("probability %v", p)
		}
	})
}
