package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var frRules = []rule{{
	kind: "fr-nir", country: "fr",
	shapes: []shape{
		{"[1-478]~9{2}~[0-9]{2}~9[0-9AB]~9{3}~9{3}~9{2}", 0.95},
	},
	check: nir, doubt: true,
	context: []string{"securite sociale", "secu", "nir", "insee", "numero de secu", "carte vitale", "vitale", "ss"},
	yes: []string{
		"ma secu ‹2 69 05 49 588 157 80›", "‹269054958815780›", "‹1 84 12 76 451 089 46›", "n° ‹2-69-05-49-588-157-80›",
		"‹1 86 05 2A 001 234 83› merci", "‹186052A00123483›", "‹1 99 01 2B 033 001 40›", "‹2 85 07 99 401 122 34›",
		"NIR ‹1.84.12.76.451.089.46›", "‹1 55 08 14 168 025 88›",
	},
	no: []string{
		"2 69 05 49 588 157 81", "269054958815781", "1 84 12 76 451 089 45", "3 84 12 76 451 089 46", "184127645108",
		"26905495881578012", "2 69 05 49 588", "186052C00123468", "000000000000000", "1 84 33 76 451 089 00",
	},
}, {
	kind: "fr-rib", country: "fr",
	shapes:  []shape{{"9{5}[ -]?9{5}[ -]?9{10}X[ -]?9{2}", 0.8}, {"9{5}[ -]?9{5}[ -]?X{11}[ -]?9{2}", 0.6}},
	check:   rib,
	doubt:   true,
	context: []string{"rib", "compte", "banque", "guichet", "virement"},
	yes: []string{
		"mon RIB ‹20041 39754 1672110684Z 81›", "rib: ‹30006290898854214304Z09›",
		"‹10107 25354 24451956832 25› voila mon rib", "compte ‹20041620754184049483685›",
		"RIB ‹18206 78501 46723440107 51›", "mon RIB ‹10107680108752316374215›", "rib: ‹10107 57138 95835103499 61›",
		"‹20041160105247005145068› voila mon rib", "compte ‹10107 37880 52691493742 74›",
		"RIB ‹10107500229259050725Z35›",
	},
	no: []string{
		"voici 20041 39754 1672110684Z 82 ok", "voici 30006 29089 8854214304Z 10 ok",
		"voici 10107 25354 24451956832 26 ok", "voici 20041 62075 41840494836 86 ok",
		"voici 18206 78501 46723440107 52 ok", "mon rib demain", "rib 12345", "12345 12345 12345678901 12",
		"rib 30006 00001 1234567890 89", "rib en 2 exemplaires",
	},
}, {
	kind: "fr-siret", country: "fr",
	shapes:  []shape{{"9{3} ?9{3} ?9{3} ?9{5}", 0.4}},
	check:   siret,
	context: []string{"siret", "siren", "entreprise", "rcs", "societe"},
	yes: []string{
		"SIRET ‹732 829 320 00074›", "siret: ‹73282932000074›", "n° siret ‹40483304800022›", "siret ‹35600000049837›",
		"‹552100554 00013› siret", "SIRET ‹542 065 479 00017›", "societe ‹51784776000017›", "siret ‹775670417 00010›",
		"entreprise ‹38474862000018›", "siret ‹383474814 00019›",
	},
	no: []string{
		"SIRET 732 829 320 00075", "siret 73282932000073", "siret 7328293200007", "siret 732829320000745", "siret abc",
		"siret 40483304800023", "12345678901234", "siret 00000000000000", "siret 732-829-320",
		"siret 542 065 479 00018",
	},
}, {
	kind: "fr-siren", country: "fr",
	shapes:  []shape{{"9{3} ?9{3} ?9{3}", 0.3}},
	check:   luhn,
	context: []string{"siren", "rcs", "entreprise", "societe", "siege"},
	yes: []string{
		"SIREN ‹732 829 320›", "siren: ‹404833048›", "rcs Paris ‹552 100 554›", "RCS ‹542 065 479›",
		"siren ‹356000000›", "‹384 748 620› RCS Lyon", "siren ‹517847760›", "n° siren ‹383 474 814›",
		"societe ‹775 670 417›", "siren ‹732829320›",
	},
	no: []string{
		"SIREN 732 829 321", "siren 404833049", "siren 12345678", "siren 1234567890", "732 829 320",
		"siren 552 100 555", "rcs 111 222 334", "siren 000000000", "siren abcdefghi", "siren 542 065 478",
	},
}, {
	kind: "fr-vat", country: "fr", shapes: []shape{{"\\F\\RX{2} ?9{3} ?9{3} ?9{3}", 0.7}},
	check:   func(c string) bool { return luhn(c[4:]) && frenchVAT(c) },
	context: []string{"tva", "vat", "intracommunautaire"},
	yes: []string{
		"TVA ‹FR44732829320›", "tva ‹FR83404833048›", "‹FR96552100554›", "‹FR82542065479›", "‹FR39356000000›",
		"‹FR44 732 829 320›", "vat ‹FR83 404 833 048›", "tva: ‹fr44732829320›", "‹FR96 552100554›",
		"tva intracommunautaire ‹FR82542065479›",
	},
	no: []string{
		"FR44732829321", "FR45732829320", "FR83404833049", "FR4473282932", "FR447328293200", "DE44732829320",
		"FR00000000000", "tva FR28552100554", "FRANCE 123456789", "FR39356000001",
	},
}, {
	kind: "fr-passport", country: "fr", shapes: []shape{{"9{2}[A-Z]{2}9{5}", 0.3}},
	context: []string{"passeport", "passport"},
	yes: []string{
		"passeport ‹12AB34567›", "mon passeport: ‹09CK12345›", "passport ‹15DH98765›", "n° de passeport ‹20FV43210›",
		"passeport n°‹04TT11223›", "Passeport ‹18AA00001›", "‹13RE55555› passeport", "passeport français ‹11ZZ99999›",
		"passeport ‹22hy12398›", "passeport ‹05DE76543›",
	},
	no: []string{
		"12AB34567", "passeport 12AB3456", "passeport 12ABC3456", "passeport 123456789", "passeport AB1234567",
		"passeport perdu", "passeport 12AB345678", "passeport 1AB345678", "passeport en 2012", "passeport 12 AB",
	},
}, {
	kind: "fr-cni", country: "fr", shapes: []shape{{"9{12}", 0.05}, {"[A-HJ-NP-TV-Z][A-HJ-NP-TV-Z0-9]{8}", 0.02}},
	whole:   hasDigits,
	context: []string{"cni", "carte d'identite", "carte identite", "carte nationale d'identite", "piece d'identite"},
	yes: []string{
		"CNI ‹880692310285›", "carte d'identité ‹123456789012›", "cni n° ‹X4RTBPFW4›", "carte d'identite: ‹D2H6862M2›",
		"ma cni ‹061234567890›", "pièce d'identité ‹990175123456›", "cni ‹T7X62TZ79›", "carte identité ‹150875300123›",
		"CNI ‹L898902C3›", "la cni est ‹110693200456›",
	},
	no: []string{
		"880692310285", "cni perdue", "cni 12345", "cni 1234567890123", "carte d'identite demain", "cni ABCDEFGHI",
		"cni O4RTBPFW4", "X4RTBPFW4", "cni X4RTBPFW", "cni X4RTBPFW45",
	},
}, {
	kind: "fr-licence", country: "fr", shapes: []shape{{"9{12}", 0.05}, {"9{2}A{2}9{5}", 0.05}},
	context: []string{"permis", "permis de conduire", "permis b"},
	yes: []string{
		"permis ‹820612304567›", "permis de conduire n° ‹123456789012›", "mon permis: ‹13AA00002›",
		"permis ‹990834101234›", "permis b ‹050975100123›", "permis ‹16BE40311›", "n° permis ‹801034567890›",
		"permis ‹761292300017›", "‹880575301234› (permis)", "permis de conduire ‹20AL12345›",
	},
	no: []string{
		"820612304567", "permis 12 points", "permis 82061230456", "permis a 1500 euros", "permis demain",
		"permis 8206123045678", "permis B", "permis 2012", "permis 123", "permis AB123456789",
	},
}, {
	kind: "fr-plate", country: "fr",
	shapes: []shape{
		{"[A-HJ-NP-TV-Z]{2}-9{3}-[A-HJ-NP-TV-Z]{2}", 0.7},
		{"[A-HJ-NP-TV-Z]{2}[ .]?9{3}[ .]?[A-HJ-NP-TV-Z]{2}", 0.4},
		{"9{1,4}[ -][A-HJ-NP-TV-Z]{2,3}[ -]9[0-9AB]", 0.05},
	},
	whole: frenchPlate,
	context: []string{
		"plaque", "immat", "immatriculation", "immatriculee", "voiture", "caisse", "clio", "plate", "vehicule", "auto",
	},
	yes: []string{
		"ma plaque ‹AB-123-CD›", "‹ab-123-cd› ok", "plaque ‹AB 123 CD›", "immat ‹AB123CD›", "plaque ‹1234 AB 34›",
		"immatriculée ‹123 ABC 75›", "voiture ‹ww-456-xy›", "‹FG-001-ZZ›", "voiture ‹45 XY 2A›",
		"voiture immatriculée ‹1234 ab 34›", "plaque ‹gh 789 kl›",
	},
	no: []string{
		"AI-123-CD", "AB-1234-CD", "12 ans 75", "on a 123 de 34", "SS-123-AB", "de 200 en 2", "en 100 km", "AB-12-CD",
		"il a 200 eu", "je 123 tu", "voiture a 12 en 34",
	},
}}

