package settle

import (
	"context"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/lexicon/variant"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/internal/reading"
)

// PlainWords takes finds away that are plain words where the message stands: a
// reading in a second language may not take a word that is plain in the message's
// own ("des", "elle"), nor the first one a word in small letters of a language that the
// message mixes in ("il mio boss is late"), and a word in no list of names is none where
// it is an everyday word of any language, with its accents and clitics or without
// ("j'ai", and J' alone, "méme"); a tagger's person ends before such a word without its apostrophe
// ("Cédric jexplique"). The user's own words stay, and what a form vouches for.
type PlainWords struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = PlainWords{}

// Name is "plain words".
func (PlainWords) Name() string { return "plain words" }

// Settle takes such finds of people away, and of taggers in a second language all.
func (o PlainWords) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	all := slices.Clone(found) // DeleteFunc moves them
	strange := sync.OnceValue(func() bool { return o.strange(d, all) })
	beside := sync.OnceValue(func() []string { return o.beside(d, all) })
	for i := range found {
		found[i].End = o.glued(d, found[i])
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		if ByForm(s) || s.By(lexicon.RuleListed) || particled(d, s) {
			return false
		}
		if !person(s) && (d.Main == "" || !tagged(s)) {
			return false
		}
		return o.plain(d, s, beside) || person(s) && o.unlisted(d, s) && (closes(d, s) || strange())
	}), nil
}

// particled reports a surname with its particles behind a title of the language: señora De la Fuente.
func particled(d *bauta.Doc, s bauta.Span) bool {
	return s.Source == "titled" && d.Main == "" && strings.Contains(d.Surface(s.Start, s.End), " ")
}

// glued gives the end of a tagger's person without a last word in small letters behind a capital
// that is a verb with what stands before it, written without the apostrophe: "Cédric jexplique".
func (o PlainWords) glued(d *bauta.Doc, s bauta.Span) int {
	if !person(s) || ByForm(s) || !tagged(s) || !capital(words.Written(d, s.Start, s.End)) {
		return s.End
	}
	last, _ := slices.BinarySearchFunc(d.Tokens, s.End, endsBehind)
	last--
	if last < 1 || d.Tokens[last].End != s.End || d.Tokens[last-1].End <= s.Start {
		return s.End
	}
	word := d.Tokens[last]
	registered := Registers{Lexicon: o.Lexicon}.called(word.Norm, d.Lang) > 0
	if registered || capital(words.Written(d, word.Start, word.End)) || o.named(word.Norm, d.Lang) {
		return s.End
	}
	e, m, _ := o.Lexicon.Resolve(word.Norm, d.Lang)
	if m.Heuristic != variant.Apostrophe || e.POS&(lexicon.Verb|lexicon.Noun|lexicon.Adjective) != lexicon.Verb {
		return s.End // l'ami, l'homme: people are called so
	}
	return d.Tokens[last-1].End
}

// closes reports the name of an element that markup closes, </quote>. What opens one,
// <lea>, is how chats write who speaks, and some close that.
func closes(d *bauta.Doc, s bauta.Span) bool {
	return strings.HasSuffix(d.Text[:s.Start], "</") && strings.HasPrefix(d.Text[s.End:], ">")
}

// strangeWords is how many words in small letters tell that a message is strange.
const strangeWords = 5

// strange reports a message of whose words in small letters two of three are usual in no
// language. What is found is not counted: a second run does not see it.
func (o PlainWords) strange(d *bauta.Doc, found []bauta.Span) bool {
	all, usual := 0, 0
	near := interval.Of(slices.Clone(found))
	for _, t := range d.Tokens {
		if over(near, t) {
			continue
		}
		if t.Kind != bauta.Word || len(t.Norm) < 2 || capital(words.Written(d, t.Start, t.End)) {
			continue
		}
		all++
		if lexicon.FrequentAnywhere(t.Norm) || o.Lexicon.Usual(t.Norm, d.Lang) {
			usual++
		}
	}
	return all >= strangeWords && 3*usual <= all
}

// over reports a token that a find touches.
func over(near *interval.Tree, t bauta.Token) bool {
	for range near.Over(t.Start, t.End) {
		return true
	}
	return false
}

// unlisted reports a find in small letters of which no word is in a list of names.
func (o PlainWords) unlisted(d *bauta.Doc, s bauta.Span) bool {
	if capital(words.Written(d, s.Start, s.End)) {
		return false
	}
	i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
	for ; i < len(d.Tokens) && d.Tokens[i].Start < s.End; i++ {
		if t := d.Tokens[i]; t.Kind == bauta.Word && o.named(t.Norm, d.Lang) {
			return false
		}
	}
	return true
}

// capital reports a capital anywhere in a text.
func capital(s string) bool { return strings.ContainsFunc(s, unicode.IsUpper) }

// plain reports a find of which every word is plain.
func (o PlainWords) plain(d *bauta.Doc, s bauta.Span, beside func() []string) bool {
	words := 0
	i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
	for ; i < len(d.Tokens) && d.Tokens[i].Start < s.End; i++ {
		t := d.Tokens[i]
		if t.Kind != bauta.Word {
			continue
		}
		whole := s.Start <= t.Start && t.End <= s.End
		if words++; !(whole && o.plainAt(d, i, s.Label, beside)) && !o.elided(d, t, s) {
			return false
		}
	}
	return words > 0
}

// plainAt reports that a token is a plain word for one reason or another.
func (o PlainWords) plainAt(d *bauta.Doc, i int, label bauta.Label, beside func() []string) bool {
	return o.word(d, d.Tokens[i], label) || o.strayed(d, i, label, beside) || o.called(d, i) || o.cut(d, i, label)
}

