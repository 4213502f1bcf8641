package frame

import (
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// longestChain is how many words a name written out may have here; more capitals
// in a row are a heading.
const longestChain = 3

// capitals reads a full name that nothing announces: two or three words with capitals
// in a row, none of them a word of the language, "Konstanze Bühl", "Besnik
// Krasniqi". The lists need not know them.
func capitals(r *frames, i int) (bauta.Span, bool) {
	if r.Lang != "de" && r.Lang != "sv" {
		return bauta.Span{}, false
	}
	if !r.name(i) || r.name(i-1) && r.Beside(i-1, i) {
		return bauta.Span{}, false
	}
	last := i
	for last-i < longestChain && r.follows(last) {
		last++
	}
	if last == i || last-i >= longestChain || r.phrase(i, last) {
		return bauta.Span{}, false
	}
	s := r.person(i, last, likely, "capitals in a row that are no words")
	s.Part = bauta.Full
	r.begin(&s)
	return s, !r.derived(r.Norm(last))
}

// phrase reports a row that is a town, a compound with what is beside it, two words
// of another language, or the beginning of a sentence.
func (r *frames) phrase(i, last int) bool {
	first := r.Compound(i)
	if given(first) {
		return false
	}
	listed := first.Is(lexicon.Dictionary)
	switch {
	case first.Is(lexicon.City), r.compound(last):
		return true
	case !listed && (r.compound(i) || r.starts(i, last)):
		return true
	}
	return r.borrowed(r.Norm(i)) && r.borrowed(r.Norm(last))
}

// name reports that word i has the capital of a name and is no word of the language.
func (r *frames) name(i int) bool {
	if !r.IsWord(i) || !r.Word(i).Named() {
		return false
	}
	w, norm := r.Compound(i), r.Norm(i)
	if w.Common || r.short(i) || pronouns()[norm] || len(r.introductions[norm]) > 0 {
		return false
	}
	if r.Lang == "de" && !given(w) && r.inflected(norm) {
		return false
	}
	return w.Is(lexicon.Dictionary|lexicon.City) || !w.Known && !r.borrowed(norm)
}

// inflected reports a German word with an ending that the everyday words lack.
func (r *frames) inflected(norm string) bool {
	for _, ending := range []string{"n", "en", "e", "er", "s", "es"} {
		stem, ok := strings.CutSuffix(norm, ending)
		if !ok || len(stem) < leastPart {
			continue
		}
		if lexicon.Everyday(stem, r.Lang) || lexicon.Everyday(umlauts.Replace(stem), r.Lang) {
			return true
		}
	}
	return false
}

// umlauts takes those of a plural back: Männer, Mütter.
var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

// borrowed reports a word of English or French.
func (r *frames) borrowed(norm string) bool {
	for _, lang := range []string{"en", "fr"} {
		if e, _ := r.lex.Look(norm, lang); e.Kinds&lexicon.Form != 0 {
			return true
		}
	}
	return false
}

// follows reports that the word behind word i may belong to the same name.
func (r *frames) follows(i int) bool {
	return r.IsWord(i+1) && r.Beside(i, i+1) && r.name(i+1)
}

// starts reports that the row begins a sentence, where a capital says nothing, with
// the ending of a German verb or adjective, and that the lists do not know its last
// word either.
func (r *frames) starts(i, last int) bool {
	if r.IsWord(i-1) || r.Compound(last).Is(lexicon.Dictionary|lexicon.City) {
		return false
	}
	for ending := range inflections() {
		if strings.HasSuffix(r.Norm(i), ending) {
			return true
		}
	}
	return false
}

// inflections end German verbs and adjectives, and few first names.
var inflections = sync.OnceValue(func() lists.Words { return lists.In("inflections") })

// leastPart is how many letters a part of a compound has at least.
const leastPart = 4

// compound reports a word made of two everyday words, which no list can have all of:
// Handyhülle, Arbeitsplatte.
func (r *frames) compound(i int) bool {
	norm := r.Norm(i)
	for at := leastPart; at <= len(norm)-leastPart; at++ {
		head, tail := norm[:at], norm[at:]
		if !lexicon.Everyday(tail, r.Lang) {
			continue
		}
		if lexicon.Everyday(head, r.Lang) || lexicon.Everyday(strings.TrimSuffix(head, "s"), r.Lang) {
			return true
		}
	}
	return false
}
