package pattern

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var chRules = []rule{{
	kind: "ch-ahv", country: "ch", shapes: []shape{{"756[.]9{4}[.]9{4}[.]9{2}", 0.95}, {"756 ?9{4} ?9{4} ?9{2}", 0.7}},
	check:   ean13,
	context: []string{"ahv", "avs", "ahv-nummer", "sozialversicherungsnummer", "numero avs", "navs"},
	yes: []string{
		"AHV ‹756.4670.8088.76›", "numéro AVS ‹7569627646174›", "‹756.4515.3882.42›", "ahv-nummer: ‹7568188844821›",
		"AHV ‹756.3181.6596.56›", "numéro AVS ‹7562743270056›", "‹756.3169.3222.06›", "ahv-nummer: ‹7567580385536›",
		"AHV ‹756.5709.3851.46›", "numéro AVS ‹7565661345301›",
	},
	no: []string{
		"AHV 756.8857.1725.30", "numéro AVS 7567545757607", "756.7101.5960.00", "ahv-nummer: 7563057552007",
		"AHV 756.8555.9866.29", "numéro AVS 7562611347232", "AHV 756.6444.4765.6", "AHV 756.6444.4765.640",
		"AHV x756.6444.4765.64", "AHV 2012",
	},
}, {
	kind: "ch-uid", country: "ch", shapes: []shape{{"\\C\\H\\E[ -]?9{3}[.]?9{3}[.]?9{3}", 0.8}},
	check:   func(c string) bool { return checkdigit.Weighted(c[3:], 11, 5, 4, 3, 2, 7, 6, 5, 4, 1) },
	context: []string{"uid", "ide", "mwst", "tva", "iva"},
	yes: []string{
		"UID ‹CHE-281.259.241›", "‹CHE727710888›", "IDE: ‹CHE-687.337.893›", "mwst ‹CHE651375086›",
		"UID ‹CHE-399.126.203›", "‹CHE567350186›", "IDE: ‹CHE-415.873.625›", "mwst ‹CHE081649049›",
		"UID ‹CHE-931.222.877›", "‹CHE821025406›",
	},
	no: []string{
		"UID CHE-804.904.148", "CHE667952928", "IDE: CHE-799.019.533", "mwst CHE127678500", "UID CHE-475.997.040",
		"CHE050104403", "UID CHE-941.849.49", "UID CHE-941.849.4920", "UID xCHE-941.849.492", "UID 2012",
	},
}}

var beRules = []rule{{
	kind: "be-niss", country: "be",
	shapes:  []shape{{"9{2}[.]9{2}[.]9{2}-9{3}[.]9{2}", 0.95}, {"9{6}-9{3}[ .-]?9{2}", 0.7}, {"9{11}", 0.4}},
	check:   niss,
	context: []string{"niss", "registre national", "rijksregisternummer", "insz", "numero national", "rijksregister"},
	yes: []string{
		"NISS ‹87.04.25-599.21›", "registre national ‹96080126234›", "rijksregisternummer: ‹01.02.24-485.23›",
		"niss ‹61111305045›", "NISS ‹83.03.13-900.86›", "registre national ‹78040238260›",
		"rijksregisternummer: ‹58.09.11-632.28›", "niss ‹69041923095›", "NISS ‹02.01.21-072.55›",
		"registre national ‹02082193517›",
	},
	no: []string{
		"NISS 85.12.20-944.36", "registre national 55102240168", "rijksregisternummer: 82.01.02-654.46",
		"niss 96040342072", "NISS 97.07.07-024.02", "registre national 76010970943", "NISS 06.02.22-868.9",
		"NISS 06.02.22-868.960", "NISS x06.02.22-868.96", "NISS 2012",
	},
}, {
	kind: "be-vat", country: "be",
	shapes: []shape{{"\\B\\E ?[01]?9{3}[ .]?9{3}[ .]?9{3}", 0.7}, {"[01]9{3}[.]9{3}[.]9{3}", 0.5}},
	check: func(c string) bool {
		d := c[max(0, len(c)-9):]
		return 97-checkdigit.Mod(d[:7], 97) == checkdigit.Mod(d[7:], 100)
	},
	context: []string{"tva", "btw", "bce", "kbo", "entreprise", "ondernemingsnummer"},
	yes: []string{
		"TVA ‹BE0796283292›", "‹BE 0513.208.489›", "BTW: ‹BE0595892279›", "tva ‹BE 0508.466.674›", "TVA ‹BE0703422917›",
		"‹BE 0448.385.468›", "BTW: ‹BE0642312422›", "tva ‹BE 0579.071.588›", "TVA ‹BE0544817920›", "‹BE 0509.327.006›",
	},
	no: []string{
		"TVA BE0617063612", "BE 0771.872.642", "BTW: BE0447378253", "tva BE 0766.499.642", "TVA BE0608022529",
		"BE 0510.188.921", "TVA BE048304505", "TVA BE04830450530", "TVA xBE0483045053", "TVA 2012",
	},
}}

