package formats

import (
	"regexp"
	"strconv"
	"strings"
)

// part joins the parts of a name, which are one person, with a blank between them for who reads them.
func (s *xmlSource) part(l xmlLevel, slot *Slot) {
	if s.html || l.whole == 0 {
		return
	}
	slot.Join = "name " + strconv.Itoa(l.whole)
	if slot.Value == "" {
		slot.Value = unescapeXML(string(s.raw[slot.From:slot.To]))
	}
	if s.full != "" {
		blank := Slot{From: slot.From, To: slot.From, Role: Name, Path: slot.Path, Join: slot.Join, Value: " "}
		s.slots = append(s.slots, blank)
		s.full += " "
	}
	s.full += strings.TrimSpace(slot.Value)
	s.met.add(s.full)
}

// teiWord is a word as programs and the guidelines write them: in small letters, or capitals alone, with numbers.
var teiWord = regexp.MustCompile(`^(?:[\p{Ll}\d._:#-]{0,40}|[\p{Lu}\d._-]{0,12})(?: [\p{Ll}\d._:#-]{0,40}){0,3}$`)

// programs reports what a program fills into an attribute: words that nobody of the file is called by.
func (s *xmlSource) programs(v string) bool {
	for word := range strings.FieldsFuncSeq(v, func(r rune) bool { return !wordly(r) }) {
		if len(s.met[at(word)]) > 0 {
			return false
		}
	}
	return teiWord.MatchString(v) && len(s.met.anywhere(v)) == 0
}

// joinedWord writes a value of an attribute in which a blank would begin the next word.
func joinedWord(name, v string) string {
	if name == "n" {
		return v
	}
	return strings.ReplaceAll(v, " ", "_")
}
