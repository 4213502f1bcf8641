package formats

import (
	"bytes"
	"errors"
	"strings"
)

var (
	errLine = errors.New("not a JSON object; put one object a line")
	errNUL  = errors.New("a NUL character in the text")
	errHalf = errors.New(`half a surrogate pair (\ud83d alone) in the text; write the character whole, or take it ` +
		"out")
	errNoText = errors.New("no field of this object is a text; name the text with --text-column")
)

// said is the error of a line without a text, which another one might be.
func (s *jsonSource) said() error {
	if s.shape.lines && len(s.stack) == 0 && s.rec.Empty == 0 && !has(s.slots, Text) {
		return errNoText
	}
	return nil
}

// badLine leaves a line out: it has been read in part, and nothing of it comes out.
func (s *jsonSource) badLine(why error) (Record, error) {
	for last := s.raw[len(s.raw)-1]; last != '\n' && last != '\r'; {
		c, err := s.read()
		if err != nil {
			break // the end, or what the next record tells
		}
		if last = c; len(s.raw) > MaxRecord {
			return Record{Line: s.in.Line()}, s.in.at(errTooLong)
		}
	}
	line, from := max(1, s.start), len(s.raw)-len(bytes.TrimLeft(s.raw, " \t\r\n"))
	s.stack, s.path = nil, s.path[:0]
	return Record{
		Line: line, Raw: s.raw, Bad: []Bad{{Line: line, Raw: s.raw[from:], Err: ended(why)}},
		Slots: []Slot{{From: from, To: len(s.raw), Role: Gone, Path: "line", Value: " "}},
	}, nil
}

// bad is an error at the line where reading is, and at the byte: many such files have one
// line. Of a file of lines the line is left out, where that is asked.
func (s *jsonSource) bad(err error) (Record, error) {
	if s.shape.lines && s.in.Skip && len(s.raw) > 0 && len(s.raw) <= MaxRecord {
		return s.badLine(err)
	}
	line := s.in.Line()
	if s.shape.lines && s.start > 0 { // its end may have been read
		line = s.start
	}
	return Record{Line: line}, s.in.at(ended(err))
}

// role is what a value with a rule holds.
func (s *jsonSource) role(rule *jsonRule, slot *Slot) (Role, error) {
	if rule.usual && s.raw[slot.From] != '"' { // no name can stand there
		return Keep, s.tell(slot.Path)
	}
	if n := len(s.stack); rule.nth > 0 && n > 0 && s.stack[n-1].n != rule.nth {
		return Keep, nil
	}
	role := rule.kind(slot.Value)
	if s.shape.lines && role == Text {
		return role, writable(slot.Value, strings.ToLower(string(s.raw[slot.From:slot.To])))
	}
	return role, nil
}

// writable is the error of a text that could not be written as it was: half a sign, or what no text holds.
func writable(said, raw string) error {
	const lost = "\uFFFD"
	switch {
	case strings.IndexByte(said, 0) >= 0:
		return errNUL
	case strings.Count(said, lost) > strings.Count(raw, lost)+strings.Count(raw, `\ufffd`):
		return errHalf
	}
	return nil
}
