package pattern

import "github.com/bauta/bauta/internal/detect/pattern/checkdigit"

// Checks of numbers of the world and of other continents that identifiers.tsv cannot
// write as terms. They are given what has the form of the number, in capitals, without
// separators.

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

// bic verifies the country in a business identifier code (ISO 9362).
func bic(c string) bool {
	return ibanLength[c[4:6]] > 0 || c[4:6] == "US" || c[4:6] == "JP" || c[4:6] == "CA"
}

// parcel verifies parcel numbers: UPS (1Z, letters count by place) and the
// postal union's S10 (two letters, eight digits, check digit, country).
func parcel(c string) bool {
	if len(c) == 18 {
		sum := 0
		for i := 2; i < 17; i++ {
			v := int(c[i] - '0')
			if c[i] >= 'A' {
				v = (int(c[i]) - 63) % 10
			}
			if i%2 == 1 {
				v *= 2
			}
			sum += v
		}
		return (10-sum%10)%10 == int(c[17]-'0')
	}
	if digit(c[0]) {
		return true // La Poste: a digit, a letter, eleven digits, no public check
	}
	want := 11 - checkdigit.Sum(c[2:], 8, 6, 4, 2, 3, 5, 9, 7)%11
	switch want {
	case 10:
		want = 0
	case 11:
		want = 5
	}
	return want == int(c[10]-'0')
}

// npi verifies the American provider: Luhn behind the prefix of its card.
func npi(c string) bool { return checkdigit.Luhn("80840" + c) }

// vin reports the number of a vehicle: letters among its figures, of which the last four are some; the check digit
// is of America alone.
func vin(c string) bool {
	has := makeupOf(c)
	return has.upper > 1 && has.digits > 5 && checkdigit.Digits(c[len(c)-4:])
}

// abn verifies the Australian business number: one less in the first digit,
// weights 10 1 3 … 19, modulo 89.
func abn(c string) bool {
	return (checkdigit.Sum(c, 10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19)-10)%89 == 0
}

// koreanCompany verifies the Korean business number: weights 1 3 7, and the tens of five
// times the ninth digit.
func koreanCompany(c string) bool {
	sum := checkdigit.Sum(c, 1, 3, 7, 1, 3, 7, 1, 3, 5) + int(c[8]-'0')*5/10
	return (10-sum%10)%10 == int(c[9]-'0')
}

// southAfrican verifies date, citizenship (0 to 2), the obsolete eighth or
// ninth race digit, and Luhn.
func southAfrican(c string) bool {
	month, day := two(c, 2), two(c, 4)
	if month == 2 && day == 29 && two(c, 0)%4 != 0 {
		return false
	}
	return dayOf(day, month) && c[10] <= '2' && c[11] >= '8' && checkdigit.Luhn(c)
}
