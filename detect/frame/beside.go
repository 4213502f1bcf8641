package frame

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/lexicon"
)

// grow lets a find of a person reach over the rest of a full name, of which a tagger
// may see one word alone: "Nguyen Thi Hoa".
func (r *reading) grow(s *bauta.Span) {
	from, to, ok := r.bounds(*s)
	if !ok || !r.isWord(to) || !r.capital(from) || !r.capital(to) {
		return
	}
	last := to
	for last-from < longestChain && r.follows(last) && !r.compound(last+1) {
		last++
	}
	first := from
	for last-first < longestChain && r.before(first) {
		first--
	}
	if last-first >= longestChain || first == from && last == to {
		return
	}
	s.Start, s.End = r.doc.Tokens[first].Start, r.doc.Tokens[last].End
	s.Why += ", with the name beside it"
}

// before reports that the word before word i is a name of the lists that may belong to
// it.
func (r *reading) before(i int) bool {
	return r.name(i-1) && r.beside(i-1, i) && r.word(i-1).is(lexicon.Dictionary)
}

// complete lets a find of a person reach over its initials: "S. Baptiste", "Malin Ö.".
func (r *reading) complete(s *bauta.Span) {
	from, to, ok := r.bounds(*s)
	if !ok {
		return
	}
	t := r.doc.Tokens
	before := r.initialBefore(from) && r.capital(from)
	after := r.initial(to+1) && r.beside(to, to+1) && r.capital(to) && (r.dotted(to+1) || r.ended(to+1))
	if before {
		s.Start = t[from-2].Start
	}
	if after {
		s.End = t[to+1].End
	}
	if before || after {
		s.Why += ", with its initial"
	}
}

// joins stand between two people, by language; "/", "&" and "+" in all.
var joins = map[string]map[string]bool{
	"de": set("und u n un unt"), "fr": set("et é ou"), "en": set("and n"),
	"it": set("e ed"), "es": set("y e"), "sv": set("och o"),
}

// paired adds who is named together with somebody found: "Hallo Jana und Anahit",
// "Özdemir/Pfaff".
func (r *reading) paired(found []bauta.Span) []bauta.Span {
	known := interval.Of(found)
	for _, s := range found {
		if s.Label != bauta.Person || s.Doubt != bauta.Sure {
			continue
		}
		_, to, ok := r.bounds(s)
		if !ok || to+2 >= len(r.doc.Tokens) || !r.joined(to+1) || !r.fellow(to, to+2) {
			continue
		}
		if t := r.doc.Tokens[to+2]; known.Free(t.Start, t.End) {
			found = append(found, r.person(to+2, to+2, likely, "named together with somebody"))
		}
	}
	return found
}

// joined reports what stands between two people.
func (r *reading) joined(i int) bool {
	t := r.doc.Tokens[i]
	return joins[r.lang][t.Norm] || strings.ContainsAny(r.doc.Surface(t.Start, t.End), "/&+") && t.End-t.Start == 1
}

// fellow reports that word j may be a person as word i is one: a first name of the
// lists, a surname, or no word at all, and written as the one found is.
func (r *reading) fellow(i, j int) bool {
	if !r.isWord(j) || r.capital(i) != r.capital(j) {
		return false
	}
	w, norm := r.word(j), r.norm(j)
	switch {
	case w.common, w.short, pronouns()[norm]:
		return false
	case w.first():
		return true
	case w.known:
		return r.capital(j) && w.is(lexicon.Surname)
	}
	return r.capital(j) && utf8.RuneCountInString(norm) > 2 && !r.borrowed(norm) && !r.compound(j)
}
