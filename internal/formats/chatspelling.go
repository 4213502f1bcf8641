package formats

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What CHAT writes inside of a word: what was not said in brackets (Gas(pard)), a sound that is long, a
// pause, stress. A detector reads the word without them.
const chatSigns = "()^:ˈˌ"

// chatSpelt is a word with such signs, up to a form marker (@s:fra).
var chatSpelt = WhenAsked(`[\pL\pM'’()^:ˈˌ]+(?:@[\w:&+$-]*)?`)

// chatUnseen begin rows of characters that no reader sees, one for each sign: those of a row that a text
// does not have stand for its signs.
var chatUnseen = []rune{0x2060, 0xE0020, 0xE0030, 0xE0040, 0xE0050, 0xE0060}

// spell puts what nobody sees in the place of the signs inside words.
func (s *Slot) spell() {
	if !strings.ContainsAny(s.Value, chatSigns) {
		return
	}
	signs := []rune(chatSigns)
	at := slices.IndexFunc(chatUnseen, func(first rune) bool {
		return !strings.ContainsFunc(s.Value, func(r rune) bool { return r >= first && r < first+rune(len(signs)) })
	})
	if at < 0 {
		return
	}
	value := s.Value
	s.Value = chatSpelt().ReplaceAllStringFunc(value, func(word string) string {
		said, form, marked := strings.Cut(word, "@")
		if marked {
			form = "@" + form
		}
		return unspelt(said, signs, chatUnseen[at]) + form
	})
	if s.Value == value {
		return
	}
	for i, sign := range signs {
		s.Refs = append(s.Refs, Ref{
			Mark: string(chatUnseen[at] + rune(i)), Was: string(sign), After: string(sign),
		})
	}
	s.Quote = func(with string) []byte { return []byte(paired(value, with)) }
}

// unspelt is a word with its signs unseen: brackets beside a letter, others between two letters or brackets.
func unspelt(word string, signs []rune, first rune) string {
	var b strings.Builder
	for i, r := range word {
		n := slices.Index(signs, r)
		before, _ := utf8.DecodeLastRuneInString(word[:i])
		behind, _ := utf8.DecodeRuneInString(word[i+utf8.RuneLen(r):])
		beside := inWord(before) && inWord(behind)
		if n == 0 && strings.Contains(word[i:], ")") || n == 1 && strings.Contains(word[:i], "(") {
			beside = unicode.IsLetter(before) || unicode.IsLetter(behind)
		}
		if n >= 0 && beside {
			r = first + rune(n)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || r != utf8.RuneError && strings.ContainsRune(chatSigns, r)
}

// paired takes the brackets out of the words that are new in a text and have only one of two: the other
// went with what was replaced.
func paired(was, with string) string {
	old := map[string]bool{}
	for word := range strings.FieldsSeq(was) {
		old[word] = true
	}
	return chatToken().ReplaceAllStringFunc(with, func(word string) string {
		if old[word] || strings.Count(word, "(") == strings.Count(word, ")") {
			return word
		}
		return strings.NewReplacer("(", "", ")", "").Replace(word)
	})
}

var chatToken = WhenAsked(`\S+`)

// chatGroup is the bracket of a group, and behind its last one the code for which it is one, of signs alone: <ma
// Zoé> [//].
var chatGroup = WhenAsked(`<|>[ \t\r\n]+\[[^\]\pL\d]*\]?`)

// groups finds the signs around groups of words, which are no words of anybody.
func groups(said string) (cuts [][2]int) {
	var open [][2]int
	for _, m := range chatGroup().FindAllStringIndex(said, -1) {
		switch {
		case said[m[0]] == '<':
			open = append(open, [2]int{m[0], m[1]})
		case len(open) > 0:
			if said[m[1]-1] != ']' { // a code that says something is read
				m[1] = m[0] + 1
			}
			cuts = append(cuts, open[len(open)-1], [2]int{m[0], m[1]})
			open = open[:len(open)-1]
		}
	}
	return cuts
}
