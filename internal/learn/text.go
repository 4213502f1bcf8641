package learn

import (
	"math"
	"strconv"
	"strings"
)

// FormatNumber prints a number with at most so many decimals and no zeros at
// the end, halves rounded away from zero; beyond the range of whole numbers as
// [FormatFloat] does. It is how the reference program prints thresholds and
// cells.
func FormatNumber(v float64, decimals int) string {
	scaled := math.Abs(v) * math.Pow10(decimals)
	if !(scaled < math.MaxInt64) {
		return FormatFloat(v)
	}
	whole := int64(scaled + 0.5)
	if whole == 0 {
		return "0"
	}
	s := strconv.FormatInt(whole, 10)
	if len(s) <= decimals {
		s = strings.Repeat("0", decimals+1-len(s)) + s
	}
	if decimals > 0 {
		s = s[:len(s)-decimals] + "." + s[len(s)-decimals:]
		s = strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
	}
	if v < 0 {
		s = "-" + s
	}
	return s
}

// FormatFloat prints a number as Java does: always with a decimal, and with an
// exponent from ten millions on and below a thousandth.
func FormatFloat(v float64) string {
	a := math.Abs(v)
	if v == 0 || a >= 1e-3 && a < 1e7 {
		s := strconv.FormatFloat(v, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	if !strings.Contains(mantissa, ".") {
		mantissa += ".0"
	}
	e, err := strconv.Atoi(exponent)
	if err != nil { // not a finite number
		return mantissa
	}
	return mantissa + "E" + strconv.Itoa(e)
}
