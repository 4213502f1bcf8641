package langid

import (
	"math"
	"strings"
	"testing"

	"github.com/bauta/bauta/langid"
)

// entriesOf makes a table of two languages from vocabularies.
func entriesOf(t *testing.T) *table {
	t.Helper()
	tab := &table{entries: map[gram]*entry{}, unseen: make([]int8, len(langid.Languages()))}
	for class, words := range map[uint8]vocabulary{
		7: {"_haus_": 3, "_hause_": 1, "_maus_": 2}, 9: {"_house_": 3, "_mouse_": 2, "_use_": 1},
	} {
		tab.add(langid.Latin, class, letters(words, 150, langid.MaxOrder))
	}
	for _, e := range tab.entries {
		if len(e.pairs) > 1 && e.pairs[0].class > e.pairs[1].class {
			e.pairs[0], e.pairs[1] = e.pairs[1], e.pairs[0]
		}
	}
	return tab
}

// Whatever is dropped, the end of an n-gram that is kept is kept, and More says
// so: the look-up relies on it.
func TestPruneKeepsEnds(t *testing.T) {
	tab := entriesOf(t)
	for _, bound := range []float64{0, 1, 2, 4, 100} {
		kept, more := tab.above(bound)
		for g, pairs := range kept {
			if len(pairs) == 0 {
				t.Errorf("bound %g: %q has no pairs", bound, g.text)
			}
			if g.order() > 1 {
				if _, ok := kept[g.end()]; !ok || !more[g.end()] {
					t.Errorf("bound %g: %q is kept and its end is not", bound, g.text)
				}
			}
		}
	}
	few, _ := tab.above(100)
	all, _ := tab.above(0)
	if len(few) == 0 || len(few) >= len(all) {
		t.Errorf("%d n-grams of %d are kept", len(few), len(all))
	}
}

func TestPruneIsEncodable(t *testing.T) {
	w := entriesOf(t).prune(60)
	data, err := langid.Encode(w)
	if err != nil {
		t.Fatal(err)
	}
	m, err := langid.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	id, err := m.With(langid.Config{Languages: []string{"de", "en"}})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"haus": "de", "maus": "de", "house": "en", "mouse": "en", "hausmaus": "de"} {
		if got := id.Identify(text); got.Lang != want {
			t.Errorf("%s: %s, want %s", text, got.Lang, want)
		}
	}
}

func TestComplete(t *testing.T) {
	unseen := make([]int8, len(langid.Languages()))
	unseen[5] = -16
	e := &entry{pairs: []weighed{{class: 3, weight: 1}, {class: 7, weight: 2}}}
	e.complete([]uint8{3, 5, 7, 9}, true, unseen)
	want := []weighed{{class: 3, weight: 1}, {class: 5, weight: -16.0 / langid.Scale}, {class: 7, weight: 2}, {class: 9}}
	if len(e.pairs) != len(want) {
		t.Fatalf("%d pairs", len(e.pairs))
	}
	for i, p := range e.pairs {
		if p != want[i] {
			t.Errorf("pair %d: %+v, want %+v", i, p, want[i])
		}
	}
}

func TestQuantise(t *testing.T) {
	for nats, want := range map[float64]int8{0: 0, 0.06: 0, 0.07: 1, -1: -8, 1000: 127, -1000: -127} {
		if got := quantise(nats); got != want {
			t.Errorf("%g: %d, want %d", nats, got, want)
		}
	}
}

// Weights are multiples of a power of two, so that sums do not depend on order.
func TestWeightIsExact(t *testing.T) {
	for _, n := range []float64{0.05, 0.1, 0.3, 1, 1.5, 2, 17, 1234} {
		w := weight(n)
		if scaled := math.Ldexp(w, 12); scaled != math.Trunc(scaled) || w <= 0 {
			t.Errorf("weight of %g is %g", n, w)
		}
	}
}

// The regression learns to part two vocabularies.
func TestLogitLearns(t *testing.T) {
	if testing.Short() {
		t.Skip("trains")
	}
	words := []vocabulary{{"_aba_": 1, "_abab_": 1, "_baba_": 2}, {"_cdc_": 1, "_dcdc_": 1, "_cdcd_": 2}}
	m := trainLogit(langid.Latin, words, 300, 1)
	p := make([]float32, 2)
	for word, want := range map[string]int{"_ababa_": 0, "_dcd_": 1} {
		m.probabilities(grams(nil, langid.Latin, []rune(word)), p)
		if p[want] < 0.9 || math.Abs(float64(p[0]+p[1]-1)) > 1e-5 {
			t.Errorf("%s: %v", word, p)
		}
	}
}

// The informal lists are for languages that there are, in lower case.
func TestInformalLists(t *testing.T) {
	for lang, list := range informal {
		if langid.GroupLanguages(langid.Latin) == nil || rights[lang] == nil {
			t.Errorf("%s is not a language of the package", lang)
		}
		if list != strings.ToLower(list) {
			t.Errorf("%s: a word with capitals", lang)
		}
	}
}

func TestHeldOutIsTheFirstFold(t *testing.T) {
	texts := Texts{}
	for _, lang := range langid.Languages() {
		texts[lang] = &Lines{}
	}
	for i := range 300 {
		line := "kept away"
		if i%newsLines/15%folds == 0 {
			line = "tested sentence"
		}
		texts["en"].News = append(texts["en"].News, line)
	}
	got := heldOut(texts)["en"]
	if len(got) == 0 {
		t.Fatal("nothing is held out")
	}
	for _, s := range got {
		if strings.Contains(s, "kept") {
			t.Errorf("%q is of another fold", s)
		}
	}
}
