package pattern

import (
	"strings"

	"github.com/bauta/bauta"
)

// carWords are words beside which letters and figures are a plate: vehicles, makes,
// parking and accidents, in the languages people chat in.
const carWords = "car van golf polo clio megane twingo astra corsa focus fiesta seat ibiza leon audi bmw mercedes " +
	"vw volkswagen opel ford fiat panda punto renault peugeot " +
	"citroen skoda octavia volvo saab toyota yaris tesla hyundai mazda suzuki dacia duster moto motorrad toff " +
	"scooter motorino motorbike bike vespa taxi lkw " +
	"parked parking parkt parkiert parkierte parkplatz parkfeld parkplatze aparcado aparcada aparcamiento " +
	"parcheggiata parcheggiato parcheggio posteggiata gare garee stationne stationnee parkerad parkerade parkerar " +
	"auto autos wagen karre charre chare coche coches furgoneta furgon camion macchina voiture bagnole caisse bil " +
	"bilen bilens volvon saaben golfen passaten skodan audin toyotan teslan fordon fordonet mopeden moped " +
	"motorcykeln slapet skapbil husbil motorcykel lastbil garage ausfahrt einfahrt unfall unfallauto fahrerflucht " +
	"ruckspiegel " +
	"plate plates plaque plaques targa targato targata matricula placa regnr reg registration registreringsnummer " +
	"regnumret regskylt registreringsskylt nummerplat skylt kennzeichen nummernschild kontrollschild autonummer " +
	"schild immatriculee immatriculation"

// withCars are the context words of a plate: those of cars, and its own.
func withCars(own ...string) []string { return append(strings.Fields(carWords), own...) }

