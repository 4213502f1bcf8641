package settle

import (
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
	"github.com/bauta/bauta/text"
)

var (
	// lawWords are words for laws, methods and illnesses, "sure" those beside which nobody of the message is named.
	lawWords = sync.OnceValue(func() lists.Notes { return lists.NotesIn("law-words") })
	// eponyms are those whom they are called after.
	eponyms = sync.OnceValue(func() lists.Notes { return lists.NotesIn("eponyms") })
)

// law reports what a law, a method or an illness is called after: "Bayes rule", "Ohm's law", "théorème de Pythagore".
// A first name, and who stands beside a word that means other things, too, must be known for one: "Emma's rule",
// "Novak's disease"; behind a title or a first name somebody is meant.
func (o CalledThings) law(r *reading.Reading, s bauta.Span) bool {
	all := r.Doc.Text
	// Both are one word with the name.
	start := s.Start - length(all[:s.Start], strings.HasSuffix, clitics[:])
	from, to, whole := r.At(start, s.End+length(all[s.End:], strings.HasPrefix, genitives[:]))
	if !whole || r.Before(from)&reading.Title != 0 || firstBefore(r, from) {
		return false
	}
	note, ok := lawBeside(r, from, to, start < s.Start)
	if !ok || eponym(all[s.Start:s.End]) {
		return ok
	}
	for i := from; i <= to; i++ {
		e, _ := o.Lexicon.Look(r.Bare(i), r.Lang)
		if e.Kinds&(lexicon.FirstName|lexicon.Hypocoristic|lexicon.Hide) != 0 {
			return false
		}
	}
	return note != ""
}

var (
	clitics   = [...]string{"d'", "d’", "D'", "D’"}
	genitives = [...]string{"'s", "’s"}
)

// length is that of the ending, or beginning, that a text has.
func length(s string, has func(s, part string) bool, parts []string) int {
	for _, part := range parts {
		if has(s, part) {
			return len(part)
		}
	}
	return 0
}

// eponym reports such a name, in the genitive, and of several, too: Ohms lag, the Mann-Whitney test.
func eponym(word string) bool {
	parts := strings.Split(strings.ToLower(word), "-")
	for _, part := range parts {
		part = text.Plain(part)
		if calledAfter(part, len(parts)) || calledAfter(strings.TrimSuffix(part, "s"), len(parts)) {
			return true
		}
	}
	return false
}

// calledAfter reports one of so many names.
func calledAfter(name string, of int) bool {
	note, ok := eponyms()[name]
	return ok && (note == "" || of > 1) || software()[name] == "method"
}

// lawBeside gives the note of the word for a law behind words, or before them and a particle, which may stand in the
// first of them.
func lawBeside(r *reading.Reading, from, to int, particle bool) (note string, ok bool) {
	at := to + 1
	if r.IsWord(at) && r.Beside(at-1, at) {
		if note, ok = lawWords()[text.Plain(r.Norm(at))]; ok {
			return note, true
		}
	}
	at = from - 1
	if at > 0 && !particle && reading.Particles()[r.Norm(at)] {
		particle = r.Beside(at, from)
		at--
	}
	if !particle || !r.IsWord(at) || !r.Beside(at, at+1) {
		return "", false
	}
	note, ok = lawWords()[text.Plain(r.Norm(at))]
	return note, ok
}
