package cue_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/cue"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// found gives what a detector finds in a text, parted by bars.
func found(t testing.TB, det bauta.Detector, lang, s string) string {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(t.Context(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	spans, err := det.Detect(t.Context(), d)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range spans {
		out = append(out, d.Surface(s.Start, s.End))
	}
	return strings.Join(out, "|")
}

func Example() {
	d, err := text.Analyser{Lang: "de"}.Analyse(context.Background(), bauta.Message{Text: "Frau Zumbühl von der Muster & Söhne GmbH ist 92 Jahre alt"})
	if err != nil {
		panic(err)
	}
	for _, det := range []bauta.Detector{cue.Titles{Lexicon: lexicon.Default()}, cue.Companies{}, cue.Ages{Least: 90}} {
		spans, err := det.Detect(context.Background(), d)
		if err != nil {
			panic(err)
		}
		for _, s := range spans {
			fmt.Println(s.Label, d.Surface(s.Start, s.End))
		}
	}
	// Output:
	// PERSON Zumbühl
	// ORGANIZATION Muster & Söhne GmbH
	// MISC 92
}

// TestTitles: a title is followed by a name, not by a subject, a function or a noun.
func TestTitles(t *testing.T) {
	det := cue.Titles{Lexicon: lexicon.Default()}
	for _, c := range []struct{ lang, text, want string }{
		{"en", "Mrs. Okafor will pick it up", "Okafor"},
		{"en", "tolerates well. L. Dupree LPN", "L. Dupree"},
		{"en", "ask Kim Osterhaus, MD about it", "Osterhaus"},
		{"en", "RN Okafor called, the MD said no, Good MD", "Okafor"},
		{"en", "ask mr lane about mrs green", "lane|green"},
		{"it", "l'ing. Conti è al cantiere", "Conti"},
		{"fr", "rdv chez le dr Zylberman à 10h", "Zylberman"},
		{"fr", "le client (M. Zylberman) vient", "Zylberman"},
		{"fr", "avec M. le maire, M le Zylberman", ""},
		{"de", "frau professor ist krank", ""},
		{"de", "der herr direktor kommt", ""},
		{"de", "Herr Bahnhof kommt", ""},
		{"es", "Señora Presidenta, falta la llave", ""},
		{"es", "Señora Iturralde, falta la llave", "Iturralde"},
		{"es", "Señora Directora Iturralde, falta la llave", "Iturralde"},
		{"de", "Herr Direktor Zwickenpflug war da", "Zwickenpflug"}, // behind the office
		{"en", "Mr President Garbutt came in", "Garbutt"},
		{"en", "Mr President came in", ""},
		{"de", "Frau Ministerin, der Schlüssel fehlt", ""},
		{"it", "signora Direttrice, manca la chiave", ""},
		{"en", "Mrs. King will pick it up", "King"}, // a title that people are called by
		{"gsw", "dr Tunnel isch wider zue", ""},
		{"en", "the end of mr", ""},
		{"en", "Mr.\nLane", ""},
		{"fr", "ms j'ai faim, sr le coup", ""},
		{"fr", "mr l'arbre", ""},
		{"de", "termin bei dr. guilloteau", "guilloteau"}, // in a register
		{"de", "termin bei dr. zorblin", ""},
		{"fr", "bonjour madame. zorblin dort", ""}, // a sentence ends
		{"fr", "chere mme. zorblin", "zorblin"},
		{"fr", "cher monsieur ignorezzzz ça", ""}, // a word, however it is spelt
		{"fr", "mme d'Arvilliez", "d'Arvilliez"},
		{"sv", "han vände sig till oss", ""},
		{"sv", "hans fru vid torget", ""}, // a first name of the lists that people use every day
		{"de", "frau sommer war da", "sommer"},
		{"en", "Councillor Fairclough said so", "Fairclough"}, // behind an office alone
		{"en", "the solicitor Fairclough and the nurse Today", "Fairclough"},
		{"it", "ho scritto all'amministratore Pontiroli", "Pontiroli"},
		{"fr", "la conseillère Vuillermoz est là", "Vuillermoz"},
		{"fr", "ma princesse Arrivez-vous et Vousave", ""},
		{"es", "el alcalde Urrutikoetxea, el conserje Etxeberriarte", "Urrutikoetxea|Etxeberriarte"},
		{"sv", "kuratorn och kurator Lindqvist", "Lindqvist"},
		{"de", "Notarin Petzold kommt", "Petzold"},
		{"de", "Hausmeister Krusendienst ist morgen, Notarin\nPetzold", ""}, // a noun as well
		{"en", "the councillor said, Judge OK", ""},
		{"fr", "M. Le Guennec et mme da costa sont là", "Le Guennec|da costa"}, // with particles
		{"fr", "Madame La Directrice, mme de garde", ""},
		{"es", "la señora De la Fuente, el doctor de la limpieza", "De la Fuente"},
		{"es", "sra. de la torre, la señora de la torre", "de la torre"},
		{"de", "Herr Zur Mühlen kommt, Frau zu", "Zur Mühlen"},
	} {
		if got := found(t, det, c.lang, c.text); got != c.want {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}

// TestCompanies: an ending makes a company of the words with a capital before it.
func TestCompanies(t *testing.T) {
	for text, want := range map[string]string{
		"she works for Schmidt Inc now":   "Schmidt Inc",
		"bei Lang und Kurz GmbH gewesen":  "Lang und Kurz GmbH",
		"YOANN A PRIS SA VOITURE":         "",
		"HH AG 123":                       "",
		"inc of course":                   "",
		"a b Tower and Hill & Co.":        "",
		"Tower and Hill & Partners, ok":   "Tower and Hill & Partners",
		"One Two Three Four Five Six Ltd": "Two Three Four Five Six Ltd",
	} {
		if got := found(t, cue.Companies{}, "en", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestAges: a number is an age beside a word that says so, from the least on.
func TestAges(t *testing.T) {
	for text, want := range map[string]string{
		"my gran is 92 years old": "92", "a 92-year-old": "92", "she's 92yo": "92", "turned 95 today": "95",
		"88 years": "", "200 years": "", "92 bottles": "", "aged 101": "101", "the age of 101": "",
		"94 y/o F with a cough": "94", "94y/o": "94", "turned ninety-two": "ninety-two", "ninety four years old": "ninety four",
		"eighty nine years": "", "ninety percent": "", "turned ninety": "ninety", "97M, here": "97", "fever of 101F": "", "Tmax 102F": "", "94F with a cough": "94", "97 M": "",
		"She's 93 and does it": "93", "he was 94.": "94", "she is 94 on air": "", "he is 97.2 today": "", "it is 94.": "",
		"Ruth is ninety-six, he is ninety-six": "ninety-six",
	} {
		if got := found(t, cue.Ages{Least: 90}, "en", text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestDigits: runs of so many digits, in any script, also at the end.
func TestDigits(t *testing.T) {
	if got := found(t, cue.Digits{Least: 3}, "fr", "12 123 12ab4567 ٣٤٥ 99"); got != "123|4567|٣٤٥" {
		t.Error(got)
	}
}

// TestLinkNames: a usual name in an address, and no word of it; any first name behind a host that nobody outside
// reaches.
func TestLinkNames(t *testing.T) {
	det := cue.LinkNames{Lexicon: lexicon.Default()}
	for said, want := range map[string]string{
		"see www.sarah-lee.com/page and https://example.org/list": "sarah",
		"http://x/casimir":                                                       "casimir",
		"http://intranet/wiki/casimir":                                           "casimir",
		"http://nas.local:8080/photos/casimir.jpg":                               "casimir",
		"file:///home/casimir/notes.txt":                                         "casimir",
		"https://example.org/wiki/casimir":                                       "",
		"https://example.org/?n=%73arah":                                         "%73arah",
		"http://intranet/wiki/page/login/index.html https://localhost/api/users": "",
	} {
		if got := found(t, det, "fr", said); got != want {
			t.Errorf("%s: %q, want %q", said, got, want)
		}
	}
}
