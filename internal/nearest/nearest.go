// Package nearest says what somebody may have meant who wrote a name of ours wrongly: a
// command, an option, a preset, a key of a policy. It only ever gives back names that the
// program knows, since what was written may be text of a corpus.
package nearest

import (
	"slices"
	"strings"
)

// longest is how long a name may be that is looked at.
const longest = 40

// Of gives the known name that is like word: one that it begins, one at most two slips of the
// hand away and no more than a third of the letters, or one of the same letters in another
// order, as acronyms are in other languages; "" for none.
func Of(word string, known []string) string {
	best, least := "", 3
	if len(word) < 3 || len(word) > longest {
		return ""
	}
	for _, k := range known {
		n := slips(strings.ToLower(word), strings.ToLower(k))
		if n < least && n <= max(len(word), len(k))/3 {
			best, least = k, n
		}
	}
	if best != "" {
		return best
	}
	for _, k := range known {
		if strings.HasPrefix(strings.ToLower(k), strings.ToLower(word)) {
			return k
		}
	}
	for _, k := range known {
		if len(k) > 3 && letters(k) == letters(word) {
			return k
		}
	}
	return ""
}

// letters are those of a word, in order.
func letters(word string) string {
	all := []byte(strings.ToLower(word))
	slices.Sort(all)
	return string(all)
}

// Meant is the question to put behind what is wrong, "" where nothing is like the word.
func Meant(word string, known []string) string {
	if name := Of(word, known); name != "" {
		return " (did you mean " + name + "?)"
	}
	return ""
}

// slips counts letters left out, added, taken for others and exchanged with the next one.
func slips(a, b string) int {
	if len(a) > longest || len(b) > longest {
		return longest
	}
	var rows [3][longest + 1]int // the row before the last, the last one, this one
	for j := range len(b) + 1 {
		rows[1][j] = j
	}
	for i := range len(a) {
		rows[2][0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			n := min(rows[1][j]+cost, rows[1][j+1]+1, rows[2][j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				n = min(n, rows[0][j-1]+1)
			}
			rows[2][j+1] = n
		}
		rows[0], rows[1] = rows[1], rows[2]
	}
	return rows[1][len(b)]
}
