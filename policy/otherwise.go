package policy

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// otherwise reads what may be meant for something else than it reads, where names come of it that the lists have.
func otherwise(names *lexicon.Lexicon) func(*bauta.Doc) []bauta.Edit {
	var known sync.Map // the greetings by language
	return func(d *bauta.Doc) []bauta.Edit {
		out := text.Otherwise(d, func(word string) bool {
			e, ok := names.Look(word, d.Lang)
			return ok && e.Hidden()
		})
		g := glue{names: names, langs: append([]string{d.Lang}, d.Also...)}
		for _, lang := range g.langs {
			g.greetings = append(g.greetings, greetings(&known, names, lang))
		}
		apart := append(g.edits(d), g.starred(d)...)
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

// greetings are the words of greeting of a language, folded; the lexicon is asked once.
func greetings(known *sync.Map, names *lexicon.Lexicon, lang string) map[string]bool {
	if v, ok := known.Load(lang); ok {
		return v.(map[string]bool)
	}
	out := map[string]bool{}
	for word := range names.Words(lexicon.Greeting, lang) {
		out[word] = true
	}
	v, _ := known.LoadOrStore(lang, out)
	return v.(map[string]bool)
}

// glue reads first names that stand glued behind a word that one may stand behind.
type glue struct {
	names     *lexicon.Lexicon
	langs     []string
	greetings []map[string]bool // by language
}

const (
	firstNames = lexicon.FirstName | lexicon.Hypocoristic

	maxGlued  = 48 // bytes of the longest word that is taken apart
	leastPart = 3  // letters of an everyday word in a hashtag
	leastName = 4  // letters of a name behind which no capital tells where it begins
)

// edits gives the words of a document that are taken apart, as a whole: a token is hidden whole.
func (g glue) edits(d *bauta.Doc) (out []bauta.Edit) {
	for _, t := range d.Tokens {
		if t.Kind == bauta.Tag && t.End-t.Start <= maxGlued {
			if with := g.tag(t.Norm[1:]); with != "" {
				out = append(out, bauta.Edit{Start: t.Start, End: t.End, With: with})
			}
		}
		if t.Kind != bauta.Word || t.End-t.Start > maxGlued || len(t.Norm) < leastName+2 {
			continue
		}
		if with := g.apart(d.Surface(t.Start, t.End), t.Norm); with != "" {
			out = append(out, bauta.Edit{Start: t.Start, End: t.End, With: with})
		}
	}
	return out
}

// apart writes a word with blanks, "" for one that stays: before each capital behind a small letter, where a name
// stands behind an everyday word (HalloBrigitte); in one case between a greeting and a name (hallobrigitte).
func (g glue) apart(word, norm string) string {
	if name := strings.TrimRight(word, "0123456789"); name != word {
		e, _ := g.names.Look(name, g.langs[0])
		if e.Kinds&lexicon.AntiDictionary != 0 || lexicon.FrequentAnywhere(lexicon.Fold(name)) || !g.name(name, false) {
			return "" // Paris2024
		}
		return name + " " + word[len(name):] // wolfgang2004
	}
	if parts := humps(word); parts != nil {
		for i, part := range parts[1:] {
			greets := g.greets(lexicon.Fold(parts[i]))
			if (greets || g.names.Usual(parts[i], g.langs...)) && g.name(part, greets) {
				return strings.Join(parts, " ")
			}
		}
		return ""
	}
	for i := range norm {
		if i < 2 || len(norm) != len(word) || !g.greets(norm[:i]) {
			continue
		}
		if _, ok := g.names.Look(norm, g.langs[0]); ok {
			return ""
		}
		if utf8.RuneCountInString(norm[i:]) >= leastName && g.name(norm[i:], false) {
			return word[:i] + " " + word[i:]
		}
	}
	return ""
}

// humps cuts a word before each capital behind a small letter, nil without any.
func humps(word string) (parts []string) {
	from, small := 0, false
	for i, r := range word {
		if small && unicode.IsUpper(r) {
			parts = append(parts, word[from:i])
			from = i
		}
		small = unicode.IsLower(r)
	}
	if from == 0 {
		return nil
	}
	return append(parts, word[from:])
}

// greets reports a folded word of greeting.
func (g glue) greets(norm string) bool {
	return slices.ContainsFunc(g.greetings, func(of map[string]bool) bool { return of[norm] })
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
	return ok && e.Kinds&firstNames != 0
}

// tag writes a hashtag of small letters with blanks where everyday words and a name are glued (#teamwaltraud), "" for
// any other.
func (g glue) tag(norm string) string {
	langs := append([]string{"en"}, g.langs...)
	if e, ok := g.names.Look(norm, g.langs[0]); ok && e.Kinds != 0 {
		return ""
	}
	words := make([]string, len(norm)) // everyday words, with blanks between, that end there
	for i := range norm {
		for from := range norm[:i] {
			head, before := "", from == 0
			if one := words[from]; one != "" && !strings.Contains(one, " ") { // two of them at most
				head, before = one+" ", true
			}
			if before && i-from >= leastPart && words[i] == "" && g.names.Usual(norm[from:i], langs...) {
				words[i] = head + norm[from:i]
			}
		}
		if words[i] != "" && g.whose(norm[i:]) {
			return words[i] + " " + norm[i:]
		}
	}
	return ""
}

// whose reports a first name that is no word anywhere.
func (g glue) whose(word string) bool {
	if utf8.RuneCountInString(word) <= leastName || lexicon.EverydayIn(word) != 0 || lexicon.FrequentAnywhere(word) {
		return false
	}
	e, _ := g.names.Look(word, g.langs[0])
	return e.Kinds&firstNames != 0 && e.Kinds&lexicon.AntiDictionary&^lexicon.City == 0
}
