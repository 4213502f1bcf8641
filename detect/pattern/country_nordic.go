package pattern

import (
	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var seRules = []rule{{
	kind: "se-person", country: "se", glued: true,
	shapes: []shape{{"9{6}[+-]9{4}", 0.6}, {"9{8}-9{4}", 0.8}, {"9{12}", 0.5}, {"9{10}", 0.2}},
	check:  func(c string) bool { return luhn(c[len(c)-10:]) && swedishDate(c) },
	context: []string{
		"personnummer", "pnr", "svensk id", "ssn", "samordningsnummer", "personal identity number", "persnr",
	},
	yes: []string{
		"personnummer ‹921204-2676›", "mitt pnr är ‹640620-2710›", "‹801122-5235›", "pnr: ‹890726-5519›",
		"personnummer ‹900205-0939›", "mitt pnr är ‹530926-0320›", "‹921224-1765›", "pnr: ‹591009-1726›",
		"personnummer ‹700127-9285›", "mitt pnr är ‹700225-6928›",
	},
	no: []string{
		"personnummer 751022-4338", "mitt pnr är 880622-6441", "890311-7212", "pnr: 531211-9838",
		"personnummer 570912-3732", "mitt pnr är 960901-7458", "personnummer 821004-709", "personnummer 821004-70910",
		"personnummer x821004-7091", "personnummer 2012",
	},
}, {
	kind: "se-company", country: "se", shapes: []shape{{"9{6}-9{4}", 0.4}, {"9{10}", 0.15}},
	check:   func(c string) bool { return luhn(c) && c[2] >= '2' },
	context: []string{"organisationsnummer", "orgnr", "org nr", "org.nr", "orgnummer", "foretagsnummer", "foretag"},
	yes: []string{
		"orgnr ‹579647-4814›", "organisationsnummer: ‹2726021526›", "företag ‹958465-4777›",
		"vårt orgnummer är ‹6398804663›", "orgnr ‹945778-5328›", "organisationsnummer: ‹9225546416›",
		"företag ‹748834-4388›", "vårt orgnummer är ‹6030512724›", "orgnr ‹157129-8882›",
		"organisationsnummer: ‹9576624598›",
	},
	no: []string{
		"orgnr 939930-4396", "organisationsnummer: 6277618177", "företag 508676-6012", "vårt orgnummer är 1885829920",
		"orgnr 742306-9415", "organisationsnummer: 9195142743", "orgnr 653765-327", "orgnr 653765-32780",
		"orgnr x653765-3278", "orgnr 2012",
	},
}, {
	kind: "se-giro", country: "se",
	shapes: []shape{
		{"9{3}-9{4}", 0.05},
		{"9{4}-9{4}", 0.05},
		{"9 9{2} 9{2}-9", 0.05},
		{"9{2} 9{2} 9{2}-9", 0.05},
		{"9 9{2} 9{2} 9{2}-9", 0.05},
		{"9{2} 9{2} 9{2} 9{2}-9", 0.05},
		{"9{5}-9", 0.05},
		{"9{6}-9", 0.05},
	},
	check: luhn, context: []string{
		"bankgiro", "bankgironr", "bankgironummer", "bankgirot", "bg", "plusgiro", "plusgironr", "postgiro", "pg",
	},
	yes: []string{
		"bankgiro ‹493-6829›", "bg ‹1859-4481›", "till bankgiro ‹998-7348›", "Bankgironr: ‹3971-2310›",
		"vårt bg är ‹5158-7772›", "plusgiro ‹83 62 13-9›", "pg ‹84 57 57-4›", "postgiro ‹9 76 97-7›",
		"plusgironr: ‹4 61 53 69-8›", "pg ‹24 55 22-8›",
	},
	no: []string{
		"bankgiro 493-6822", "bg 1859-4484", "till bankgiro 998-7341", "Bankgironr: 3971-2313", "vårt bg är 5158-7775",
		"plusgiro 83 62 13-2", "pg 84 57 57-7", "postgiro 9 76 97-0", "plusgironr: 4 61 53 69-1", "pg 24 55 22-1",
		"493-6829", "match 1859-4481", "bankgiro 12",
	},
}}

var fiRules = []rule{{
	kind: "fi-person", country: "fi", glued: true, shapes: []shape{{"9{6}[-+A-FU-Y]9{3}X", 0.8}}, whole: hetu,
	context: []string{"hetu", "henkilotunnus", "personbeteckning", "personal identity code"},
	yes: []string{
		"hetu ‹050252-157A›", "henkilötunnus: ‹060886-405K›", "‹280584-859F›", "minun hetu on ‹030181-053B›",
		"hetu ‹070274-016R›", "henkilötunnus: ‹120693-2643›", "‹111294-369X›", "minun hetu on ‹160157-618S›",
		"hetu ‹110957-168F›", "henkilötunnus: ‹030283-464X›",
	},
	no: []string{
		"111111-111A", "311190-1111", "310289-211C", "012245A110G", "010324A110G", "131052/308T", "131052:308T",
		"131052.308T", "131052-308U", "131052-30T",
	},
}}

var dkRules = []rule{{
	kind: "dk-cpr", country: "dk", shapes: []shape{{"9{6}-9{4}", 0.35}, {"9{6} 9{4}", 0.1}, {"9{10}", 0.05}},
	check:   func(c string) bool { return dayMonthYear(c) && !checkdigit.Repeated(c) },
	context: []string{"cpr", "cpr-nr", "cpr-nummer", "cprnr", "personnummer"},
	yes: []string{
		"cpr ‹240766-4860›", "mit cpr-nr er ‹1707546203›", "CPR: ‹090565-5289›", "cpr-nummer ‹1812836566›",
		"cpr ‹060167-6454›", "mit cpr-nr er ‹2701983492›", "CPR: ‹080567-6973›", "cpr-nummer ‹0610791010›",
		"cpr ‹230880-8394›", "mit cpr-nr er ‹1312991384›",
	},
	no: []string{
		"cpr 321299-1234", "cpr 011399-1234", "cpr 010199-123", "cpr 010199-12345", "010199 1234", "cpr 0101991",
		"cpr nummer", "cpr 000099-1234", "010199-1234", "cpr 310299-1234",
	},
}}

var noRules = []rule{{
	kind: "no-person", country: "no", shapes: []shape{{"9{6} 9{5}", 0.6}, {"9{11}", 0.35}}, check: fodselsnummer,
	context: []string{"fodselsnummer", "fnr", "personnummer", "d-nummer"},
	yes: []string{
		"fødselsnummer ‹27055129032›", "fnr ‹080565 00198›", "fnr ‹01085789038›", "mitt personnummer er ‹040793 26637›",
		"fødselsnummer ‹25037883959›", "fnr ‹160688 85683›", "fnr ‹02119994287›", "mitt personnummer er ‹250580 24808›",
		"fødselsnummer ‹23046823370›", "fnr ‹250166 17205›",
	},
	no: []string{
		"fødselsnummer 06127075653", "fnr 130757 39903", "03055862559", "mitt personnummer er 211072 54420",
		"fødselsnummer 12019253431", "fnr 160763 31345", "fødselsnummer 1801921130", "fødselsnummer 180192113000",
		"fødselsnummer x18019211300", "fødselsnummer 2012",
	},
}}

// swedishDate verifies the birth date in the last ten digits; days count from
// 61 in coordination numbers.
func swedishDate(c string) bool {
	if len(c) == 12 && c[:2] != "18" && c[:2] != "19" && c[:2] != "20" {
		return false
	}
	c = c[len(c)-10:]
	month, day := checkdigit.Mod(c[2:4], 100), checkdigit.Mod(c[4:6], 100)
	return dayOf(day%60, month) && (day <= 31 || day >= 61)
}

// dayOf reports whether the month has the day.
func dayOf(day, month int) bool {
	if month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= [...]int{31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[month-1]
}

// dayMonthYear verifies a number that begins with a date, day first.
func dayMonthYear(c string) bool {
	return dayOf(checkdigit.Mod(c[:2], 100), checkdigit.Mod(c[2:4], 100))
}

// hetu verifies the Finnish code: the date and number modulo 31.
func hetu(raw string) bool {
	n := checkdigit.Mod(raw[:6]+raw[7:10], 31)
	return n >= 0 && dayMonthYear(raw) && "0123456789ABCDEFHJKLMNPRSTUVWXY"[n] == raw[10]&^(raw[10]>>1&0x20)
}

// fodselsnummer verifies the Norwegian number: the date (day plus 40 in
// D-numbers, month plus 40 or 80 in synthetic ones) and two check digits.
func fodselsnummer(c string) bool {
	day, month := checkdigit.Mod(c[:2], 100), checkdigit.Mod(c[2:4], 100)
	if day > 40 {
		day -= 40
	}
	return dayOf(day, month%40) && checkdigit.Weighted(c[:10], 11, 3, 7, 6, 1, 8, 9, 4, 5, 2, 1) &&
		checkdigit.Weighted(c, 11, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1)
}
