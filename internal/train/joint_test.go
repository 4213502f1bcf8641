package train

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/detect/joint"
	"github.com/bauta/bauta/model"
)

// TestMakeJoint makes both small taggers of the same data and their pool.
func TestMakeJoint(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	open := func(name string, b *Bundle) *model.Bundle {
		t.Helper()
		if err := b.Write(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		out, err := model.Open(os.DirFS(dir), name)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	b, _, err := Make(ctx, recipe(t, smallNeural), small(), nil)
	if err != nil {
		t.Fatal(err)
	}
	linear := open("ner-fr", b)
	if b, _, err = MakeNeural(ctx, recipe(t, smallNeural), small(), nil); err != nil {
		t.Fatal(err)
	}
	deep := open("neural-fr", b)
	b, err = MakeJoint(ctx, recipe(t, smallNeural), small(), linear, deep)
	if err != nil {
		t.Fatal(err)
	}
	pool := open("joint-fr", b)
	if pool.Kind != JointKind || pool.Lang != "fr" || pool.Person <= 0 || len(pool.Data) != 1 || !strings.Contains(pool.Comments, linear.Digest()[:16]) {
		t.Errorf("%+v", pool.Manifest)
	}
	w, err := joint.ReadWeights(strings.NewReader(string(b.Files[JointFile])))
	if err != nil || w.First+w.Second <= 0 {
		t.Errorf("%+v, %v", w, err)
	}
	trio, err := (&Pool{Linear: read(t, linear).Model, Deep: read(t, deep).Neural, Weights: w}).Detectors()
	if err != nil {
		t.Fatal(err)
	}
	list, err := Compare(ctx, recipe(t, smallNeural), small(), trio)
	if err != nil || len(list) != 2 || list[0].Persons.Recall[2] < 90 {
		t.Errorf("%+v, %v", list, err)
	}
	for _, want := range []string{"# joint-fr:", "bound for persons", "--compare --lang fr", "- weights: "} {
		if !strings.Contains(b.Card, want) {
			t.Errorf("the card does not say %q", want)
		}
	}
	if _, err := MakeJoint(ctx, recipe(t, smallNeural), small(), deep, linear); err == nil {
		t.Error("the taggers were exchanged")
	}
	if _, err := MakeJoint(ctx, recipe(t, smallNeural), small(), pool, deep); err == nil {
		t.Error("a pool is no tagger")
	}
}

// read opens the tagger of a bundle.
func read(t *testing.T, b *model.Bundle) *Result {
	t.Helper()
	r, err := ofBundle(b, recipe(t, smallNeural), small())
	if err != nil {
		t.Fatal(err)
	}
	return r
}
