package pattern

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

// icao are the characters of German documents (no vowels, nothing that looks
// like a digit).
const icao = "[CFGHJKLMNPRTVWXYZ0-9]"

var deRules = []rule{{
	kind: "de-tax-id", country: "de", shapes: []shape{{"[1-9]9{10}", 0.3}, {"[1-9]9 9{3} 9{3} 9{3}", 0.4}},
	check: deTaxID,
	context: []string{
		"steuer-id", "steuerid", "steueridentifikationsnummer", "idnr", "steuer-idnr", "steuer id", "steuernummer",
		"steuer identifikation", "bzst",
	},
	yes: []string{
		"Steuer-ID ‹58749246055›", "steuer id ‹57 958 045 134›", "meine Steuer-ID: ‹57958045134›",
		"IdNr. ‹85089254818›", "steueridentifikationsnummer ‹48636824862›", "Steuer-ID ‹92460225494›",
		"meine Steuer-ID: ‹47639675718›", "IdNr. ‹85615825025›", "steueridentifikationsnummer ‹15330861203›",
		"Steuer-ID ‹95006729195›", "meine Steuer-ID: ‹45942174158›",
	},
	no: []string{
		"Steuer-ID 22791530701", "meine Steuer-ID: 33350866492", "IdNr. 31150655890",
		"steueridentifikationsnummer 21953683245", "Steuer-ID 22188899168", "meine Steuer-ID: 74271458360",
		"Steuer-ID 3078807850", "Steuer-ID 307880785080", "Steuer-ID x30788078508", "Steuer-ID 2012",
	},
}, {
	kind: "de-tax-number", country: "de",
	shapes: []shape{{"9{13}", 0.2}, {"9{3}/9{3}/9{5}", 0.4}, {"9{2,3}/9{3,4}/9{4,5}", 0.2}},
	check:  func(c string) bool { return len(c) != 13 || c[:2] >= "01" && c[:2] <= "16" },
	context: []string{
		"steuernummer", "steuer-nr", "steuer nr", "st.-nr", "st-nr", "finanzamt", "einkommensteuer", "umsatzsteuer",
		"steuerbescheid",
	},
	yes: []string{
		"Steuernummer ‹1191852608033›", "steuernummer: ‹0306592601056›", "St.-Nr. ‹1413905171274›",
		"Finanzamt ‹0502542910795›", "Steuernummer ‹0427312805410›", "steuernummer: ‹0843605475774›",
		"St.-Nr. ‹0103832315649›", "Finanzamt ‹0698804324455›", "Steuernummer ‹1292670273977›",
		"steuernummer: ‹1027316468416›",
	},
	no: []string{
		"0281508150123", "steuernummer 1781508150001", "steuernummer 0081508150001", "steuernummer 028150815012",
		"12/12/2012", "steuernummer folgt", "Finanzamt um 10", "steuernummer 12345", "Steuernummer 1234567890123456",
		"12/20",
	},
}, {
	kind: "de-vat", country: "de", shapes: []shape{{"\\D\\E[ .-]?9{3}[ .-]?9{3}[ .-]?9{3}", 0.7}}, doubt: true,
	check: func(c string) bool { return checkdigit.Mod11x10(c[2:]) },
	context: []string{
		"ust-id", "ust-idnr", "ustidnr", "umsatzsteuer-id", "vat", "mwst", "rechnung", "finanzamt",
		"umsatzsteuer-identifikationsnummer",
	},
	yes: []string{
		"USt-IdNr. ‹DE117919476›", "‹DE 268 012 359›", "Rechnung ‹DE341096536›", "USt-ID: ‹DE 941 900 144›",
		"USt-IdNr. ‹DE389727097›", "‹DE 895 905 786›", "Rechnung ‹DE399179700›", "USt-ID: ‹DE 685 918 773›",
		"USt-IdNr. ‹DE538968004›", "‹DE 903 638 747›",
	},
	no: []string{
		"AT136695976", "DE12345678", "DE1234567890", "DEabcdefghi", "DE123456789", "FR12345678901", "VAT DE12",
		"DE 12 34", "de 100 bis 200", "DE987654321",
	},
}, {
	kind: "de-health", country: "de", shapes: []shape{{"A9{9}", 0.35}}, check: kvnr,
	context: []string{
		"kvnr", "krankenkasse", "krankenversicherung", "versichertennummer", "krankenversichertennummer",
		"gesundheitskarte", "egk", "egk-nummer", "aok", "tkk", "barmer", "dak", "krankenversicherungsnummer",
	},
	yes: []string{
		"KVNR ‹V143110025›", "Krankenkasse ‹A754151926›", "versichertennummer: ‹J383388435›", "eGK-Nummer ‹P026248555›",
		"KVNR ‹S184159046›", "Krankenkasse ‹T449594215›", "versichertennummer: ‹T581647502›", "eGK-Nummer ‹K162904778›",
		"KVNR ‹K425769285›", "Krankenkasse ‹N606722913›",
	},
	no: []string{
		"KVNR T000598558", "Krankenkasse E635153701", "versichertennummer: M620890536", "eGK-Nummer Y370224717",
		"KVNR Z993798011", "Krankenkasse J256859066", "KVNR O89364071", "KVNR O8936407180", "KVNR xO893640718",
		"KVNR 2012",
	},
}, {
	kind: "de-id", country: "de", shapes: []shape{{"[CFGHJKLMNPRTVWXYZ]" + icao + "{7}9", 0.35}}, doubt: true,
	check: deDocument,
	whole: deOldCard,
	context: []string{
		"personalausweis", "ausweis", "ausweisnummer", "personalausweisnummer", "npa", "dokumentennummer", "ausweis nr",
	},
	yes: []string{
		"Personalausweis ‹VGHVCKKF0›", "Ausweis Nr. ‹CNTGX8KV4›", "ausweisnummer: ‹X76G0R4L8›", "nPA ‹T1LP2TYY7›",
		"Personalausweis ‹LPXYKHT16›", "Ausweis Nr. ‹X3XC89WL7›", "ausweisnummer: ‹VF3N707C2›", "nPA ‹JKWNC44C0›",
		"Personalausweis ‹CXKHT3VY1›", "Ausweis Nr. ‹C467HPR35›",
	},
	no: []string{
		"Personalausweis PY28VMKH4", "Ausweis Nr. F32CLXY89", "ausweisnummer: T6782LVP4", "nPA GZVFY6YZ6",
		"Personalausweis JGT7HR3G9", "Ausweis Nr. G5XZ505V1", "Personalausweis MM5GW38M", "Personalausweis MM5GW38M80",
		"Personalausweis xMM5GW38M8", "Personalausweis 2012",
	},
}, {
	kind: "de-passport", country: "de", shapes: []shape{{"[CFGHJKLMNPRTVWXYZ]" + icao + "{7}9", 0.35}},
	check:   deDocument,
	context: []string{"reisepass", "pass", "passnummer", "reisepassnummer", "passport", "pass-nr", "mrz"},
	yes: []string{
		"Reisepass ‹XJRJJYK83›", "Pass-Nr. ‹FZMCVP415›", "passnummer: ‹XYNGPLF41›", "reisepassnummer ‹MTJVCWP42›",
		"Reisepass ‹Y6KY791H2›", "Pass-Nr. ‹C91120HM0›", "passnummer: ‹PMJN6L673›", "reisepassnummer ‹NK24WYC21›",
		"Reisepass ‹HR1TJHL05›", "Pass-Nr. ‹GG2NHRYV2›",
	},
	no: []string{
		"Reisepass Y0LG8TF02", "Pass-Nr. H904454T9", "passnummer: XXLWH2Y40", "reisepassnummer HRW7W18V9",
		"Reisepass Y4854KRH8", "Pass-Nr. TK60C9K64", "Reisepass RKHLYJR5", "Reisepass RKHLYJR580",
		"Reisepass xRKHLYJR58", "Reisepass 2012",
	},
}, {
	kind: "de-social", country: "de", shapes: []shape{{"9{2} ?9{6} ?A ?9{3}", 0.7}}, check: deSocial,
	context: []string{
		"rvnr", "svnr", "sv-nummer", "sozialversicherungsnummer", "rentenversicherungsnummer", "rentenversicherung",
		"sozialversicherung", "versicherungsnummer",
	},
	yes: []string{
		"RVNR ‹77250261B410›", "SV-Nummer: ‹49020657Z295›", "‹52200660S223›",
		"Sozialversicherungsnummer ‹35280355J534›", "RVNR ‹82110870V061›", "SV-Nummer: ‹87141153V119›",
		"‹71090271E133›", "Sozialversicherungsnummer ‹75121051K857›", "RVNR ‹82040358I433›",
		"SV-Nummer: ‹39030272K899›",
	},
	no: []string{
		"RVNR 20090883L610", "SV-Nummer: 76150791K170", "11061061W164", "Sozialversicherungsnummer 15240584Q544",
		"RVNR 17251095I465", "SV-Nummer: 20181072J406", "RVNR 88120963E97", "RVNR 88120963E9740", "RVNR x88120963E974",
		"RVNR 2012",
	},
}, {
	kind: "de-doctor", country: "de", shapes: []shape{{"9{9}", 0.1}}, check: lanr,
	context: []string{
		"lanr", "arztnummer", "arzt-nr", "arzt nr", "hausarzt", "facharzt", "kassenarzt", "vertragsarzt",
		"lebenslange arztnummer",
	},
	yes: []string{
		"LANR ‹302193851›", "Arztnummer ‹982780934›", "lanr: ‹874346284›", "arzt-nr ‹142092896›", "LANR ‹054560073›",
		"Arztnummer ‹175597926›", "lanr: ‹631340208›", "arzt-nr ‹348828842›", "LANR ‹707865338›",
		"Arztnummer ‹698821407›",
	},
	no: []string{
		"LANR 123456901", "LANR 234567601", "LANR 100000401", "LANR 12345660", "LANR 1234566010", "LANR 12345660a",
		"123456601", "Arztnummer bitte", "hausarzt um 10 uhr", "Facharzt 2012",
	},
}, {
	kind: "de-practice", country: "de", shapes: []shape{{"9{9}", 0.05}},
	whole:   func(raw string) bool { return !checkdigit.Repeated(raw) },
	context: []string{"bsnr", "betriebsstattennummer", "betriebsstatte", "praxisnummer", "arztpraxis", "praxis"},
	yes: []string{
		"BSNR ‹786024496›", "Betriebsstättennummer: ‹609310202›", "praxis ‹097395461›", "bsnr: ‹444358756›",
		"BSNR ‹698039716›", "Betriebsstättennummer: ‹026732062›", "praxis ‹407671651›", "bsnr: ‹764461720›",
		"BSNR ‹965460006›", "Betriebsstättennummer: ‹801924398›",
	},
	no: []string{
		"BSNR 02123456", "BSNR 0212345689", "BSNR 02123456A", "BSNR 000000000", "021234568", "Praxis um 10",
		"praxis zu", "BSNR folgt", "arztpraxis 2012", "BSNR 111111111",
	},
}, {
	kind: "de-licence", country: "de", shapes: []shape{{"A{2}9{8}X", 0.1}},
	context: []string{
		"fuhrerschein", "fuhrerscheinnummer", "fahrerlaubnis", "fahrerlaubnisnummer", "driving licence",
		"license number",
	},
	yes: []string{
		"Führerschein ‹HW905876834›", "Führerscheinnummer: ‹PL389148496›", "Fahrerlaubnis ‹XY295199150›",
		"führerschein nr ‹CM953493835›", "Führerschein ‹VT82883812B›", "Führerscheinnummer: ‹YB417220213›",
		"Fahrerlaubnis ‹JL067280952›", "führerschein nr ‹KA341166574›", "Führerschein ‹PM853978357›",
		"Führerscheinnummer: ‹FA516520651›",
	},
	no: []string{
		"BO12345678A", "führerschein BO12345678", "führerschein BO12345678AB", "führerschein 12345678901",
		"führerschein B12345678A", "führerschein weg", "führerschein 2012", "fahrerlaubnis bis 18",
		"Führerschein klasse B", "driving licence lost",
	},
}, {
	kind: "de-register", country: "de", shapes: []shape{{"\\H\\R[AB] ?9{1,6}", 0.55}},
	context: []string{"handelsregister", "amtsgericht", "registergericht", "gmbh", "handelsregisternummer"},
	yes: []string{
		"Amtsgericht ‹HRB84048›", "‹HRB 81292›", "Handelsregister: ‹HRB69901›", "GmbH ‹HRB 38625›",
		"Amtsgericht ‹HRA03888›", "‹HRB 16506›", "Handelsregister: ‹HRA09747›", "GmbH ‹HRB 27633›",
		"Amtsgericht ‹HRA68673›", "‹HRB 21237›",
	},
	no: []string{
		"HRC 12345", "HR 12345", "HRB 1234567", "HRB", "HRBX 123", "hr 2", "HRB abc", "HRD 1", "HRAB 12", "SHRB 123",
	},
}, {
	kind: "de-plate", country: "de",
	shapes: []shape{
		{"A{1,3}-A{1,2}[ -]9{2,4}[EH]?", 0.55}, {"A{1,3}-A{1,2}[ -]9", 0.3}, {"A{1,3} A{1,2} 9{1,4}[EH]?", 0.05},
	},
	whole:   hyphenOrCapitals,
	context: withCars("kfz", "kfz-kennzeichen", "pkw", "fahrzeug", "zulassung"),
	yes: []string{
		"Kennzeichen ‹HH-WV 3088›", "pkw ‹MIL-AG 2118›", "‹MIL-MS 4539›", "KFZ-Kennzeichen: ‹B-AL 6340›",
		"Kennzeichen ‹HH-VZ 0376›", "pkw ‹B-BS 2442›", "Kennzeichen ‹HH AB 123› steht im Hof",
		"der golf ‹M XK 4471› parkt falsch", "‹HH-GW 6966›", "KFZ-Kennzeichen: ‹MIL-KA 3652›",
		"Kennzeichen ‹MIL-WW 2094›", "pkw ‹B-NS 1319›",
	},
	no: []string{
		"BAB1234", "B 1234", "BXYZ-AB 1234", "B-ABC 123", "B-AB 12345", "A-1 2", "AB-12", "x-y", "auto 12", "T-S 12345",
	},
}, {
	kind: "de-plate", country: "de", shapes: []shape{{"A{1,3} A{1,2} 9{1,4}[EH]?", 0.05}}, whole: oneCase,
	context: []string{"kennzeichen", "nummernschild", "kfz", "kfz-kennzeichen", "pkw", "lkw", "fahrzeug", "zulassung"},
	yes: []string{
		"kennzeichen ‹hh ab 123›", "nummernschild ‹m xk 4471›", "pkw ‹KA QR 77›", "kfz ‹b mw 1234›",
		"fahrzeug ‹DD EL 902›", "lkw ‹OS BT 31›", "kennzeichen: ‹s ab 12e›", "zulassung ‹WI K 88›",
		"nummernschild ‹F RR 2020›", "kfz-kennzeichen ‹hb zz 9›",
	},
	no: []string{
		"auto in hh 123", "kennzeichen hh 123", "pkw 12", "Kennzeichen folgt 2012", "das auto ist am 12 da",
		"hh ab 123", "kfz Ab im 12", "lkw 7 t", "nummernschild weg", "pkw ABCD EF 12",
	},
}, {
	kind: "de-plz", label: bauta.ZipCode, country: "de", shapes: []shape{{"9{5}", 0.02}},
	check:   func(c string) bool { return c >= "01001" && c <= "99998" },
	context: []string{"plz", "postleitzahl", "adresse", "anschrift", "wohnort", "hausnummer", "postfach"},
	yes: []string{
		"PLZ ‹01067›", "Postleitzahl: ‹01067›", "Adresse ‹90402›", "Anschrift ‹04103› Berlin", "PLZ ‹28195›",
		"Postleitzahl: ‹10115›", "Adresse ‹22085›", "Anschrift ‹50667› Berlin", "PLZ ‹80331›", "Postleitzahl: ‹28195›",
	},
	no: []string{
		"10115", "PLZ 00000", "PLZ 01000", "PLZ 99999", "PLZ 101150", "PLZ 1011", "12345 leute", "PLZ fehlt",
		"Adresse folgt", "plz 1",
	},
}}

