package train

import (
	"bytes"
	"context"
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/neural"
	nn "github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/model"
)

// smallNeural is smallRecipe with a network that trains in a moment.
const smallNeural = smallRecipe + `
neural:
  words: 100
  grams: 64
  vectors: 1
  dims: {word: 12, letter: 6, spelling: 6, feature: 12, hidden: 20}
  tokens: 20000
  epochs: 6
  rate: 0.01
  dropout: 0.1
  chat: 1
  classes: {words: 40, clusters: [2], dim: 4, epochs: 1}
`

func TestMakeNeural(t *testing.T) {
	var said []string
	b, scores, err := MakeNeural(t.Context(), recipe(t, smallNeural), small(), func(s string) { said = append(said, s) })
	if err != nil {
		t.Fatal(err)
	}
	if f1 := scores[0].Chunks.Type("PERSON").F1(); f1 < 90 {
		t.Errorf("F1 of persons in two frames of sentences is %.1f\n%s", f1, strings.Join(said, "\n"))
	}
	m := b.Manifest
	if m.Kind != NeuralKind || m.Lang != "fr" || len(m.Labels) == 0 || len(m.Scores) == 0 || len(m.Data) != 3 {
		t.Errorf("%+v", m)
	}
	for _, want := range []string{"# neural-fr:", "--kind neural -o models/neural-fr", "| winer_fr fr test | as is |", "words with vectors"} {
		if !strings.Contains(b.Card, want) {
			t.Errorf("the card does not say %q", want)
		}
	}
	read, err := neural.Read(b.Files[NeuralFile])
	if err != nil {
		t.Fatal(err)
	}
	if read.Lang() != "fr" {
		t.Error(read.Lang())
	}
	dir := t.TempDir()
	if err := b.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := model.Open(os.DirFS(dir), "."); err != nil {
		t.Error(err)
	}
}

