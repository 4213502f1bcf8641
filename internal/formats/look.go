package formats

import "unicode/utf8"

// Look is what the beginning of a file shows: how it would be read.
type Look struct {
	Format, Note string
	Formats      []string // of an archive that holds several
	Records      int
	More         bool // the file goes on
	Fields       []Field
	Lines        [][]string // the first records, field by field, where they are wanted
}

// Field is what a column, a field or a place of a format holds.
type Field struct {
	Name        string
	Role        Role
	Says        string // what it is of its message
	Aside       bool   // it stands beside the columns, where nothing names it
	Kept        bool   // something in it stays as it is, whatever becomes of the rest
	Filled      int    // how often something stands in it
	Short, Long int    // how much, in characters
}

// maxFields bounds the fields that are told apart.
const maxFields = 1000

// At gives the place of the field of a name; the last one where there are too many.
func (l *Look) At(name string) int {
	for i := range l.Fields {
		if l.Fields[i].Name == name {
			return i
		}
	}
	if len(l.Fields) < maxFields {
		l.Fields = append(l.Fields, Field{Name: name, Role: Keep})
	}
	return len(l.Fields) - 1
}

// Says is what a field is of its message; "" where there is none of that name.
func (l *Look) Says(name string) string {
	for _, f := range l.Fields {
		if f.Name == name {
			return f.Says
		}
	}
	return ""
}

// Add counts what stands in a field.
func (f *Field) Add(value string) {
	n := utf8.RuneCountInString(value)
	if f.Filled++; f.Filled == 1 || n < f.Short {
		f.Short = n
	}
	f.Long = max(f.Long, n)
}

// Becomes says what becomes of what holds a role, for people.
func (r Role) Becomes() string {
	switch r {
	case Name:
		return "a person, the same as in the texts"
	case Phone:
		return "a telephone number, hidden"
	case Mail:
		return "an address, hidden"
	case Place:
		return "a place, hidden"
	case Key:
		return "an ID under the key"
	case Gone:
		return "left out"
	case File:
		return "the kind of the file"
	case Keep:
		return "stays in clear"
	case Judged:
		return "the verdict"
	}
	return "read as a text"
}
