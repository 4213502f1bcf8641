package frame

import (
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// Source is the Span.Source of what this package finds.
const Source = "frame"

// Detector finds names by their frames.
type Detector struct{ lex *lexicon.Lexicon }

// New makes a detector that asks the lexicon what words are; nil is the one that
// comes with the program.
func New(lex *lexicon.Lexicon) *Detector {
	if lex == nil {
		lex = lexicon.Default()
	}
	return &Detector{lex}
}

// rules are what is tried at each word, in order; the first that holds decides.
func rules() []func(*reading, int) (bauta.Span, bool) {
	return []func(*reading, int) (bauta.Span, bool){town, estate, bell, family, chained, initialled, framed, vocative, subject, drawn, swiss}
}

// Detect reads each word in its frame. It never fails.
func (f *Detector) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	r := f.read(d)
	if r == nil {
		return nil, nil
	}
	var out []bauta.Span
	all := rules()
	for i := 0; i < len(r.doc.Tokens); i++ {
		if r.doc.Tokens[i].Kind != bauta.Word {
			continue
		}
		for _, rule := range all {
			if s, ok := rule(r, i); ok {
				out = append(out, s)
				break
			}
		}
	}
	return out, nil
}

// span makes a find of the tokens from to to, both in it, with the surname that
// follows.
func (r *reading) span(from, to int, label bauta.Label, score float64, why string) bauta.Span {
	t := r.doc.Tokens
	s := bauta.Span{Start: t[from].Start, End: t[to].End, Label: label, Score: score, Source: Source, Why: why}
	if label == bauta.Person && to+1 < len(t) && r.beside(to, to+1) && from == to {
		if w := r.word(to + 1); r.capital(to+1) && !w.common && !w.place && w.is(lexicon.Surname) {
			s.End = t[to+1].End
		}
	}
	return s
}

// The scores of finds: where the frame says it, where frame and lists do, where
// the word alone does.
const (
	bySaying = 0.9
	byFrame  = 0.8
	byWord   = 0.7
)

// framed reads the word behind a phrase of the table.
func framed(r *reading, i int) (bauta.Span, bool) {
	before := i - 1
	if before >= 0 && r.norm(before) == ":" {
		before--
	}
	if before < 0 {
		return bauta.Span{}, false
	}
	for _, p := range r.table[r.norm(before)] {
		if !r.ends(before, p.words) || !r.fits(i, p) {
			continue
		}
		return r.span(i, i, bauta.Person, p.asks.score(), "behind "+p.name), true
	}
	return bauta.Span{}, false
}

// ends reports that the tokens up to i are the words.
func (r *reading) ends(i int, words []string) bool {
	if i+1 < len(words) {
		return false
	}
	for k := range words {
		j := i - len(words) + 1 + k
		if r.norm(j) != words[k] || j > 0 && k > 0 && !r.beside(j-1, j) && words[k] != "." {
			return false
		}
	}
	return true
}

// fits reports that word i is what the phrase asks for.
func (r *reading) fits(i int, p phrase) bool {
	w := r.word(i)
	if w.short || w.greets || stops[r.norm(i)] {
		return false
	}
	capital := r.capital(i)
	listed := w.is(lexicon.Dictionary) || w.nick
	switch p.asks {
	case anything:
		return capital && (!w.common || listed) || !w.common && (listed || !w.known) || w.first() && r.ended(i)
	case unknown:
		if households[p.name] && capital && w.kinds == lexicon.Proper {
			return true
		}
		return listed && (!w.common || capital && !r.nouns) || capital && !w.common && !w.known && !w.place && (!r.nouns || pet(r.norm(i)))
	case aFirst:
		return w.first() && (capital || !w.common)
	case aCalled:
		return w.first() && (capital || !w.common || r.ended(i) || i+1 < len(r.doc.Tokens) && behindCalled[r.norm(i+1)])
	case aName:
		return listed && (!w.common || capital && !r.nouns && w.first()) && !(w.place && !w.first()) || r.singular(i, p) || capital && !w.common && surnameLike(r.norm(i))
	}
	return false
}