// elided reports a find of what is elided before the rest of a word of the message's
// language: the J' of "J'ai".
func (o PlainWords) elided(d *bauta.Doc, t bauta.Token, s bauta.Span) bool {
	if s.Label != bauta.Person || s.Start > t.Start || s.End >= t.End {
		return false
	}
	head := d.Surface(t.Start, s.End)
	if !strings.HasSuffix(head, "'") && !strings.HasSuffix(head, "’") {
		return false
	}
	return o.Lexicon.Plain(t.Norm, d.Lang) || d.Main != "" && o.Lexicon.Plain(t.Norm, d.Main)
}

// cut reports the first half of a word of the language that was cut at its apostrophe, as
// corpora that come in tokens have it ("Ca n't wait"). What lists have for a name is one.
func (o PlainWords) cut(d *bauta.Doc, i int, label bauta.Label) bool {
	if label != bauta.Person || i+1 >= len(d.Tokens) {
		return false
	}
	head, tail := d.Tokens[i], d.Tokens[i+1]
	if !strings.Contains(tail.Norm, "'") || d.Surface(head.End, tail.Start) != " " || o.named(head.Norm, d.Lang) {
		return false
	}
	e, _ := o.Lexicon.Look(head.Norm+tail.Norm, d.Lang)
	return e.Kept()
}

// word reports a plain word of the message's own language where it is read in
// another, and one in no list of names that is plain in any, with a capital in one of
// those that the message is in.
func (o PlainWords) word(d *bauta.Doc, t bauta.Token, label bauta.Label) bool {
	if d.Main != "" && o.of(t.Norm, d.Main) {
		return true
	}
	if label != bauta.Person || o.named(t.Norm, d.Lang) {
		return false
	}
	if !begins(d, t) {
		return lexicon.FrequentAnywhere(t.Norm)
	}
	frequent := func(lang string) bool { return lexicon.Frequent(t.Norm, lang) }
	return frequent(d.Lang) || frequent(d.Main) || slices.ContainsFunc(d.Also, frequent)
}

// strayed reports a word of a find of people that strays in from a language beside that
// of the reading, unless somebody is greeted by it: lists of names hold "el", "mio" and
// "said", and whoever reads their own language knows better.
func (o PlainWords) strayed(d *bauta.Doc, i int, label bauta.Label, beside func() []string) bool {
	if label != bauta.Person || !strays(d, d.Tokens[i]) || o.greeted(d, i) {
		return false
	}
	return slices.ContainsFunc(beside(), func(lang string) bool { return lexicon.Frequent(d.Tokens[i].Norm, lang) })
}

// strays reports a word in small letters that is frequent in some language, and not in
// that of the reading.
func strays(d *bauta.Doc, t bauta.Token) bool {
	return !capital(words.Written(d, t.Start, t.End)) && lexicon.FrequentAnywhere(t.Norm) &&
		!lexicon.Frequent(t.Norm, d.Lang)
}

// strayWords is how many words of another language tell that a message is in that, too.
const strayWords = 2

// beside gives the languages that a message mixes with that of the reading: those it is
// read in as well, and those from which so many words stray in that are no finds.
func (o PlainWords) beside(d *bauta.Doc, found []bauta.Span) []string {
	langs := slices.Clone(d.Also)
	near := interval.Of(slices.Clone(found))
	words, seen, counted := map[string]int{}, map[string]bool{}, lexicon.Counted()
	for _, t := range d.Tokens {
		if t.Kind != bauta.Word || seen[t.Norm] || !strays(d, t) || over(near, t) {
			continue
		}
		seen[t.Norm] = true
		for _, lang := range counted {
			if lexicon.Frequent(t.Norm, lang) {
				if words[lang]++; words[lang] == strayWords {
					langs = append(langs, lang)
				}
			}
		}
	}
	return langs
}

// calls are words by which anybody is called, leavings those behind which they stand as
// they do behind greetings.
var (
	calls    = lists.In("called")
	leavings = lists.In("leave-takings")
)

// called reports a word in small letters by which anybody is called, in whatever
// language, behind a greeting or a leave-taking: who writes French says "ciao bella".
func (o PlainWords) called(d *bauta.Doc, i int) bool {
	return calls[d.Tokens[i].Norm] && o.greeted(d, i) && !begins(d, d.Tokens[i])
}

// begins reports a word that begins with a capital.
func begins(d *bauta.Doc, t bauta.Token) bool {
	c, _ := utf8.DecodeRuneInString(words.Written(d, t.Start, t.End))
	return unicode.IsUpper(c)
}

// greeted reports a word behind a greeting or a leave-taking.
func (o PlainWords) greeted(d *bauta.Doc, i int) bool {
	if i == 0 || !reading.Beside(d.Surface(d.Tokens[i-1].End, d.Tokens[i].Start)) {
		return false
	}
	before := d.Tokens[i-1].Norm
	if leavings[before] {
		return true
	}
	e, _ := o.Lexicon.Look(before, d.Lang)
	return e.Kinds&lexicon.Greeting != 0
}

// of reports a word of a language, in any spelling of it.
func (o PlainWords) of(norm, lang string) bool {
	if o.Lexicon.Plain(norm, lang) {
		return true
	}
	e, _, _ := o.Lexicon.Resolve(norm, lang)
	return e.Kinds&lexicon.Said != 0 && !e.Hidden()
}

// named reports a word that some list of names has, with its clitic or without, or
// the parts of it.
func (o PlainWords) named(norm, lang string) bool {
	for part := range strings.SplitSeq(lexicon.Stem(norm), "-") {
		if e, _ := o.Lexicon.Look(part, lang); e.Hidden() {
			return true
		}
	}
	e, _ := o.Lexicon.Look(norm, lang)
	return e.Hidden() || ofOwner(o.Lexicon, norm, lang)
}
