package frame

import (
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/lexicon/register"
	"github.com/bauta/bauta/internal/reading"
)

// functions stand behind forms of address and are nobody's name.
var functions = sync.OnceValue(func() lists.Words { return lists.In("no-names") })

// degrees are forms of address behind which there may as well be a subject or a noun.
var degrees = sync.OnceValue(func() lists.Words { return lists.In("degrees") })

// honoured reports a word right behind a form of address that lists have for a surname, or any behind one in short
// that nobody writes but before a name; no office (Frau Doktor) and no function.
func (r *frames) honoured(i int) bool {
	if i == 0 || !r.IsWord(i) || !r.Beside(i-1, i) || r.Word(i-1).Role&reading.Title == 0 {
		return false
	}
	w, norm, title := r.Word(i), r.Norm(i), r.Bare(i-1)
	office := w.Entry.POS&lexicon.Title != 0 || functions()[norm] || pronouns()[norm] || w.Role != 0
	if office || degrees()[title] || beforeNames[r.Lang][norm] {
		return false
	}
	return w.Is(lexicon.Surname) || register.Default().Last(norm) || r.unspoken(title)
}

// unspoken reports a form of address without a vowel, as mr is, in the languages that have no other use
// for one.
func (r *frames) unspoken(title string) bool {
	return (r.Lang == "en" || r.Lang == "es") && len(title) > 1 && !strings.ContainsAny(title, "aeiou")
}
