package variant

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// sound gives the short form of a word that imitates a sound: laughter and
// other repeated syllables (mouhahaha, lalala), consonants alone (pffff, zzz),
// vowels drawn out (aaaah). It takes one pass over the word, however long.
func (q *query) sound() {
	if q.done {
		return
	}
	if text, ok := soundOf(q.word, q.cfg.Lang.SoundStarts); ok {
		q.give(Candidate{Text: text, Heuristic: Sound})
	}
}

const (
	minSyllables = 3  // of a repeated syllable
	shownSound   = 16 // letters of a sound's short form
)

// soundOf returns the short form of a sound.
func soundOf(word string, starts []string) (string, bool) {
	var bases []rune
	var r0 rune
	longest, run, vowels := 0, 0, 0
	for _, r := range word {
		b := base(r)
		if !unicode.IsLetter(b) {
			return "", false
		}
		if b == r0 {
			run++
		} else {
			r0, run = b, 1
			bases = append(bases, b)
			if isVowel(b) {
				vowels++
			}
		}
		longest = max(longest, run)
	}
	text := string(bases[:min(len(bases), shownSound)])
	switch {
	case len(bases) == 0:
		return "", false
	case vowels == 0 && longest >= 3 && len(bases) <= 4: // pfff, grrr, zzz
		return text, true
	case longest >= 3 && len(bases) <= 4 && only(bases, "aeiouyh"): // aaaah, ouuuh
		return text, true
	case laughs(text) || laughs(cutStart(text, starts)):
		return text, true
	}
	return text, repeats(bases)
}

// laughs tells whether a text is breath and vowels by turns, with at most two
// different vowels: haha, ahah, hihihi, but also hahaah where fingers slip.
func laughs(text string) bool {
	if !only([]rune(text), "aeiouh") {
		return false
	}
	seen := ""
	for _, r := range text {
		if r != 'h' && !strings.ContainsRune(seen, r) {
			seen += string(r)
		}
	}
	return strings.Count(text, "h") >= 2 && utf8.RuneCountInString(text) >= 4 && len(seen) == 1
}

// cutStart takes the beginning off that a laugh may have: mou, mwa, niark.
func cutStart(text string, starts []string) string {
	for _, s := range starts {
		if rest, ok := strings.CutPrefix(text, s); ok {
			return rest
		}
	}
	return text
}

// repeats tells whether a syllable of two or three letters comes at least
// three times on end and nothing but a part of it follows.
func repeats(bases []rune) bool {
	for n := 2; n <= 3; n++ {
		if len(bases) < n*minSyllables {
			continue
		}
		same := true
		for i := n; i < len(bases) && same; i++ {
			same = bases[i] == bases[i-n]
		}
		if same {
			return true
		}
	}
	return false
}

func isVowel(r rune) bool {
	switch r {
	case 'a', 'e', 'i', 'o', 'u', 'y', 'œ', 'æ':
		return true
	}
	return false
}

func only(rs []rune, letters string) bool {
	for _, r := range rs {
		if !strings.ContainsRune(letters, r) {
			return false
		}
	}
	return true
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
