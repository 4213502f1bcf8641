package pattern

import "github.com/bauta/bauta/internal/detect/pattern/checkdigit"

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
	switch {
	case ok && checkdigit.Mod97(full[4:]+full[:4]):
		sc.add(r, at, end, 0.98, "iban")
	case ok && makeupOf(full).digits >= leastFigures && !wordy(s[at:end]):
		sc.add(r, at, end, 0.7, "iban"+mistyped)
	default:
		switch end := foursEnd(s, at); {
		case end-at >= 18 && sc.beside(r.context, at, end):
			sc.add(r, at, end, 0.1, "iban"+mistyped)
		case end-at >= fourFours && s[at+4] == ' ':
			sc.add(r, at, end, 0.5, "iban"+mistyped)
		}
	}
}

// leastFigures is how many digits a row of words in capitals hardly has.
const leastFigures = 10

// wordy reports small letters, more than half as many as figures: words behind a number.
func wordy(row string) bool {
	has := makeupOf(row)
	return has.lower > 2 && has.upper == 0 && 2*has.lower > has.digits+4
}

// foursEnd returns the end of the groups of four letters in capitals and digits that
// begin at s[at], the last of which may be shorter: an IBAN that lost a sign or has one
// too many. A row without blanks is one group. It is at itself for none.
func foursEnd(s string, at int) int {
	end, figures := at, 0
	for i := at; i < min(len(s), at+longestIBAN); i++ {
		c := s[i]
		if c == ' ' && (i-at+1)%5 == 0 {
			continue
		}
		if !digit(c) && (c < 'A' || c > 'Z') {
			break
		}
		if digit(c) {
			figures++
		}
		end = i + 1
	}
	if figures < leastFigures || !boundary(s, end) {
		return at
	}
	return end
}

// fourFours is how long four groups of four are, which nobody writes for anything else behind
// the letters of a country and two figures.
const fourFours = 4*4 + 3

// longestIBAN is how many bytes the longest takes with its blanks.
const longestIBAN = 42

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
