package lexical_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/lexicon"
)

// built is a small French lexicon of names and words.
func built(t *testing.T, names, words string) *lexicon.Lexicon {
	t.Helper()
	b := lexicon.NewBuilder("fr")
	for kind, of := range map[lexicon.Kind]string{lexicon.FirstName: names, lexicon.Form: words} {
		for w := range strings.FieldsSeq(of) {
			if err := b.Add(w, lexicon.Attr{Lang: "fr", Kinds: kind}); err != nil {
				t.Fatal(err)
			}
		}
	}
	data, err := b.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	l, err := lexicon.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// weighed gives the probability of every word that the dictionaries weigh.
func weighed(t *testing.T, lex *lexicon.Lexicon, m *lexical.Model, s string) map[string]float64 {
	t.Helper()
	f := detector(t, lexical.Config{Model: m, Lexicon: lex})
	d, _ := detect(t, f, s)
	out := map[string]float64{}
	for _, w := range f.Weigh(d) {
		out[d.Surface(w.Start, w.End)] = w.P
	}
	return out
}

// TestAddingAWordChangesNoModel: the same model file weighs every word as before when
// the lexicon has more words, and the new ones by their kinds.
func TestAddingAWordChangesNoModel(t *testing.T) {
	names, words := "rose jade pierre", "rose jade pierre jardin va"
	small, large := built(t, names, words), built(t, names+" abel olive", words+" abeille olive aa")
	if a, _ := small.Look("rose", "fr"); a.ID == 0 {
		t.Fatal("rose stands first in the lexicon: no ordinal moves")
	}
	priors, err := lexical.MakePriors(small, "fr", 3, map[string]byte{"rose": 150, "jade": 90, "pierre": 60, "jardin": 10, "va": 1})
	if err != nil {
		t.Fatal(err)
	}
	weights := []byte(`{"lang":"fr","name_above":0.9,"word_below":0.1,"weights":{"both.prior":1}}`)
	m, err := lexical.NewModel(weights, priors, make([]byte, 16))
	if err != nil {
		t.Fatal(err)
	}
	const s = "rose va, jade va, pierre va, olive va"
	before, after := weighed(t, small, m, s), weighed(t, large, m, s)
	for _, w := range []string{"rose", "jade", "pierre"} {
		if before[w] == 0 || before[w] != after[w] {
			t.Errorf("%s: %g, and %g in the larger lexicon", w, before[w], after[w])
		}
	}
	if before["rose"] <= before["jade"] || before["jade"] <= before["pierre"] {
		t.Errorf("the priors do not show: %v", before)
	}
	if p := after["olive"]; p == 0 || p == before["olive"] {
		t.Errorf("olive, new and both a name and a word: %g, before %g", p, before["olive"])
	}
}

// TestDamagedPriors: a table that was cut, or has a word twice, is refused.
func TestDamagedPriors(t *testing.T) {
	lex := built(t, "rose jade", "rose jade")
	table, err := lexical.MakePriors(lex, "fr", 1, map[string]byte{"rose": 150, "jade": 90})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := lexical.OpenPriors(table); err != nil || p.Len() != 2 {
		t.Fatalf("%d words, %v", p.Len(), err)
	}
	for n := 1; n < len(table); n++ {
		if _, err := lexical.OpenPriors(table[:n]); err == nil {
			t.Errorf("%d of %d bytes are taken", n, len(table))
		}
	}
	// Columns: the numbers of words, of which two are 1, then three bytes of each, then the priors.
	twice := append([]byte{}, table...)
	for i := 20; i < 20+1<<16; i++ {
		twice[i] = 0
	}
	twice[20] = 2
	copy(twice[20+1<<16:], "abcabc")
	if _, err := lexical.OpenPriors(twice); err == nil {
		t.Error("a word that is there twice is taken")
	}
	kinds := map[string]byte{"rose": lexical.PriorOf(lexical.KindShares(lexicon.Entry{Kinds: lexicon.FirstName | lexicon.Form}, 1))}
	if same, err := lexical.MakePriors(lex, "fr", 1, kinds); err != nil || len(same) != len(table)-2*4 {
		t.Errorf("a prior that the kinds give is kept: %d bytes, %v", len(same), err)
	}
}
