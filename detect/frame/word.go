package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// reading is a document that is being read.
type reading struct {
	lex   *lexicon.Lexicon
	doc   *bauta.Doc
	lang  string // one of the tables
	table map[string][]phrase
	swiss bool // words of Swiss German stand in it
	nouns bool // the writer gives nouns capitals
}

// leastDialect is how many words of the dialect alone make German Swiss German.
const leastDialect = 2

// read begins a document; nil for a language without tables.
func (f *Detector) read(d *bauta.Doc) *reading {
	lang, _, _ := strings.Cut(d.Lang, "-")
	r := &reading{lex: f.lex, doc: d, lang: lang}
	if lang == "gsw" {
		r.lang, r.swiss = "de", true
	}
	r.table = phrases()[r.lang]
	if r.table == nil {
		return nil
	}
	if r.lang == "de" {
		r.nouns = true
		dialect := 0
		for i := range d.Tokens {
			n := d.Tokens[i].Norm
			if r.swiss = r.swiss || markers[n] || n == "z" && i+1 < len(d.Tokens) && r.beside(i, i+1) && d.Tokens[i+1].Kind == bauta.Word; lexicon.Everyday(n, "gsw") && !lexicon.Everyday(n, "de") {
				dialect++
			}
		}
		r.swiss = r.swiss || dialect >= leastDialect
		if r.swiss {
			r.table = phrases()["gsw"]
			r.nouns = r.givesCapitals()
		}
	}
	return r
}

// givesCapitals reports a common word with a capital within a sentence.
func (r *reading) givesCapitals() bool {
	for i := 1; i < len(r.doc.Tokens); i++ {
		if r.capital(i) && r.doc.Tokens[i-1].Kind == bauta.Word && (lexicon.Everyday(r.norm(i), "de") || lexicon.Everyday(r.norm(i), "gsw")) {
			return true
		}
	}
	return false
}

func (r *reading) norm(i int) string { return r.doc.Tokens[i].Norm }

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
	rank   uint8 // lists of first names it stands in
	common bool  // a word of the language as people write it
	known  bool  // the lexicon has it, whatever it is
	place  bool
	nick   bool // a name of the table of this package
	greets bool
	short  bool // a single letter
}

func (w word) is(k lexicon.Kind) bool { return w.kinds&k != 0 }

// first reports a first name or nickname.
func (w word) first() bool {
	return w.nick || w.is(lexicon.FirstName|lexicon.Hypocoristic|lexicon.Hide)
}

// words are the kinds of the lexicon by which a name is also a word.
const words = lexicon.Form | lexicon.SMS | lexicon.Onomatopoeia | lexicon.Interjection | lexicon.Greeting | lexicon.Kinship | lexicon.Loan |
	lexicon.Nationality | lexicon.Language | lexicon.Brand | lexicon.Country | lexicon.Place | lexicon.Keep

// word looks token i up; a compound is what its parts are.
func (r *reading) word(i int) word {
	norm := r.norm(i)
	w := r.look(norm)
	if w.known || !strings.Contains(norm, "-") {
		return w
	}
	var all word
	for n, part := range strings.Split(norm, "-") {
		p := r.look(part)
		if n == 0 {
			all = p
			continue
		}
		all.kinds &= p.kinds
		all.common, all.known, all.nick = all.common && p.common, all.known && p.known, all.nick && p.nick
	}
	all.short = false
	return all
}

func (r *reading) look(norm string) word {
	lang := r.lang
	e, ok := r.lex.Look(norm, lang)
	w := word{
		kinds: e.Kinds, rank: e.NameRank, known: ok,
		common: e.Kinds&words != 0 || lexicon.Everyday(norm, lang) || r.swiss && lexicon.Everyday(norm, "gsw"),
		place:  e.Kinds&lexicon.City != 0,
		greets: e.Kinds&lexicon.Greeting != 0,
		short:  utf8.RuneCountInString(norm) < 2,
	}
	if n := nicknames[lang]; n != nil && n[norm] || r.swiss && swissName(norm) {
		w.nick, w.known, w.common = true, true, false
	}
	return w
}
