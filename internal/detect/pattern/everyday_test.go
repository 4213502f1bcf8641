package pattern

import (
	"fmt"
	"testing"

	"github.com/bauta/bauta"
)

// everyday are messages with figures in which nothing identifies anybody.
var everyday = map[string][]string{
	"fr": {
		"on se voit a 14h30 ou 15h ?", "rdv 19h30-20h devant le cine", "le train de 8h12 a 25 min de retard", "score final 3-1, on a gagne !", "psg om 2-0 mdr", "j'ai eu 15/20 en maths et 9,5 en anglais",
		"ca coute 12,50 euros", "1 250 € le loyer c trop", "200 balles pour ca ??", "il a 25 ans et elle 23", "en 1998 j'avais 8 ans", "la coupe du monde 1998 et 2018", "il fait 35° dehors",
		"prends 2 baguettes, 6 oeufs et 500g de farine", "j'arrive ds 10 min", "saison 3 episode 12", "chapitre 12 page 245", "100% d'accord", "50/50 je sais pas", "-20% sur tout", "je fais du 42", "taille 38-40",
		"5 min stp", "1 2 3 soleil", "3615 code perdu", "a plus dans le bus 14", "ligne 13 direction st denis", "2eme etage a gauche", "1h30 de route pour 120 km", "je te dois 20e", "bonne annee 2013 !!", "le 14 juillet on fait quoi",
		"on est le 3 mars deja", "rdv lundi 12", "j'ai couru 10,5 km en 52 min", "c'est la place du village", "rue bondee hier soir", "mon code a moi c'est de pas mentir", "j'ai 2 cours demain", "la voie est libre", "24h sur 24, 7j/7",
		"il est 00:15 va dormir", "1000 bisous", "10 000 pas par jour", "wesh c'est 2 fois 3", "ma chambre fait 9m2", "iphone 5s ou galaxy s4 ?", "le mp3 marche plus", "mdr 1er degre",
	},
	"en": {
		"see you at 7:30 or 8", "meet @ 5 ok", "the 8.15 train is 20 mins late", "we won 3-1 yesterday", "final score 101-98", "i got 15 out of 20", "it costs $12.50", "rent is £1,250 a month", "he is 25 and she is 23", "back in 1998 i was 8",
		"class of 2012", "its 95 degrees outside", "get 2 pints, 6 eggs and 500g flour", "be there in 10 mins", "season 3 episode 12", "chapter 12 page 245", "100% agree", "50/50 chance", "20% off everything", "size 10.5 shoes", "give me 5 mins", "1 2 3 go",
		"open 24/7", "2nd floor on the left", "1.5 hours for 120 miles", "i owe you 20 quid", "happy new year 2013!!", "what r we doing on 4th july", "its march 3rd already", "ran 10.5k in 52 min", "the street was packed last night", "walk the walk", "drive safe",
		"i live for this", "it is 00:15 go to sleep", "1000 kisses", "10,000 steps a day", "2 times 3 is 6", "iphone 5s or galaxy s4?", "my number one fan", "call of duty 4", "passed my driving test 2nd time", "no 1 knows", "room for 2 at 8pm", "the way you are",
		"ok 4 u 2", "b4 i 4get gr8 2 c u", "u r 2 good 2 be 4gotten 9ja", "area 51 is real",
	},
	"de": {
		"wir sehen uns um 14:30 oder 15 uhr", "treffen 19.30 vorm kino", "der zug um 8.12 hat 25 min verspätung", "3:1 gewonnen!", "endstand 2-0", "hab ne 1,7 in mathe", "das kostet 12,50 euro", "1.250 € miete ist viel", "er ist 25 und sie 23", "1998 war ich 8",
		"es sind 35 grad", "bring 2 brote, 6 eier und 500g mehl", "bin in 10 min da", "staffel 3 folge 12", "seite 245", "100% sicher", "20% auf alles", "schuhgröße 42", "eins zwei drei los", "24 stunden am tag", "linie 13 nach norden", "im 2. stock links",
		"1,5 stunden für 120 km", "ich schulde dir 20 euro", "gutes neues jahr 2013", "am 3. märz", "die straße war voll", "10.000 schritte am tag", "2 mal 3 ist 6", "pass auf dich auf", "der ausweis ist weg", "ich bin um 8 in der praxis", "halb 9 passt", "kw 12 oder 13",
		"iphone 5s oder galaxy s4", "gib mir 5 minuten", "in 3 wochen urlaub", "null bock heute",
	},
	"it": {
		"ci vediamo alle 14:30 o alle 15", "alle 19.30 davanti al cinema", "il treno delle 8.12 ha 25 min di ritardo", "abbiamo vinto 3-1", "ho preso 8 e mezzo", "costa 12,50 euro", "1.250 € di affitto", "lui ha 25 anni e lei 23", "nel 1998 avevo 8 anni", "35 gradi fuori",
		"prendi 2 pani, 6 uova e 500g di farina", "arrivo tra 10 min", "stagione 3 episodio 12", "pagina 245", "100% d'accordo", "sconto del 20%", "porto il 42", "uno due tre via", "24 ore su 24", "al 2 piano a sinistra", "1,5 ore per 120 km", "ti devo 20 euro",
		"buon anno 2013", "il 3 marzo", "la via era piena", "10.000 passi al giorno", "2 per 3 fa 6", "largo ai giovani", "ho la patente da 3 anni", "iphone 5s o galaxy s4", "dammi 5 minuti", "mille baci", "cento volte grazie", "x 2 ore nn ti ho visto",
	},
	"es": {
		"nos vemos a las 14:30 o a las 15", "19.30 en el cine", "el tren de las 8.12 lleva 25 min de retraso", "ganamos 3-1", "saque un 8,5", "cuesta 12,50 euros", "1.250 € de alquiler", "el tiene 25 y ella 23", "en 1998 tenia 8", "35 grados hoy", "trae 2 panes, 6 huevos y 500g de harina",
		"llego en 10 min", "temporada 3 capitulo 12", "pagina 245", "100% de acuerdo", "20% en todo", "calzo un 42", "uno dos tres ya", "24 horas", "en el 2 piso", "1,5 horas para 120 km", "te debo 20 euros", "feliz 2013", "el 3 de marzo", "la calle estaba llena", "10.000 pasos al dia",
		"2 por 3 son 6", "iphone 5s o galaxy s4", "dame 5 minutos", "mil besos", "cien veces no", "el camino es largo", "coche de 2012", "el dni lo perdi",
	},
	"sv": {
		"vi ses 14:30 eller 15", "19.30 vid bion", "tåget 8.12 är 25 min sent", "vi vann 3-1", "fick 18 av 20", "det kostar 12,50 kr", "1 250 kr i hyra", "han är 25 och hon 23", "1998 var jag 8", "35 grader ute", "köp 2 bröd, 6 ägg och 500g mjöl", "kommer om 10 min", "säsong 3 avsnitt 12", "sidan 245",
		"100% säker", "20% på allt", "storlek 42", "ett två tre nu", "dygnet runt 24 timmar", "2 trappor upp", "1,5 timme för 120 km", "jag är skyldig dig 20 kr", "gott nytt 2013", "den 3 mars", "10 000 steg om dagen", "2 gånger 3 är 6", "iphone 5s eller galaxy s4", "ge mig 5 minuter", "tusen kramar", "vecka 12 eller 13",
	},
}

