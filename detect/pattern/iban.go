package pattern

import "github.com/bauta/bauta/detect/pattern/checkdigit"

var bankRules = []rule{{
	kind: "iban", on: onMixed | onDigit, find: findIBAN,
	yes: []string{
		"mon iban ‹FR76 3000 6000 0112 3456 7890 189›", "‹FR7630006000011234567890189›",
		"‹fr76 3000 6000 0112 3456 7890 189› voila", "‹GB82 WEST 1234 5698 7654 32›", "‹DE89370400440532013000›.",
		"iban:‹CH93 0076 2011 6238 5295 7›", "‹BE68 5390 0754 7034›", "‹IT60 X054 2811 1010 0000 0123 456›",
		"‹ES91 2100 0418 4502 0005 1332›", "‹NO93 8601 1117 947›", "‹SE45 5000 0000 0583 9825 7466›",
		"‹FR76-3000-6000-0112-3456-7890-189›", "‹FR 76 30 00 60 00 01 12 34 56 78 90 189› merci",
	},
	no: []string{
		"FR76 3000 6000 0112 3456 7890 188", "FR7630006000011234567890180", "GB82 WEST 1234 5698 7654 33",
		"DE8937040044053201300", "XX82 WEST 1234 5698 7654 32", "FR76", "AB12 CD34", "DE893704004405320130001",
		"fr76 3000 merci", "CH00 0076 2011 6238 5295 7",
	},
}, {
	kind:   "card",
	shapes: []shape{{"9{12,19}", 0.9}, {"9{4}[ .-]9{4}[ .-]9{4}[ .-]9{1,7}", 0.95}, {"9{4}[ .-]9{6}[ .-]9{4,5}", 0.95}},
	check:  cardNumber,
	context: []string{
		"carte", "cb", "carte bleue", "card", "visa", "mastercard", "amex", "maestro", "karte", "kreditkarte",
		"tarjeta", "carta", "kort", "credit", "debit",
	},
	yes: []string{
		"ma cb ‹4111 1111 1111 1111›", "‹4012888888881881›", "‹5555-5555-5555-4444› exp 12/25", "‹378282246310005›",
		"‹3782 822463 10005›", "‹30569309025904›", "‹6011111111111117›.", "visa ‹4222222222222›", "‹3530111333300000›",
		"‹5105105105105100›",
	},
	no: []string{
		"4111 1111 1111 1112", "4012888888881882", "0000 0000 0000 0000", "9999999999999995", "1234567890123",
		"4111 1111 1111", "3782 822463 10006", "2012 2013 2014 2015", "1748503543012", "36168002586008",
	},
}, {
	kind: "bic", shapes: []shape{{"A{4}A{2}X{2}(X{3})?", 0.05}}, whole: upperBIC, check: bic,
	context: []string{"bic", "swift", "bic/swift", "swift code", "code bic", "code swift"},
	yes: []string{
		"BIC ‹BNPAFRPP›", "bic: ‹AGRIFRPP834›", "swift code ‹DEUTDEFF500›", "iban … bic ‹CMCIFR2A›", "‹SOGEFRPP› (BIC)",
		"swift ‹UBSWCHZH80A›", "code bic ‹PSSTFRPPMON›", "BIC ‹NDEASESS›", "BIC: ‹UNCRITMM›", "bic ‹CAIXESBB›",
	},
	no: []string{
		"BIC BONJOUR", "BNPAFRPP", "swift bonjour", "mon bic est la", "BIC XXXXXXXX", "bic ABCDEFGH", "swift taylors",
		"BIC BNPAFRP", "bic 12345678", "BIC BNPAFRPP12",
	},
}}