// luhn is Luhn for numbers that are not one digit repeated.
func luhn(c string) bool { return checkdigit.Luhn(c) && !checkdigit.Repeated(c) }

// nir verifies the French social-security number: sex, year, month (up to 12,
// or 20 and above for births whose month is not known), department, and the key
// 97 - n mod 97, with Corsica's 2A and 2B read as 19 and 18 (INSEE).
func nir(c string) bool {
	if len(c) != 15 {
		return false
	}
	switch c[5:7] {
	case "2A":
		c = c[:5] + "19" + c[7:]
	case "2B":
		c = c[:5] + "18" + c[7:]
	}
	month := checkdigit.Mod(c[3:5], 100)
	unknown := month >= 20 && month <= 42 || month >= 50 // codes of births whose month is not known
	if (month < 1 || month > 12) && !unknown || c[5:7] == "00" {
		return false
	}
	n := checkdigit.Mod(c[:13], 97)
	return n >= 0 && checkdigit.Mod(c[13:], 1000) == 97-n
}

// rib verifies the key of a French account: bank, branch and account, letters
// read as digits, 89·b + 15·g + 3·c + k is a multiple of 97.
func rib(c string) bool {
	digits := []byte(c)
	for i, x := range digits {
		switch {
		case x >= 'S':
			digits[i] = '2' + x - 'S'
		case x >= 'J':
			digits[i] = '1' + x - 'J'
		case x >= 'A':
			digits[i] = '1' + x - 'A'
		}
	}
	s := string(digits)
	return (89*checkdigit.Mod(s[:5], 97)+15*checkdigit.Mod(s[5:10], 97)+3*checkdigit.Mod(s[10:21], 97)+
		checkdigit.Mod(s[21:], 97))%97 == 0
}

