package coref

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// person is what a session remembers of somebody.
type person struct {
	kind        bauta.Label // PERSON, or KNOWN_FIGURE
	number      int
	first, last []word // the forms that were read, at most MaxForms each
	middle      []word // further first names and surnames
	sex         lexicon.Sex
	seen        int      // when it was mentioned last
	id          string   // in the corpus; "" where it has none
	called      []string // names in fields of the corpus, at most MaxForms
}

// named reports the types of those who are called by their name. Of one of them taggers
// say one thing here and the other there, so that they are linked alike.
func named(l bauta.Label) bool { return l == bauta.Person || l == bauta.KnownFigure }

// entity is who the person is in the thread: Person 1, Known-figure 2.
func (p *person) entity() string { return kindName(p.kind) + " " + strconv.Itoa(p.number) }

// learn remembers the forms of a mention.
func (p *person) learn(m *mention, seen int) {
	p.seen = seen
	if p.sex == 0 {
		p.sex = m.sex
	}
	if p.renamed(m) != unlike {
		p.first, p.last = nil, p.first
	}
	switch {
	case m.handle:
	case m.first != nil && m.last == nil && best(m.first, p.first) < best(m.first, p.last):
		p.last = keep(p.last, m.first)
	default:
		p.first, p.last = keep(p.first, m.first), keep(p.last, m.last)
	}
	for i := range m.middle {
		p.middle = keep(p.middle, &m.middle[i])
	}
}

// keep adds a form that is not among those there are.
func keep(forms []word, w *word) []word {
	if w == nil || len(forms) >= MaxForms {
		return forms
	}
	for i := range forms {
		if forms[i].key == w.key {
			return forms
		}
	}
	return append(forms, *w)
}

// best gives the best likeness of a word to the forms of a name. A list name
// that is unlike another list name of the person, of the other sex or neither
// of them short for anything, is somebody else's: Nicole is not the Nico who is
// called Nicolas.
func best(w *word, forms []word) likeness {
	if len(forms) == 1 { // nothing to set it against
		return w.like(&forms[0])
	}
	top := unlike
	for i := range forms {
		f := &forms[i]
		l := w.like(f)
		if l == unlike && (strangers(w, f) || rivals(w, f, forms)) {
			return unlike
		}
		top = max(top, l)
	}
	return top
}

// rivals reports two names that one of the forms is short for, so that it is
// either: Uli is Ulrich, and then Ulrike is somebody else.
func rivals(w, f *word, forms []word) bool {
	for i := range forms {
		form := &forms[i]
		if len(form.full) == 0 || form.begin&w.begin == 0 {
			continue
		}
		if slices.Contains(form.full, w.loose) && slices.Contains(form.full, f.loose) {
			return true
		}
	}
	return false
}

// fit says how well a mention fits the person: 0 not at all, and the more the
// better.
func (p *person) fit(m *mention) int {
	switch {
	case m.handle:
		return p.fitHandle(m)
	case m.first != nil && m.last != nil:
		return p.fitFull(m)
	case m.first != nil:
		return p.fitWord(m, m.first)
	}
	return p.fitWord(m, m.last)
}

// fitFull compares first name and surname. Where the person has no surname yet,
// the first name is enough; where no first name, the surname.
func (p *person) fitFull(m *mention) int {
	l := p.either(m.last, p.last)
	for i := range m.middle {
		if l == unlike && best(&m.middle[i], p.last) >= short {
			l = alike // Aitana Romeu, and Aitana Romeu Villalba
		}
	}
	if len(p.last) > 0 && l == unlike {
		return 0
	}
	f := p.either(m.first, p.first)
	switch {
	case len(p.last) == 0 && (p.calls(m.whole) || p.blends(m)):
		return 2 * int(same)
	case p.renamed(m) != unlike:
		return 2 * int(p.renamed(m))
	case len(p.first) > 0 && f == unlike:
		return 0
	case len(p.first) == 0 && apart(m.sex, p.sex):
		return 0
	case len(p.last) == 0 && f == initial: // "M. Dupont" says little of Marie
		return 0
	}
	return 2*int(f) + 2*int(l)
}

