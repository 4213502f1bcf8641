package formats

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// MaxRecord bounds one record, in bytes.
const MaxRecord = 64 << 20

var errTooLong = errors.New("a record of more than 64 MiB; is a quote or a bracket left open?")

// Role is what a slot holds.
type Role uint8

// The roles. A new role that nobody knows is a text, which is read.
const (
	Text   Role = iota // what somebody wrote: a message
	Note               // running text beside the messages: a title, a status, a line of the program
	Name               // what somebody is called, as a whole
	Phone              // a telephone number
	Mail               // an address of e-mail
	Key                // an ID: it joins, and tells who it is outside of the file
	Gone               // what is left out: a picture's place, an address of a machine
	File               // the name of a file, of which the kind stays
	Keep               // what tells nobody: a date, a type
	Judged             // what was decided of the texts of the record
	Place              // a place, as a whole
)

// Slot is a range [From, To) of a record's bytes that holds something.
type Slot struct {
	From, To int
	Role     Role
	Path     string // the field, for people and for IDs of messages
	Value    string // what it says, decoded
	Who      string // of a Name: what tells apart people of one name; "" where nothing does
	Join     string // slots of one Join that follow each other are one text in pieces
	Known    []Range
	Refs     []Ref
	Quote    func(string) []byte // how a value is written in the file; nil: as it is
	Fit      func(string) string // how the format writes what replaces a stretch; nil: as it is
	Always   bool                // it is written anew though it stays the same
	Says     string              // what it is of its message: ID, conversation, author, time, language
	Apart    bool                // of a text in pieces: one that is said for itself
	people   bool                // of what stays: it names people of the file
	place    bool                // a piece of a text that is a place
	person   bool                // and one that is somebody
}

// Range is a stretch of a slot's value that names somebody, or a place: [Start, End) in
// bytes.
type Range struct {
	Start, End int
	Place      bool
}

// Ref is a mark in the place of what the text points to with an ID, a link or the name
// of a file; no detector reads a mark. In the file stood Was, and stand Before, the ID under a key, After.
type Ref struct{ Mark, Was, Before, ID, After string }

// Unmarked gives a text with what stood, or what is to stand, in the place of its marks.
func (s *Slot) Unmarked(text string, key Keyer, before bool) string {
	if before {
		for _, ref := range slices.Backward(s.Refs) { // what was taken out last may hold the mark of another
			text = strings.ReplaceAll(text, ref.Mark, ref.Was)
		}
		return text
	}
	for _, ref := range s.Refs {
		text = strings.ReplaceAll(text, ref.Mark, ref.written(key))
	}
	return text
}

// written is what stands in the file in the place of a mark.
func (r Ref) written(key Keyer) string {
	if r.ID == "" {
		return r.Before + r.After
	}
	return r.Before + Keyed(key, r.ID) + r.After
}

// Record is a stretch of a file.
type Record struct {
	Line   int
	Raw    []byte
	Slots  []Slot
	ID     string
	Placed bool // the ID says where it stands, and nothing else,
	Apart  bool // and so does the thread
	Thread string
	Author string // what tells apart who wrote
	Time   string
	Lang   string
	Begin  *Begin // a file of an archive begins here
	Empty  int    // texts that are not there, or null
	Unread int    // rows of a sheet without a text
	Part   bool   // of a workbook, what stands beside its rows
	Bad    []Bad  // texts that are left out, where Input.Skip asks for it
}

// Bad is a text of a record that cannot be read.
type Bad struct {
	Line int
	Raw  []byte
	Err  error
}

// Keyer gives what stands for an ID: the same for the same ID and length, of digits where
// digits is set, else of capitals and digits.
type Keyer func(id string, n int, digits bool) string

// Keyed is an ID as the file has it: digits stay digits, a number stays one.
func Keyed(key Keyer, id string) string {
	digits := id != "" && strings.Trim(id, "0123456789") == ""
	return key(id, min(max(len(id), 8), 15), digits)
}

// Write writes a record with new values; of a slot without one (ok false) the bytes stay.
// Keys and what is left out are written whatever is said of them.
func (r *Record) Write(w io.Writer, key Keyer, value func(slot int) (string, bool)) error {
	last := 0
	for i := range r.Slots {
		s := &r.Slots[i]
		with, changed := s.plain(key)
		if !changed {
			with, changed = value(i)
			changed = changed && (with != s.Value || len(s.Refs) > 0 || s.Always)
		}
		if !changed {
			continue
		}
		if s.From < last || s.To < s.From || s.To > len(r.Raw) {
			return fmt.Errorf("slots overlap or lie outside their record, which is a bug in this format")
		}
		with = s.Unmarked(with, key, false)
		out := []byte(with)
		if s.Quote != nil {
			out = s.Quote(with)
		}
		if _, err := w.Write(r.Raw[last:s.From]); err != nil {
			return err
		}
		if _, err := w.Write(out); err != nil {
			return err
		}
		last = s.To
	}
	_, err := w.Write(r.Raw[last:])
	return err
}

// plain gives the value of a slot that nobody needs to read.
func (s *Slot) plain(key Keyer) (string, bool) {
	switch s.Role {
	case Key:
		if s.Value == "" {
			return "", false
		}
		return Keyed(key, s.Value), true
	case Gone:
		return "", s.Value != ""
	case File:
		return pointedFile(s.Value), true
	}
	return "", false
}

// Read reports whether somebody must say what stands in a slot.
func (s *Slot) Read() bool { return s.Role <= Mail || s.Role == Place }

// refer takes out of a slot what points somewhere: each cut of its value becomes a mark.
func (s *Slot) refer(cuts [][2]int, make func(from, to int) Ref) {
	var b strings.Builder
	last, n := 0, 0
	for _, c := range cuts {
		if c[0] < last {
			continue
		}
		ref := make(c[0], c[1])
		ref.Was = s.Value[c[0]:c[1]]
		for n++; ; n++ {
			if ref.Mark = fmt.Sprintf("<REF_%d>", n); !strings.Contains(s.Value, ref.Mark) {
				break
			}
		}
		b.WriteString(s.Value[last:c[0]] + ref.Mark)
		s.Refs = append(s.Refs, ref)
		last = c[1]
	}
	if last > 0 {
		s.Value = b.String() + s.Value[last:]
	}
}
