package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// key takes the name of a member that no rule knows and that is what somebody of the file is called; of an export
// one of several words, which no program calls a field, is read.
func (s *jsonSource) key(from int, name string) {
	first, _ := utf8.DecodeRuneInString(name)
	role := Name
	switch {
	case s.shape.rest == Note && severalWords(name) && !s.met.whole(name):
		role = Note
	case !peculiar(name) && !unicode.IsUpper(first), !s.met.whole(name) && len(s.met[at(name)]) == 0:
		return
	}
	if s.shape.find(string(s.path)) != nil {
		return
	}
	s.slots = append(s.slots, Slot{
		From: from, To: len(s.raw), Role: role, Path: string(s.path[:len(s.path)-len(noSteps.Replace(name))]) + "key",
		Value: name, Who: name, Quote: quoteJSON,
	})
}

var (
	twoWords = WhenAsked(`\pL{2,}[^\pL]*\s[^\pL]*\pL{2,}`)
	clock    = WhenAsked(`\d:\d\d`)
)

// severalWords reports what no type, state or date is: it is read, wherever it stands.
func severalWords(v string) bool { return twoWords().MatchString(v) && !clock().MatchString(v) }

func allDigits(v string) bool { return strings.Trim(v, "0123456789") == "" }

// kind is what a value of a field holds: of what stays, several words are read, and digits stay where they are
// a time or a number that joins.
func (r *jsonRule) kind(v string) Role {
	switch {
	case r.number && allDigits(v):
		return Keep
	case r.role == Keep && r.meta == 0 && severalWords(v):
		return Note
	}
	return r.role
}

// find finds who a slot of a record is, or whom its text names.
func (s *jsonSource) find(rec *Record, i int) {
	slot := &rec.Slots[i]
	if slot.Role == Name {
		slot.Who = s.ids.of(rec, i)
	}
	if slot.Role <= Note {
		if s.shape.refs != nil {
			s.shape.refs(slot)
		}
		s.keys.refer(slot)
		point(slot)
		slot.Known = s.named(rec, slot.Value)
		s.met.own(slot)
		if slot.Role == Note && (s.met.one(slot.Value) || slot.Apart && s.met.chosen(slot.Value)) {
			slot.Known = []Range{{End: len(slot.Value)}}
		}
	}
}
