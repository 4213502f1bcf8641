package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Met are people whom the fields of a table name.
type Met struct{ people people }

// NewMet is of a table of which nothing was read.
func NewMet() Met { return Met{people{}} }

// Add remembers what a field calls somebody.
func (m Met) Add(name string) { m.people.add(name) }

// Named finds them in a text.
func (m Met) Named(said string) []Range { return m.people.named(said) }

// Author remembers who wrote, where that is no mere number: texts hold numbers of other things.
func (m Met) Author(who string) {
	if strings.ContainsFunc(who, unicode.IsLetter) {
		m.Add(who)
	}
}

// Meet remembers the people in the fields of a record, and who wrote it.
func (m Met) Meet(rec *Record) {
	m.Author(rec.Author)
	for i := range rec.Slots {
		if slot := &rec.Slots[i]; slot.Role == Name {
			m.people.add(slot.Value)
		}
	}
}

// Find finds people in the texts of a record, its own among them.
func (m Met) Find(rec *Record) {
	m.Meet(rec)
	for i := range rec.Slots {
		if slot := &rec.Slots[i]; slot.Role <= Note && slot.Known == nil {
			slot.Known = m.people.named(slot.Value)
		}
	}
}

// Join remembers whom others name.
func (m Met) Join(other Met) { m.people.join(other.people) }

// InName finds them in the name of a file, whatever the letters: in full, or by a word of a name that begins with
// a capital.
func (m Met) InName(name string) []Range { return m.people.anywhere(lowered(name)) }

// Small are the same people as [Met.InName] looks for them.
func (m Met) Small() Met {
	out := NewMet()
	for starts, all := range m.people {
		for _, who := range all {
			if who.place || strings.Contains(starts, "\x00") {
				continue
			}
			out.people.remember(called{name: lowered(who.name)})
			between := func(r rune) bool { return !wordly(r) && !unicode.IsMark(r) }
			for word := range strings.FieldsFuncSeq(who.name, between) {
				first, _ := utf8.DecodeRuneInString(word)
				if utf8.RuneCountInString(word) >= shortestWord && unicode.IsUpper(first) {
					out.people.remember(called{name: lowered(word)})
				}
			}
		}
	}
	return out
}

// shortestWord is the length from which a word of a name is looked for by itself.
const shortestWord = 3

// lowered writes in small letters those that are as long.
func lowered(s string) string {
	return strings.Map(func(r rune) rune {
		if low := unicode.ToLower(r); utf8.RuneLen(low) == utf8.RuneLen(r) {
			return low
		}
		return r
	}, s)
}

// Takes are the people who take part in what a source reads, as far as they are known before it is read.
func Takes(src Source) Met {
	out := NewMet()
	switch s := src.(type) {
	case *Archive:
		for _, e := range s.todo[:min(len(s.todo), maxMet)] {
			out.Join(s.takes(e))
		}
	case company:
		out.people.join(*s.company())
	}
	return out
}

// maxMet bounds the files of an archive that are looked at for who takes part.
const maxMet = 100

// takes are the people of the beginning of a file in an archive.
func (a *Archive) takes(e entry) Met {
	if e.format.Open == nil || e.format.Name == "" {
		return NewMet()
	}
	body, err := e.file.Open()
	if err != nil {
		return NewMet()
	}
	defer body.Close()
	src, err := e.format.Start(NewInput(&sparing{r: body, packed: int64(e.file.CompressedSize64)}))
	if err != nil {
		return NewMet()
	}
	return Takes(src)
}
