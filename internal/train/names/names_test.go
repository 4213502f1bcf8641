package names

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// invented is a data folder in miniature.
func invented() fstest.MapFS {
	var s strings.Builder
	for i := range 400 {
		switch i % 4 {
		case 0:
			fmt.Fprintf(&s, "Tom est dans le jardin avec %d amis.\n", i)
		case 1:
			s.WriteString("Je mange une pomme rouge ce soir.\n")
		case 2:
			s.WriteString("Marie arrive demain par le train.\n")
		default:
			s.WriteString("Il fait beau et la pierre est chaude.\n")
		}
	}
	return fstest.MapFS{
		"lexicon/insee_prenoms.tsv":                                 {Data: []byte("name\tsex\tn_1900_2021\tn_since_1950\nSophie\tF\t300000\t290000\nPierre\tM\t890000\t290000\nThéo\tM\t90000\t90000\nZwendoline\tF\t300\t300\n")},
		"lexicon/insee_noms.json":                                   {Data: []byte(`{"MARTIN": 200000, "PIERRE": 9000, "TARTAMPION": 40}`)},
		"lexicon/lexique3/lexique383_ortho_cgram_freq.tsv":          {Data: []byte("ortho\tcgram\tfreq\npierre\tNOM\t60\nje\tPRO\t25000\nmange\tVER\t90\njardin\tNOM\t50\nbeau\tADJ\t300\nsoir\tNOM\t400\nthé\tNOM\t40\n")},
		"lexicon/frequencywords/fr_50k.txt":                         {Data: []byte("je 1000000\nparis 9000\nsophie 800\nkiffer 40\nfrance 9000\n")},
		"lexicon/frequencywords/en_50k.txt":                         {Data: []byte("the 1000000\njohn 9000\nhope 4000\ngarden 800\n")},
		"lexicon/popular_names_cc0/common-forenames-by-country.csv": {Data: []byte("\ufeffCountry,Index,Romanized Name\nUS,1,John\nUS,2,Emma\nFR,1,Léa\n")},
		"lexicon/popular_names_cc0/common-surnames-by-country.csv":  {Data: []byte("\ufeffCountry,Rank,Index,Romanized Name\nGB,1,1,Smith\n")},
		"sentences/tatoeba/fr.txt":                                  {Data: []byte(s.String())},
		"sentences/tatoeba/en.txt":                                  {Data: []byte(strings.Repeat("Tom is in the garden with a friend.\nI hope it will not rain.\n", 100))},
	}
}

func lists() fstest.MapFS {
	return fstest.MapFS{"fr/sms.tsv": {Data: []byte("jmange\tje mange\nsoar\tsoir\n")}, "fr/hypocoristics.tsv": {Data: []byte("soso\tsophie\tf\n")}}
}

