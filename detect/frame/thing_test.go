package frame_test

import (
	"context"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/frame"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/text"
)

// Figures of works and companies of which a tagger makes people are called so; a
// first name alone stays a person.
func TestPublic(t *testing.T) {
	for name, want := range map[string]bauta.Label{
		"Peter Pan":       bauta.FictionalFigure,
		"sherlock holmes": bauta.FictionalFigure,
		"Hermione":        bauta.Person,
		"Peter Pfann":     bauta.Person,
		"Renault":         bauta.Organization,
	} {
		d, err := text.Analyser{Lang: "en"}.Analyse(context.Background(), bauta.Message{ID: "1", Text: name + " again"})
		if err != nil {
			t.Fatal(err)
		}
		found, err := frame.Sober{Detector: marks{{end: len(name)}}}.Detect(context.Background(), d)
		if err != nil || len(found) != 1 || found[0].Label != want {
			t.Errorf("%s: %v %v, want %s", name, found, err, want)
		}
	}
}

// Families are found in the plural of their name and behind the word for a family.
func TestFamilies(t *testing.T) {
	det := frame.New(nil)
	for _, c := range []struct{ lang, want string }{
		{"de", "am sonntag bei ‹Lindners› essen"},
		{"de", "fahr zu ‹kellermanns›"},
		{"de", "bei Partys bin ich weg"},
		{"de", "mit Autos kennt er sich aus"},
		{"de", "bei Freunden"},
		{"en", "we saw the ‹Pattersons› again"},
		{"en", "we saw the Simpsons again"},
		{"en", "we saw the Gardens again"},
		{"fr", "on mange chez les ‹Duvernois›"},
		{"fr", "on mange chez les voisins"},
		{"fr", "la famille ‹Khelifi› arrive"},
		{"fr", "famille nombreuse"},
		{"sv", "familjen ‹Wikander› kommer"},
		{"it", "andiamo dai ‹Bertolucci›"},
		{"it", "dai vieni"},
		{"es", "la familia ‹Iturralde›"},
		{"es", "la familia ‹Echeverri›"},
		{"en", "the ‹Gilmores› moved"},
		{"it", "‹Viola› è arrivata"},
		{"es", "mi familia bien"},
	} {
		if got := marked(t, det, c.lang, fixture.Unmarked(c.want)); got != c.want {
			t.Errorf("%s: %s, want %s", c.lang, got, c.want)
		}
	}
}
