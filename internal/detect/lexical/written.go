package lexical

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// written says where the parts of a folded word stand in the word as it is written, whose
// apostrophes may have more bytes than folded ones (l’ambroise).
type written struct {
	marks []int    // where apostrophes and hyphens stand in the folded word
	at    [][2]int // where each stands in the word as it is written; nil: they are of one length
}

// write lays both beside each other; false where there are no marks, or not the same in both.
func write(surface, norm string) (written, bool) {
	if !strings.ContainsAny(norm, "'-") {
		return written{}, false
	}
	if len(surface) == len(norm) {
		return written{}, true
	}
	var w written
	for i := range len(norm) {
		if norm[i] == '\'' || norm[i] == '-' {
			w.marks = append(w.marks, i)
		}
	}
	for i, r := range surface {
		if strings.ContainsRune("'’ʼ‘-‐‑", r) {
			w.at = append(w.at, [2]int{i, i + utf8.RuneLen(r)})
		}
	}
	return w, len(w.marks) == len(w.at)
}

// from gives where a part begins whose first byte in the folded word is n: that behind a mark, or the first.
func (w written) from(n int) int {
	if i, found := slices.BinarySearch(w.marks, n-1); found {
		return w.at[i][1]
	}
	return n
}

// to gives where a part ends before byte n of the folded word: at a mark, or at the end of the word, of so many bytes.
func (w written) to(n, end int) int {
	if w.at == nil {
		return n
	}
	if i, found := slices.BinarySearch(w.marks, n); found {
		return w.at[i][0]
	}
	return end
}
