package frame

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
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

// A rule finds the name that begins at word i.
type rule func(r *frames, i int) (bauta.Span, bool)

// rules are tried at each word, in order; the first that holds decides.
func rules() []rule {
	return []rule{
		spelled, particled, capitals, initialled, listed, greeted, introduced, spokenTo, acting, received, signed,
		doubled, owning, family, articled, directory, keyed, underColumn, besideQuoted, filed, related, risen,
		initialGlued, withMe,
	}
}

// Detect reads each word in its frame. It never fails.
func (f *Detector) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	r := f.read(d)
	if r == nil {
		return nil, nil
	}
	var out []bauta.Span
	all := rules()
	for i := range d.Tokens {
		if d.Tokens[i].Kind != bauta.Word {
			continue
		}
		for _, try := range all {
			if s, ok := try(r, i); ok {
				out = append(out, s)
				break
			}
		}
	}
	return out, nil
}

// The scores of finds: where the frame says that a name follows, where it is usual
// before names, where only the words themselves speak for one.
const (
	said   = 0.9
	usual  = 0.8
	likely = 0.7
)

// person makes a find of the tokens from to to, both in it.
func (r *frames) person(from, to int, score float64, why string) bauta.Span {
	t := r.Doc.Tokens
	return bauta.Span{Start: t[from].Start, End: t[to].End, Label: bauta.Person, P: score, Source: Source, Why: why}
}

// introduced reads the word behind a phrase that introduces somebody, "mi chiamo", and
// a colon. Behind it any word that is no common one is a name, and a common one that
// the lists hold for a first name where it ends the clause.
func introduced(r *frames, i int) (bauta.Span, bool) {
	p, ok := r.behind(i, r.introductions)
	w := r.Compound(i)
	if !ok || r.short(i) {
		return bauta.Span{}, false
	}
	listed := w.Is(lexicon.Dictionary)
	fits := !w.Common && (listed || !w.Known || r.Word(i).Named())
	if !fits && !(listed && r.Word(i).Named()) && !(given(w) && r.ended(i)) {
		return bauta.Span{}, false
	}
	return r.person(i, i, said, "behind "+p.text), true
}

// spokenTo reads a first name of the lists, or initials, behind a word that is said before whom
// somebody calls or does something for: "ring Uffe".
func spokenTo(r *frames, i int) (bauta.Span, bool) {
	p, ok := r.behind(i, r.addressed)
	w := r.Compound(i)
	several := p.wants || len(p.words) > 1 // behind "för" three letters may be anything
	if ok && r.initials(i) && (several || len(r.Norm(i)) <= 2) {
		return r.person(i, i, likely, "initials behind "+p.text), true
	}
	if !ok || r.short(i) || !given(w) || pronouns()[r.Norm(i)] {
		return bauta.Span{}, false
	}
	if w.Common && !r.Word(i).Named() && (r.grammar(i) || !r.ended(i) && !r.wanted(i, p)) {
		return bauta.Span{}, false
	}
	return r.person(i, i, usual, "behind "+p.text), true
}

// wanted reports a word behind a phrase of several words that ends with a preposition, or one that says so, behind
// which a thing would have an article: "dille a viola che", "la hija de remedios", "ho incontrato stella".
func (r *frames) wanted(i int, p phrase) bool {
	prepositional := len(p.words) > 1 && beforeNames[r.Lang][p.words[len(p.words)-1]]
	return (p.wants || prepositional) && len(r.Norm(i)) >= leastOwner && !r.grammar(i)
}

// grammar reports a word of kin, an article, a month, a preposition, and what opens a clause, which some are called.
func (r *frames) grammar(i int) bool {
	norm := r.Norm(i)
	for _, of := range [...]lists.Words{
		familiar[r.Lang], beforeThings()[r.Lang], beforeNames[r.Lang], r.clauses, monthWords(),
	} {
		if of[norm] {
			return true
		}
	}
	return r.Word(i).Is(lexicon.Kinship)
}

// behind gives the phrase that stands before word i, also with a colon.
func (r *frames) behind(i int, by map[string][]phrase) (phrase, bool) {
	last := i - 1
	if last >= 0 && r.Norm(last) == ":" {
		last--
	}
	return r.ending(last, by)
}

// ending gives the phrase that ends with token last.
func (r *frames) ending(last int, by map[string][]phrase) (phrase, bool) {
	if last < 0 {
		return phrase{}, false
	}
	for _, p := range by[r.Norm(last)] {
		if r.ends(last, p.words) {
			return p, true
		}
	}
	return phrase{}, false
}

// ends reports that the tokens up to i are the words.
func (r *frames) ends(i int, words []string) bool {
	first := i - len(words) + 1
	if first < 0 {
		return false
	}
	for k, word := range words {
		j := first + k
		if r.Norm(j) != word || k > 0 && word != "." && !r.Beside(j-1, j) {
			return false
		}
	}
	return true
}

// ended reports that no word stands behind word i.
func (r *frames) ended(i int) bool {
	return i+1 == len(r.Doc.Tokens) || r.Doc.Tokens[i+1].Kind != bauta.Word
}
