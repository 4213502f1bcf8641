package policy

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// otherwise reads what may be meant for something else than it reads, where names come of it that the lists have.
func otherwise(names *lexicon.Lexicon) func(*bauta.Doc) []bauta.Edit {
	return func(d *bauta.Doc) []bauta.Edit {
		out := text.Otherwise(d, func(word string) bool {
			e, ok := names.Look(word, d.Lang)
			return ok && e.Hidden()
		})
		apart := glue{names, append([]string{d.Lang}, d.Also...)}.edits(d)
		if len(apart) == 0 {
			return out
		}
		out = append(out, apart...)
		slices.SortStableFunc(out, func(a, b bauta.Edit) int { return cmp.Compare(a.Start, b.Start) })
		end := 0
		return slices.DeleteFunc(out, func(e bauta.Edit) bool {
			if e.Start < end {
				return true
			}
			end = e.End
			return false
		})
	}
}

// glue reads first names that stand glued behind a word that one may stand behind.
type glue struct {
	names *lexicon.Lexicon
	langs []string
}

const (
	maxGlued  = 48 // bytes of the longest word that is taken apart
	leastName = 4  // letters of a name behind which no capital tells where it begins
)

// edits gives the words of a document that are taken apart, as a whole: a token is hidden whole.
func (g glue) edits(d *bauta.Doc) (out []bauta.Edit) {
	for _, t := range d.Tokens {
		if t.Kind != bauta.Word || t.End-t.Start > maxGlued || len(t.Norm) < leastName+2 {
			continue
		}
		if with := g.apart(d.Surface(t.Start, t.End)); with != "" {
			out = append(out, bauta.Edit{Start: t.Start, End: t.End, With: with})
		}
	}
	return out
}

// apart writes a word with blanks, "" for one that stays: before each capital behind a small letter, where a name
// stands behind an everyday word (HalloBrigitte); in one case between a greeting and a name (hallobrigitte).
func (g glue) apart(word string) string {
	if parts := humps(word); len(parts) > 1 {
		for i, part := range parts[1:] {
			if g.name(part, g.greeting(parts[i])) && (g.greeting(parts[i]) || g.names.Usual(parts[i], g.langs...)) {
				return strings.Join(parts, " ")
			}
		}
		return ""
	}
	if _, ok := g.names.Look(word, g.langs[0]); ok {
		return ""
	}
	for i := range word {
		if i > 1 && utf8.RuneCountInString(word[i:]) >= leastName && g.greeting(word[:i]) && g.name(word[i:], false) {
			return word[:i] + " " + word[i:]
		}
	}
	return ""
}

// humps cuts a word before each capital behind a small letter.
func humps(word string) (parts []string) {
	from, small := 0, false
	for i, r := range word {
		if small && unicode.IsUpper(r) {
			parts = append(parts, word[from:i])
			from = i
		}
		small = unicode.IsLower(r)
	}
	return append(parts, word[from:])
}

func (g glue) greeting(word string) bool {
	return slices.ContainsFunc(g.langs, func(lang string) bool {
		e, ok := g.names.Look(word, lang)
		return ok && e.Kinds&lexicon.Greeting != 0
	})
}

// name reports a first name; one that is an everyday word or short, too, only where words may be names.
func (g glue) name(word string, words bool) bool {
	word, _, _ = strings.Cut(word, "-")
	n := utf8.RuneCountInString(word)
	if n < 3 || !g.first(word) && !g.first(text.Plain(word)) { // Álvaro, where lists have Alvaro
		return false
	}
	everyday := g.names.Usual(word, g.langs...) || lexicon.Everyday(lexicon.Fold(word), g.langs[0])
	return words || n >= leastName && !everyday
}

func (g glue) first(word string) bool {
	e, ok := g.names.Look(word, g.langs[0])
	return ok && e.Kinds&(lexicon.FirstName|lexicon.Hypocoristic) != 0
}
