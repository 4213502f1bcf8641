package train

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
)

// small is a data folder of invented sentences.
func small() Sources {
	var winer, stock strings.Builder
	people := []string{"Zoé", "Luca", "Ines", "Omar", "Elke"}
	towns := []string{"Brest", "Tours", "Sète", "Lunel", "Pau"}
	for i := range 60 {
		p, t := people[i%5], towns[(i/5)%5]
		text := fmt.Sprintf("Hier %s a quitté %s le %d.", p, t, i)
		at := 5 + len([]rune(p)) + len(" a quitté ")
		fmt.Fprintf(&winer, "{\"text\":%q,\"entities\":[[5,%d,\"Person\"],[%d,%d,\"Location\"]]}\n",
			text, 5+len([]rune(p)), at, at+len([]rune(t)))
		fmt.Fprintf(&stock, "Tom vient le %d.\nIl pleut depuis %d jours.\nTu fais quoi %d fois ?\n", i, i, i)
	}
	lines := strings.SplitAfter(winer.String(), "\n")
	return Sources{Data: fstest.MapFS{
		"ner/winer_fr/train.jsonl":  {Data: []byte(strings.Join(lines[:50], ""))},
		"ner/winer_fr/test.jsonl":   {Data: []byte(strings.Join(lines[45:], ""))}, // five stand in train too
		"sentences/tatoeba/fr.txt":  {Data: []byte(stock.String())},
		"lexicon/insee_prenoms.tsv": {Data: []byte("name\tsex\tall\tn\nZoé\tF\t1\t900\nLuca\tM\t1\t900\nAda\tF\t1\t900\nEve\tF\t1\t99\nIda\tF\t1\t900\nLéo\tM\t1\t80\n")},
		"lexicon/insee_noms.json":   {Data: []byte(`{"MARTIN":900,"BELL":800,"PETIT":700,"ROUX":500}`)},
	}}
}

const smallRecipe = `
lang: fr
seed: 3
blur: 0.05
sets:
  - name: winer_fr
    copies: {lower: 1, upper: 0.2, sms: 0.3}
chat: {stock: 60, persons: 0.4, messages: 60}
classes: {words: 200, clusters: [4], dim: 8, epochs: 1}
train: {passes: 5}
pack: {bytes: 400000}
tests:
  - {name: winer_fr}
`