var nlRules = []rule{{
	kind: "nl-bsn", country: "nl", shapes: []shape{{"9{9}", 0.3}, {"9{4}[ .]9{2}[ .]9{3}", 0.4}}, check: bsn,
	context: []string{"bsn", "burgerservicenummer", "sofinummer", "sofi-nummer", "sofi"},
	yes: []string{
		"BSN ‹646896933›", "mijn bsn is ‹728754174›", "burgerservicenummer: ‹174442798›", "sofinummer ‹114786434›",
		"BSN ‹888419387›", "mijn bsn is ‹988754411›", "burgerservicenummer: ‹178105569›", "sofinummer ‹425468239›",
		"BSN ‹344705341›", "mijn bsn is ‹467171737›",
	},
	no: []string{
		"BSN 219917646", "mijn bsn is 632678459", "burgerservicenummer: 676681209", "sofinummer 361695082",
		"BSN 206851213", "mijn bsn is 432122967", "BSN 67319993", "BSN 6731999390", "BSN x673199939", "BSN 2012",
	},
}, {
	kind: "nl-postcode", label: bauta.ZipCode, country: "nl",
	shapes: []shape{{"[1-9]9{3} ?[A-EGHJ-NPR-TV-XZ]{2}", 0.1}}, whole: upperBIC,
	check: func(c string) bool { return !strings.Contains(" SA SD SS ", " "+c[4:]+" ") },
	context: []string{
		"postcode", "straat", "adres", "amsterdam", "rotterdam", "utrecht", "den haag", "laan", "weg", "plein", "woon",
	},
	yes: []string{
		"postcode ‹2009JM›", "straat 12, ‹9759 KZ›", "‹4920EL› Amsterdam", "adres ‹4759 EB› Utrecht",
		"postcode ‹8569JR›", "straat 12, ‹8890 XR›", "‹1450BW› Amsterdam", "adres ‹2370 GL› Utrecht",
		"postcode ‹8294DR›", "straat 12, ‹8028 DM›",
	},
	no: []string{
		"postcode 0123AB", "postcode 123AB", "postcode 12345AB", "1012 ab straat", "postcode 1234SS",
		"postcode 1234ABC", "ik woon 2012", "1234 AB", "straat 1234", "weg 20 km",
	},
}}

