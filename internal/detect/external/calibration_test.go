package external

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// labelled are messages in each of which one Zorbul is found; every second of them is
// gold where half is set, else each.
func labelled(n int, half bool) []Labelled {
	var out []Labelled
	for i := range n {
		l := Labelled{Doc: doc("ici Zorbul")}
		if i%2 == 0 || !half {
			l.Gold = []bauta.Span{{Start: 4, End: 10, Label: bauta.Person}}
		}
		out = append(out, l)
	}
	return out
}

func TestFit(t *testing.T) {
	d := asking(t, "runes", nil)
	c, f, err := Fit(t.Context(), d.cfg, labelled(40, true))
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Probability(0.9); math.Abs(p-0.5) > 0.02 {
		t.Errorf("a score that is right in half of all cases becomes %.3f", p)
	}
	if c.Spans != 40 || c.Right != 20 || c.Messages != 40 || f.Gold != 20 || f.Met != 20 || f.After >= f.Before {
		t.Errorf("%+v, %+v", c, f)
	}
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	back, err := ReadCalibration(data)
	if err != nil || *back != *c {
		t.Fatalf("%+v, %v", back, err)
	}
	for _, b := range []struct {
		sure, ask float64
		found     int
		doubt     bauta.Doubt
	}{{0.4, 0.3, 1, bauta.Sure}, {0.7, 0.3, 1, bauta.Ambiguous}, {0.7, 0.6, 0, 0}, {0.4, 0.9, 1, bauta.Sure}} {
		d := asking(t, "runes", func(k *Config) { k.Calibration, k.Sure, k.Ask = back, b.sure, b.ask })
		got, err := d.Detect(t.Context(), doc("ici Zorbul"))
		if err != nil || len(got) != b.found || b.found > 0 && got[0].Doubt != b.doubt {
			t.Errorf("%v, %v, want %d of %s", got, err, b.found, b.doubt)
		}
	}
	d = asking(t, "no score", nil)
	if _, err := d.Detect(t.Context(), doc("Zorbul")); err != nil {
		t.Errorf("a span needs no score where none is calibrated: %v", err)
	}
}

func TestFitOneClass(t *testing.T) {
	c, _, err := Fit(t.Context(), asking(t, "runes", nil).cfg, labelled(30, false))
	if err != nil {
		t.Fatal(err)
	}
	if p := c.Probability(0.01); p < 0.9 || p >= 1 {
		t.Errorf("where all are right, a score becomes %.3f", p)
	}
	if _, _, err := Fit(t.Context(), asking(t, "runes", nil).cfg, labelled(10, true)); err == nil {
		t.Error("ten spans are enough for a curve")
	}
	if _, _, err := Fit(t.Context(), asking(t, "error", nil).cfg, labelled(30, true)); err == nil ||
		!strings.Contains(err.Error(), `message "7"`) {
		t.Errorf("a failing detector is fitted: %v", err)
	}
}

// TestScoreNeeded: what has a calibration has scores.
func TestScoreNeeded(t *testing.T) {
	cfg := Config{Name: "test", Command: asking(t, "no score", nil).cfg.Command}
	cfg.Calibration = &Calibration{Version: 1, Of: cfg.Digest()}
	d, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Detect(t.Context(), doc("Zorbul")); err == nil || !strings.Contains(err.Error(), "has no score") {
		t.Errorf("error %v", err)
	}
}

func FuzzReadCalibration(f *testing.F) {
	f.Add([]byte(`{"bauta_calibration":1,"of":"","messages":1,"spans":1,"right":1,"a":1,"b":0}`))
	f.Add([]byte(`{"bauta_calibration":1,"a":-1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadCalibration(data)
		if err != nil {
			return
		}
		last := 0.0
		for s := 0.0; s <= 1; s += 0.125 {
			p := c.Probability(s)
			if !(p >= last && p <= 1) {
				t.Fatalf("probability %v after %v", p, last)
			}
			last = p
		}
	})
}