// siret verifies the number of an establishment: Luhn, but for the post
// office, whose digits sum to a multiple of five.
func siret(c string) bool {
	if strings.HasPrefix(c, "356000000") {
		sum := 0
		for i := range len(c) {
			sum += int(c[i] - '0')
		}
		return sum%5 == 0
	}
	return luhn(c)
}

// frenchVAT verifies the key of a numeric VAT number: 12 + 3·(SIREN mod 97)
// mod 97. Keys with letters are let pass on the SIREN alone.
func frenchVAT(c string) bool {
	if !checkdigit.Digits(c[2:4]) {
		return true
	}
	return checkdigit.Mod(c[2:4], 100) == (12+3*checkdigit.Mod(c[4:], 97))%97
}

// plateWords are words of two or three letters that stand between numbers.
var plateWords = set("en et de du des le la les au aux ans an an pr par sur et km cm kg mn min sms the and per for ou")

func hasDigits(raw string) bool { return strings.ContainsAny(raw, "0123456789") }

// frenchPlate refuses plates that are not given out (SS, WW is provisional)
// and, where blanks separate, words.
func frenchPlate(raw string) bool {
	up := strings.ToUpper(raw)
	if strings.HasPrefix(up, "SS") || strings.HasSuffix(up, "SS") || strings.Contains(up, "-000-") {
		return false
	}
	lower := strings.ToUpper(raw) != raw
	if digit(raw[0]) {
		return !plateWords[strings.Trim(strings.ToLower(raw), " -0123456789")]
	}
	return strings.IndexByte(raw, '-') > 0 || !lower || strings.IndexByte(raw, ' ') > 0
}