var luRules = []rule{{
	kind: "lu-person", country: "lu", shapes: []shape{{"[12]9{12}", 0.6}, {"[12]9{3} ?9{4} ?9{5}", 0.5}},
	check:   matricule,
	context: []string{"matricule", "numero d'identification", "securite sociale", "sozialversicherung", "cns"},
	yes: []string{
		"matricule ‹1992041501220›", "CNS ‹1955030415743›", "‹1996100191359›",
		"numéro d'identification ‹1958070495964›", "matricule ‹1966120757506›", "CNS ‹1955020912084›",
		"‹1950091147359›", "numéro d'identification ‹1980122172222›", "matricule ‹1982112040215›",
		"CNS ‹1963061403733›",
	},
	no: []string{
		"matricule 1987111211137", "CNS 1989091928926", "1980081555922", "numéro d'identification 1996101258827",
		"matricule 1987072817234", "CNS 1998020354361", "matricule 199501260913", "matricule 19950126091320",
		"matricule x1995012609132", "matricule 2012",
	},
}}

var atRules = []rule{{
	kind: "at-svnr", country: "at", shapes: []shape{{"[1-9]9{3} 9{6}", 0.5}, {"[1-9]9{9}", 0.3}}, check: svnr,
	context: []string{"svnr", "sozialversicherungsnummer", "sv-nummer", "sv nummer", "versicherungsnummer", "e-card"},
	yes: []string{
		"SVNR ‹9468 161054›", "Sozialversicherungsnummer ‹4820150651›", "sv-nummer: ‹9586 241266›",
		"versicherungsnummer ‹6207050950›", "SVNR ‹7268 230669›", "Sozialversicherungsnummer ‹8668060376›",
		"sv-nummer: ‹1308 250895›", "versicherungsnummer ‹2707130174›", "SVNR ‹2301 151290›",
		"Sozialversicherungsnummer ‹4037181165›",
	},
	no: []string{
		"SVNR 9132 100794", "Sozialversicherungsnummer 3186091065", "sv-nummer: 8401 160475",
		"versicherungsnummer 2683200159", "SVNR 8555 270968", "Sozialversicherungsnummer 7834010251", "SVNR 4243 05069",
		"SVNR 4243 0506920", "SVNR x4243 050692", "SVNR 2012",
	},
}, {
	kind: "at-vat", country: "at", shapes: []shape{{"\\A\\T\\U9{8}", 0.7}}, check: atVAT,
	context: []string{"uid", "ust-id", "uid-nummer", "vat"},
	yes: []string{
		"UID ‹ATU47402449›", "‹ATU91273014›", "USt-ID: ‹ATU33701296›", "uid-nummer ‹ATU01374636›", "UID ‹ATU58145616›",
		"‹ATU74771570›", "USt-ID: ‹ATU86009024›", "uid-nummer ‹ATU88856373›", "UID ‹ATU74136909›", "‹ATU56087255›",
	},
	no: []string{
		"UID ATU19480463", "ATU68852871", "USt-ID: ATU06544784", "uid-nummer ATU93255256", "UID ATU03676031",
		"ATU55904357", "UID ATU4110699", "UID ATU411069950", "UID xATU41106995", "UID 2012",
	},
}}