// doubtful names messages that hold something when nothing says in what
// language they are, and what.
var doubtful = map[string]string{"ligne 13 direction st denis": "\"st\" is a street in English"}

func TestEverydayTextHoldsNothing(t *testing.T) {
	all := cached(t, Config{})
	for lang, texts := range everyday {
		own := cached(t, Config{Langs: []string{lang}})
		for _, text := range texts {
			for _, stated := range []string{lang, ""} {
				spans, err := all.Detect(t.Context(), &bauta.Doc{Message: bauta.Message{Text: text, Lang: stated}, Shadow: text})
				if err != nil {
					t.Fatal(err)
				}
				if len(spans) > 0 && (stated != "" || doubtful[text] == "") {
					t.Errorf("%s (stated %q): %q gives %s", lang, stated, text, show(text, spans))
				}
			}
			if spans := run(t, own, text); len(spans) > 0 {
				t.Errorf("%s alone: %q gives %s", lang, text, show(text, spans))
			}
		}
	}
}

// A national number of six countries in eight dresses, behind a word of its
// language: found whole, as a telephone.
func TestPhonesOfSixCountriesInEightDresses(t *testing.T) {
	countries := []struct {
		lang, country, say, code string
		groups                   [][]string // without the trunk prefix
		trunk                    string
	}{
		{"fr", "fr", "appelle au %s stp", "33", [][]string{{"6", "12", "34", "56", "78"}, {"7", "81", "22", "33", "44"}, {"1", "42", "68", "53", "00"}}, "0"},
		{"en", "gb", "call me on %s luv", "44", [][]string{{"7911", "123", "456"}, {"20", "7946", "0958"}, {"161", "496", "0123"}}, "0"},
		{"de", "de", "ruf mich an %s bitte", "49", [][]string{{"151", "234", "56789"}, {"30", "901", "820"}, {"171", "555", "4321"}}, "0"},
		{"it", "it", "chiamami al %s grazie", "39", [][]string{{"347", "123", "4567"}, {"333", "765", "4321"}, {"320", "555", "0199"}}, ""},
		{"es", "es", "llamame al %s vale", "34", [][]string{{"612", "345", "678"}, {"655", "12", "34", "56"}, {"913", "456", "789"}}, ""},
		{"sv", "se", "ring mig på %s tack", "46", [][]string{{"70", "123", "45", "67"}, {"73", "555", "12", "34"}, {"76", "888", "00", "11"}}, "0"},
	}
	all := cached(t, Config{})
	for _, c := range countries {
		for _, g := range c.groups {
			national := append([]string{c.trunk + g[0]}, g[1:]...)
			abroad := append([]string{"+" + c.code, g[0]}, g[1:]...)
			dresses := []string{
				join(national, ""), join(national, " "), join(national, "."), join(national, "-"), join(abroad, ""), join(abroad, " "), join(abroad, "-"), "00" + join(abroad, " ")[1:],
			}
			own := cached(t, Config{Countries: []string{c.country}})
			for _, n := range dresses {
				text := fmt.Sprintf(c.say, n)
				for name, d := range map[string]*Detector{"all": all, c.country: own} {
					if got := phones(t, d, c.lang, text); len(got) != 1 || got[0] != n {
						t.Errorf("%s: %q gives %q, want %q", name, text, got, n)
					}
				}
			}
		}
	}
}

