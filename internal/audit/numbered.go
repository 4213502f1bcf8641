package audit

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// code is a label, a length and the number of a name in a public list, of as many figures as such lists
// have entries; what a key makes has eight signs.
var code = regexp.MustCompile(
	`[\p{L}\p{M}]+(?:[._-][\p{L}\p{M}]+)*([\p{P}\p{S}\p{Zs}]{1,3})(\d{1,2})([\p{P}\p{S}\p{Zs}]{1,3})(\d{1,7})`)

// ours is a code as bauta writes it, whatever its label.
var ours = regexp.MustCompile(`<[^\s<>]+_\d+_\d{1,7}>`)

// Numbered reports a text with codes that anybody undoes, as far as they show it: in the brackets of this program, and
// in whatever other ones. Of a release about which no run reports those count, too, that have a single letter
// for a label, or no brackets and a label in capitals.
func Numbered(text string, unreported bool) bool {
	if ours.MatchString(text) {
		return true
	}
	for _, at := range code.FindAllStringSubmatchIndex(text, -1) {
		before, after := text[:at[0]], text[at[1]:]
		if !listed(text[at[8]:at[9]]) || continued(after) {
			continue
		}
		label, apart := text[at[0]:at[2]], text[at[2]:at[3]]+text[at[6]:at[7]]
		long := utf8.RuneCountInString(label) > 1
		switch {
		case within(before, after) && (long || unreported):
			return true
		case unreported && long && shouted(label, apart) && !continuing(before):
			return true
		}
	}
	return false
}

// listed reports a number as those of long lists are: of a list's first hundred there is hardly one, a room has
// such a number, and behind a month and a day a year stands.
func listed(number string) bool {
	n, err := strconv.Atoi(number)
	return err == nil && len(number) > 2 && (n < 1900 || n >= 2100)
}

// within reports brackets, of whatever form, between what stands before and after a code: a pair, one
// sign twice, or the entities of HTML.
func within(before, after string) bool {
	before, after = strings.TrimSuffix(before, " "), strings.TrimPrefix(after, " ")
	if strings.HasSuffix(before, "&lt;") {
		return strings.HasPrefix(after, "&gt;")
	}
	open, _ := utf8.DecodeLastRuneInString(before)
	end, _ := utf8.DecodeRuneInString(after)
	if open == end {
		return strings.ContainsRune("*#%|_$@~^`\"'", open)
	}
	opens := open == '<' || unicode.In(open, unicode.Ps, unicode.Pi) || open == '＜'
	return opens && (end == '>' || unicode.In(end, unicode.Pe, unicode.Pf) || end == '＞')
}

// shouted reports a label in capitals whose parts no blank stands between.
func shouted(label, apart string) bool {
	return label == strings.ToUpper(label) && !strings.ContainsFunc(apart, unicode.IsSpace)
}

// continued reports that a word goes on behind a code, continuing that one stood before it.
func continued(after string) bool {
	r, _ := utf8.DecodeRuneInString(after)
	return inWord(r)
}

func continuing(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return inWord(r)
}
