package policy

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

const (
	starSigns = "*.?#_" // that stand for a letter
	anyLetter = "abcdefghijklmnopqrstuvwxyzäöüåéèêëáàâíìîïóòôúùûñçß"
	// besideNone are the signs beside which no word stands alone.
	besideNone = starSigns + "@/-'’"
	leastLeft  = 4  // letters beside the sign
	mostLeft   = 24 // bytes of them on one side
)

// starred gives the names of which a sign hides one letter: C*mille, J.rémy.
func (g glue) starred(d *bauta.Doc) (out []bauta.Edit) {
	s := d.Shadow
	for i := strings.IndexAny(s, starSigns); i >= 0; {
		if with, from, to := g.fit(s, i); with != "" {
			from, to = d.Origin(from, to)
			out = append(out, bauta.Edit{Start: from, End: to, With: with})
		}
		next := strings.IndexAny(s[i+1:], starSigns)
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return out
}

// fit gives the one name that letters around the sign at i may be.
func (g glue) fit(s string, i int) (with string, from, to int) {
	from, to = lettersBefore(s, i), lettersBehind(s, i+1)
	head, tail := s[from:i], s[i+1:to]
	if head == "" || tail == "" || utf8.RuneCountInString(head+tail) < leastLeft || !alone(s, from, to) {
		return "", 0, 0
	}
	if s[i] != '*' && g.sentences(head, tail) {
		return "", 0, 0
	}
	if strings.ContainsFunc(tail, unicode.IsUpper) {
		return "", 0, 0
	}
	fits, best := map[string]bool{}, 0
	for _, r := range anyLetter {
		word := head + string(r) + tail
		if e, _ := g.names.Look(word, g.langs[0]); e.Kinds&firstNames != 0 {
			fits[text.Plain(word)] = true
			if rank := int(e.NameRank) + 1; rank > best {
				with, best = word, rank
			}
		}
	}
	if len(fits) == 0 || len(fits) > 1 && s[i] != '*' || g.sworn(head, tail) {
		return "", 0, 0
	}
	return with, from, to
}

// sentences reports what the end of a sentence may part: voir.merci, Yes.i.
func (g glue) sentences(head, tail string) bool {
	first, size := utf8.DecodeRuneInString(head)
	if !unicode.IsUpper(first) {
		return true
	}
	_, one := utf8.DecodeRuneInString(tail)
	return size < len(head) && g.everyday(lexicon.Fold(head)) && (one == len(tail) || g.everyday(lexicon.Fold(tail)))
}

// sworn reports that a word of everyday messages fits as well: people hide a letter of those that they swear with.
func (g glue) sworn(head, tail string) bool {
	return strings.ContainsFunc(anyLetter, func(r rune) bool {
		return g.everyday(lexicon.Fold(head + string(r) + tail))
	})
}

// everyday reports a word of everyday messages in a language of the document.
func (g glue) everyday(norm string) bool {
	return g.names.Usual(norm, g.langs...) ||
		slices.ContainsFunc(g.langs, func(lang string) bool { return lexicon.Everyday(norm, lang) })
}

// alone reports that no word and no sign that stands for a letter goes on beside a word.
func alone(s string, from, to int) bool {
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	behind, size := utf8.DecodeRuneInString(s[to:])
	if from > 0 && (unicode.IsDigit(before) || strings.ContainsRune(besideNone, before)) {
		return false
	}
	if behind == '.' || behind == '?' { // the end of a sentence
		behind, _ = utf8.DecodeRuneInString(s[to+size:])
	}
	goesOn := unicode.IsLetter(behind) || unicode.IsDigit(behind) || strings.ContainsRune(besideNone, behind)
	return to == len(s) || !goesOn
}

func lettersBefore(s string, i int) int {
	for n := i; n > 0 && i-n < mostLeft; {
		r, size := utf8.DecodeLastRuneInString(s[:n])
		if !unicode.IsLetter(r) {
			return n
		}
		n -= size
		if n == 0 {
			return 0
		}
	}
	return i
}

func lettersBehind(s string, i int) int {
	for n := i; n < len(s) && n-i < mostLeft; {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsLetter(r) {
			return n
		}
		n += size
		if n == len(s) {
			return n
		}
	}
	return i
}
