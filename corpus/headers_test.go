package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestPlacesOfHeaders: what an element or a header says to be a place is known as one, and
// so is a message that is nothing but its name.
func TestPlacesOfHeaders(t *testing.T) {
	const places = `<residence>Brulle</residence><settingDesc><name type="city">Vonnes, Ardre</name><locale>a kitchen</locale></settingDesc>`
	for name, file := range map[string]string{
		"a.cha": "@UTF8\n@Begin\n@Location:\tBrulle\n@Birthplace of PAT:\tVonnes, Ardre\n@Situation:\ta kitchen\n*PAT:\tBrulle !\n" +
			"*PAT:\tbrulle , Vonnesque et Ardre .\n@End\n",
		"a.xml": "<TEI><teiHeader><person>" + places + "</person></teiHeader><text><post><p>Brulle !</p></post>" +
			"<post><p>brulle , Vonnesque et <placeName>Ardre</placeName> .</p></post></text></TEI>",
	} {
		r, err := corpus.Open(strings.NewReader(file), name, corpus.Config{Fields: true})
		if err != nil {
			t.Fatal(err)
		}
		var found []string
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(err)
			}
			for _, k := range m.Known {
				if k.Label != bauta.Location {
					t.Errorf("%s: %v is no place", name, k)
				}
				found = append(found, m.Text[k.Start:k.End])
			}
		}
		if got, want := strings.Join(found, "|"), "Brulle|Vonnes, Ardre|Brulle|Ardre"; got != want {
			t.Errorf("%s: places %s, want %s", name, got, want)
		}
	}
}
