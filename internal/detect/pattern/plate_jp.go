package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// findPlateJP reads a plate from the number of its class at word w: the office
// before it, one syllable and the number behind.
func findPlateJP(sc *scan, r *compiled, at, w int) {
	if n := sc.size(w); w == 0 || !sc.within(w+1) || n < 2 || n > 3 || sc.words[w].has&hasDigit == 0 {
		return
	}
	syllable, size := utf8.DecodeRuneInString(sc.s[sc.words[w+1].start:])
	if !unicode.Is(unicode.Hiragana, syllable) || size != sc.size(w+1) {
		return
	}
	if len(sc.between(w, w+1)) > 1 || len(sc.between(w-1, w)) > 1 {
		return
	}
	start := officeStart(sc.s, int(sc.words[w-1].start), int(sc.words[w-1].end))
	end := plateNumber(sc.s, int(sc.words[w+1].end))
	if start < 0 || end < 0 {
		return
	}
	if strings.ContainsRune("のにでとはがをもかやさ", syllable) && strings.IndexByte(sc.s[sc.words[w+1].end:end], '-') < 0 {
		return // a particle between two numbers
	}
	sc.add(r, start, end, 0.8, "plate-jp")
}

// officeStart returns where the name of the office begins that ends s[from:to]:
// at most four signs of Han, or an office that is written in syllables; -1 for
// none.
func officeStart(s string, from, to int) int {
	for _, name := range []string{"なにわ", "つくば", "いわき", "とちぎ", "すみだ"} {
		if strings.HasSuffix(s[from:to], name) {
			return to - len(name)
		}
	}
	start := to
	for n := 0; n < 4 && start > from; n++ {
		c, size := utf8.DecodeLastRuneInString(s[from:start])
		if !unicode.Is(unicode.Han, c) {
			break
		}
		start -= size
	}
	if to-start < len("品川") {
		return -1
	}
	return start
}

// plateNumber returns the end of "48-27", "7-31", "・・85" behind s[i], -1 for none.
func plateNumber(s string, i int) int {
	if i < len(s) && s[i] == ' ' {
		i++
	}
	signs := 0
	for ; signs < 5 && i < len(s); signs++ {
		switch {
		case digit(s[i]) || s[i] == '-' && signs > 0:
			i++
		case strings.HasPrefix(s[i:], "・"):
			i += len("・")
		default:
			if signs == 0 || s[i-1] == '-' {
				return -1
			}
			return i
		}
	}
	if i < len(s) && digit(s[i]) || s[i-1] == '-' || signs == 0 {
		return -1
	}
	return i
}

// farthestJP is how many bytes may stand between the word for a number and it.
const farthestJP = 12

// findNumberJP reads what stands behind 番号, number.
func findNumberJP(sc *scan, r *compiled, at, w int) {
	const word = "番号"
	head := sc.s[max(0, at-farthestJP-3*len(word)):at]
	i := strings.LastIndex(head, word)
	if i < 0 || len(head)-i-len(word) > farthestJP || strings.ContainsAny(head[i:], "。！？!?\n0123456789札") {
		return
	}
	for _, other := range []string{"電話", "郵便", "暗証", "背", "携帯"} {
		if strings.HasSuffix(head[:i], other) {
			return
		}
	}
	end, digits := at, 0
	for end < len(sc.s) && end-at < 32 {
		c := sc.s[end]
		inside := c == '-' && end+1 < len(sc.s) && alnum(sc.s[end+1])
		if !alnum(c) && !inside {
			break
		}
		if digit(c) {
			digits++
		}
		end++
	}
	for _, unit := range []string{"円", "年", "月", "日", "時", "分", "人", "番", "個", "回"} {
		if strings.HasPrefix(sc.s[end:], unit) {
			return
		}
	}
	if digits >= 4 {
		sc.add(r, at, end, 0.7, "reference-jp")
	}
}