// ended reports that the clause ends behind word i.
func (r *reading) ended(i int) bool {
	return i+1 == len(r.doc.Tokens) || r.doc.Tokens[i+1].Kind != bauta.Word || clauses[r.norm(i+1)]
}

// bell reads the name at whose door one rings: "bei Kowalczyk klingeln".
func bell(r *reading, i int) (bauta.Span, bool) {
	if r.lang != "de" || i == 0 || i+1 >= len(r.doc.Tokens) || !rings[r.norm(i+1)] || r.norm(i-1) != "bei" && r.norm(i-1) != "bi" && r.norm(i-1) != "bim" {
		return bauta.Span{}, false
	}
	if w := r.word(i); !w.is(lexicon.Dictionary) && (w.common || !r.capital(i)) {
		return bauta.Span{}, false
	}
	return r.span(i, i, bauta.Person, bySaying, "at whose door one rings"), true
}

// singular reports an Italian surname that looks like a plural behind a singular
// article: "la rossi".
func (r *reading) singular(i int, p phrase) bool {
	n := r.norm(i)
	return r.lang == "it" && len(n) > 4 && n[len(n)-1] == 'i' && r.word(i).is(lexicon.Surname) && slices.Contains([]string{"la", "dalla", "alla", "della", "colla"}, p.words[len(p.words)-1])
}

// surnameLike reports the endings of surnames that no word of these languages has.
func surnameLike(norm string) bool {
	for _, ending := range surnameEndings {
		if len(norm) > len(ending)+2 && strings.HasSuffix(norm, ending) {
			return true
		}
	}
	return false
}

// pet reports the ending of names among friends: Korbi, Basti, Harry.
func pet(norm string) bool {
	n := len(norm)
	return n >= 4 && n <= 8 && (norm[n-1] == 'i' || norm[n-1] == 'y') && !petWords[norm]
}

// greets reports a word that calls somebody.
func (r *reading) greets(i int) bool {
	return i >= 0 && greetings[r.norm(i)]
}

// vocative reads the name that a greeting calls: "Hallo Ernst, wie gehts". A word
// that is also a common one counts where it stands alone behind the greeting.
func vocative(r *reading, i int) (bauta.Span, bool) {
	if !r.greets(i-1) || !r.beside(i-1, i) {
		return bauta.Span{}, false
	}
	w := r.word(i)
	if w.short || w.greets || stops[r.norm(i)] || !w.first() || w.is(lexicon.Kinship) || notCalled[r.norm(i)] {
		return bauta.Span{}, false
	}
	alone := i+1 == len(r.doc.Tokens) || r.doc.Tokens[i+1].Kind != bauta.Word
	if w.common && !(alone && r.capital(i)) {
		return bauta.Span{}, false
	}
	return r.span(i, i, bauta.Person, byFrame, "after a greeting"), true
}

// subject reads a first name that begins a clause and does what people do: "will
// told me", "Bo hälsar", "consuelo dice". A common word would have an article.
func subject(r *reading, i int) (bauta.Span, bool) {
	if !r.begins(i) || i+1 >= len(r.doc.Tokens) || !r.beside(i, i+1) || len(r.norm(i)) < 2 {
		return bauta.Span{}, false
	}
	verbs := doings[r.lang]
	next := r.norm(i + 1)
	if !verbs[next] && !(i+2 < len(r.doc.Tokens) && verbs[next+" "+r.norm(i+2)]) {
		return bauta.Span{}, false
	}
	w := r.word(i)
	if !w.first() || w.greets || stops[r.norm(i)] || w.is(lexicon.Kinship) || notCalled[r.norm(i)] || r.nouns && w.common {
		return bauta.Span{}, false
	}
	return r.span(i, i, bauta.Person, byWord, "does what people do"), true
}

// begins reports the first word of a clause.
func (r *reading) begins(i int) bool {
	return i == 0 || r.doc.Tokens[i-1].Kind != bauta.Word || clauses[r.norm(i-1)]
}
