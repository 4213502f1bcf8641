package lexical_test

import (
	"context"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/lexical"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/text"
)

// TestReach: what belongs to a name goes with it, what only stands beside it stays.
func TestReach(t *testing.T) {
	det := shipped(t)
	for _, want := range []string{
		"‹Lise-Lo› vient samedi",
		"dis-moi ‹Karim›",
		"‹Sandrine›-là elle abuse",
		"merci ‹Karine Da Costa› pour le devis",
		"cordialement, ‹Sandrine Pommerel›",
		"le frere de ‹Karim› de Nantes",
		"merci ‹Sandrine› Bisouuus",
		"merci ‹Sandrine› bonne nuit",
	} {
		s := fixture.Unmarked(want)
		d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{ID: "1", Text: s})
		if err != nil {
			t.Fatal(err)
		}
		spans, err := det.Detect(context.Background(), d)
		if err != nil {
			t.Fatal(err)
		}
		if got := fixture.Marked(s, bauta.Fuse(len(s), spans)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// shipped is the detector with the model that comes with the program.
func shipped(t *testing.T) *lexical.Detector {
	t.Helper()
	bundle, err := model.Open(models.FS(), "names-fr")
	if err != nil {
		t.Fatal(err)
	}
	var parts [3][]byte
	for i, file := range []string{"weights.json", "priors.bin", "letters.bin"} {
		if parts[i], err = bundle.Read(file); err != nil {
			t.Fatal(err)
		}
	}
	m, err := lexical.NewModel(parts[0], parts[1], parts[2], lexicon.Default().Bytes())
	if err != nil {
		t.Fatal(err)
	}
	det, err := lexical.New(lexical.Config{Lang: "fr", Model: m})
	if err != nil {
		t.Fatal(err)
	}
	return det
}
