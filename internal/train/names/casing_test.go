package names

import (
	"math"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
)

func TestCasings(t *testing.T) {
	data := fstest.MapFS{"sentences/tatoeba/en.txt": {Data: []byte("Hope is here. I hope so.\nWe saw Kate's dog.\nDid \"Rose\" call? Yes, we like a rose.\n")}}
	got, err := casings(data, "en")
	if err != nil {
		t.Fatal(err)
	}
	for w, want := range map[string]casing{"hope": {1, 0}, "kate": {0, 1}, "rose": {1, 0}, "dog": {1, 0}, "yes": {}, "did": {}} {
		if got[w] != want {
			t.Errorf("%s: %+v, want %+v", w, got[w], want)
		}
	}
	if got, err := casings(fstest.MapFS{}, "de"); err != nil || len(got) != 0 {
		t.Errorf("German: %v, %v; its nouns have capitals, nothing is read", got, err)
	}
	if _, err := casings(fstest.MapFS{}, "en"); err == nil {
		t.Error("a missing file is no error")
	}
}

func TestAsWord(t *testing.T) {
	if p := (casing{}).asWord(0.7); p != 0.7 {
		t.Errorf("unseen: %g, want the belief", p)
	}
	if p := (casing{capital: 98}).asWord(0.5); p != 0.01 {
		t.Errorf("always with a capital: %g, want 0.01", p)
	}
	if p := (casing{small: 98}).asWord(0.5); p != 0.99 {
		t.Errorf("never with a capital: %g, want 0.99", p)
	}
}

func TestDrawn(t *testing.T) {
	d := drawn{
		names: map[string]int{"will": 50, "john": 10, "ann": 40}, total: 100,
		share: func(w string) float64 { return map[string]float64{"will": 0.001, "john": 0.2, "ann": 0.9}[w] },
	}
	listed := lexical.Evidence{Listed: true, Prior: 2}
	for _, c := range []struct {
		e    lexical.Evidence
		word string
		is   bauta.Label
		want float64
	}{
		{lexical.Evidence{}, "will", bauta.Person, 1},              // in no list
		{listed, "will", bauta.Person, leastWeight},                // drawn too often
		{listed, "john", bauta.Person, 2},                          // drawn too seldom
		{listed, "john", "", 0},                                    // a name by far, unlabelled
		{listed, "john", bauta.Location, 1},                        // labelled as something else
		{lexical.Evidence{Listed: true, Prior: -2}, "john", "", 1}, // a word by far
		{listed, "never drawn", bauta.Person, 1},
	} {
		if got := d.weight(c.e, c.word, c.is); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%q %q %+v: %g, want %g", c.word, c.is, c.e, got, c.want)
		}
	}
	d.register = true
	if got := d.weight(listed, "john", ""); got != 1 {
		t.Errorf("with a register: %g, want 1", got)
	}
}
