package reading

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Word is what is known of a token that is a word, in its place.
type Word struct {
	Entry    lexicon.Entry   // what the lexicon has under the folded token
	Known    bool            // whether it has anything
	Begins   bool            // an entry of several words may begin with it
	Everyday lexicon.Tongues // the languages in which people use it every day
	Common   bool            // it is a word of the reading's language, whatever else it is
	Role     Role            // what it says of a name behind it
	Capital  bool            // it begins with a capital
	Upper    bool            // it has two letters or more, and no small one
	Opens    bool            // a sentence may open with it
}

// Role is what a word says of the word behind it.
type Role uint8

// The roles; a word may have several.
const (
	Title    Role = 1 << iota // a form of address or a degree (lexicon.Honorific)
	Kin                       // a word of kin
	Greeting                  // a word of greeting
)

// Is reports whether the lexicon has the word under one of the kinds.
func (w Word) Is(k lexicon.Kind) bool { return w.Entry.Kinds&k != 0 }

// Named reports a capital that says something: that of a word that is not in
// capitals altogether.
func (w Word) Named() bool { return w.Capital && !w.Upper }

// wordKinds are the kinds of the lexicon by which a name is also a word.
const wordKinds = lexicon.Form | lexicon.SMS | lexicon.Onomatopoeia | lexicon.Interjection | lexicon.Greeting |
	lexicon.Kinship | lexicon.Loan | lexicon.Nationality | lexicon.Language | lexicon.Brand | lexicon.Country |
	lexicon.Place | lexicon.Keep

// look fills in what the lists have of a folded word.
func (w *Word) look(norm string, lex *lexicon.Lexicon, lang string) {
	w.Entry, w.Known, w.Begins = lex.LookOn(norm, lang)
	w.Everyday = lexicon.EverydayIn(norm)
	w.Common = w.Is(wordKinds) || w.Everyday.Has(lang)
	if _, title := lexicon.Honorific(Bare(norm, lang), lang); title {
		w.Role = Title
	}
	if w.Is(lexicon.Kinship) {
		w.Role |= Kin
	}
	if w.Is(lexicon.Greeting) {
		w.Role |= Greeting
	}
}

// meet leaves what a word has in common with another.
func (w *Word) meet(v Word) {
	w.Entry.Kinds &= v.Entry.Kinds
	w.Common, w.Known = w.Common && v.Common, w.Known && v.Known
}

// capitals reports whether a word begins with a capital, and whether it has two
// letters or more and no small one.
func capitals(s string) (first, all bool) {
	c, size := utf8.DecodeRuneInString(s)
	first, all = unicode.IsUpper(c), size < len(s)
	for _, c := range s {
		if unicode.ToUpper(c) != c {
			return first, false
		}
	}
	return first, all
}

// elided are the words of more than two letters that lose their end before a vowel, in
// the languages where words do.
var elided = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("elided") })

// genitives end a name that owns something.
var genitives = [...]string{"'s", "’s", "'", "’"}

// Owner is a folded word without a genitive's apostrophe.
func Owner(norm string) string {
	for _, tail := range genitives {
		if stem, ok := strings.CutSuffix(norm, tail); ok {
			return stem
		}
	}
	return norm
}

// Bare is a folded word of a language without what is elided before it and without a
// genitive's apostrophe.
func Bare(norm, lang string) string {
	if strings.IndexByte(norm, '\'') < 0 {
		return norm
	}
	bare := Owner(norm)
	base, _, _ := strings.Cut(lang, "-")
	words, elides := elided()[base]
	for elides {
		head, tail, ok := strings.Cut(bare, "'")
		if !ok || tail == "" || len(head) > 2 && !words[head] {
			break
		}
		bare = tail
	}
	return bare
}
