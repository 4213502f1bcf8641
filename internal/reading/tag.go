package reading

import (
	"iter"
	"unicode"
)

// maxTag bounds a tag whose words are read, in bytes.
const maxTag = 200

// InTag gives the words of a tag, in bytes from its beginning, cut at capitals and at what
// is no letter: "#AnnivCamille", "#team_perrin". Of a tag beyond all bounds it gives none.
func InTag(tag string) iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		if len(tag) > maxTag {
			return
		}
		from, prev := 1, rune(0)
		for j, r := range tag {
			if j == 0 {
				continue
			}
			if unicode.IsUpper(r) && unicode.IsLower(prev) || unicode.IsLetter(r) != unicode.IsLetter(prev) {
				if j > from && !yield(from, j) {
					return
				}
				from = j
			}
			prev = r
		}
		if len(tag) > from {
			yield(from, len(tag))
		}
	}
}
