package settle_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestCalledThings: a name is a thing's by the word beside it that says what it is, where
// nothing else is meant.
func TestCalledThings(t *testing.T) {
	for _, c := range []struct {
		lang, text, name, rule string
		want                   bauta.Label
	}{
		{"en", "a table at santore restaurant tonight", "santore", "", bauta.Facility},
		{"en", "a table at santore restaurant tonight", "santore restaurant", "", bauta.Facility},
		{"en", "met max restaurant was full", "max", "", bauta.Person},
		{"en", "launch at Roger Smith Hotel", "Roger Smith", "", bauta.Facility},
		{"en", "hi Paul Hotel Sacher is booked", "Paul", "", bauta.Person}, // he is greeted
		{"en", "dinner at a restaurant", "dinner", "", bauta.Person},
		{"en", "since Hurricane Rita hit", "Rita", "", bauta.Event},
		{"en-GB", "since Hurricane Rita hit", "Rita", "", bauta.Event},
		{"en", "after the hurricane Max came home", "Max", "", bauta.Person},
		{"de", "since Hurricane Rita hit", "Rita", "", bauta.Person}, // words of another language
		{"en", "since Hurricane Rita hit", "Rita", lexicon.RuleListed, bauta.Person},
		{"fr", "on fait quoi pour la Saint-Sylvestre", "Saint-Sylvestre", "", bauta.Event},
		{"fr", "rdv avant la st jean", "jean", "", bauta.Event},
		{"fr", "mme saint jean est là", "saint jean", "", bauta.Person},
		{"fr", "jean est là, la sainte", "jean", "", bauta.Person},
		{"en", "closed on St. Andrews day", "Andrews", "", bauta.Event},
		{"en", "out on St Patrick's Day", "Patrick", "", bauta.Event},
		{"en", "St Patrick's gate", "Patrick", "", bauta.Person},
		{"fr", "on se voit à noël", "noël", "", bauta.Event},
		{"fr", "on se voit chez noël", "noël", "", bauta.Person},
		{"fr", "un livre pour noël et kevin", "noël", "", bauta.Person},
		{"es", "la noche de san juan", "juan", "", bauta.Event},
		{"es", "la casa de san juan", "juan", "", bauta.Person},
		{"it", "la notte di san lorenzo", "lorenzo", "", bauta.Event},
		{"it", "i regali di natale", "natale", "", bauta.Event},
		{"it", "la casa di san lorenzo", "lorenzo", "", bauta.Person},
		{"sv", "lucia firas i skolan", "lucia", "", bauta.Event},
		{"sv", "lucia firar vi", "lucia", "", bauta.Event},
		{"sv", "lucia firar idag", "lucia", "", bauta.Person},
		{"en", "ask mrs St John", "St John", "", bauta.Person},
		{"en", "start zetuvia 10 and stop", "zetuvia", "", bauta.Product},
		{"en", "give midozine 5 tid please", "midozine", "", bauta.Product},
		{"en", "AZQ 1.2, hold", "AZQ", "", bauta.Product},
		{"fr", "zetuvia 20mg le soir", "zetuvia", "", bauta.Product},
		{"en", "mrs Zetuvia 10 is next", "Zetuvia", "", bauta.Person},
		{"en", "Emma Zetuvia 10 is next", "Zetuvia", "", bauta.Person},
		{"en", "zetuvia 12 yrs old", "zetuvia", "", bauta.Person},
		{"it", "zetuvia 12 anni", "zetuvia", "", bauta.Person},
		{"en", "Zetuvia 10:20, room 4", "Zetuvia", "", bauta.Person},
		{"en", "Zetuvia 11/2 at noon", "Zetuvia", "", bauta.Person},
		{"fr", "bisous zetuvia 2 mon coeur", "zetuvia", "", bauta.Person},
		{"en", "Zetuvia 53596.", "Zetuvia", "", bauta.Person},
		{"en", "told Zetuvia . 10 more", "Zetuvia", "", bauta.Person},
		{"en", "anna 10 is next", "anna", "", bauta.Person},
	} {
		d := doc(t, c.lang, c.text)
		s := find(d, c.name, bauta.Span{Label: bauta.Person, P: 1, Source: "lexical", Rule: c.rule})
		got, err := settle.CalledThings{Lexicon: lexicon.Default()}.Settle(t.Context(), d, []bauta.Span{s})
		if err != nil || len(got) != 1 || got[0].Label != c.want {
			t.Errorf("%q: %v and %v, want %s", c.text, got, err, c.want)
		}
	}
}

// TestCalledByName: whom a frame finds is no feast.
func TestCalledByName(t *testing.T) {
	d := doc(t, "fr", "parle à noël")
	found := []bauta.Span{
		find(d, "noël", bauta.Span{Label: bauta.Person, P: 1, Source: "lexical"}),
		find(d, "noël", bauta.Span{Label: bauta.Person, P: 0.8, Source: "frame"}),
	}
	got, err := settle.CalledThings{Lexicon: lexicon.Default()}.Settle(t.Context(), d, found)
	if err != nil || len(got) != 2 || got[0].Label != bauta.Person || got[1].Label != bauta.Person {
		t.Errorf("%v and %v", got, err)
	}
}
