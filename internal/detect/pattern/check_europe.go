package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Checks of European numbers that identifiers.tsv cannot write as terms. They are given
// what has the form of the number, in capitals, without separators.

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
	month := two(c, 3)
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
	return checkdigit.Luhn(c) && !checkdigit.Repeated(c)
}

// frenchVAT verifies the key of a numeric VAT number: 12 + 3·(SIREN mod 97)
// mod 97. Keys with letters are let pass on the SIREN alone.
func frenchVAT(c string) bool {
	return !checkdigit.Digits(c[2:4]) || two(c, 2) == (12+3*checkdigit.Mod(c[4:], 97))%97
}

// frenchPlate refuses plates that are not given out (SS, WW is provisional)
// and, where blanks separate, words.
func frenchPlate(raw string) bool {
	up := strings.ToUpper(raw)
	if strings.HasPrefix(up, "SS") || strings.HasSuffix(up, "SS") || strings.Contains(up, "-000-") {
		return false
	}
	if digit(raw[0]) {
		return !plateWords[strings.Trim(strings.ToLower(raw), " -0123456789")]
	}
	return up == raw || strings.ContainsAny(raw, "- ")
}

// plateWords are words of two or three letters that stand between numbers.
var plateWords = lists.In("plate-words")

// germanTaxDigits asks for no digit more than three times among the first ten.
func germanTaxDigits(c string) bool {
	for d := byte('0'); d <= '9'; d++ {
		if strings.Count(c[:10], string(d)) > 3 {
			return false
		}
	}
	return true
}

// germanTaxOffice verifies the state of a tax number in its long form.
func germanTaxOffice(c string) bool { return len(c) != 13 || c[:2] >= "01" && c[:2] <= "16" }

// germanHealth verifies the health-insurance number: the letter as two digits, weights
// 1 and 2, sums of digits (§ 290 SGB V).
func germanHealth(c string) bool {
	return crossSum(letterDigits(c[0])+c[1:9], 1, 2, 1, 2, 1, 2, 1, 2, 1, 2)%10 == int(c[9]-'0')
}

// germanPension verifies the pension number: birth date (day plus 50 where two
// people share it), letter as two digits, weights 2 1 2 5 7 1 2 1 2 1 2 1.
func germanPension(c string) bool {
	day, month := two(c, 2), two(c, 4)
	if day > 50 { // where the numbers of a day were used up
		day -= 50
	}
	if day < 1 || day > 31 || month < 1 || month > 12 {
		return false
	}
	return crossSum(c[:8]+letterDigits(c[8])+c[9:11], 2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)%10 == int(c[11]-'0')
}

// letterDigits is the place of a letter in the alphabet, in two digits.
func letterDigits(letter byte) string {
	v := letter - 'A' + 1
	return string([]byte{'0' + v/10, '0' + v%10})
}

// crossSum adds up the digits of each digit times its weight.
func crossSum(digits string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		n := int(digits[i]-'0') * w
		sum += n/10 + n%10
	}
	return sum
}

// germanCard drops cards with a wrong check digit; the old ones, T and eight
// digits, have none.
func germanCard(raw string) bool {
	c := string(compact(nil, raw))
	return checkdigit.Weights731(c) || c[0] == 'T' && checkdigit.Digits(c[1:])
}

// austrianDate verifies the birth date behind four digits (months above 12 where a day
// has run out).
func austrianDate(c string) bool {
	day, month := two(c, 4), two(c, 6)
	return day >= 1 && day <= 31 && month >= 1 && month <= 15
}

// austrianVAT verifies the Austrian VAT number: weights 1 and 2 with sums of digits,
// plus four.
func austrianVAT(c string) bool {
	return (10-(4+crossSum(c[3:10], 1, 2, 1, 2, 1, 2, 1))%10)%10 == int(c[10]-'0')
}

// belgian verifies the Belgian number: 97 minus the first nine digits modulo 97,
// with a 2 before them for births from 2000 on.
func belgian(c string) bool {
	if two(c, 2)%20 > 12 || two(c, 4) > 31 {
		return false
	}
	key := two(c, 9)
	return key == 97-checkdigit.Mod(c[:9], 97) || key == 97-checkdigit.Mod("2"+c[:9], 97)
}

// belgianVAT verifies the last nine digits of a company: 97 minus seven modulo 97.
func belgianVAT(d string) bool { return 97-checkdigit.Mod(d[:7], 97) == checkdigit.Mod(d[7:], 100) }

