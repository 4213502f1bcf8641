package gold

import (
	"testing"

	"github.com/bauta/bauta"
)

func TestCasing(t *testing.T) {
	c := NewCasing([]string{
		"Der Spieler kam.", "Wir sahen den Spieler und das Haus.", "Das ist schön.", "Er wohnt im Haus.", "GEHT ES DEM SPIELER GUT ?",
		"ein spieler ohne großes", "Sie sagt: Morgen ist es schön.",
	})
	for w, want := range map[string]bool{
		"spieler": true, "haus": true, "schön": false, "fußballspieler": true, "kam": false, "unbekannt": false, "wunderschön": false,
		"morgen": false, "er": false, "": false,
	} {
		if got := c.capital(w); got != want {
			t.Errorf("%q has a capital: %v, want %v", w, got, want)
		}
	}
	s := Sentence{Text: "der fußballspieler anna ek kam ins haus", Spans: []bauta.Span{{Start: 20, End: 27, Label: bauta.Person}}}
	if got, want := shown(c.Recase(s)), "Der Fußballspieler [PERSON Anna Ek] kam ins Haus"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := shown(NewCasing(nil).Recase(s)); got != shown(Recase(s)) {
		t.Errorf("%q without counts", got)
	}
}
