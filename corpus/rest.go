package corpus

import (
	"bytes"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// First reports whether a message that a [Reader] gave is the first of its record: of an export,
// and of a table with several texts, each text and each field of a record is a message. What
// stands beside the rows of a workbook is read and written likewise, and is of no record. It also
// reports whether the file names its conversation: else the thread may say where it stands.
func First(m *bauta.Message) (first, named bool) {
	rec, _ := m.Meta.(record)
	s, parts := rec.form.(slot)
	return !parts || s.i == 0 && !s.rec.Part, !parts || !s.rec.Apart
}

// Together reports whether two messages that a [Reader] gave are of one record.
func Together(a, b *bauta.Message) bool {
	one, _ := a.Meta.(record)
	other, _ := b.Meta.(record)
	s, parts := one.form.(slot)
	o, also := other.form.(slot)
	return parts && also && s.rec == o.rec
}

// Packed reports an archive, a workbook or a packed file, of which parts are read and others are not:
// names and comments in its head, stretches that unpacking passes over.
func (r *Reader) Packed() bool {
	if r.pack != nil {
		return true
	}
	c, ok := r.codec.(*slotted)
	if !ok {
		return false
	}
	_, packed := c.src.(*formats.Archive)
	return packed
}

// Rest is what the record of a message holds beside its texts, fields that are read, ID,
// conversation and author: what nobody reads, verdicts of a Writer among it. It is given with the
// First message of a record, and is empty where the record has nothing else.
func (r *Reader) Rest(m *bauta.Message) []byte {
	rec, ok := m.Meta.(record)
	if !ok {
		return nil
	}
	switch c := r.codec.(type) {
	case *jsonl:
		return c.unread(rec.raw)
	case *table:
		return c.unread(rec)
	case *slotted:
		if s := rec.form.(slot); s.i == 0 {
			return s.rec.unread()
		}
	case *conll: // the words of the text, and what is said of each
		return bytes.TrimSpace(rec.raw)
	}
	return nil
}

// Tail is what stands behind the last message, where that is more than blanks; complete once
// all messages have been read.
func (r *Reader) Tail() []byte {
	tail := slices.Clone(r.tail)
	if c, ok := r.codec.(*slotted); ok {
		for _, rec := range c.rest {
			tail = append(tail, rec.Raw...)
		}
	}
	return bytes.TrimSpace(tail)
}

// unread gives the members of an object that nobody reads, as they stand.
func (c *jsonl) unread(raw []byte) (out []byte) {
	members, _ := object(raw)
	for _, m := range members {
		value := raw[m.from:m.to]
		at := slices.Index(c.cols[:], m.key)
		if at == 0 || at > 0 && at < 4 && scalar(value) != "" { // an ID and the like that is none is nobody's
			continue
		}
		out = append(append(append(append(out, quote(m.key)...), ':'), value...), ',')
	}
	return out
}

// unread gives the cells of a row that nobody reads, each with its number.
func (t *table) unread(rec record) (out []byte) {
	fields, _ := rec.form.([]field)
	for i, f := range fields {
		value := f.value(rec.raw)
		if at := slices.Index(t.cols[:], i); at >= 0 && at < 4 || value == "" {
			continue
		}
		out = append(append(append(out, formats.Numbered(i)...), ':'), quote(value)...)
	}
	return out
}

// unread gives the bytes of a record around what is read, with those of the records before it that
// have nothing to read.
func (s *shared) unread() []byte {
	var out []byte
	for _, rec := range s.before {
		out = append(out, rec.Raw...)
	}
	read := slices.Concat(s.groups...)
	slices.SortFunc(read, func(a, b int) int { return s.Slots[a].From - s.Slots[b].From })
	last := 0
	for _, i := range read {
		if at := &s.Slots[i]; at.From >= last && at.To <= len(s.Raw) {
			out = append(out, s.Raw[last:at.From]...)
			last = at.To
		}
	}
	return bytes.TrimSpace(append(out, s.Raw[last:]...))
}