// deTaxID verifies the identification number: ISO 7064 mod 11,10, and no digit
// more than three times among the first ten.
func deTaxID(c string) bool {
	for d := byte('0'); d <= '9'; d++ {
		if strings.Count(c[:10], string(d)) > 3 {
			return false
		}
	}
	return checkdigit.Mod11x10(c)
}

// kvnr verifies the health-insurance number: the letter as two digits, weights
// 1 and 2, sums of digits (§ 290 SGB V).
func kvnr(c string) bool {
	v := int(c[0]-'A') + 1
	digits := string([]byte{byte('0' + v/10), byte('0' + v%10)}) + c[1:9]
	sum := 0
	for i := range len(digits) {
		n := int(digits[i]-'0') * (1 + i%2)
		sum += n/10 + n%10
	}
	return sum%10 == int(c[9]-'0')
}

// deDocument verifies the check digit of a card or passport.
func deDocument(c string) bool { return checkdigit.Weights731(c) }

// deOldCard drops cards with a wrong check digit; the old ones, T and eight
// digits, have none.
func deOldCard(raw string) bool {
	c := string(compact(nil, raw))
	return checkdigit.Weights731(c) || c[0] == 'T' && checkdigit.Digits(c[1:])
}

// deSocial verifies the pension number: birth date (day plus 50 where two
// people share it), letter as two digits, weights 2 1 2 5 7 1 2 1 2 1 2 1.
func deSocial(c string) bool {
	day, month := checkdigit.Mod(c[2:4], 100), checkdigit.Mod(c[4:6], 100)
	if day > 50 { // where the numbers of a day were used up
		day -= 50
	}
	if day < 1 || day > 31 || month < 1 || month > 12 {
		return false
	}
	v := int(c[8]-'A') + 1
	digits := c[:8] + string([]byte{byte('0' + v/10), byte('0' + v%10)}) + c[9:11]
	sum := 0
	for i, w := range []int{2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1} {
		n := int(digits[i]-'0') * w
		sum += n/10 + n%10
	}
	return sum%10 == int(c[11]-'0')
}

// lanr verifies the doctor's number: weights 4 and 9 over six digits.
func lanr(c string) bool {
	return (10-checkdigit.Sum(c, 4, 9, 4, 9, 4, 9)%10)%10 == int(c[6]-'0')
}

// hyphenOrCapitals refuses words: where blanks separate, all is in capitals.
func hyphenOrCapitals(raw string) bool {
	return strings.IndexByte(raw, '-') > 0 || strings.ToUpper(raw) == raw
}
