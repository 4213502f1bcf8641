package langid

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// plainLetter gives the spelling of a Latin letter without its accents.
func plainLetter(r rune) (string, bool) {
	switch r {
	case 'æ':
		return "ae", true
	case 'œ':
		return "oe", true
	case 'ß':
		return "ss", true
	case 'ø':
		return "o", true
	case 'đ', 'ð':
		return "d", true
	case 'ł':
		return "l", true
	case 'ı':
		return "i", true
	}
	d := norm.NFD.String(string(r))
	if d[0] < 0x80 {
		return d[:1], true
	}
	return "", false
}

// latinSerbian writes Serbian in Latin letters in Cyrillic; two letters that
// stand for one come first.
var latinSerbian = strings.NewReplacer(
	"lj", "љ", "nj", "њ", "dž", "џ", "a", "а", "b", "б", "v", "в", "g", "г", "d", "д", "đ", "ђ", "e", "е",
	"ž", "ж", "z", "з", "i", "и", "j", "ј", "k", "к", "l", "л", "m", "м", "n", "н", "o", "о", "p", "п",
	"r", "р", "s", "с", "t", "т", "ć", "ћ", "u", "у", "f", "ф", "h", "х", "c", "ц", "č", "ч", "š", "ш",
	"Lj", "Љ", "LJ", "Љ", "Nj", "Њ", "NJ", "Њ", "Dž", "Џ", "DŽ", "Џ", "A", "А", "B", "Б", "V", "В", "G", "Г",
	"D", "Д", "Đ", "Ђ", "E", "Е", "Ž", "Ж", "Z", "З", "I", "И", "J", "Ј", "K", "К", "L", "Л", "M", "М", "N", "Н",
	"O", "О", "P", "П", "R", "Р", "S", "С", "T", "Т", "Ć", "Ћ", "U", "У", "F", "Ф", "H", "Х", "C", "Ц", "Č", "Ч", "Š",
	"Ш",
)

// cyrillic writes a Serbian line in Cyrillic letters.
func cyrillic(line string) string { return latinSerbian.Replace(line) }
