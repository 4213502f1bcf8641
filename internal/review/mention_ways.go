package review

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// fewestLetters has a name that is read where it is spelled or cut, or where a tag begins or
// ends with it. In the middle of a tag it has more.
const fewestLetters = 3

// spelled gives how many parts from the first on spell the name: by its letters ("Z.I.T.A.",
// "z i t a"), or cut by a sign ("Zi-ta"); 0 for none.
func (m Mention) spelled(s string, parts []part) int {
	whole := m.plain
	if utf8.RuneCountInString(whole) < fewestLetters || strings.ContainsFunc(m.key, unicode.IsDigit) {
		return 0
	}
	said := ""
	for i, p := range parts {
		if i > 0 && !cut(s, parts[i-1], p) {
			return 0
		}
		if i == 0 && !strings.HasPrefix(whole, p.key[:min(1, len(p.key))]) {
			return 0 // as nearly always
		}
		said = squeezed(said + p.key)
		switch {
		case said == whole:
			return i + 1
		case !strings.HasPrefix(whole, said):
			return 0
		}
	}
	return 0
}

// cut reports whether two parts may be of one word: a sign stands between them, or they are
// letters of their own, and then also a blank.
func cut(s string, a, b part) bool {
	gap := s[a.End:b.Start]
	single := utf8.RuneCountInString(a.key) == 1 && utf8.RuneCountInString(b.key) == 1
	return joined(gap) && (single || strings.Trim(gap, "-‐‑_.·") == "")
}

// squeezed has no letter twice in a row.
func squeezed(key string) string { return string(slices.Compact([]rune(key))) }

// tags gives the hashtags and handles that hold the name: nobody writes blanks in them, so
// that a name may begin and end anywhere.
func (m Mention) tags(it *Item) []Range {
	name := m.plain
	letters := utf8.RuneCountInString(name)
	var out []Range
	for _, t := range it.Tokens {
		word := it.Message.Text[t.Start:t.End]
		if letters < fewestLetters || strings.IndexAny(word, "#@") != 0 {
			continue
		}
		key := squeezed(text.Plain(word))
		if letters > fewestLetters && strings.Contains(key, name) ||
			strings.HasPrefix(key, name) || strings.HasSuffix(key, name) {
			out = append(out, t)
		}
	}
	return out
}

// views are the ways in which a text is read: as it stands, as it is shown, and without
// escapes of addresses.
func views(said string) []bauta.Doc {
	out := []bauta.Doc{{Message: bauta.Message{Text: said}, Shadow: said}}
	for _, read := range []func(string) (string, []bauta.Shift){text.Normalise, unescaped} {
		if shadow, shifts := read(said); len(shifts) > 0 {
			out = append(out, bauta.Doc{Message: bauta.Message{Text: said}, Shadow: shadow, Shifts: shifts})
		}
	}
	return out
}

// unescaped reads the escapes of addresses ("%74").
func unescaped(said string) (string, []bauta.Shift) {
	var out strings.Builder
	var shifts []bauta.Shift
	for i := 0; i < len(said); {
		if said[i] == '%' && i+3 <= len(said) {
			if b, err := hex.DecodeString(said[i+1 : i+3]); err == nil {
				shifts = append(shifts, bauta.Shift{Shadow: out.Len(), Text: i, Fold: true},
					bauta.Shift{Shadow: out.Len() + 1, Text: i + 3})
				out.WriteByte(b[0])
				i += 3
				continue
			}
		}
		out.WriteByte(said[i])
		i++
	}
	return out.String(), shifts
}

// unaccented drops the accents of Latin and Greek letters, and gives other Latin letters as the
// plain ones for which they stand. Marks of other scripts make letters of their own.
func unaccented(s string) string {
	var out strings.Builder
	base := rune(0)
	for _, r := range norm.NFD.String(s) {
		switch mark := unicode.Is(unicode.Mn, r); {
		case mark && unicode.In(base, unicode.Latin, unicode.Greek):
			continue
		case !mark:
			base = r
		}
		if plain := text.Plain(string(r)); plain != "" && r >= utf8.RuneSelf && unicode.Is(unicode.Latin, r) {
			out.WriteString(plain)
			continue
		}
		out.WriteRune(r)
	}
	return norm.NFC.String(out.String())
}
