package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var esRules = []rule{{
	kind: "es-nif", country: "es", shapes: []shape{{"9{7,8}-?A", 0.55}},
	check:   func(c string) bool { return spanishLetter(c[:len(c)-1], c[len(c)-1]) },
	context: []string{"dni", "nif", "documento nacional de identidad", "identificacion"},
	yes: []string{
		"DNI ‹64434785D›", "mi nif es ‹64326966-Z›", "‹37579724R›", "dni: ‹47651491-E›", "DNI ‹96964029P›",
		"mi nif es ‹59621208-X›", "‹30733762N›", "dni: ‹82183639-Q›", "DNI ‹32407544S›", "mi nif es ‹08094898-W›",
	},
	no: []string{
		"DNI 06037875I", "mi nif es 28134221-W", "34319444X", "dni: 67459704-A", "DNI 60495744W",
		"mi nif es 56654923-O", "DNI 43864699", "DNI 43864699L0", "DNI x43864699L", "DNI 2012",
	},
}, {
	kind: "es-nie", country: "es", shapes: []shape{{"[XYZ]-?9{7}-?A", 0.7}},
	check:   func(c string) bool { return spanishLetter(string('0'+c[0]-'X')+c[1:8], c[8]) },
	context: []string{"nie", "extranjero", "numero de identificacion de extranjero"},
	yes: []string{
		"NIE ‹Z3382864Y›", "mi nie: ‹Z3122309-H›", "‹X4089154F›", "Mi NIE es ‹Z4741968-V›", "NIE ‹Z5037059H›",
		"mi nie: ‹Z0943981-C›", "‹Y3718981X›", "Mi NIE es ‹Y3354063-X›", "NIE ‹Z5418764S›", "mi nie: ‹Y7027512-Z›",
	},
	no: []string{
		"NIE Y1314470C", "mi nie: X8356309-K", "Z8939083V", "Mi NIE es Y2339540-X", "NIE Y0875576C",
		"mi nie: Z3485442-H", "NIE X5072839", "NIE X5072839M0", "NIE xX5072839M", "NIE 2012",
	},
}, {
	kind: "es-passport", country: "es", shapes: []shape{{"A{3}9{6}", 0.05}},
	context: []string{"pasaporte", "passport", "numero de pasaporte"},
	yes: []string{
		"pasaporte ‹NHN713170›", "mi pasaporte es ‹LYK744436›", "número de pasaporte: ‹NMA238553›",
		"‹LCP759106› es mi pasaporte", "pasaporte ‹ZSV368492›", "mi pasaporte es ‹SLY810208›",
		"número de pasaporte: ‹ABN032723›", "‹LGB425197› es mi pasaporte", "pasaporte ‹MNE364038›",
		"mi pasaporte es ‹LLW987758›",
	},
	no: []string{
		"AAA123456", "pasaporte AA123456", "pasaporte AAAA12345", "pasaporte AAA12345", "pasaporte AAA1234567",
		"pasaporte nuevo", "pasaporte 2012", "pasaporte 123456", "pasaporte AAA 123", "pasaporte A1",
	},
}}

