package frame

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/lexicon"
)

// grow lets a find of a person reach over the rest of a full name, of which a tagger
// may see one word alone: "Nguyen Thi Hoa".
func (r *frames) grow(s *bauta.Span) {
	from, to, ok := r.At(s.Start, s.End)
	if !ok || !r.IsWord(to) || !r.Word(from).Named() || !r.Word(to).Named() {
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
	s.Start, s.End = r.Doc.Tokens[first].Start, r.Doc.Tokens[last].End
	s.Why += ", with the name beside it"
}

// surname lets a find that ends with a first name in small letters reach over a surname
// behind it in the same: a word that is none of the language, however it is spelt
// ("melinda gelez", but not "marie tkt").
func (r *frames) surname(s *bauta.Span) {
	_, to, ok := r.At(s.Start, s.End)
	next := to + 1
	if !ok || s.Part == bauta.Full || !r.near(to, next) || r.Word(to).Named() || r.Word(next).Capital {
		return
	}
	if !r.given(to) || !r.strange(next) || r.Compound(next).Is(lexicon.FirstName) {
		return
	}
	if e, _, _ := r.lex.Resolve(r.Norm(next), r.Lang); e.Kept() && !e.Hidden() {
		return
	}
	s.End = r.Doc.Tokens[next].End
	s.Why += ", with the surname behind it"
}

// inverted lets a find reach over the other half of a name with the surname first, as offices and files write people,
// in capitals ("KRAUTWURST Jens", "Ärende SKOGLÖV Hillevi"), where not all is, or before a comma.
func (r *frames) inverted(s *bauta.Span) {
	from, to, ok := r.At(s.Start, s.End)
	switch {
	case !ok || r.Loud:
		return
	case r.filedBefore(from-1, from):
		s.Start, s.Why = r.Doc.Tokens[from-1].Start, s.Why+", with the surname in capitals before it"
	case from == to && r.filedBefore(from, from+1):
		s.End, s.Why = r.Doc.Tokens[from+1].End, s.Why+", with the first name behind it"
	case from == to && r.filedAs(from, to+2):
		s.End, s.Why = r.Doc.Tokens[to+2].End, s.Why+", with the first name behind the comma"
	case from == to && r.filedAs(from-2, to):
		s.Start, s.Why = r.Doc.Tokens[from-2].Start, s.Why+", with the surname before the comma"
	default:
		return
	}
	s.Part = bauta.Full
}

// filedBefore reports a surname in capitals before a first name of the lists or a word with a capital; both are none of
// the language.
func (r *frames) filedBefore(i, j int) bool {
	if !r.near(i, j) || !r.Word(i).Upper || utf8.RuneCountInString(r.Norm(i)) < shortestFiled || !r.strange(i) {
		return false
	}
	return r.given(j) || r.Word(j).Named() && r.strange(j)
}

// before reports that the word before word i is a name that may belong to it: one of the lists, and in the place of an
// entry ("Spampinato Agatella, ferie") one that is no word in any spelling, where nouns have no capital.
func (r *frames) before(i int) bool {
	if !r.name(i-1) || !r.Beside(i-1, i) {
		return false
	}
	if r.Compound(i - 1).Is(lexicon.Dictionary) {
		return true
	}
	return r.Lang != "de" && r.entry(i-1, i, entryCloses+",") && r.unheard(i-1)
}

// unheard reports a word that is none, however it is spelt.
func (r *frames) unheard(i int) bool {
	_, ok := r.Resolve(i)
	return !ok && r.strange(i) && utf8.RuneCountInString(r.Norm(i)) >= shortestFiled
}

// complete lets a find of a person reach over its initials: "S. Baptiste", "Malin Ö.".
func (r *frames) complete(s *bauta.Span) {
	from, to, ok := r.At(s.Start, s.End)
	if !ok {
		return
	}
	t := r.Doc.Tokens
	first := from
	if r.Word(from).Named() {
		first = r.initialsBefore(from)
	}
	after := r.initial(to+1) && r.Beside(to, to+1) && r.Word(to).Named() && (r.dotted(to+1) || r.ended(to+1))
	s.Start = t[first].Start
	if after {
		s.End = t[to+1].End
	}
	if first < from || after {
		s.Why += ", with its initial"
	}
}

// joins stand between two people, by language; "/", "&" and "+" in all.
var joins = map[string]map[string]bool{
	"de": set("und u n un unt"), "fr": set("et é ou"), "en": set("and n"),
	"it": set("e ed"), "es": set("y e"), "sv": set("och o"),
}

// paired adds who is named together with somebody found: "Hallo Jana und Anahit", "Özdemir/Pfaff", and before them
// "rosa e gaetano".
func (r *frames) paired(found []bauta.Span) []bauta.Span {
	known := interval.Of(found)
	add := func(i int) {
		if t := r.Doc.Tokens[i]; known.Free(t.Start, t.End) {
			found = append(found, r.person(i, i, likely, "named together with somebody"))
		}
	}
	for _, s := range found {
		if s.Label != bauta.Person || s.Doubt != bauta.Sure {
			continue
		}
		from, to, ok := r.At(s.Start, s.End)
		if !ok {
			continue
		}
		if to+2 < len(r.Doc.Tokens) && r.joined(to+1) && r.fellow(to, to+2) {
			add(to + 2)
		}
		if from > 1 && r.joined(from-1) && r.comesFirst(from-2, from) {
			add(from - 2)
		}
	}
	return found
}

// comesFirst reports that word i, a first name of the lists with which a clause begins, stands with the first name j,
// which is no word: "rosa e gaetano". A thing would have an article.
func (r *frames) comesFirst(i, j int) bool {
	w, v := r.Word(i), r.Word(j)
	if w.Named() != v.Named() || v.Common || w.Is(lexicon.Kinship|lexicon.Greeting) {
		return false
	}
	return r.given(i) && r.given(j) && r.begins(i) && !r.short(i) && !pronouns()[r.Norm(i)]
}

// joined reports what stands between two people.
func (r *frames) joined(i int) bool {
	t := r.Doc.Tokens[i]
	return joins[r.Lang][t.Norm] || strings.ContainsAny(r.Doc.Surface(t.Start, t.End), "/&+") && t.End-t.Start == 1
}

// fellow reports that word j may be a person as word i is one: a first name of the
// lists, a surname, or no word at all, and written as the one found is.
func (r *frames) fellow(i, j int) bool {
	if !r.IsWord(j) || r.Word(i).Named() != r.Word(j).Named() {
		return false
	}
	w, norm := r.Compound(j), r.Norm(j)
	switch {
	case w.Common, r.short(j), pronouns()[norm]:
		return false
	case given(w):
		return true
	case w.Known:
		return r.Word(j).Named() && w.Is(lexicon.Surname)
	}
	return r.Word(j).Named() && utf8.RuneCountInString(norm) > 2 && !r.borrowed(norm) && !r.compound(j)
}
