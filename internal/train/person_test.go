package train

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// TestPersonBounds: they fall, so that the first that hides enough is the
// highest one.
func TestPersonBounds(t *testing.T) {
	b := personBounds()
	if !slices.IsSortedFunc(b, func(x, y float64) int {
		if x > y {
			return -1
		}
		return 1
	}) || b[0] >= 1 || b[len(b)-1] <= 0 {
		t.Error(b)
	}
}

// TestPersonBoundIsChosen: the bound of a small tagger is one of those tried,
// the one before it hides too little, and manifest, card and scores name it.
// Scored again without training, file, bound and card stay as they were.
func TestPersonBoundIsChosen(t *testing.T) {
	ctx := t.Context()
	out, err := Train(ctx, recipe(t, smallRecipe), small(), nil)
	if err != nil {
		t.Fatal(err)
	}
	b, scores, err := out.finish(ctx)
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(personBounds(), out.Person)
	if at < 0 || b.Manifest.Person != out.Person || !strings.Contains(b.Card, "- bound for persons: ") {
		t.Fatalf("bound %g, in the manifest %g", out.Person, b.Manifest.Person)
	}
	generated, err := out.toChooseOn()
	if err != nil {
		t.Fatal(err)
	}
	hidden := func(bound float64) float64 {
		least, err := out.leastHidden(ctx, out.tagger, generated, bound)
		if err != nil {
			t.Fatal(err)
		}
		return least
	}
	if at > 0 && hidden(personBounds()[at-1]) >= out.Recipe.personShare() {
		t.Error("a higher bound hides enough")
	}
	if at < len(personBounds())-1 && hidden(out.Person) < out.Recipe.personShare() {
		t.Error("the bound hides too little")
	}
	if last := scores[len(scores)-1]; !strings.HasPrefix(last.On, "generated chat, persons from ") || len(last.Spans.Types) != 1 {
		t.Errorf("%s, %d types", last.On, len(last.Spans.Types))
	}
	rescored(t, b, scores)
}

// rescored makes the bundle again without training and compares.
func rescored(t *testing.T, first *Bundle, want []Scores) {
	t.Helper()
	dir := t.TempDir()
	if err := first.Write(dir + "/ner-fr"); err != nil {
		t.Fatal(err)
	}
	old, err := model.Open(os.DirFS(dir), "ner-fr")
	if err != nil {
		t.Fatal(err)
	}
	again, scores, err := Rescore(t.Context(), old, first.Card, recipe(t, smallRecipe), small())
	if err != nil {
		t.Fatal(err)
	}
	if again.Card != first.Card || trainedLine(again.Card) == "" {
		t.Error("the card changed")
	}
	if string(again.Files[BundleFile]) != string(first.Files[BundleFile]) || again.Manifest.Person != first.Manifest.Person {
		t.Error("the tagger or its bound changed")
	}
	for i, s := range scores {
		if s.Chunks.All != want[i].Chunks.All {
			t.Errorf("%s: %+v, want %+v", s.On, s.Chunks.All, want[i].Chunks.All)
		}
	}
	old.Files = nil
	if _, _, err := Rescore(t.Context(), old, "", recipe(t, smallRecipe), small()); err == nil {
		t.Error("a bundle without a tagger is scored")
	}
}

// TestShippedBounds: each shipped tagger has a bound for persons, and on other
// messages than those it was chosen on it hides as much, give or take what one
// seed differs from another.
func TestShippedBounds(t *testing.T) {
	for _, lang := range []string{"en", "fr", "de", "it", "es", "sv"} {
		b, err := model.Open(models.FS(), "ner-"+lang)
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(b.Scores, func(s model.Score) bool {
			return strings.HasPrefix(s.On, "generated chat, persons from ") && s.Name == "PII characters hidden"
		})
		if b.Person <= 0 || b.Person > 0.5 || at < 0 || b.Scores[at].Value < 96 {
			t.Errorf("%s: bound %g", lang, b.Person)
		}
	}
}
