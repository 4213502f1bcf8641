package train

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
	"github.com/google/go-cmp/cmp"
)

// labelled reads "[PERSON:Zoé] dort" as a sentence.
func labelled(marked string) (s gold.Sentence) {
	s.Text, s.Spans = fixture.Labelled(marked)
	return s
}

func TestKnownWords(t *testing.T) {
	list := []gold.Sentence{
		labelled("[PERSON:Ilse Kanne] kam nach [LOCATION:Kanne] ."),
		labelled("[PERSON:ilse] und [PERSON:Ilse Bohr]"),
		labelled("[PERSON:Ilse von Aue] , [ORGANIZATION:Aue AG]"),
		labelled("[PRODUCT:Die Welt] von heute"),
		labelled("die von gestern"),
	}
	k := knownWords(list, []string{"welt welt", "Bohr Bohr"}, 100)
	got := map[string]uint16{}
	for i, w := range k.words {
		got[w] = k.class[i]
	}
	want := map[string]uint16{
		"ilse":  1 + 2,           // a person, four times
		"kanne": 1 + 1 + steps/2, // twice, once a place
		"bohr":  1,               // with a capital in raw text, which says nothing
		"aue":   1 + 1 + steps/2,
		"ag":    1 + 2*steps,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if k.words[0] != "ilse" {
		t.Errorf("%q comes first", k.words[0])
	}
	if k := knownWords(list, nil, 2); len(k.words) != 2 || len(k.class) != 2 {
		t.Errorf("%d words of 2", len(k.words))
	}
}

// TestKnownClasses: every tally has a class of its own kind, below the number of
// all.
func TestKnownClasses(t *testing.T) {
	for kind := range kinds {
		for n := 1; n < 9; n++ {
			for others := range 3 {
				y := &tally{}
				y.kind[kind], y.kind[(kind+1)%kinds] = n, others*n/3
				c := int(y.class())
				if c < 1 || c > kinds*steps || (c-1)/steps != kind {
					t.Errorf("kind %d, %d and %d others: class %d", kind, n, others*n/3, c)
				}
			}
		}
	}
}

func TestVocabularyWithNames(t *testing.T) {
	v := &vocabulary{words: []string{"der", "aue"}}
	columns := v.with(known{words: []string{"aue", "bohr"}, class: []uint16{5, 7}}, [][]uint16{{1, 2}, {3, 4}})
	if d := cmp.Diff([]string{"der", "aue", "bohr"}, v.words); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([][]uint16{{1, 2, 0}, {3, 4, 0}, {0, 5, 7}}, columns); d != "" {
		t.Error(d)
	}
}

func namesOf(list []model.Dataset) (out []string) {
	for _, d := range list {
		out = append(out, d.Name)
	}
	return out
}

// TestNamesOfSets: sentences of a test are not read for the list, and a set that is
// trained on and listed is known as such.
func TestNamesOfSets(t *testing.T) {
	conll := "# id x\nilse _ _ B-PER\nkam _ _ O\n\n# id y\nbohr _ _ B-PER\nging _ _ O\n\n# id z\naue _ _ B-LOC\n"
	data := fstest.MapFS{
		"ner/multiconer_v1/de-train.conll":        {Data: []byte(conll)},
		"ner/multiconer_v2/de-dev.conll":          {Data: []byte("# id y\nbohr _ _ B-Artist\nging _ _ O\n")},
		"lexicon/insee_prenoms.tsv":               {Data: []byte("name\tsex\tn\tn\nZoé\tF\t9\t900\n")},
		"lexicon/frequencywords/de_50k.txt":       {Data: []byte("ich 90\nIch 80\nkam 7\nselten 1\n")},
		"ner/swedish_ner_corpus/train_corpus.txt": {Data: []byte("x 0\n")},
	}
	r := &Recipe{
		Lang: "de", Sets: []SetUse{{Name: "multiconer_v1"}}, Tests: []TestUse{{Name: "multiconer_v2"}},
		Classes: ClassUse{Words: 10, Names: []SetUse{{Name: "multiconer_v1"}}, Common: 3},
	}
	if err := r.check(); err != nil {
		t.Fatal(err)
	}
	c, err := gather(r, Sources{Data: data})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"multiconer_v1 de train", "words of names in multiconer_v1 de train", "ranks of words in FrequencyWords de"}, namesOf(c.datasets())); d != "" {
		t.Error(d)
	}
	if len(c.lists) != 2 {
		t.Fatalf("%d lists", len(c.lists))
	}
	if d := cmp.Diff([]string{"aue", "ilse"}, c.lists[0].words); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"ich", "kam"}, c.lists[1].words); d != "" || !slices.Equal(c.lists[1].class, []uint16{1, 2}) {
		t.Error(d, c.lists[1].class)
	}
	if !c.parts[0].listed {
		t.Error("the set that the list is of is not known as such")
	}
	classes, err := makeClasses(context.Background(), nil, r.Classes, c.lists, 1)
	if classes != nil || err != nil {
		t.Error("classes of no text", err)
	}
	r.Classes.Names = []SetUse{{Name: "nosuch"}}
	if err := r.check(); err == nil || !strings.Contains(err.Error(), "classes.names") {
		t.Errorf("an unknown set: %v", err)
	}
}