// ibanLength is the length of the IBAN of each country (SWIFT, IBAN Registry,
// release 99).
var ibanLength = map[string]int{
	"AD": 24, "AE": 23, "AL": 28, "AT": 20, "AZ": 28, "BA": 20, "BE": 16, "BG": 22, "BH": 22, "BI": 27, "BR": 29,
	"BY": 28, "CH": 21, "CR": 22, "CY": 28,
	"CZ": 24, "DE": 22, "DJ": 27, "DK": 18, "DO": 28, "EE": 20, "EG": 29, "ES": 24, "FI": 18, "FK": 18, "FO": 18,
	"FR": 27, "GB": 22, "GE": 22, "GI": 23,
	"GL": 18, "GR": 27, "GT": 28, "HN": 28, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IQ": 23, "IS": 26, "IT": 27,
	"JO": 30, "KW": 30, "KZ": 20, "LB": 28,
	"LC": 32, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "LY": 25, "MC": 27, "MD": 24, "ME": 22, "MK": 19, "MN": 20,
	"MR": 27, "MT": 31, "MU": 30, "NI": 28,
	"NL": 18, "NO": 15, "OM": 23, "PK": 24, "PL": 28, "PS": 29, "PT": 25, "QA": 29, "RO": 24, "RS": 22, "RU": 33,
	"SA": 24, "SC": 31, "SD": 18, "SE": 24,
	"SI": 19, "SK": 24, "SM": 27, "SO": 23, "ST": 25, "SV": 28, "TL": 23, "TN": 24, "TR": 26, "UA": 29, "VA": 22,
	"VG": 24, "XK": 20, "YE": 30,
	// Not in the registry, but given out in the same form.
	"AO": 25, "BF": 28, "BJ": 28, "CF": 27, "CG": 27, "CI": 28, "CM": 27, "CV": 25, "DZ": 26, "GA": 27, "GQ": 27,
	"GW": 25, "IR": 26, "KM": 27, "MA": 28, "MG": 27,
	"ML": 28, "MZ": 25, "NE": 28, "SN": 28, "TD": 27, "TG": 28,
}

// findIBAN reads the letters and digits that the country asks for, with single
// separators between.
func findIBAN(sc *scan, r *compiled, at, w int) {
	s := sc.s
	check := at + 2
	if digit(s[at]) { // "FR 76 …"
		if w == 0 || sc.size(w-1) != 2 || sc.between(w-1, w) != " " {
			return
		}
		at = int(sc.words[w-1].start)
		check++
	}
	if at+15 > len(s) || !before(s, at) || !letters(s[at:at+2]) || !digit(s[check]) || !digit(s[check+1]) {
		return
	}
	country := [2]byte{s[at] &^ 0x20, s[at+1] &^ 0x20}
	want := ibanLength[string(country[:])]
	if want == 0 {
		return
	}
	full, end, ok := readIBAN(s, at, want)
	if ok && checkdigit.Mod97(full[4:]+full[:4]) {
		sc.add(r, at, end, 0.98, "iban")
	}
}

// readIBAN reads as many letters and digits as the country wants from s[at], with
// single separators between. A word in small letters behind a capital is no IBAN.
func readIBAN(s string, at, want int) (full string, end int, ok bool) {
	var buf [40]byte
	n, i, cased := 0, at, uint8(0)
	for n < want && i < len(s) {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z':
			c ^= 0x20
			cased |= hasLower
		case c >= 'A' && c <= 'Z':
			cased |= hasUpper
		case digit(c):
		case (c == ' ' || c == '-') && alnum(s[i-1]):
			i++
			continue
		default:
			return "", i, false
		}
		buf[n] = c
		n, i = n+1, i+1
	}
	mixed := cased == hasLower|hasUpper && s[at+1] < 'a'
	return string(buf[:n]), i, n == want && boundary(s, i) && !mixed
}

// cardNumber verifies issuer and check digit (ISO/IEC 7812-1): 1 airlines, 2 and
// 5 Mastercard, 3 American Express, Diners, JCB (2131 too), 4 Visa, 5 and 6 Maestro,
// Discover, UnionPay.
func cardNumber(c string) bool {
	if len(c) < 12 || len(c) > 19 || !checkdigit.Luhn(c) || checkdigit.Repeated(c) {
		return false
	}
	n := len(c)
	two := c[:2]
	switch {
	case c[0] == '4':
		return n == 13 || n == 16 || n == 19
	case two >= "51" && two <= "55", c[:4] >= "2221" && c[:4] <= "2720", two == "35", c[:4] == "6011", two == "65",
		c[:3] >= "644" && c[:3] <= "649":
		return n == 16
	case two == "34" || two == "37", c[0] == '1', c[:3] == "213", c[:3] == "210":
		return n == 15
	case c[:3] >= "300" && c[:3] <= "305", c[:3] == "309", two == "36", two == "38", two == "39":
		return n == 14 || n == 16
	case two == "30", two == "31", two == "33":
		return n == 16
	case two == "50", two >= "56" && two <= "58", c[0] == '6', c[:4] == "0604":
		return n >= 12
	}
	return false
}

// upperBIC refuses words: a BIC is typed in capitals, or holds a digit.
func upperBIC(raw string) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] >= 'a' {
			return false
		}
	}
	return true
}

// bic verifies the country in a business identifier code (ISO 9362).
func bic(c string) bool {
	return ibanLength[c[4:6]] > 0 || c[4:6] == "US" || c[4:6] == "JP" || c[4:6] == "CA"
}