func join(groups []string, sep string) string {
	out := groups[0]
	for _, g := range groups[1:] {
		out += sep + g
	}
	return out
}

// announced are messages with one find between ‹ and › and its label.
var announcedFinds = []struct {
	label      bauta.Label
	lang, text string
}{
	{bauta.Email, "fr", "ecris a ‹lea point martin arobase gmail point com›"},
	{bauta.Email, "fr", "mon mail ‹lea.martin arobase orange.fr› biz"},
	{bauta.Email, "en", "its ‹jane dot doe at yahoo dot com›"},
	{bauta.Email, "en", "mail ‹jane(at)example(dot)org› plz"},
	{bauta.Email, "de", "schreib ‹anna punkt muster klammeraffe gmx punkt de›"},
	{bauta.Email, "it", "scrivi a ‹anna punto verdi chiocciola gmail punto com›"},
	{bauta.Email, "es", "mi correo ‹luis punto perez arroba hotmail punto es›"},
	{bauta.Email, "sv", "mejla ‹anna punkt berg snabela telia punkt se›"},
	{bauta.Email, "en", "‹bob [at] example [dot] com› ok"},
	{bauta.Address, "fr", "j'habite ‹12 rue de la republique›"},
	{bauta.Address, "fr", "viens au ‹3 bis avenue victor hugo›"},
	{bauta.Address, "fr", "c au ‹45 bd gambetta›"},
	{bauta.Address, "en", "i live at ‹221B Baker Street›"},
	{bauta.Address, "en", "come to ‹10 Downing St›"},
	{bauta.Address, "de", "ich wohne ‹Hauptstraße 12›"},
	{bauta.Address, "de", "‹Goethestr. 5a› klingeln"},
	{bauta.Address, "it", "abito in ‹via Roma 25›"},
	{bauta.Address, "it", "sono in ‹piazza Garibaldi 3›"},
	{bauta.Address, "es", "vivo en ‹calle Mayor 15›"},
	{bauta.Address, "es", "estoy en ‹avenida Libertad 8›"},
	{bauta.Address, "sv", "bor på ‹Storgatan 12›"},
	{bauta.URL, "", "va sur ‹https://example.com/x/y?z=1#a›"},
	{bauta.URL, "", "regarde ‹www.exemple.fr/page›"},
	{bauta.URL, "", "voir ‹https://intranet/people/casimir.delahaye› ok"},
	{bauta.URL, "", "voir ‹smb://nas/casimir_delahaye/a.pdf›, merci"},
	{bauta.URL, "", "‹file:///home/casimir/notes.txt›"},
	{"", "", "ip ‹10.20.30.40› ok"},
	{"", "", "serveur ‹fe80::1ff:fe23:4567:890a›"},
	{"", "", "key ‹AKIAIOSFODNN7EXAMPLE› oops"},
	{"", "", "token ‹ghp_16C7e42F292c6912E7710c838347Ae178B4a›"},
	{"", "", "‹glpat-abcdEFGH1234ijklMNOP› leaked"},
	{"", "en", "wifi password: ‹Tr0ub4dor&3›"},
	{"", "fr", "mdp wifi : ‹toto1234›"},
	{"", "de", "Das Passwort ist ‹Geheim77›"},
	{"", "it", "il codice del cancello è ‹4589›"},
	{"", "es", "la clave del wifi es ‹gato1234›"},
	{"", "fr", "le digicode c'est ‹12A45›"},
	{"", "en", "the door code is ‹5521#›"},
	{"", "fr", "nee le ‹3 mai 1987› a lyon"},
	{"", "en", "my dob is ‹03/04/1987›"},
	{"", "de", "geboren am ‹3.4.1987›"},
	{"", "it", "nato il ‹12/05/1990›"},
	{"", "es", "nací el ‹3 de abril de 1987›"},
	{"", "sv", "född ‹1987-04-03›"},
	{"", "", "gps ‹48.85661, 2.35222› viens"},
	{"", "", "on est ‹43.61092,3.87723›"},
	{"", "fr", "ma plaque ‹AB-123-CD› svp"},
	{"", "en", "number plate ‹UD62 MXK› ok"},
	{"", "de", "Kennzeichen ‹HH-WV 3088›"},
	{"", "it", "targa ‹FM987KL›"},
	{"", "en", "postcode ‹SW1A 1AA› ok"},
	{"", "en", "nino ‹YG454534A› ok"},
	{"", "en", "ssn ‹358-29-8672› ok"},
	{"", "en", "itin ‹981-88-6478› ok"},
	{"", "fr", "passeport ‹12AB34567› merci"},
	{"", "es", "pasaporte ‹NHN713170› vale"},
	{"", "it", "patente ‹EM6905505P› ok"},
	{"", "de", "Führerschein ‹HW905876834› ok"},
	{"", "en", "voter id ‹FLH0952465› ok"},
	{"", "en", "PAN ‹JNKPZ3743N› ok"},
	{"", "en", "NRIC ‹S0478554Y› ok"},
	{"", "en", "medicare ‹7G56CX8VQ62› ok"},
	{"", "fr", "colis ‹6A12345678901› arrive"},
	{"", "en", "tracking ‹1Z999AA10123456784› ok"},
	{"", "en", "order no ‹1234567› ok"},
	{"", "de", "Kundennummer ‹4711081› ok"},
}

// At the start of a message, at its end, on a line of its own, in capitals
// before it: one exact find with its label.
func TestAnnouncedFindsInEveryPlace(t *testing.T) {
	d := cached(t, Config{})
	for _, f := range announcedFinds {
		plain, start, end := unmark(t, f.text)
		for _, place := range []struct{ head, tail string }{{"", ""}, {"", "\n"}, {"ok ", ""}, {"ok. ", " !"}, {"line one\n", "\nline three"}, {"😀 ", " 😀"}, {"\t", "\r\n"}, {"été: ", "…"}} {
			text := place.head + plain + place.tail
			spans, err := d.Detect(t.Context(), &bauta.Doc{Message: bauta.Message{Text: text, Lang: f.lang}, Shadow: text})
			if err != nil {
				t.Fatal(err)
			}
			if at := len(place.head); !has(spans, start+at, end+at, f.label) {
				t.Errorf("%s %q gives %s", f.lang, text, show(text, spans))
			}
		}
	}
}
