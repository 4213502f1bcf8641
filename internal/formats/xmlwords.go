package formats

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// part joins the parts of a name, which are one person, with a blank between them for who reads them.
func (s *xmlSource) part(l xmlLevel, slot *Slot) {
	if s.html || l.whole == 0 {
		return
	}
	slot.Join, slot.Apart = "name "+strconv.Itoa(l.whole), true
	if slot.Value == "" {
		slot.Value = unescapeXML(string(s.raw[slot.From:slot.To]))
	}
	if s.full != "" {
		blank := Slot{From: slot.From, To: slot.From, Role: Name, Path: slot.Path, Join: slot.Join, Value: " "}
		s.slots = append(s.slots, blank)
		s.full += " "
	}
	s.full += strings.TrimSpace(slot.Value)
	s.meet(s.full)
}

// meet remembers what somebody is called: in a header others say who it was by one word of it.
func (s *xmlSource) meet(name string) {
	if s.shape.about != "" {
		s.met.enter(name)
	} else {
		s.met.add(name)
	}
}

// inHeader says what a text is in the header of a corpus, or beside its blocks: what says of what the file is is read
// where it names somebody, a place is one, and who is listed is somebody.
func (s *xmlSource) inHeader(l xmlLevel, slot *Slot, rule *xmlRule, said string) *xmlRule {
	about := s.shape.about != "" && strings.Contains(l.path, s.shape.about)
	if (slot.Role == Keep || slot.Role == Note) && about && len(s.met.header(said)) > 0 {
		slot.people, slot.Role = true, Note
	}
	switch {
	case l.block > 0:
	case is(s.shape.places, l):
		slot.Role = Place
	case rule == nil && s.somebody(said):
		slot.Role = Name
		return &xmlRule{role: Name, who: "xml:id"}
	}
	return rule
}

// mostNameWords is of how many words a name is made.
const mostNameWords = 4

// somebody reports what the element at hand holds as what somebody is called: a few words where people are listed,
// under a name that the guidelines do not have.
func (s *xmlSource) somebody(said string) bool {
	listed := false
	for _, l := range s.stack {
		if listed = listed || slices.Contains(s.shape.around, l.name); slices.Contains(s.shape.beside, l.name) {
			return false
		}
	}
	return listed && len(strings.Fields(said)) <= mostNameWords && strings.ContainsFunc(said, unicode.IsLetter)
}

// teiWord is a word as programs and the guidelines write them: in small letters, or capitals alone, with numbers.
var teiWord = WhenAsked(`^(?:[\p{Ll}\d._:#-]{0,40}|[\p{Lu}\d._-]{0,12})(?: [\p{Ll}\d._:#-]{0,40}){0,3}$`)

// stays reports a value of an attribute of which a rule does not say that it stays, or which is what programs
// fill in: no words of people, and nobody of the file.
func (s *xmlSource) stays(rule *xmlRule, v string) bool {
	switch {
	case rule.role != Keep || s.html:
		return true
	case rule.word:
		return teiWord().MatchString(v) && !s.calls(v)
	}
	return rule.meta != 0 || !severalWords(v) && !(strings.ContainsFunc(v, unicode.IsLetter) && s.calls(v))
}

// calls reports a value with a word by which somebody of the file is called.
func (s *xmlSource) calls(v string) bool {
	for word := range strings.FieldsFuncSeq(v, func(r rune) bool { return !wordly(r) }) {
		if len(s.met[at(word)]) > 0 {
			return true
		}
	}
	return len(s.met.anywhere(v)) > 0
}

// joinedWord writes a value of an attribute in which a blank would begin the next word.
func joinedWord(name, v string) string {
	if name == "n" {
		return v
	}
	return strings.ReplaceAll(v, " ", "_")
}

// apart reports an element of which nobody knows that it is part of the text around it.
func (f *xmlShape) apart(l xmlLevel) bool {
	known := slices.Contains(f.inline, l.name) || slices.Contains(f.spaces, l.name)
	return len(f.inline) > 0 && !known && !is(f.places, l) && !is(f.persons, l)
}

// language notes what an element says of the language of its record, or of those in it.
func (s *xmlSource) language(l xmlLevel) {
	if s.shape.within == "" || !strings.Contains("/"+l.path+"/", s.shape.within) {
		return
	}
	said := l.attrs["xml:lang"]
	if at := len(s.stack) - 1; said == "" && at >= 0 {
		said = s.stack[at].attrs["xml:lang"]
	}
	if said == "" {
		return
	}
	l.attrs["xml:lang"] = said // of those in it
	if code := languages(said); slices.Contains(s.shape.records, l.name) && coded(code) {
		s.rec.Lang = code
	}
}

// find finds the people in what is read of a record.
func (s *xmlSource) find(slot *Slot) {
	point(slot)
	slot.Known = s.met.named(slot.Value)
	if s.met.own(slot); slot.place {
		slot.Known = []Range{{0, len(slot.Value), true}}
	}
	if slot.person && strings.TrimSpace(slot.Value) != "" {
		slot.Known = []Range{{End: len(slot.Value)}}
		s.met.add(slot.Value)
	}
	if slot.people {
		if slot.Known = beside(s.met.header(slot.Value), s.met.owners(slot.Value)); len(slot.Known) == 0 {
			slot.Known = s.met.within(slot.Value) // an attribute, where words are handles
		}
	}
	if s.html && s.alone(slot) {
		slot.Known = []Range{{0, len(slot.Value), false}}
	}
}