var ieRules = []rule{{
	kind: "ie-pps", country: "ie", shapes: []shape{{"9{7}A{1,2}", 0.5}}, check: pps,
	context: []string{"pps", "ppsn", "pps number", "personal public service"},
	yes: []string{
		"PPS ‹0088246E›", "my ppsn is ‹4115020G›", "PPS number: ‹0848928Q›", "‹2741802O›", "PPS ‹7975392V›",
		"my ppsn is ‹5716651E›", "PPS number: ‹4261962G›", "‹5235979K›", "PPS ‹1187889K›", "my ppsn is ‹7588307U›",
	},
	no: []string{
		"PPS 6862404N", "my ppsn is 1015683B", "PPS number: 8225731Q", "3733805M", "PPS 0015134H",
		"my ppsn is 7456760G", "PPS 8870213", "PPS 8870213R0", "PPS x8870213R", "PPS 2012",
	},
}, {
	kind: "ie-eircode", label: bauta.ZipCode, country: "ie",
	shapes: []shape{
		{"[AC-FHKNPRTV-Y]9{2} [0-9AC-FHKNPRTV-Y]{4}", 0.1},
		{"[AC-FHKNPRTV-Y]9{2}[0-9AC-FHKNPRTV-Y]{4}", 0.05},
		{"D6W ?[0-9AC-FHKNPRTV-Y]{4}", 0.1},
	},
	context: []string{
		"eircode", "eir code", "post code", "postcode", "dublin", "cork", "galway", "limerick", "waterford", "kildare",
		"ireland",
	},
	yes: []string{
		"Eircode ‹D02 X285›", "my eircode is ‹A65 F4E2›", "eircode: ‹T12 NY8H›", "Galway ‹H91 C6KP›",
		"Dublin 8, ‹D08 VF8H›", "eircode ‹V94T9PX›", "the eir code ‹D6W XY00›", "postcode ‹X91 PK15›",
		"‹R95 W1KE› is the eircode", "Cork, ‹T23 YE80›",
	},
	no: []string{
		"D02 X285", "eircode please", "eircode D02 X28", "eircode D02 X2855", "eircode B02 X285", "eircode D02 O285",
		"room A65 F4E2", "Dublin 2", "eircode xD02 X285", "flight A65 4000",
	},
}}

var plRules = []rule{{
	kind: "pl-pesel", country: "pl", shapes: []shape{{"9{11}", 0.4}}, check: pesel, context: []string{"pesel"},
	yes: []string{
		"pesel ‹81040521036›", "mój PESEL to ‹53040499875›", "PESEL: ‹86032077720›", "pesel nr ‹78121627008›",
		"pesel ‹99071836056›", "mój PESEL to ‹76111259990›", "PESEL: ‹84021020403›", "pesel nr ‹93101600471›",
		"pesel ‹75011334309›", "mój PESEL to ‹82021632260›",
	},
	no: []string{
		"pesel 51122778875", "mój PESEL to 78042312597", "PESEL: 75022045107", "pesel nr 90011652539",
		"pesel 93021458389", "mój PESEL to 60042580565", "pesel 8203202605", "pesel 820320260540", "pesel x82032026054",
		"pesel 2012",
	},
}}

var trRules = []rule{{
	kind: "tr-id", country: "tr", shapes: []shape{{"[1-9]9{10}", 0.5}}, check: tckn,
	context: []string{"tc kimlik", "kimlik", "kimlik no", "tckn", "tc no", "turkish id", "national id"},
	yes: []string{
		"TC kimlik no ‹92428706480›", "tckn ‹51191385520›", "‹44842049162›", "kimlik: ‹44369094942›",
		"TC kimlik no ‹95657346892›", "tckn ‹41367966912›", "‹89352570492›", "kimlik: ‹31895223632›",
		"TC kimlik no ‹99799490994›", "tckn ‹84727784108›",
	},
	no: []string{
		"TC kimlik no 18384466191", "tckn 98408316077", "89562875999", "kimlik: 76932899342",
		"TC kimlik no 24040686621", "tckn 89273830845", "TC kimlik no 1115518794", "TC kimlik no 111551879420",
		"TC kimlik no x11155187942", "TC kimlik no 2012",
	},
}, {
	kind: "tr-plate", country: "tr", shapes: []shape{{"9{2}[ -]A{1,3}[ -]9{2,4}", 0.2}, {"9{2}A{1,3}9{2,4}", 0.1}},
	check:   func(c string) bool { return c[:2] >= "01" && c[:2] <= "81" },
	context: []string{"plaka", "plakasi", "arac plakasi", "license plate", "number plate", "plate", "plakali", "arac"},
	yes: []string{
		"plaka ‹34 GF 296›", "Araç plakası ‹34WA856›", "plate ‹34 PN 085›", "license plate: ‹34XA851›",
		"plaka ‹34 SS 470›", "Araç plakası ‹34MB609›", "plate ‹34 MY 854›", "license plate: ‹34KT989›",
		"plaka ‹34 VX 421›", "Araç plakası ‹34RP490›",
	},
	no: []string{
		"plaka 00 ABC 123", "plaka 82 ABC 123", "plaka 99 ABC 123", "plaka yok", "plaka 12", "34 AB 123",
		"plaka 34 ABCD 123", "plaka 34 AB 1", "plate 34 12 34", "plaka 2012",
	},
}}

