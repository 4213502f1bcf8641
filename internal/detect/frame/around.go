package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// Around says what the words around a word in small letters say of it. A tagger has
// read them, too, but on text in which they matter less than capitals do.
type Around struct {
	*frames
	known *interval.Tree // the people found
}

// What stands around is worth so much in log-odds beside what a tagger says, measured
// on sentences with names of their own: docs/experiments/strangers.md.
const (
	besideSomebody = 2.5 // behind somebody found: "anna u torbi"
	beforeSomebody = 1.0
	behindSmall    = 0.6 // "bei torbi"
	behindGreeting = 0.6
	behindArticle  = 2.5 // "la pili", "ma zouzou", of what is no word in any spelling
	ownsSomething  = 1.5 // "annas jacka"
	inRow          = 2.5 // among items of its form, of people
	doesSomething  = 1.3 // first in its sentence, and a verb of the third person behind it
)

var (
	beforeNames  = lists.ByLang("before-names")
	beforeMonths = lists.ByLang("before-months")
	behindNames  = lists.ByLang("behind-names")
	familiar     = lists.ByLang("familiar")
)

// Around reads a document in which people were found; nil in a language without frames.
func (f *Detector) Around(d *bauta.Doc, found []bauta.Span) *Around {
	r := f.read(d)
	if r == nil {
		return nil
	}
	var people []bauta.Span
	for _, s := range found {
		if s.Label == bauta.Person && s.Doubt == bauta.Sure {
			people = append(people, s)
		}
	}
	return &Around{r, interval.Of(people)}
}

// Says gives what stands around a range, in log-odds that it is a person, and the words
// for it; 0 where nothing does. With capitals the row alone counts in which it stands.
func (a *Around) Says(start, end int) (float64, string) {
	from, to, ok := a.At(start, end)
	if !ok || !a.IsWord(from) {
		return 0, ""
	}
	if a.InRow(start, end) {
		return inRow, "in a row of people"
	}
	for i := from; i <= to; i++ {
		if a.Word(i).Capital {
			return 0, ""
		}
	}
	return a.says(from, to)
}

// says is Says of words, whatever their letters.
func (a *Around) says(from, to int) (float64, string) {
	switch {
	case from == to && a.owner(from):
		return ownsSomething, "owns something"
	case from > 1 && a.joined(from-1) && a.somebody(from-2):
		return besideSomebody, "beside somebody"
	case a.IsWord(to+2) && a.joined(to+1) && a.somebody(to+2):
		return beforeSomebody, "beside somebody"
	case from > 0 && a.IsWord(from-1):
		return a.behindWord(from, to)
	case a.IsWord(to+1) && a.Beside(to, to+1) && behindNames[a.Lang][a.Norm(to+1)]:
		return doesSomething, "does something"
	}
	return 0, ""
}

// behindWord weighs what the word before says.
func (a *Around) behindWord(from, to int) (float64, string) {
	before := a.Norm(from - 1)
	switch {
	case !a.Beside(from-1, from):
	case beforeNames[a.Lang][before]:
		return behindSmall, "behind a preposition"
	case familiar[a.Lang][before] && from == to:
		return a.called(from), "behind an article"
	case a.Word(from-1).Role&reading.Greeting != 0:
		return behindGreeting, "behind a greeting"
	}
	return 0, ""
}

// somebody reports a word of a person that was found.
func (a *Around) somebody(i int) bool {
	t := a.Doc.Tokens[i]
	return !a.known.Free(t.Start, t.End)
}

// called weighs a word behind an article: one that is no word in any spelling, less so a
// nickname of the lists that is one, too.
func (a *Around) called(i int) float64 {
	if !a.strange(i) && !a.Word(i).Is(lexicon.Hypocoristic) || lexicon.FrequentAnywhere(a.Norm(i)) {
		return 0
	}
	if e, ok := a.Resolve(i); ok && e.Kept() {
		if a.Word(i).Is(lexicon.Hypocoristic) {
			return behindSmall
		}
		return 0
	}
	return behindArticle
}
