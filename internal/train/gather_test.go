package train

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/gold"
	"pgregory.net/rapid"
)

func TestThinKeepsTheShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 200).Draw(t, "n")
		share := rapid.Float64Range(0.01, 1).Draw(t, "share")
		got := len(thin(make([]gold.Sentence, n), share))
		if want := int(float64(n) * share); got < want-1 || got > want+1 {
			t.Fatalf("%d of %d, share %.2f", got, n, share)
		}
	})
}

func TestKeepIsApartFromTraining(t *testing.T) {
	c := &corpus{parts: []part{{name: "a", sentences: make([]gold.Sentence, 95)}}}
	for i := range c.parts[0].sentences {
		c.parts[0].sentences[i].Text = strings.Repeat("x", i)
	}
	c.keep(&c.parts[0])
	if len(c.kept) != 3 || len(c.parts[0].sentences) != 92 {
		t.Fatalf("kept %d, trains on %d", len(c.kept), len(c.parts[0].sentences))
	}
	for _, k := range c.kept {
		if slices.ContainsFunc(c.parts[0].sentences, func(s gold.Sentence) bool { return s.Text == k.Text }) {
			t.Error("a sentence is kept and trained on")
		}
	}
}

func TestCopies(t *testing.T) {
	sp, err := gold.NewSpeller(nil, "fr")
	if err != nil {
		t.Fatal(err)
	}
	s := gold.Sentence{Text: "Zoé dort là.", Spans: []bauta.Span{{Start: 0, End: 4, Label: bauta.Person}}}
	none := copiesOf(s, copying{}, sp, rand.New(rand.NewPCG(1, 1)))
	if len(none) != 1 || none[0].Text != s.Text {
		t.Errorf("%d sentences without copies", len(none))
	}
	all := copiesOf(s, copying{Copies: Copies{1, 1, 1, 1, 1, 1}}, sp, rand.New(rand.NewPCG(1, 1)))
	texts := []string{}
	for _, c := range all {
		texts = append(texts, c.Text)
		if len(c.Spans) != 1 {
			t.Error("a copy has lost its span")
		}
	}
	for _, want := range []string{s.Text, "zoé dort là.", "ZOÉ DORT LÀ.", "Zoe dort la.", "Zoé dort là"} {
		if !slices.Contains(texts, want) {
			t.Errorf("no copy of the kind of %q", want)
		}
	}
	if len(all) != 7 {
		t.Errorf("%d sentences, want the original and six copies", len(all))
	}
}

func TestGatherDropsWhatStandsInTheTest(t *testing.T) {
	r, src := recipe(t, smallRecipe), small()
	c, err := gather(r, src)
	if err != nil {
		t.Fatal(err)
	}
	inTest := map[string]bool{}
	for _, s := range c.tests[0].sentences {
		inTest[s.Text] = true
	}
	for _, p := range c.parts {
		for _, s := range p.sentences {
			if inTest[s.Text] {
				t.Fatalf("%s trains on a sentence of the test", p.name)
			}
		}
	}
	var names []string
	for _, d := range c.datasets() {
		names = append(names, d.Name+": "+d.Licence)
	}
	want := []string{"winer_fr fr train: CC BY 4.0", "generated chat fr: own", "tatoeba fr, names swapped: CC BY 2.0 FR"}
	if !slices.Equal(names, want) {
		t.Errorf("%q", names)
	}
}

// TestDomains holds that a set of another kind carries its name, the others none.
func TestDomains(t *testing.T) {
	r := recipe(t, "lang: fr\nsets:\n  - {name: winer_fr, domain: true}\n  - {name: winer_fr}\n")
	c, err := gather(r, small())
	if err != nil || len(c.parts) != 2 || c.parts[0].domain != "winer_fr" || c.parts[1].domain != "" {
		t.Errorf("%v, %+v", err, c)
	}
}

// TestSetsOfOneTagger: what the neural tagger alone reads comes last, without what
// stands in a test or in another set, and names no one in generated messages.
func TestSetsOfOneTagger(t *testing.T) {
	src := small()
	data := src.Data.(fstest.MapFS)
	first, _, _ := strings.Cut(string(data["ner/winer_fr/train.jsonl"].Data), "\n")
	last, _, _ := strings.Cut(string(data["ner/winer_fr/test.jsonl"].Data), "\n")
	fresh := `{"text":"Demain Noor Haddad va à Metz.","entities":[[7,18,"Person"],[24,28,"Location"]]}`
	data["ner/winer_fr/dev.jsonl"] = &fstest.MapFile{Data: []byte(first + "\n" + last + "\n" + fresh + "\n")}
	text := strings.Replace(smallNeural, "neural:\n", "neural:\n  sets: [{name: winer_fr, split: dev, domain: true, weight: 2}]\n", 1)
	with, err := OfNeural(nil, recipe(t, text), src)
	if err != nil {
		t.Fatal(err)
	}
	without, err := Of(nil, recipe(t, text), src)
	if err != nil {
		t.Fatal(err)
	}
	parts := with.corpus.parts
	if p := parts[len(parts)-1]; len(parts) != len(without.corpus.parts)+1 || len(p.sentences) != 1 || p.domain != "winer_fr" || p.weight != 2 || p.generated {
		t.Errorf("%d parts, the last one is %+v", len(parts), p)
	}
	if with.Dropped != without.Dropped+2 || len(with.Data) != len(parts) {
		t.Errorf("%d dropped, %d before; %d sets", with.Dropped, without.Dropped, len(with.Data))
	}
	a, err := with.heldOut(1)
	if err != nil {
		t.Fatal(err)
	}
	b, err := without.heldOut(1)
	if err != nil || !slices.EqualFunc(a, b, func(x, y gold.Sentence) bool { return x.Text == y.Text }) {
		t.Errorf("other messages are generated: %v", err)
	}
	delete(data, "ner/winer_fr/dev.jsonl")
	if _, err := OfNeural(nil, recipe(t, text), src); err == nil {
		t.Error("a set without a file")
	}
	for _, bad := range []string{"name: nobody", "name: winer_fr, split: test"} {
		if _, err := ReadRecipe(strings.NewReader("lang: fr\nchat: {stock: 1}\nneural: {sets: [{"+bad+"}]}\n"), "r.yaml"); err == nil || !strings.Contains(err.Error(), "neural: ") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}

func TestGatherErrors(t *testing.T) {
	r := recipe(t, smallRecipe)
	if _, err := gather(r, Sources{Data: fstest.MapFS{}}); err == nil || !strings.Contains(err.Error(), "winer_fr") {
		t.Errorf("without data: %v", err)
	}
	if _, err := Train(context.Background(), r, Sources{Data: fstest.MapFS{}}, nil); err == nil {
		t.Error("training without data")
	}
	if list, err := sentences(fstest.MapFS{}, "xx"); err != nil || list != nil {
		t.Errorf("a language without sentences: %d, %v", len(list), err)
	}
}

func TestTrainingStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Train(ctx, recipe(t, smallRecipe), small(), nil); err == nil {
		t.Error("a cancelled training returns a model")
	}
}

