package formats

import (
	"bytes"
	"strings"
)

// called takes the name in a slot, which tells who it is, or what a conversation is called.
func (s *jsonSource) called(rec *Record, i int, rule *jsonRule) {
	slot := &rec.Slots[i]
	id := -1
	slot.Who = slot.Value
	for name := range strings.FieldsSeq(rule.who) {
		slot.Who = ""
		if id = rec.at(i, name); id >= 0 && rec.Slots[id].Value != "" {
			slot.Who = rec.Slots[id].Value
			break
		}
	}
	if rule.title != "" && s.several(rec, i, rule) || id >= 0 && s.speaks(rec, id) {
		slot.title(s.met)
		return
	}
	if rule.meta == 'a' {
		s.met.wrote(slot.Value)
	}
	s.meets(slot.Value)
	s.ids.note(slot)
	if rule.title != "" {
		s.met.titled(slot)
	}
}

// several reports what a conversation of several is called, by its kind, or where none is said by who writes.
func (s *jsonSource) several(rec *Record, i int, rule *jsonRule) bool {
	if kind := rec.beside(i, rule.title); kind != "" && s.shape.group != nil {
		return s.shape.group().MatchString(kind) && !s.met.whole(rec.Slots[i].Value)
	}
	return s.met.group(rec.Slots[i].Value)
}

// speaks reports the ID of a conversation, which writes under its own title.
func (s *jsonSource) speaks(rec *Record, id int) bool {
	return s.shape.channel != "" && bytes.HasSuffix(rec.Raw[:rec.Slots[id].From], []byte(`"`+s.shape.channel))
}
