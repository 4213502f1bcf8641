package train

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/google/go-cmp/cmp"
)

// TestShippedBundles opens every tagger that comes with the program: sound,
// small enough, of the language it says, with a card that names data, licences
// and the figures.
func TestShippedBundles(t *testing.T) {
	total := int64(0)
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		b, err := model.Open(models.FS(), "ner-"+lang)
		if err != nil {
			t.Errorf("%s: %v", lang, err)
			continue
		}
		raw, err := b.Read(BundleFile)
		if err != nil {
			t.Error(err)
			continue
		}
		total += int64(len(raw))
		if len(raw) > 3_000_000 || b.Kind != BundleKind || b.Lang != lang || len(b.Scores) == 0 || len(b.Data) == 0 {
			t.Errorf("%s: %d bytes, kind %s, language %s, %d scores", lang, len(raw), b.Kind, b.Lang, len(b.Scores))
		}
		m, err := crf.Read(raw)
		if err != nil {
			t.Error(lang, err)
			continue
		}
		var labels []string
		for _, l := range m.Types() {
			labels = append(labels, string(l))
		}
		if diff := cmp.Diff(b.Labels, labels); diff != "" {
			t.Errorf("%s: manifest and model differ: %s", lang, diff)
		}
		for _, d := range b.Data {
			if d.Licence == "" || d.Size == 0 {
				t.Errorf("%s: data set %+v", lang, d)
			}
		}
		card, err := os.ReadFile(filepath.Join("..", "..", "models", "ner-"+lang, model.CardName))
		if err != nil || !strings.Contains(string(card), "recipes/"+lang+".yaml") || !strings.Contains(string(card), "| PERSON |") {
			t.Errorf("%s: card %v", lang, err)
		}
	}
	if total > 15_000_000 {
		t.Errorf("the six taggers have %d bytes together, at most 15 MB", total)
	}
}

// TestShippedTaggersFindNames runs each tagger on messages in its language.
func TestShippedTaggersFindNames(t *testing.T) {
	messages := map[string]string{
		"en": "hey its Karen, r u coming with Pete tonite?",
		"fr": "coucou c'est Karine tu viens ac Julien ce soir?",
		"de": "hey hier ist Karin, kommst du mit Jonas heute abend?",
		"it": "ciao sono Carlotta, vieni con Matteo stasera?",
		"es": "hola soy Carmen, vienes con Javier esta noche?",
		"sv": "hej det är Karin, kommer du med Johan ikväll?",
	}
	for lang, text := range messages {
		b, err := model.Open(models.FS(), "ner-"+lang)
		if err != nil {
			t.Error(err)
			continue
		}
		raw, err := b.Read(BundleFile)
		if err != nil {
			t.Error(err)
			continue
		}
		m, err := crf.Read(raw)
		if err != nil {
			t.Error(err)
			continue
		}
		d, err := tagger.New(tagger.Config{Models: tagger.Ready(m.With(nil))})
		if err != nil {
			t.Error(err)
			continue
		}
		for _, text := range []string{text, strings.ToLower(text)} {
			found, err := d.Detect(context.Background(), DocOf(gold.Sentence{Text: text}, lang))
			if err != nil {
				t.Error(err)
			}
			persons := 0
			for _, f := range found {
				if f.Label == bauta.Person {
					persons++
				}
			}
			if persons != 2 {
				t.Errorf("%s: %d persons in an invented message with two", lang, persons)
			}
		}
	}
}

func TestCardHoldsWhatIsAsked(t *testing.T) {
	r, src := recipe(t, smallRecipe), small()
	out, err := Train(context.Background(), r, src, nil)
	if err != nil {
		t.Fatal(err)
	}
	out.Took = 90 * time.Second
	b, err := out.Bundle(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1m30s", "seed 3", "| winer_fr fr train | CC BY 4.0 |", "INSEE", "no real messages", "## Limits"} {
		if !strings.Contains(b.Card, want) {
			t.Errorf("the card lacks %q", want)
		}
	}
	if raw, err := json.Marshal(b.Manifest); err != nil || !strings.Contains(string(raw), `"lang":"fr"`) {
		t.Error(string(raw), err)
	}
}

func TestRound(t *testing.T) {
	for in, want := range map[float64]float64{37.404: 37.4, 99.996: 100, 0: 0, 12.345678: 12.35} {
		if got := round(in); got != want {
			t.Errorf("%g: %g, want %g", in, got, want)
		}
	}
}

func TestCoarserLabels(t *testing.T) {
	for from, want := range map[bauta.Label]bauta.Label{
		bauta.SportsTeam: bauta.Organization, bauta.KnownGroup: bauta.Organization, bauta.Facility: bauta.Location,
		bauta.Geographical: bauta.Location, bauta.KnownFigure: bauta.Person, bauta.FictionalFigure: bauta.Person,
		bauta.Person: "", bauta.Product: "", bauta.Misc: "",
	} {
		if got := coarser(from); got != want {
			t.Errorf("%s: %q, want %q", from, got, want)
		}
	}
	found := fold([]bauta.Span{{End: 1, Label: bauta.SportsTeam}}, nil)
	if found[0].Label != bauta.SportsTeam {
		t.Error("labels are folded where all count")
	}
}

func TestPersonalLabels(t *testing.T) {
	got := personal([]bauta.Label{bauta.Organization, bauta.Location, bauta.Person})
	if diff := cmp.Diff([]bauta.Label{bauta.Person, bauta.Location}, got); diff != "" {
		t.Error(diff)
	}
	if len(personal(nil)) != 8 {
		t.Error("without labels all personal ones count")
	}
}

func TestRecipeDefaults(t *testing.T) {
	r := recipe(t, "lang: fr\nsets:\n  - {name: winer_fr}\n  - {name: multiconer_v2, lang: es, split: dev, weight: 3, share: 7}\ntests:\n  - {name: winer_fr}\n")
	want := []SetUse{
		{Name: "winer_fr", Lang: "fr", Split: "train", Share: 1, Weight: 1},
		{Name: "multiconer_v2", Lang: "es", Split: "dev", Share: 1, Weight: 3},
	}
	if diff := cmp.Diff(want, r.Sets); diff != "" {
		t.Error(diff)
	}
	if r.Tests[0].Split != "test" || r.Chat.Weight != 1 {
		t.Errorf("%+v %+v", r.Tests, r.Chat)
	}
}

// TestSharedRecipe follows the smallest recipe of the house on the real data
// as far as the text goes: the tests stay out, and enough is generated.
func TestSharedRecipe(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all of the data of a language: not in short mode")
	}
	data := os.DirFS(fixture.Shared(t, "data"))
	f, err := os.Open("../../recipes/it.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := ReadRecipe(f, f.Name())
	if err != nil {
		t.Fatal(err)
	}
	c, err := gather(r, Sources{Data: data, Lists: os.DirFS("../../gen/lexicon/lists")})
	if err != nil {
		t.Fatal(err)
	}
	inTest := map[string]bool{}
	for _, s := range c.tests[0].sentences {
		inTest[s.Text] = true
	}
	made := 0
	for _, p := range c.parts {
		if p.generated {
			made += len(p.sentences)
		}
		for _, s := range p.sentences {
			if !p.generated && inTest[s.Text] {
				t.Fatalf("%s trains on the test", p.name)
			}
		}
	}
	if made < 45000 || len(c.kept) < 1000 || len(c.raw) < 10000 {
		t.Errorf("%d generated, %d kept, %d raw", made, len(c.kept), len(c.raw))
	}
}
