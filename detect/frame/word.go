package frame

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// reading is a document that is being read.
type reading struct {
	lex  *lexicon.Lexicon
	doc  *bauta.Doc
	lang string // one of languages
}

// languages are those whose frames are known.
var languages = []string{"de", "en", "es", "fr", "it", "sv"}

// read begins a document; nil for a language without frames. Swiss German is read as
// German.
func (f *Detector) read(d *bauta.Doc) *reading {
	lang, _, _ := strings.Cut(d.Lang, "-")
	if lang == "gsw" {
		lang = "de"
	}
	if !slices.Contains(languages, lang) {
		return nil
	}
	return &reading{f.lex, d, lang}
}

func (r *reading) norm(i int) string { return r.doc.Tokens[i].Norm }

// isWord reports that there is a token i and it is a word.
func (r *reading) isWord(i int) bool {
	return i >= 0 && i < len(r.doc.Tokens) && r.doc.Tokens[i].Kind == bauta.Word
}

// capital reports a word with a capital first letter; all capitals say nothing.
func (r *reading) capital(i int) bool {
	s := r.doc.Text[r.doc.Tokens[i].Start:r.doc.Tokens[i].End]
	c, size := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(c) && (size == len(s) || strings.ToUpper(s) != s)
}

// beside reports that only blanks stand between two tokens.
func (r *reading) beside(i, j int) bool {
	gap := r.doc.Text[r.doc.Tokens[i].End:r.doc.Tokens[j].Start]
	return len(gap) <= 2 && strings.Trim(gap, " \u00a0") == ""
}

// word is what the lists say of a token.
type word struct {
	kinds  lexicon.Kind
	common bool // a word of the language as people write it
	known  bool // the lexicon has it, whatever it is
	short  bool // a single letter
}

func (w word) is(k lexicon.Kind) bool { return w.kinds&k != 0 }

// first reports a first name or nickname.
func (w word) first() bool {
	return w.is(lexicon.FirstName | lexicon.Hypocoristic | lexicon.Hide)
}

// words are the kinds of the lexicon by which a name is also a word.
const words = lexicon.Form | lexicon.SMS | lexicon.Onomatopoeia | lexicon.Interjection | lexicon.Greeting |
	lexicon.Kinship | lexicon.Loan | lexicon.Nationality | lexicon.Language | lexicon.Brand | lexicon.Country |
	lexicon.Place | lexicon.Keep

// word looks token i up; a compound is what its parts are.
func (r *reading) word(i int) word {
	norm := r.norm(i)
	w := r.look(norm)
	if w.known || !strings.Contains(norm, "-") {
		return w
	}
	parts := strings.Split(norm, "-")
	all := r.look(parts[0])
	for _, part := range parts[1:] {
		p := r.look(part)
		all.kinds &= p.kinds
		all.common, all.known = all.common && p.common, all.known && p.known
	}
	all.short = false
	return all
}

func (r *reading) look(norm string) word {
	e, known := r.lex.Look(norm, r.lang)
	return word{
		kinds: e.Kinds, known: known,
		common: e.Kinds&words != 0 || lexicon.Everyday(norm, r.lang),
		short:  utf8.RuneCountInString(norm) < 2,
	}
}
