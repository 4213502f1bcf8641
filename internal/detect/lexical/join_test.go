package lexical_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/fixture"
)

// TestReach: what belongs to a name goes with it, what only stands beside it stays.
func TestReach(t *testing.T) {
	det := detector(t, lexical.Config{Lang: "fr", Model: names(t, "fr")})
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
		_, spans := detect(t, det, s)
		if got := fixture.Marked(s, bauta.Fuse(len(s), spans)); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