// strangers reports two first names of the lists that are of different sexes, or
// neither of which is short for anything.
func strangers(w, f *word) bool {
	return w.first && f.first && (apart(w.sex, f.sex) || len(w.full)+len(f.full) == 0)
}

// renamed says how like the surname of a full name is to the one word that a
// person was called so far, where no list has it as a first name: Nowotny, and
// D. Nowotny.
func (p *person) renamed(m *mention) likeness {
	if m.handle || m.first == nil || m.last == nil || len(p.last) > 0 || len(p.first) == 0 {
		return unlike
	}
	listed := func(w word) bool { return w.first || len(w.full) > 0 }
	if best(m.first, p.first) != unlike || slices.ContainsFunc(p.first, listed) {
		return unlike
	}
	if l := best(m.last, p.first); l >= misspelt {
		return l
	}
	return unlike
}

// either compares a word to forms, or to the names between first name and
// surname.
func (p *person) either(w *word, forms []word) likeness {
	if l := best(w, forms); l != unlike || len(forms) == 0 || best(w, p.middle) < alike {
		return l
	}
	return alike
}

// calls reports whether the person's first name is written so without what
// parts its words, or short for it: Jean Pierre, Chema for José María.
func (p *person) calls(whole string) bool {
	for i := range p.first {
		if f := &p.first[i]; f.loose == whole || slices.Contains(f.full, whole) {
			return true
		}
	}
	return false
}

// blends reports whether the person is called by one name and the beginning of
// another: Josemi, who is José Miguel.
func (p *person) blends(m *mention) bool {
	return m.last.first && slices.ContainsFunc(p.first, func(f word) bool {
		return len(f.loose) > len(m.first.loose)+1 && strings.HasPrefix(m.whole, f.loose)
	})
}

// fitWord weighs a word that stands alone by its likeness to first names and to
// surnames; of equals the first name wins.
func (p *person) fitWord(m *mention, w *word) int {
	f, l := p.either(w, p.first), p.either(w, p.last)
	if p.both(w) {
		return 2 * int(short)
	}
	if apart(m.title, p.sex) && l > f {
		l = unlike // Mme Dupont is not M. Dupont
	}
	if len(w.key) == 1 || l == initial {
		l = unlike // a letter alone stands for a first name
	}
	return max(2*int(f), 2*int(l)-1, 0)
}

// both reports whether a word is what people make of the person's two first
// names: Majo, Juanma.
func (p *person) both(w *word) bool {
	if w.first || len(w.loose) < 4 {
		return false
	}
	for i := range p.first {
		for j := range p.last {
			a, z := p.first[i].loose, p.last[j].loose
			if !p.last[j].first {
				continue
			}
			if slices.Contains(w.full, a+z) {
				return true
			}
			for n := 2; n <= len(w.loose)-2; n++ {
				if len(w.loose) < len(a)+len(z) && strings.HasPrefix(a, w.loose[:n]) &&
					strings.HasPrefix(z, w.loose[n:]) {
					return true
				}
			}
		}
	}
	return false
}

// minInside is the number of letters from which a name counts inside a longer
// run of letters of a handle.
const minInside = 4

// fitHandle counts the letters of a handle that are the person's name. A handle
// with another surname is not the person's.
func (p *person) fitHandle(m *mention) int {
	first, last := inHandle(m, p.first), inHandle(m, p.last)
	if first > 0 && last == 0 && len(p.last) > 0 && len(m.words) == 2 {
		if rest := &m.words[1]; len(rest.key) >= 3 && rest.last && best(rest, p.first) == unlike {
			return 0
		}
	}
	for i := range p.first {
		for j := range p.last {
			if m.whole == p.first[i].loose[:1]+p.last[j].loose { // mdupont
				return len(m.whole)
			}
		}
	}
	return first + last
}

// inHandle gives the most letters of a handle that one of the forms explains.
func inHandle(m *mention, forms []word) int {
	most := 0
	for i := range forms {
		f := &forms[i]
		for j := range m.words {
			if w := &m.words[j]; len(w.key) >= 3 && w.like(f) >= short {
				most = max(most, len(w.loose))
			}
		}
		if len(f.loose) >= minInside && strings.Contains(m.whole, f.loose) {
			most = max(most, len(f.loose))
		}
	}
	return most
}