func TestTrainNeuralIsDeterministic(t *testing.T) {
	run := func() []byte {
		r, err := TrainNeural(t.Context(), recipe(t, strings.Replace(smallNeural, "tokens: 20000", "tokens: 4000", 1)), small(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.Neural.Write(&b); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	if !bytes.Equal(run(), run()) {
		t.Error("the same recipe, data and seed gave another model")
	}
}

func TestTrainNeuralRefuses(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := TrainNeural(ended, recipe(t, smallNeural), small(), nil); err == nil {
		t.Error("an ended context was no error")
	}
	r := recipe(t, smallNeural)
	r.Sets[0].Partly = true
	if _, err := TrainNeural(t.Context(), r, small(), nil); err == nil || !strings.Contains(err.Error(), "partly") {
		t.Errorf("a partly annotated set gave %v", err)
	}
	r = recipe(t, smallNeural)
	r.Neural.Dims.Hidden = 1 << 30
	if _, err := TrainNeural(t.Context(), r, small(), nil); err == nil {
		t.Error("a network of any size was made")
	}
}

func TestVectors(t *testing.T) {
	var u NeuralUse
	u.fill()
	u.Grams, u.Dims.Word = 32, 6
	raw := strings.Split(strings.Repeat("le chat dort\nun chien court\n", 20), "\n")
	v, set, err := vectors(t.Context(), raw, u, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	if v.Words() != 6 || v.Word("chat") < 0 || v.Word("souris") >= 0 {
		t.Errorf("%d words", v.Words())
	}
	net, err := nn.New(nn.Sizes{Words: 6, Grams: 32, Word: 6, Hidden: 2, Labels: 3}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := set(net); err != nil {
		t.Fatal(err)
	}
	if got := spread(net.Params()[0].W); got < 0.99 || got > 1.01 {
		t.Errorf("the vectors are to be multiplied by %g still", got)
	}
	u.Vectors = -1
	if _, set, err = vectors(t.Context(), raw, u, nil, 1); err != nil || set(net) != nil {
		t.Error("without vectors", err)
	}
	if spread(nil) != 1 || len(alphabet([]string{"abba", "a"})) != 2 || alphabet([]string{"abba", "a"})[0] != 'a' {
		t.Error("the most frequent letter is a")
	}
}

// marks finds words that are written so, with the scores given.
type marks map[string]float64

func (m marks) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		if p, ok := m[d.Text[t.Start:t.End]]; ok {
			s := bauta.Span{Start: t.Start, End: t.End, Label: bauta.Person, P: p}
			if p < 0.5 {
				s.Doubt = bauta.Ambiguous
			}
			out = append(out, s)
		}
	}
	return out, nil
}

func TestCompare(t *testing.T) {
	r := recipe(t, smallNeural)
	first := marks{"Zoé": 0.9, "Luca": 0.9, "Hier": 0.6, "Brest": 0.2}
	second := marks{"Zoé": 0.9, "Luca": 0.8, "Ines": 0.7, "Omar": 0.4, "Hier": 0.3}
	both := marks{"Zoé": 0.9, "Luca": 0.9, "Ines": 0.8, "Omar": 0.6, "Elke": 0.5}
	list, err := Compare(t.Context(), r, small(), [3]bauta.Detector{first, second, both})
	if err != nil {
		t.Fatal(err)
	}
	if len(list) != 2 || list[1].On != "generated chat, names held out" {
		t.Fatalf("%+v", list)
	}
	// Each of five names stands in three sentences of eight tokens with a place:
	// the first is wrong about "Hier" and two names, the second about two.
	c := list[0]
	if c.Tokens != 15*8 || *c.Persons != (PersonGain{100, [3]float64{40, 80, 100}, 20}) {
		t.Errorf("%+v", c)
	}
	if want := 100 * 18.0 / 120; c.Differ != want { // Hier, and Ines three times
		t.Errorf("they differ at %.2f %%, want %.2f", c.Differ, want)
	}
	if c.There != 0 || c.Elsewhere < 15 {
		t.Errorf("wrong there %.2f, elsewhere %.2f", c.There, c.Elsewhere)
	}
	r.Tests[0].Types = []bauta.Label{bauta.Location}
	list, err = Compare(t.Context(), r, small(), [3]bauta.Detector{first, second, both})
	if err != nil || list[0].Persons != nil || list[0].Tokens != c.Tokens || list[1].Persons == nil {
		t.Errorf("a test of places judges persons: %+v, %v", list, err)
	}
}

// TestSums: tokens are added up, gains are the mean of the sets that judge persons.
func TestSums(t *testing.T) {
	list := WithSums([]Comparison{
		{Lang: "de", On: "a", Tokens: 100, differ: 10, there: 5, elsewhere: 9, Persons: &PersonGain{90, [3]float64{70, 80, 83}, 3}},
		{Lang: "de", On: "b", Tokens: 100, differ: 10, there: 6, elsewhere: 9},
		{Lang: "en", On: "a", Tokens: 10, Persons: &PersonGain{80, [3]float64{60, 70, 71}, 1}},
	})
	var on []string
	for _, c := range list {
		on = append(on, c.On)
	}
	if got := strings.Join(on, ","); got != "a,b,all of de,a,all of en,all" {
		t.Fatal(got)
	}
	de, all := list[2], list[5]
	if de.Tokens != 200 || de.Differ != 10 || de.There != 55 || de.Elsewhere != 10 || de.Times() != 5.5 || *de.Persons != *list[0].Persons {
		t.Errorf("%+v", de)
	}
	if all.Lang != "" || all.Tokens != 210 || *all.Persons != (PersonGain{85, [3]float64{65, 75, 77}, 2}) {
		t.Errorf("%+v %+v", all, all.Persons)
	}
	if got := WithSums(list[:1]); len(got) != 2 || len(WithSums(nil)) != 0 {
		t.Errorf("%+v", got)
	}
	var b strings.Builder
	if err := WriteComparisons(&b, list); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 8 || !strings.HasSuffix(lines[1], "83.00          +3.00") || !strings.HasSuffix(strings.TrimRight(lines[2], " "), "–") ||
		!strings.HasPrefix(lines[6], "all ") {
		t.Error(b.String())
	}
}
