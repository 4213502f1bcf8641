package frame_test

import (
	"context"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/fixture"
)

// Full names of ours from several countries; nobody bears them. The lists know few
// of them.
func TestFullNames(t *testing.T) {
	det := frame.New(nil)
	for lang, list := range map[string][]string{
		"de": {
			"gestern mit ‹Roswitha Döpfner› telefoniert",
			"hab ‹Valon Berisha› getroffen",
			"das war doch ‹Gerlinde Pfaffenbichler› gell",
			"Empfänger ‹Pham Thi Lan›, danke",
			"Empfängerin ist ‹Swetlana Bondar›",
			"die Rechnung geht an ‹Drilon Shala›",
			"Konto lautet auf ‹Edeltraut Hünnebeck›",
			"die Neue ist ‹Yevheniia Tkachuk›",
			"ich war mit ‹Kunigunde Wörz› im Kino",
			"und ‹Jetmir Rama› kommt auch",
			"das hat ‹Hartmut Jaschke› gesagt",
		},
		"gsw": {
			"lautend uf ‹Valon Berisha›",
			"ha ‹Roswitha Döpfner› geschter gseh",
			"isch das ‹Drilon Shala› gsi?",
			"s konto isch vo ‹Jetmir Rama›",
		},
		"sv": {
			"träffade ‹Valon Berisha› igår",
			"kontot står på ‹Jetmir Tahiri›",
			"mottagare ‹Yevheniia Tkachuk›",
			"jag såg ‹Drilon Shala› på bussen",
		},
	} {
		for _, want := range list {
			if got := marked(t, det, lang, fixture.Unmarked(want)); got != want {
				t.Errorf("%s: %s, want %s", lang, got, want)
			}
		}
	}
}

// Capitals in a row that are nobody.
func TestNoFullNames(t *testing.T) {
	det := frame.New(nil)
	for lang, list := range map[string][]string{
		"de": {
			"eine neue Handyhülle Schutzfolie dazu",
			"Fossile Brennstoffe werden teuer",
			"das kostet zwei Millionen Dollar",
			"ich gebe Ihnen Bescheid",
			"bei Ihren Freunden",
			"Shakespeares Sonette lesen",
			"ein paar Stunden Schlaf",
			"Borussia Dortmund hat gewonnen",
			"zwei Schüsseln Reis",
			"in New York regnet es",
			"viele Grüße Liebe Leute",
			"Kontoinhaber Adresse Telefon",
			"MEHR MILCH KAUFEN",
		},
		"sv": {"vi ses på Burger King", "Hej Alla", "i New York"},
		"en": {"the Big Apple Pie Shop"},
	} {
		for _, s := range list {
			if got := marked(t, det, lang, s); got != s {
				t.Errorf("%s: %s", lang, got)
			}
		}
	}
}

// A find of part of a name becomes the whole; the marked part is what another
// detector saw.
func TestHalfNamesGrow(t *testing.T) {
	for _, c := range []struct{ lang, text, seen, want string }{
		{"de", "Zahlung an Pham Thi Lan heute", "Pham", "Pham Thi Lan"},
		{"de", "mit Roswitha Döpfner", "Roswitha", "Roswitha Döpfner"},
		{"sv", "ring Pham Thi Lan nu", "Pham", "Pham Thi Lan"},
		{"de", "mit Clemens Wohnzimmerschrank", "Clemens", "Clemens"},
		{"de", "bring Anna Milch mit", "Anna", "Anna"},
		{"de", "heute Anna", "Anna", "Anna"},
		{"it", "vedo Pham Lan domani", "Pham", "Pham Lan"},
		{"xx", "Pham Thi Lan", "Pham", "Pham"},
	} {
		found, err := frame.Sober{Detector: seen(c.seen)}.Detect(context.Background(), analysed(t, c.lang, c.text))
		if err != nil || len(found) != 1 {
			t.Fatalf("%s: %v, %v", c.text, found, err)
		}
		if got := c.text[found[0].Start:found[0].End]; got != c.want {
			t.Errorf("%s: %q of %q, want %q", c.lang, got, c.text, c.want)
		}
	}
}

// seen takes one word for a person.
type seen string

func (s seen) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	for _, t := range d.Tokens {
		if d.Text[t.Start:t.End] == string(s) {
			return []bauta.Span{{Start: t.Start, End: t.End, Label: bauta.Person, P: 0.99, Source: "test"}}, nil
		}
	}
	return nil, nil
}

// TestNounsOfARow: a noun that is made of other words begins no full name, and ends none.
func TestNounsOfARow(t *testing.T) {
	for line, want := range map[string]string{
		"Krankmeldung Häberle liegt da":    "Krankmeldung ‹Häberle› liegt da",
		"Krankmeldung Vertretung":          "Krankmeldung Vertretung",
		"heute kommt Besnik Krasniqi noch": "heute kommt ‹Besnik Krasniqi› noch",
	} {
		if got := marked(t, frame.New(nil), "de", line); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