var itRules = []rule{{
	kind: "it-fiscal", country: "it",
	shapes: []shape{{"A{6}[0-9LMNP-V]{2}[ABCDEHLMPRST][0-9LMNP-V]{2}A[0-9LMNP-V]{3}A", 0.9}}, check: codiceFiscale,
	doubt:   true,
	context: []string{"codice fiscale", "cf", "fiscale"},
	yes: []string{
		"codice fiscale ‹SMLSPE72L20B528K›", "cf: ‹RMZXMT28L12D364V›", "‹RDRDXH54S01V650V›",
		"il mio codice fiscale è ‹PDAKSF99M15Y756B›", "codice fiscale ‹FFVREK39S08R620Q›", "cf: ‹SYVXSA08L21F637G›",
		"‹FWTLWF90M01P980P›", "il mio codice fiscale è ‹TAJAVL60E20E887B›", "codice fiscale ‹ZDYRWC39D07L901H›",
		"cf: ‹XYKDDY46C23J280H›",
	},
	no: []string{
		"AAAAAA00B11C333N", "A55AAA00B11C333N", "AAAAAA00B11C333", "AAAAAA00B11C333YY", "AAAAAA00X11C333Y", "cf AAAA",
		"codice fiscale domani", "AAAAAA 00B11C333Y", "1AAAAA00B11C333Y", "AAAAAA00B1CC333Y",
	},
}, {
	kind: "it-vat", country: "it", shapes: []shape{{"9{11}", 0.15}, {"9{8}_9{3}", 0.15}, {"\\I\\T9{11}", 0.7}},
	check:   func(c string) bool { return luhn(strings.TrimPrefix(c, "IT")) },
	context: []string{"piva", "partita iva", "p.iva", "p iva", "vat"},
	yes: []string{
		"partita iva ‹50769041836›", "piva ‹80161276409›", "P.IVA: ‹41708884238›", "p iva ‹44346234022›",
		"partita iva ‹08658380319›", "piva ‹37977186867›", "P.IVA: ‹11512018737›", "p iva ‹88268271470›",
		"partita iva ‹84306150586›", "piva ‹48982493529›",
	},
	no: []string{
		"partita iva 69983262913", "piva 46183467790", "P.IVA: 62551826853", "p iva 05815088126",
		"partita iva 18562084892", "piva 10799081682", "partita iva 3235396504", "partita iva 323539650420",
		"partita iva x32353965042", "partita iva 2012",
	},
}, {
	kind: "it-licence", country: "it", shapes: []shape{{"A{2}9{7}A", 0.1}, {"\\U1[B-DF-HJ-NP-Z0-9]{7}A", 0.2}},
	context: []string{"patente", "patente di guida", "licenza", "licenza di guida"},
	yes: []string{
		"patente ‹EM6905505P›", "patente di guida: ‹NW5630985K›", "la mia patente è ‹ZG4686282S›",
		"licenza ‹VF0976319G›", "patente ‹RE7126065D›", "patente di guida: ‹VR5746889N›",
		"la mia patente è ‹SP9195515Z›", "licenza ‹SF3790132X›", "patente ‹FV4462487X›",
		"patente di guida: ‹MV9351904S›",
	},
	no: []string{
		"AA0123456B", "patente U1H00A000B", "patente 990123456B", "patente scaduta", "patente B", "patente AA012345B",
		"patente AA01234567B", "patente 2012", "licenza 20", "patente AAA123456B",
	},
}, {
	kind: "it-id", country: "it", shapes: []shape{{"A{2} ?9{7}", 0.01}, {"9{7}A{2}", 0.01}, {"A{2}9{5}A{2}", 0.05}},
	context: []string{"carta d'identita", "carta identita", "identita", "cie", "documento"},
	yes: []string{
		"carta d'identità ‹CK88898NT›", "cie ‹DC44091GN›", "documento ‹ZY78348YY›", "carta identità: ‹LD04167RN›",
		"carta d'identità ‹RC82509TC›", "cie ‹MP19448HE›", "documento ‹MP87600WB›", "carta identità: ‹FZ71621MD›",
		"carta d'identità ‹RZ96879LD›", "cie ‹EC68388HH›",
	},
	no: []string{
		"AA12345aa", "carta d'identità persa", "cie 12345", "documento 2012", "documento AA12345", "documento A12345AA",
		"cie domani", "documento 1234567", "documento AAA12345", "identità 12",
	},
}, {
	kind: "it-passport", country: "it", shapes: []shape{{"A{2}9{7}", 0.01}}, context: []string{"passaporto"},
	yes: []string{
		"passaporto ‹TZ7405611›", "il mio passaporto è ‹DV9274269›", "passaporto: ‹JA0265909›",
		"passaporto n. ‹SB4376952›", "passaporto ‹FA0223318›", "il mio passaporto è ‹WC0598552›",
		"passaporto: ‹JM7869108›", "passaporto n. ‹HY4846795›", "passaporto ‹DM7916115›",
		"il mio passaporto è ‹CY3994595›",
	},
	no: []string{
		"AA1234567", "passaporto A1234567", "passaporto AA123456", "passaporto AA12345678", "passaporto scaduto",
		"passaporto 2012", "passaporto AAA123456", "passaporto 123456789", "passaporto 20", "passaporto a",
	},
}}

var ptRules = []rule{{
	kind: "pt-nif", country: "pt", shapes: []shape{{"[1-35689]9{2} ?9{3} ?9{3}", 0.3}}, check: mod11Drop,
	context: []string{"nif", "contribuinte", "numero de contribuinte"},
	yes: []string{
		"nif ‹553748017›", "NIF: ‹353 089 745›", "contribuinte ‹566792044›", "o meu nif é ‹611 508 303›",
		"nif ‹558999778›", "NIF: ‹207 693 935›", "contribuinte ‹199082200›", "o meu nif é ‹391 671 480›",
		"nif ‹632777745›", "NIF: ‹277 228 760›",
	},
	no: []string{
		"nif 228641228", "NIF: 289 174 423", "contribuinte 617644421", "o meu nif é 521 229 262", "nif 334902022",
		"NIF: 320 956 620", "nif 39798045", "nif 3979804500", "nif x397980450", "nif 2012",
	},
}}