// plateRules are plates that look like other things: they are found beside a
// word that announces them, in every country.
var plateRules = []rule{{
	kind: "plate-it", shapes: []shape{{"[A-HJ-NPR-TV-Z]{2}[ -]?9{3}[ -]?[A-HJ-NPR-TV-Z]{2}", 0.1}}, whole: oneCase,
	context: withCars(),
	yes: []string{
		"targa ‹AB123CD›", "la panda ‹FK 318 ZT› è parcheggiata male", "la targa è ‹ez 456 yx›", "targata ‹GA-001-ZZ›",
		"targa: ‹FM987KL›",
	},
	no: []string{"AB123CD", "targa AB12CD", "targa IO123CD", "targa persa"},
}, {
	kind: "plate-es", shapes: []shape{{"9{4}[ -]?[B-DF-HJ-NP-TV-Z]{3}", 0.1}}, whole: spanishPlate,
	context: withCars(),
	yes: []string{
		"el seat ibiza ‹4827 KZR› está mal aparcado", "moto ‹4827-KZR› aparcada", "la furgoneta ‹0931 LMW› del vecino",
		"coche con placa ‹7102-hjk›", "un golf ‹3345MNB› me dio un golpe", "matrícula ‹1234 BCD›", "el coche ‹5678FGH›",
		"matricula: ‹0012-xyz›", "placa ‹9999 ZZZ›",
	},
	no: []string{
		"1234 BCD", "matrícula 1234 ABC", "matrícula 123 BCD", "coche 2012 del", "el coche vale 4000 GBP",
		"coche a 3000 rpm", "5000 CHF por el coche", "moto de 1200 cc",
	},
}, {
	kind: "plate-se", shapes: []shape{{"[A-HJ-PR-UW-Z]{3}[ -]?9{2}[0-9A-Z]", 0.1}}, whole: swedishPlate,
	context: withCars("reg nr"),
	yes: []string{
		"bilen ‹MLK482› är röd", "en volvo ‹ABT 91K› står fel", "svart bil, ‹krz 208›", "parkerad bil ‹HUD-55A›",
		"volvon ‹JHB 552› har punktering", "mitt regnr är ‹ABC 123›", "regnr ‹xyz12a›", "registreringsnummer ‹DEF456›",
		"reg nr: ‹GHJ 78K›",
	},
	no: []string{"ABC 123", "regnr AB 123", "regnr ABC 12", "bilen har 123", "bilen kom 120", "bilen var 100 kr"},
}, {
	kind: "plate-ch", shapes: []shape{
		{"A{2}[ -]9{5,6}", 0.5},
		{"A{2}[ -]?9{1,6}", 0.1},
		{"A{2}[ -]9{3}[ ']9{3}", 0.1},
		{"A{2}[ -]9{2}[ ']9{3}", 0.1},
	}, check: canton, whole: swissPlate,
	context: withCars(),
	yes: []string{
		"kontrollschild ‹ZH 123456›", "plaque ‹GE-98765›", "autonummer ‹BE 4321›", "targa ‹TI 224466›",
		"s auto mit ‹ZH 482 917› staht uf mim parkplatz", "‹BE 123456› parkiert falsch", "‹ZH-482917› isch wiis",
		"de golf ‹AG 91 204› vor de garage", "la voiture ‹VD 331 870› devant ma sortie", "e bmw mit ‹sg 20771›",
		"macchina ‹TI 88214› in doppia fila", "plaque ‹VS 402 118›",
	},
	no: []string{
		"ZH 1234", "plaque AB 1234", "plaque ZH 1234567", "kennzeichen folgt", "es auto so 5 meter",
		"be 12 minutes late, car trouble", "auto ur 22", "so 10 000 am auto",
	},
}, {
	kind: "code-cjk", shapes: []shape{{"X{4,20}", 0.02}}, whole: hasDigits,
	context: []string{"パスワード", "暗証番号", "暗証コード", "비밀번호", "密码"},
	yes:     []string{"パスワードは‹neko1234›です", "暗証番号 ‹4821›", "비밀번호: ‹abcd99›", "密码是‹qwe123›"},
	no:      []string{"neko1234", "パスワードを忘れた", "パスワードは20", "1234"},
}, {
	kind: "zip-jp", label: bauta.ZipCode, shapes: []shape{{"9{3}-9{4}", 0.02}}, context: []string{"〒", "郵便番号"},
	yes: []string{"〒‹150-0001› 東京都", "郵便番号‹100-8111›", "〒 ‹060-0808›", "〒‹900-0001›"},
	no:  []string{"150-0001", "郵便番号", "〒15-0001", "〒150-00012"},
}}

// cantons are the codes of the Swiss cantons.
var cantons = set("ag ai ar be bl bs fr ge gl gr ju lu ne nw ow sg sh so sz tg ti ur vd vs zg zh")

// swissPlate refuses short ones in small letters, which are words: "so 5".
func swissPlate(raw string) bool {
	return strings.ToUpper(raw) == raw || len(raw) >= 7 && strings.Count(raw, " ") < 2
}

// spanishPlate refuses currencies and units behind a number.
func spanishPlate(raw string) bool {
	return oneCase(raw) && !currencies[strings.ToLower(raw[len(raw)-3:])]
}

// currencies are codes of money and units without a vowel.
var currencies = set("gbp chf hkd mxn nzd sgd czk dkk jpy php thb bgn krw brl rpm mhz ghz khz kwh km/h mph pts hrs " +
	"kms mts grs gms dpi fps bpm ppm kbp ml/h")

// swedishPlate refuses small words before a number: "kom 120".
func swedishPlate(raw string) bool {
	return oneCase(raw) && (strings.ToUpper(raw) == raw || !swedishWords[raw[:3]] && !strings.HasSuffix(raw, "kr"))
}

// swedishWords are words of three letters that stand before numbers.
var swedishWords = set("kom var har tog fick ger och men den det som nar hos cirka typ bara max min ca kl tar ser " +
	"jag dom alla kan ska vill for pa upp ner ett en tva tre ca det")

// canton verifies the canton of a Swiss plate.
func canton(c string) bool { return cantons[strings.ToLower(c[:2])] }
