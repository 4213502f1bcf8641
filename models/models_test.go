package models_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// TestShippedBundles: every bundle is whole, says what it was trained on, and
// has its card.
func TestShippedBundles(t *testing.T) {
	total := int64(0)
	for _, name := range models.Names() {
		b, err := model.Open(models.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Verify(); err != nil {
			t.Error(err)
		}
		if b.Kind == "" || b.Licence == "" || len(b.Data) == 0 {
			t.Errorf("%s: kind %q, licence %q, %d data sets", name, b.Kind, b.Licence, len(b.Data))
		}
		for _, f := range b.Files {
			total += f.Size
		}
		f, err := models.FS().Open(name + "/" + model.CardName)
		if err != nil {
			t.Errorf("%s has no card", name)
			continue
		}
		f.Close()
	}
	if len(models.Names()) == 0 || total == 0 {
		t.Error("no models are embedded")
	}
}

func ExampleNames() {
	fmt.Println(slices.ContainsFunc(models.Names(), func(n string) bool { return strings.HasPrefix(n, "names-") }))
	// Output: true
}
