package formats

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// named adds those whom a header lists: each is somebody, and may be who takes part. One who is said by the code of a
// speaker is that speaker.
func (s *chatSource) named(rec *Record, path string, from, to int) {
	said := string(rec.Raw[from:to])
	if s.codes[strings.TrimSpace(said)] {
		s.code(rec, from, to)
		return
	}
	slot := Slot{From: from, To: to, Role: Note, Path: path, Value: said}
	for _, r := range s.listed(said) {
		name := said[r.Start:r.End]
		s.met.enter(name)
		s.met.enter(strings.ReplaceAll(name, "_", " "))
		slot.Known = append(slot.Known, r)
	}
	if slot.Known == nil { // more than a name
		slot.Role, slot.Who = Name, said
	}
	rec.add(slot)
}

// listed parts names: at signs, and at words that join. What is parted once with a word on either side is a surname
// and a first name, unless the file has somebody for each.
func (s *chatSource) listed(said string) (out []Range) {
	from := 0
	part := func(to, next int) {
		out = listedName(out, said, from, to)
		from = next
	}
	for at := 0; at < len(said); {
		r, n := utf8.DecodeRuneInString(said[at:])
		if strings.ContainsRune(",;&/()", r) {
			part(at, at+n)
		}
		if !wordly(r) {
			at += n
			continue
		}
		end := at + wordEnd(said[at:])
		if chatKinds()[said[at:end]] == "and" {
			part(at, end)
		}
		at = max(end, at+n)
	}
	part(len(said), len(said))
	if len(out) == 2 && said[out[0].End] == ',' && !s.apart(said, out) {
		return []Range{{Start: out[0].Start, End: out[1].End}}
	}
	return out
}

// apart reports names of which one has several words, or all are those of people of the file.
func (s *chatSource) apart(said string, names []Range) bool {
	words := func(r Range) bool { return strings.ContainsAny(said[r.Start:r.End], " _") }
	known := func(r Range) bool { return len(s.met[at(said[r.Start:r.End])]) > 0 }
	return slices.ContainsFunc(names, words) || !slices.ContainsFunc(names, func(r Range) bool { return !known(r) })
}
