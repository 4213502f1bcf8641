package location

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// humps cuts letters from digits and, by case, the humps of a camel:
// "NYCLoft4you" is "NYC", "Loft", "4", "you".
func humps(s string, byCase bool) (out []string) {
	rs, from := []rune(s), 0
	for i := 1; i < len(rs); i++ {
		a, b := rs[i-1], rs[i]
		if byCase && hump(rs, i) || unicode.IsDigit(a) != unicode.IsDigit(b) && !unicode.IsMark(b) {
			out, from = append(out, string(rs[from:i])), i
		}
	}
	return append(out, string(rs[from:]))
}

// symbols cuts a run of emoji into each: a flag is two letters, or a banner with
// the letters of its region, and a skin belongs to its hand. A smiley of other
// signs is one.
func symbols(s string) (out []string) {
	if first, _ := utf8.DecodeRuneInString(s); !unicode.In(first, unicode.So, unicode.Sk) {
		return []string{strings.Join(strings.Fields(s), "_")}
	}
	half := false // of a flag, the other is to come
	for _, r := range s {
		letter := r >= 0x1F1E6 && r <= 0x1F1FF
		switch {
		case unicode.IsSpace(r):
			continue
		case len(out) > 0 && (letter && half || unicode.In(r, unicode.Sk, unicode.Cf, unicode.Mn, unicode.Me)):
			out[len(out)-1] += string(r)
			half = false
		default:
			out, half = append(out, string(r)), letter
		}
	}
	return out
}

const (
	longestPiece = 24 // characters of a word looked for
	unknownCosts = 4  // of a character in no known word
)

// divide cuts what is written together into known words: those whose squared
// lengths add up to most, less what is in none; it says to how much. What is
// between them stays together, and the word whole where that is better. Its time
// is linear in the length.
func (v *Vocabulary) divide(s string) ([]string, int) {
	var at []int // of each character, and the end
	for i := range s {
		at = append(at, i)
	}
	n := len(at)
	at = append(at, len(s))
	if v == nil || v.bits > 0 || n < 2 {
		return []string{s}, 0
	}
	if v.word(s) >= 0 {
		return []string{s}, n * n
	}
	best, from := make([]int, n+1), make([]int, n+1)
	for i := 1; i <= n; i++ {
		best[i], from[i] = best[i-1]-unknownCosts, i-1
		for l := 2; l <= min(i, longestPiece); l++ {
			worth := l * l
			if l == 2 {
				worth = 1 // "de" and "in" are in many words
			}
			if worth += best[i-l]; worth > best[i] && v.word(s[at[i-l]:at[i]]) >= 0 {
				best[i], from[i] = worth, i-l
			}
		}
	}
	if best[n] <= 0 {
		return []string{s}, 0
	}
	return pieces(s, at, from), best[n]
}

// pieces reads the way back through from: a step of one character is in no known
// word, and such characters stay together.
func pieces(s string, at, from []int) (out []string) {
	for i := len(from) - 1; i > 0; {
		j := from[i]
		if j == i-1 {
			for j > 0 && from[j] == j-1 {
				j--
			}
		}
		out, i = append(out, s[at[j]:at[i]]), j
	}
	slices.Reverse(out)
	return out
}

// hump reports a capital that begins a word: behind a small letter, or the last of
// several before one (XMLFile).
func hump(rs []rune, i int) bool {
	if !unicode.IsUpper(rs[i]) {
		return false
	}
	last := unicode.IsUpper(rs[i-1]) && i+1 < len(rs) && unicode.IsLower(rs[i+1])
	return unicode.IsLower(rs[i-1]) || last
}