// ean13 verifies weights 1 and 3 modulo ten.
func ean13(c string) bool {
	return checkdigit.Weighted(c, 10, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1)
}

// niss verifies the Belgian number: 97 minus the first nine digits modulo 97,
// with a 2 before them for births from 2000 on.
func niss(c string) bool {
	month := checkdigit.Mod(c[2:4], 100) % 20
	if month > 12 || checkdigit.Mod(c[4:6], 100) > 31 {
		return false
	}
	key := checkdigit.Mod(c[9:], 100)
	return key == 97-checkdigit.Mod(c[:9], 97) || key == 97-checkdigit.Mod("2"+c[:9], 97)
}

// bsn verifies the Dutch "elfproef": weights 9 … 2 and -1.
func bsn(c string) bool {
	return checkdigit.Weighted(c, 11, 9, 8, 7, 6, 5, 4, 3, 2, 10) && !checkdigit.Repeated(c) && c[:2] != "00"
}

// matricule verifies the Luxembourg number: date, then a Luhn and a Verhoeff
// digit over the same eleven.
func matricule(c string) bool {
	return c[:4] >= "1880" && c[:4] < "2100" && dayOf(checkdigit.Mod(c[6:8], 100), checkdigit.Mod(c[4:6], 100)) &&
		checkdigit.Luhn(c[:12]) && checkdigit.Verhoeff(c[:11]+c[12:])
}

// svnr verifies the Austrian number: weights 3 7 9 – 5 8 4 2 1 6, the fourth
// digit is the check digit; a birth date follows (months above 12 where a day
// has run out).
func svnr(c string) bool {
	day, month := checkdigit.Mod(c[4:6], 100), checkdigit.Mod(c[6:8], 100)
	return checkdigit.Sum(c, 3, 7, 9, 0, 5, 8, 4, 2, 1, 6)%11 == int(c[3]-'0') && day >= 1 && day <= 31 && month >= 1 &&
		month <= 15
}

// atVAT verifies the Austrian VAT number: weights 1 and 2 with sums of digits,
// plus four.
func atVAT(c string) bool {
	sum := 4
	for i := range 7 {
		n := int(c[3+i]-'0') * (1 + i%2)
		sum += n/10 + n%10
	}
	return (10-sum%10)%10 == int(c[10]-'0')
}

// pps verifies the Irish number: weights 8 … 2, a second letter counts nine
// times, modulo 23.
func pps(c string) bool {
	sum := checkdigit.Sum(c, 8, 7, 6, 5, 4, 3, 2)
	if len(c) == 9 && c[8] != 'W' {
		sum += 9 * (int(c[8]-'A') + 1)
	}
	return c[7] == "WABCDEFGHIJKLMNOPQRSTUV"[sum%23]
}

// pesel verifies the Polish number: weights 1 3 7 9; the month carries the
// century.
func pesel(c string) bool {
	return checkdigit.Weighted(c, 10, 1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1) &&
		dayOf(checkdigit.Mod(c[4:6], 100), checkdigit.Mod(c[2:4], 100)%20)
}

// tckn verifies the two check digits of the Turkish number.
func tckn(c string) bool {
	odd := checkdigit.Sum(c, 1, 0, 1, 0, 1, 0, 1, 0, 1)
	even := checkdigit.Sum(c, 0, 1, 0, 1, 0, 1, 0, 1)
	return ((odd*7-even)%10+10)%10 == int(c[9]-'0') && (odd+even+int(c[9]-'0'))%10 == int(c[10]-'0')
}