func TestSectionsOfTheRecipeAreIndependent(t *testing.T) {
	// No classes, no chat: the tagger still learns.
	r := recipe(t, "lang: fr\nsets:\n  - {name: winer_fr, partly: true}\ntrain: {passes: 4}\npack: {temperature: 8}\ntests:\n  - {name: winer_fr, types: [PERSON]}\n")
	out, err := Train(context.Background(), r, small(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if out.Model.Classes().Words() != 0 || r.Pack.Temperature != 8 {
		t.Error("there are classes nobody asked for, or another temperature")
	}
	scores, err := out.Evaluate(context.Background())
	if err != nil || len(scores) != 3 {
		t.Fatal(len(scores), err)
	}
	if s := scores[0]; s.MainScore() != s.Chunks.Type("PERSON") || listed(s.Main) != "PERSON" {
		t.Error("the figure of the named types is not theirs")
	}
}

func TestMethods(t *testing.T) {
	for _, method := range []string{"perceptron", "online", "crf", "perceptron, orders: 2"} {
		r := recipe(t, strings.Replace(smallRecipe, "passes: 5", "passes: 5, iterations: 20, c2: 0.5, method: "+method, 1))
		out, err := Train(context.Background(), r, small(), nil)
		if err != nil {
			t.Fatal(method, err)
		}
		scores, err := out.Evaluate(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if f := scores[0].Chunks.Type("PERSON").F1(); f < 80 {
			t.Errorf("%s: PERSON F1 %.1f", method, f)
		}
	}
}

func TestVocabulary(t *testing.T) {
	raw := []string{}
	for range 6 {
		raw = append(raw, "Il voit Zoé et zoé.", "le chat de Zoé dort, le chien non")
	}
	order := make([]int, len(raw))
	for i := range order {
		order[i] = i
	}
	v, text := readRaw(raw, order, 100)
	at := slices.Index(v.words, "zoé")
	if at < 0 || v.count[at] != 18 || v.capped[at] != 12 {
		t.Fatalf("%q %v %v", v.words, v.count, v.capped)
	}
	if f := v.frequencies()[at]; f != 5 { // 1 + log2 18, rounded down
		t.Errorf("frequency class %d", f)
	}
	if c := v.capitals()[at]; c != 7 { // two in three
		t.Errorf("capital class %d", c)
	}
	if len(text) != len(raw) || len(text[0]) != 5 {
		t.Errorf("%d sequences, the first of %d words", len(text), len(text[0]))
	}
	few, text := readRaw(raw, order, 2)
	if len(few.words) != 2 {
		t.Errorf("%d words, at most 2 asked for", len(few.words))
	}
	for _, seq := range text {
		for _, w := range seq {
			if w < -1 || w > 1 {
				t.Fatalf("word number %d of 2", w)
			}
		}
	}
}

func TestClassesAreOptional(t *testing.T) {
	c, err := makeClasses(context.Background(), []string{"a b c"}, ClassUse{}, nil, 1)
	if c != nil || err != nil {
		t.Error(c, err)
	}
	raw := slices.Repeat([]string{"le chat dort", "la poule mange"}, 20)
	c, err = makeClasses(context.Background(), raw, ClassUse{Words: 10}, nil, 1)
	if err != nil || c.Columns() != 2 || c.Words() != 6 {
		t.Errorf("without clusters: %d columns, %d words, %v", c.Columns(), c.Words(), err)
	}
	c, err = makeClasses(context.Background(), raw, ClassUse{Words: 10, Clusters: []int{2, 3}, Dim: 4, Epochs: 1}, nil, 1)
	if err != nil || c.Columns() != 4 {
		t.Errorf("with clusters: %d columns, %v", c.Columns(), err)
	}
}

func TestPhrasesOfBaseline(t *testing.T) {
	s := gold.Sentence{Text: "vu Zoé Ek hier", Spans: []bauta.Span{{Start: 3, End: 10, Label: bauta.Person}}}
	words, phrases := phrasesOf(DocOf(s, "fr"), s)
	if len(words) != 4 || len(phrases) != 1 || phrases[0].From != 1 || phrases[0].To != 3 || phrases[0].Type != "PERSON" {
		t.Error(words, phrases)
	}
}
