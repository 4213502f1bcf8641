package frame

import (
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

var (
	spellingHeads = sync.OnceValue(func() byLang { return index(lists.NotesByLang("spelling-heads")) })
	spellingLinks = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("spelling-links") })
)

// Letters of a name that is spelled: two letters are a choice.
const (
	leastLetters = 3
	mostLetters  = 30
)

// spelled reads a name letter by letter behind what says that one follows: "surname is H for hotel, U, N, T",
// "ich buchstabiere: W, E, B, E, R".
func spelled(r *frames, i int) (bauta.Span, bool) {
	if !r.oneLetter(i) || letters[r.Surface(i)] {
		return bauta.Span{}, false
	}
	p, ok := r.behind(i, spellingHeads()[r.Lang])
	last, n := i, 1
	for next := i; ok && next > 0 && n < mostLetters; n++ {
		last, next = next, r.nextLetter(next)
	}
	if n <= leastLetters {
		return bauta.Span{}, false
	}
	return r.person(i, r.saidWord(last), said, "spelled behind "+p.text), true
}

// oneLetter reports a word of one letter.
func (r *frames) oneLetter(i int) bool {
	return i < r.Len() && r.IsWord(i) && r.short(i) && r.Surface(i) >= "A"
}

// saidWord is the word that says letter i, "B wie Berta"; i for none.
func (r *frames) saidWord(i int) int {
	for words := 2; words > 0; words-- {
		last := i + words + 1
		if last >= r.Len() || !r.IsWord(last) || r.short(last) {
			continue
		}
		link := r.Norm(i + 1)
		if words == 2 {
			link += " " + r.Norm(i+2)
		}
		if spellingLinks()[r.Lang][link] {
			return last
		}
	}
	return i
}

// nextLetter is the letter behind letter i and the word that says it, with a comma or a hyphen between; 0 for none.
func (r *frames) nextLetter(i int) int {
	mark := r.saidWord(i) + 1
	if mark >= r.Len() || r.Surface(mark) != "," && r.Surface(mark) != "-" || !r.oneLetter(mark+1) {
		return 0
	}
	return mark + 1
}