var brRules = []rule{{
	kind: "br-cpf", country: "br", shapes: []shape{{"9{3}[.]9{3}[.]9{3}-9{2}", 0.95}, {"9{11}", 0.4}}, check: cpf,
	context: []string{"cpf"},
	yes: []string{
		"CPF ‹717.618.637-54›", "meu cpf é ‹28731129641›", "cpf: ‹265.962.094-66›", "o cpf dele ‹96423466483›",
		"CPF ‹992.778.430-98›", "meu cpf é ‹43815221412›", "cpf: ‹764.953.491-06›", "o cpf dele ‹95068194247›",
		"CPF ‹668.546.576-01›", "meu cpf é ‹27246664297›",
	},
	no: []string{
		"CPF 243.407.762-55", "meu cpf é 01421611288", "cpf: 313.329.541-14", "o cpf dele 96432361101",
		"CPF 481.967.441-22", "meu cpf é 62634721202", "CPF 563.004.958-5", "CPF 563.004.958-500",
		"CPF x563.004.958-50", "CPF 2012",
	},
}, {
	kind: "br-cnpj", country: "br", shapes: []shape{{"9{2}[.]9{3}[.]9{3}/9{4}-9{2}", 0.95}, {"9{14}", 0.4}},
	check:   cnpj,
	context: []string{"cnpj", "empresa"},
	yes: []string{
		"CNPJ ‹93.454.214/0001-19›", "cnpj: ‹98964778000115›", "empresa ‹29.915.989/0001-45›",
		"o cnpj é ‹24972286000135›", "CNPJ ‹52.271.932/0001-72›", "cnpj: ‹89759675000122›",
		"empresa ‹85.180.651/0001-63›", "o cnpj é ‹40330236000100›", "CNPJ ‹30.106.838/0001-25›",
		"cnpj: ‹54025502000104›",
	},
	no: []string{
		"CNPJ 70.209.396/0001-68", "cnpj: 17116498000156", "empresa 82.323.683/0001-83", "o cnpj é 75817416000105",
		"CNPJ 78.773.645/0001-55", "cnpj: 57792729000168", "CNPJ 90.785.974/0001-1", "CNPJ 90.785.974/0001-100",
		"CNPJ x90.785.974/0001-10", "CNPJ 2012",
	},
}}

// spanishLetter verifies the letter of a DNI or NIE: the number modulo 23.
func spanishLetter(digits string, letter byte) bool {
	n := checkdigit.Mod(digits, 23)
	return n >= 0 && "TRWAGMYFPDXBNJZSQVHLCKE"[n] == letter
}

// codiceFiscale verifies the last letter of an Italian fiscal code (D.M. 23
// December 1976): odd places by the table, even places by value, modulo 26.
func codiceFiscale(c string) bool {
	const odd = "BAFHJNPRTVCESULDGIMOQKWZYX" // the letter whose value is that of A … Z at an odd place
	sum := 0
	for i := range 15 {
		v := checkdigit.Value(c[i])
		if v >= 10 {
			v -= 10
		}
		if i%2 == 0 {
			v = int(odd[v] - 'A')
		}
		sum += v
	}
	return c[15] == byte('A'+sum%26)
}

// mod11Drop verifies weights n … 2 where a check digit of ten or eleven is
// written 0.
func mod11Drop(c string) bool {
	sum := 0
	for i := range len(c) - 1 {
		sum += (len(c) - i) * int(c[i]-'0')
	}
	want := 11 - sum%11
	if want > 9 {
		want = 0
	}
	return want == int(c[len(c)-1]-'0') && !checkdigit.Repeated(c)
}

// cpf verifies the two check digits of a Brazilian person: weights 10 … 2, then
// 11 … 2.
func cpf(c string) bool { return mod11Drop(c[:10]) && mod11Drop(c) }

// cnpj verifies the two check digits of a Brazilian company: weights 2 … 9 from
// the right.
func cnpj(c string) bool {
	for n := 12; n <= 13; n++ {
		sum := 0
		for i := range n {
			sum += (2 + (n-1-i)%8) * int(c[i]-'0')
		}
		want := 11 - sum%11
		if want > 9 {
			want = 0
		}
		if want != int(c[n]-'0') {
			return false
		}
	}
	return !checkdigit.Repeated(c)
}