func recipe(t testing.TB, text string) *Recipe {
	t.Helper()
	r, err := ReadRecipe(strings.NewReader(text), "r.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRecipesOfTheHouse(t *testing.T) {
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		f, err := os.Open("../../recipes/" + lang + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		r, err := ReadRecipe(f, lang)
		f.Close()
		if err != nil {
			t.Error(err)
			continue
		}
		if r.Lang != lang || len(r.Tests) == 0 || r.Chat.Messages < 20000 || r.Pack.Bytes > 3<<20 {
			t.Errorf("%s: %+v", lang, r)
		}
	}
}

func TestRecipeErrors(t *testing.T) {
	for text, want := range map[string]string{
		"lang: fr":                           "nothing to train on",
		"seed: 1":                            "no lang",
		"lang: fr\nsets:\n - {name: nosuch}": "no set nosuch",
		"lang: fr\nsets:\n - {name: winer_fr, split: test}": "not for training",
		"lang: fr\nchat: {stock: 1}\ntrain: {method: x}":    "perceptron, online or crf",
		"lang: fr\nmood: x": "line 2",
		"lang: fr\nchat: {stock: 1}\ntests:\n - {name: btc}": "no set btc of fr",
	} {
		_, err := ReadRecipe(strings.NewReader(text), "r.yaml")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "r.yaml: ") {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if _, err := ReadRecipe(strings.NewReader(strings.Repeat("#", maxRecipe+1)), "r"); err == nil {
		t.Error("an endless recipe is read")
	}
}

func TestTrainEvaluateBundle(t *testing.T) {
	ctx := context.Background()
	r, src := recipe(t, smallRecipe), small()
	out, err := Train(ctx, r, src, nil)
	if err != nil {
		t.Fatal(err)
	}
	if out.Dropped < 5 {
		t.Errorf("%d sentences dropped; five of train stand in test", out.Dropped)
	}
	out.Person = 0.2
	scores, err := out.Evaluate(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if len(scores) != 6 {
		t.Fatalf("%d scores, want three cases, generated chat twice, and e-mails", len(scores))
	}
	plain, lean := scores[3].Spans, scores[5].Spans
	if lean.Coverage.Recall() < plain.Coverage.Recall()-5 || !strings.Contains(scores[5].On, "persons from 0.2") {
		t.Errorf("%s: %.1f %% of the characters, without the bound %.1f", scores[5].On, lean.Coverage.Recall(), plain.Coverage.Recall())
	}
	for _, s := range scores[:2] {
		if f := s.Chunks.Type("PERSON").F1(); f < 90 {
			t.Errorf("%s %s: PERSON F1 %.1f on text like that of the training", s.On, s.Case, f)
		}
	}
	var lines strings.Builder
	if err := WriteScores(&lines, scores); err != nil || strings.Count(lines.String(), "\n") != len(scores) {
		t.Error(lines.String(), err)
	}
	b, err := out.Bundle(scores)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir() + "/ner-fr"
	if err := b.Write(dir); err != nil {
		t.Fatal(err)
	}
	opened, err := model.Open(os.DirFS(dir), ".")
	if err != nil {
		t.Fatal(err)
	}
	raw, err := opened.Read(BundleFile)
	if err != nil {
		t.Fatal(err)
	}
	m, err := crf.Read(raw)
	if err != nil || m.Lang() != "fr" {
		t.Fatal(m, err)
	}
	again, err := Of(m, r, src)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := again.Evaluate(ctx); err != nil || same[0].Chunks.All != scores[0].Chunks.All {
		t.Error("the model read back scores otherwise", err)
	}
	for _, want := range []string{"winer_fr fr train", "CC BY 4.0", "CC BY 2.0 FR", "| PERSON |", "seed 3", "recipes/fr.yaml"} {
		if !strings.Contains(b.Card, want) {
			t.Errorf("the card does not say %q", want)
		}
	}
	if strings.Contains(b.Card, "quitté") {
		t.Error("text of the data is in the card")
	}
}

func TestTrainingIsRepeatable(t *testing.T) {
	var files [2]bytes.Buffer
	for i := range files {
		out, err := Train(context.Background(), recipe(t, smallRecipe), small(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Model.Write(&files[i]); err != nil {
			t.Fatal(err)
		}
	}
	if !bytes.Equal(files[0].Bytes(), files[1].Bytes()) {
		t.Error("the same recipe, data and seed give other weights")
	}
}

func TestTable(t *testing.T) {
	r := recipe(t, strings.Replace(smallNeural, "passes: 5", "method: crf, iterations: 15, c2: 1", 1))
	rows, err := Table(context.Background(), r, small(), nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var systems []string
	for _, row := range rows {
		systems = append(systems, row.System)
		if len(row.F1) != 3 || row.F1[0] <= 0 {
			t.Errorf("%+v", row)
		}
	}
	if !slices.Equal(systems, Systems()) {
		t.Error(systems)
	}
	if _, err := Table(context.Background(), r, small(), []string{"magic"}, nil, nil); err == nil {
		t.Error("an unknown system is trained")
	}
	var b strings.Builder
	if err := WriteTable(&b, rows); err != nil || strings.Count(b.String(), "\n") != 1+len(Systems()) {
		t.Error(b.String(), err)
	}
	if _, err := json.Marshal(rows); err != nil {
		t.Error(err)
	}
}

// echo finds what it is told to find.
type echo []bauta.Span

func (e echo) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return slices.Clone(e), nil }

func TestScoreLeavesOut(t *testing.T) {
	s := gold.Sentence{Text: "@zoe salut Ada", Spans: []bauta.Span{{Start: 11, End: 14, Label: bauta.Person}}}
	found := echo{
		{Start: 1, End: 4, Label: bauta.Person},                          // in a handle
		{Start: 11, End: 14, Label: bauta.Person},                        // right
		{Start: 5, End: 10, Label: bauta.Event},                          // a label the set does not have
		{Start: 5, End: 10, Label: bauta.Person, Doubt: bauta.Ambiguous}, // a question
	}
	out, err := Score(context.Background(), found, []gold.Sentence{s}, "fr", "as is", []bauta.Label{bauta.Person})
	if err != nil {
		t.Fatal(err)
	}
	if a := out.Chunks.All; a.Gold != 1 || a.Found != 1 || a.Correct != 1 || out.Spans.Coverage.Recall() != 100 {
		t.Errorf("%+v", out.Chunks.All)
	}
}

func TestScoreFoldsFinerLabels(t *testing.T) {
	s := gold.Sentence{Text: "vive Lens", Spans: []bauta.Span{{Start: 5, End: 9, Label: bauta.Organization}}}
	for _, tt := range []struct {
		labels []bauta.Label
		want   int
	}{
		{[]bauta.Label{bauta.Organization}, 1},                   // gold knows no teams
		{[]bauta.Label{bauta.Organization, bauta.SportsTeam}, 0}, // gold knows the difference
	} {
		found := echo{{Start: 5, End: 9, Label: bauta.SportsTeam}}
		out, err := Score(context.Background(), found, []gold.Sentence{s}, "fr", "as is", tt.labels)
		if err != nil || out.Chunks.All.Correct != tt.want {
			t.Errorf("%v: %+v %v", tt.labels, out.Chunks.All, err)
		}
	}
}

func TestTags(t *testing.T) {
	got := taggedOf(10,
		[]bauta.Span{{Start: 0, End: 4, Label: "A"}, {Start: 4, End: 6, Label: "A"}},
		[]bauta.Span{{Start: 0, End: 2, Label: "A"}, {Start: 2, End: 6, Label: "A"}})
	if strings.Join(got.Gold, " ") != "B-A I-A B-A O" || strings.Join(got.Pred, " ") != "B-A B-A I-A O" {
		t.Error(got)
	}
}

func TestHoldOutIsApart(t *testing.T) {
	var all []string
	for i := range 500 {
		all = append(all, fmt.Sprint("phrase ", i))
	}
	train, test := holdOut(all)
	if len(train)+len(test) != 500 || len(test) < 20 || len(test) > 90 {
		t.Errorf("%d and %d", len(train), len(test))
	}
}

func TestSelect(t *testing.T) {
	var docs []*bauta.Doc
	for _, text := range []string{"il fait beau", "coucou Patrice", "salut Xzkwq"} {
		docs = append(docs, DocOf(gold.Sentence{Text: text}, "fr"))
	}
	got := Select(docs, lexicon.Default(), 5)
	if len(got) == 0 || got[0].Index != 1 || len(got[0].Spans) != 1 || got[0].Spans[0].Label != bauta.Person {
		t.Fatalf("%+v", got)
	}
	for _, s := range got {
		if s.Index == 0 {
			t.Error("a message without any name is worth annotating")
		}
	}
	if len(Select(docs, lexicon.Default(), 1)) != 1 || len(Select(docs, lexicon.Default(), -1)) != 0 {
		t.Error("the number asked for is not kept")
	}
}

func FuzzReadRecipe(f *testing.F) {
	f.Add(smallRecipe)
	f.Add("lang: [")
	f.Add("lang: fr\nsets: {}\n")
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ReadRecipe(strings.NewReader(text), "r")
		if err == nil && r.Lang == "" {
			t.Fatal("a recipe without language is accepted")
		}
	})
}
