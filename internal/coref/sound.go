package coref

import (
	"strings"

	"github.com/bauta/bauta/text"
)

// sound gives a rough key of how a name is spoken, so that SMS spellings meet:
// Karoline and Caroline, Filip and Philippe, Joerg and Jörg. It takes what the
// six languages have in common and leaves final vowels alone, which tell Simon
// from Simone.
func sound(lower string) string {
	s, _ := squeeze(text.Plain(strings.ReplaceAll(lower, "ç", "ss")), true)
	var b strings.Builder
	for i := 0; i < len(s); {
		out, n := spoken(s, i)
		b.WriteString(out)
		i += n
	}
	out, _ := squeeze(b.String(), true)
	return out
}

// spoken gives the sound of the letters at s[i] and how many they are.
func spoken(s string, i int) (string, int) {
	for _, d := range []struct{ letters, sound string }{
		{"sch", "x"},
		{"chae", "ka"},
		{"sh", "x"},
		{"ph", "f"},
		{"th", "t"},
		{"rh", "r"},
		{"qu", "k"},
		{"ck", "k"},
		{"ault", "ot"},
		{"auld", "od"},
		{"eau", "o"},
		{"au", "o"},
		{"ou", "u"},
		{"oe", "o"},
		{"ae", "a"},
		{"ue", "u"},
	} {
		if strings.HasPrefix(s[i:], d.letters) {
			return d.sound, len(d.letters)
		}
	}
	next := byte(0)
	if i+1 < len(s) {
		next = s[i+1]
	}
	switch s[i] {
	case 'c':
		return spokenC(s[i+1:])
	case 'g':
		if next == 'e' || next == 'i' || next == 'y' {
			return "j", 1
		}
	case 'h':
		if i > 0 && (next == 0 || strings.IndexByte("aeiou", next) < 0) {
			return "", 1
		}
	case 'q':
		return "k", 1
	case 'x':
		return "ks", 1
	case 'y':
		return "i", 1
	case 'z':
		return "s", 1
	case 'w':
		return "v", 1
	}
	return s[i : i+1], 1
}

// spokenC gives the sound of a c before rest and how many letters it is.
func spokenC(rest string) (string, int) {
	switch {
	case strings.HasPrefix(rest, "h") && len(rest) > 1 && strings.IndexByte("aeiouy", rest[1]) >= 0:
		return "x", 2
	case strings.HasPrefix(rest, "h"):
		return "k", 2
	case rest != "" && strings.IndexByte("eiy", rest[0]) >= 0:
		return "s", 1
	}
	return "k", 1
}