// luxembourg verifies the Luxembourg number: date, then a Luhn and a Verhoeff
// digit over the same eleven.
func luxembourg(c string) bool {
	return c[:4] >= "1880" && c[:4] < "2100" && dayOf(two(c, 6), two(c, 4)) &&
		checkdigit.Luhn(c[:12]) && checkdigit.Verhoeff(c[:11]+c[12:])
}

// britishLicence verifies the name filled up with nines, and the birth date in a
// driver number: decade, month (plus 50 for women), day, year.
func britishLicence(c string) bool {
	name := strings.TrimRight(c[:5], "9")
	month, day := two(c, 6)%50, two(c, 8)
	if !letters(name) || strings.IndexByte("0156", c[6]) < 0 { // a woman's month has 50 more
		return false
	}
	return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

// britishPlate verifies the age of a current plate: 02 to 29 or 51 to 79.
func britishPlate(c string) bool {
	if len(c) != 7 || !letters(c[:2]) || !checkdigit.Digits(c[2:4]) || !letters(c[4:]) {
		return true
	}
	age := c[2:4]
	return age >= "02" && age <= "29" || age >= "51" && age <= "79"
}

// irish verifies the Irish number: weights 8 … 2, a second letter counts nine
// times, modulo 23.
func irish(c string) bool {
	sum := checkdigit.Sum(c, 8, 7, 6, 5, 4, 3, 2)
	if len(c) == 9 && c[8] != 'W' {
		sum += 9 * (int(c[8]-'A') + 1)
	}
	return c[7] == "WABCDEFGHIJKLMNOPQRSTUV"[sum%23]
}

// swedishDate verifies the birth date in the last ten digits; days count from
// 61 in coordination numbers.
func swedishDate(c string) bool {
	if len(c) == 12 && c[:2] != "18" && c[:2] != "19" && c[:2] != "20" {
		return false
	}
	c = c[len(c)-10:]
	month, day := two(c, 2), two(c, 4)
	return dayOf(day%60, month) && (day <= 31 || day >= 61)
}

// norwegianDate verifies the date of a Norwegian number: day plus 40 in D-numbers,
// month plus 40 or 80 in synthetic ones.
func norwegianDate(c string) bool {
	day := two(c, 0)
	if day > 40 {
		day -= 40
	}
	return dayOf(day, two(c, 2)%40)
}

// finnish verifies the Finnish code as it is written: the date and number modulo 31.
func finnish(raw string) bool {
	n := checkdigit.Mod(raw[:6]+raw[7:10], 31)
	return n >= 0 && dayOf(two(raw, 0), two(raw, 2)) &&
		"0123456789ABCDEFHJKLMNPRSTUVWXY"[n] == raw[10]&^(raw[10]>>1&0x20)
}

// spanishLetter verifies the letter of a DNI or NIE: the number modulo 23, with X, Y, Z
// before it read as 0, 1, 2.
func spanishLetter(c string) bool {
	digits := c[:len(c)-1]
	if digits[0] >= 'X' {
		digits = string('0'+digits[0]-'X') + digits[1:]
	}
	n := checkdigit.Mod(digits, 23)
	return n >= 0 && "TRWAGMYFPDXBNJZSQVHLCKE"[n] == c[len(c)-1]
}

// spanishPlate refuses currencies and units behind a number.
func spanishPlate(raw string) bool {
	return oneCase(raw) && !currencies[strings.ToLower(raw[len(raw)-3:])]
}

// currencies are codes of money and units without a vowel.
var currencies = lists.In("plate-units")

// swedishPlate refuses small words before a number: "kom 120".
func swedishPlate(raw string) bool {
	return oneCase(raw) && (capitals(raw) || !swedishWords[raw[:3]] && !strings.HasSuffix(raw, "kr"))
}

// swedishWords are words of three letters that stand before numbers.
var swedishWords = lists.In("before-numbers")

// swissPlate refuses short ones in small letters, which are words: "so 5".
func swissPlate(raw string) bool {
	return capitals(raw) || len(raw) >= 7 && strings.Count(raw, " ") < 2
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

// polishDate verifies the birth date of a Polish number; the month carries the century.
func polishDate(c string) bool { return dayOf(two(c, 4), two(c, 2)%20) }

// turkish verifies the two check digits of the Turkish number.
func turkish(c string) bool {
	odd := checkdigit.Sum(c, 1, 0, 1, 0, 1, 0, 1, 0, 1)
	even := checkdigit.Sum(c, 0, 1, 0, 1, 0, 1, 0, 1)
	return ((odd*7-even)%10+10)%10 == int(c[9]-'0') && (odd+even+int(c[9]-'0'))%10 == int(c[10]-'0')
}
