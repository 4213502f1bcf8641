// Package checkdigit verifies the check digits of identifiers: one function an
// algorithm, shared by all countries.
//
// Functions take the compact form (ASCII digits, or digits and upper-case
// letters where they say so, no separators) and report false for anything
// else. They never panic. The sources are ISO/IEC 7812-1 (Luhn), ISO/IEC 7064
// (the hybrid and pure systems) and J. Verhoeff, "Error Detecting Decimal
// Codes" (1969).
package checkdigit

// Digits reports whether s consists of ASCII digits and is not empty.
func Digits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// Luhn verifies the digit string s, whose last digit is the check digit
// (ISO/IEC 7812-1, annex B).
func Luhn(s string) bool {
	return Digits(s) && luhnSum(s)%10 == 0
}

func luhnSum(s string) int {
	sum, double := 0, false
	for i := len(s) - 1; i >= 0; i-- {
		d := int(s[i] - '0')
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	return sum
}

// Sum is the sum of the digits of s, each multiplied by its weight. Digits
// beyond the weights are not counted; -1 means that s is not made of digits or
// is shorter than the weights.
func Sum(s string, weights ...int) int {
	if len(s) < len(weights) {
		return -1
	}
	sum := 0
	for i, w := range weights {
		if s[i] < '0' || s[i] > '9' {
			return -1
		}
		sum += w * int(s[i]-'0')
	}
	return sum
}

// Weighted reports whether the weighted sum of the digits of s is a multiple
// of mod. s must be as long as the weights.
func Weighted(s string, mod int, weights ...int) bool {
	if len(s) != len(weights) {
		return false
	}
	sum := Sum(s, weights...)
	return sum >= 0 && sum%mod == 0
}

// Mod is the remainder of the digit string s divided by m, -1 when s is not
// made of digits. m must be positive and below a million.
func Mod(s string, m int) int {
	if !Digits(s) {
		return -1
	}
	r := 0
	for i := 0; i < len(s); i++ {
		r = (r*10 + int(s[i]-'0')) % m
	}
	return r
}

// Mod97 verifies ISO/IEC 7064 mod 97-10 over digits and upper-case letters
// (A = 10 … Z = 35): the number they spell leaves 1. For an IBAN the caller
// moves the first four characters to the end.
func Mod97(s string) bool {
	r := 0
	for i := 0; i < len(s); i++ {
		v := Value(s[i])
		switch {
		case v < 0:
			return false
		case v < 10:
			r = (r*10 + v) % 97
		default:
			r = (r*100 + v) % 97
		}
	}
	return s != "" && r == 1
}

// Value is the value of a digit or upper-case letter: 0–9, A = 10 … Z = 35;
// -1 for any other byte.
func Value(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return -1
}

// Mod11x10 verifies ISO/IEC 7064 mod 11,10 over digits.
func Mod11x10(s string) bool {
	if !Digits(s) || len(s) < 2 {
		return false
	}
	p := 10
	for i := 0; i < len(s)-1; i++ {
		if p = (p + int(s[i]-'0')) % 10; p == 0 {
			p = 10
		}
		p = p * 2 % 11
	}
	return (p+int(s[len(s)-1]-'0'))%10 == 1
}

// Weights731 verifies the check digit of machine-readable documents (ICAO
// 9303, part 3): weights 7, 3, 1 over digits and letters, the last character
// being the check digit.
func Weights731(s string) bool {
	n := len(s) - 1
	if n < 1 || s[n] < '0' || s[n] > '9' {
		return false
	}
	sum := 0
	for i := 0; i < n; i++ {
		v := Value(s[i])
		if v < 0 {
			return false
		}
		sum += v * [3]int{7, 3, 1}[i%3]
	}
	return sum%10 == int(s[n]-'0')
}

// Repeated reports whether all bytes of s are the same: no register gives such
// numbers out, and people type them to fill a field.
func Repeated(s string) bool {
	for i := 1; i < len(s); i++ {
		if s[i] != s[0] {
			return false
		}
	}
	return s != ""
}
