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
	eponyms = lists.In("eponyms")
	// linkers stand between such a word and the name.
	linkers = sync.OnceValue(func() lists.Words { return lists.In("surname-particles") })
)

// law reports what a law, a method or an illness is called after: "Bayes rule", "Ohm's law", "théorème de Pythagore".
// A first name, and who stands beside a word that means other things, too, must be known for one: "Emma's rule".
func (o CalledThings) law(r *reading.Reading, s bauta.Span) bool {
	end := s.End
	for _, of := range [...]string{"'s", "’s"} {
		if strings.HasPrefix(r.Doc.Text[end:], of) {
			end += len(of) // one word with the name
			break
		}
	}
	from, to, whole := r.At(s.Start, end)
	if !whole {
		return false
	}
	note, ok := lawBeside(r, from, to)
	e, _ := o.Lexicon.Look(r.Bare(from), r.Lang)
	first := e.Kinds&(lexicon.FirstName|lexicon.Hypocoristic|lexicon.Hide) != 0
	return ok && (note != "" && !first || from == to && eponym(r.Plain(from)))
}

// eponym reports such a name, in the genitive, too: Ohms lag.
func eponym(word string) bool {
	short := strings.TrimSuffix(word, "s")
	return eponyms[word] || eponyms[short] || software()[word] == "method" || software()[short] == "method"
}

// lawBeside gives the note of the word for a law behind words, or before them and a particle.
func lawBeside(r *reading.Reading, from, to int) (note string, ok bool) {
	at := to + 1
	if r.IsWord(at) && r.Beside(at-1, at) {
		if note, ok = lawWords()[text.Plain(r.Norm(at))]; ok {
			return note, true
		}
	}
	if at = from - 2; !r.IsWord(at) || !linkers()[r.Norm(at+1)] || !r.Beside(at, at+1) {
		return "", false
	}
	note, ok = lawWords()[text.Plain(r.Norm(at))]
	return note, ok
}