func train(t testing.TB, lang string, seed uint64) *Result {
	t.Helper()
	r, err := Train(context.Background(), Config{Lang: lang, Data: invented(), Lists: lists(), Messages: 300, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestTrain: the model opens with the lexicon it was made for, and tells a name
// from a word.
func TestTrain(t *testing.T) {
	for lang, c := range map[string][2]string{"fr": {"je mange avec sophie", "je mange la pomme"}, "en": {"i am with john", "in the garden"}} {
		r := train(t, lang, 1)
		m, err := lexical.NewModel(r.Files["weights.json"], r.Files["priors.bin"], r.Files["letters.bin"])
		if err != nil {
			t.Fatal(err)
		}
		f, err := lexical.New(lexical.Config{Lang: lang, Model: m})
		if err != nil {
			t.Fatal(err)
		}
		var best [2]float64
		for i, s := range c {
			d, _ := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Text: s})
			for _, e := range f.Evidence(d, nil) {
				best[i] = max(best[i], e.Probability)
			}
		}
		if best[0] < 3*best[1] || best[1] > 0.1 {
			t.Errorf("%s: %.3f with a name, %.3f without", lang, best[0], best[1])
		}
		if r.Report.Words == 0 || r.Report.Names == 0 || r.Report.Accuracy < 0.8 || r.Manifest.Lang != lang {
			t.Errorf("%s: report %+v", lang, r.Report)
		}
		if card := r.Card(); !strings.Contains(card, "names-"+lang) || !strings.Contains(card, "Seed 1") {
			t.Errorf("%s: the card does not say what it is: %s", lang, card)
		}
	}
}

func TestTheSameSeedGivesTheSameBytes(t *testing.T) {
	a, b, c := train(t, "fr", 3), train(t, "fr", 3), train(t, "fr", 4)
	for name := range a.Files {
		if !bytes.Equal(a.Files[name], b.Files[name]) {
			t.Errorf("%s differs between two runs of one seed", name)
		}
	}
	if bytes.Equal(a.Files["weights.json"], c.Files["weights.json"]) {
		t.Error("another seed changes nothing")
	}
}

func TestMissingData(t *testing.T) {
	for _, gone := range []string{"lexicon/insee_prenoms.tsv", "lexicon/insee_noms.json", "lexicon/lexique3/lexique383_ortho_cgram_freq.tsv", "lexicon/frequencywords/fr_50k.txt", "sentences/tatoeba/fr.txt"} {
		data := invented()
		delete(data, gone)
		if _, err := Train(context.Background(), Config{Lang: "fr", Data: data, Lists: lists(), Messages: 10}); err == nil || !strings.Contains(err.Error(), gone) {
			t.Errorf("without %s: %v", gone, err)
		}
	}
	data := invented()
	data["lexicon/insee_prenoms.tsv"] = &fstest.MapFile{Data: []byte("Sophie\tF\tmany\t3\n")}
	if _, err := Train(context.Background(), Config{Lang: "fr", Data: data, Messages: 10}); err == nil || !strings.Contains(err.Error(), "insee_prenoms.tsv:1") {
		t.Errorf("a bad line is not named: %v", err)
	}
}

func counted(t testing.TB) *counts {
	t.Helper()
	c, err := readCounts(invented(), "fr")
	if err != nil {
		t.Fatal(err)
	}
	c.bare()
	return c
}

func TestCounts(t *testing.T) {
	c := counted(t)
	sum := 0.0
	for _, m := range []map[string]float64{c.first, c.last, c.word} {
		sum = 0
		for _, p := range m {
			sum += p
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Errorf("shares add up to %g", sum)
		}
	}
	if c.first["sophie"] <= c.first["zwendoline"] || c.first["pierre"] >= 2*c.first["sophie"] {
		t.Errorf("births since 1950 should weigh most: %v", c.first)
	}
	if c.bareName["theo"] == 0 || c.bareName["sophie"] != 0 || c.bareWord["the"] == 0 {
		t.Errorf("spellings without accents: %v, %v", c.bareName, c.bareWord)
	}
	if c.word["kiffer"] == 0 || c.word["sophie"] != 0 {
		t.Error("subtitles fill the gaps of the lexicon, but not with names")
	}
}

func TestPriors(t *testing.T) {
	lex := lexicon.Default()
	p := priors(lex, counted(t), "fr")
	z := func(word string) float64 {
		prior, ok := p[word]
		if !ok {
			t.Fatalf("no prior for %s", word)
		}
		return (float64(prior) - 128) / 10
	}
	if !(z("sophie") > z("pierre") && z("pierre") > z("jardin") && z("jardin") >= z("je")) {
		t.Errorf("sophie %g, pierre %g, jardin %g, je %g", z("sophie"), z("pierre"), z("jardin"), z("je"))
	}
	if z("france") > z("sophie") {
		t.Errorf("france %g: a country is chiefly the country", z("france"))
	}
}

func TestRarest(t *testing.T) {
	c := counted(t)
	if got := c.rarest("je mange"); got != c.word["mange"] {
		t.Errorf("je mange: %g, want that of mange", got)
	}
	if c.rarest("") != 0 || c.rarest("j'") != 0 {
		t.Error("nothing is not certain")
	}
}

func TestLetters(t *testing.T) {
	var ex []example
	for i := range 60 {
		ex = append(ex, example{fmt.Sprintf("%sette", strings.Repeat("ni", 1+i%4)), true, 1}, example{fmt.Sprintf("%sxk", strings.Repeat("jt", 1+i%4)), false, 1})
	}
	w := letterModel(ex, 1)
	score := func(word string) (z int) {
		lexical.EachLetterGram(word, func(h uint32) { z += int(w[h%letterTable]) })
		return z
	}
	if score("linette") <= 0 || score("mtjtxk") >= 0 {
		t.Errorf("linette %d, mtjtxk %d", score("linette"), score("mtjtxk"))
	}
}

func TestForgetting(t *testing.T) {
	c := counted(t)
	forgotten := 0
	for i := range 3000 {
		if c.forget(fmt.Sprintf("rare%d", i)) {
			forgotten++
		}
	}
	if forgotten < 800 || forgotten > 1200 {
		t.Errorf("%d of 3000 rare words are forgotten, want a third", forgotten)
	}
	if c.forget("pierre") || c.forget("je") {
		t.Error("usual words and names are never forgotten")
	}
}

func TestBalance(t *testing.T) {
	ex := []example{{"a", true, 1}, {"b", true, 1}, {"c", false, 4}}
	balance(ex, 2)
	if ex[2].weight != 2 {
		t.Errorf("the other side weighs %g, want 2", ex[2].weight)
	}
}

func TestGradient(t *testing.T) {
	obj := &logistic{l2: 0.5, rows: []row{
		{[]lexical.Feature{{At: 0, X: 1}, {At: 2, X: -0.5}}, true, 1},
		{[]lexical.Feature{{At: 1, X: 2}}, false, 2},
		{[]lexical.Feature{{At: 0, X: 1}, {At: 1, X: 1}}, false, 0.05},
	}}
	x := []float64{0.3, -0.2, 0.9}
	grad := make([]float64, 3)
	obj.Eval(x, grad)
	for i := range x {
		const h = 1e-6
		y := append([]float64(nil), x...)
		y[i] += h
		up := obj.Eval(y, make([]float64, 3))
		y[i] -= 2 * h
		down := obj.Eval(y, make([]float64, 3))
		if want := (up - down) / (2 * h); math.Abs(want-grad[i]) > 1e-6 {
			t.Errorf("component %d: %g, by differences %g", i, grad[i], want)
		}
	}
	if _, err := (learn.LBFGS{MaxIter: 20}).Minimize(context.Background(), obj, x); err != nil {
		t.Error(err)
	}
}

func ExampleTrain() {
	r, err := Train(context.Background(), Config{Lang: "fr", Data: invented(), Lists: lists(), Messages: 100, Seed: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Manifest.Kind, r.Manifest.Lang, len(r.Files))
	// Output: names fr 3
}
