package corpus

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/formats"
)

// maxLooked is how many records are looked at.
const maxLooked = 1000

// Look reads the beginning of a file and tells how all of it would be read: its format,
// what each column or field holds and what becomes of it, and, on demand, the first
// records as they stand. Nothing is written.
func Look(in io.Reader, name string, cfg Config, records int) (formats.Look, error) {
	cfg.Fields, cfg.every = true, true
	r, err := Open(in, name, cfg)
	if err != nil {
		return formats.Look{}, err
	}
	l := formats.Look{Format: string(r.format)}
	if c, ok := r.codec.(*slotted); ok {
		if a, ok := c.src.(*formats.Archive); ok && len(a.Formats()) > 1 {
			l.Formats = a.Formats() // before they are read
		}
		err = c.look(&l, records)
	} else {
		err = r.look(&l, records)
	}
	l.Note = r.Note()
	if errors.Is(err, io.EOF) {
		return l, nil
	}
	l.More = err == nil
	if err != nil && !errors.As(err, new(*Error)) {
		err = &Error{name, r.lines.line, err}
	}
	return l, err
}

// look looks at texts that stand alone.
func (r *Reader) look(l *formats.Look, records int) error {
	text := &l.Fields[l.At("text")]
	text.Role = formats.Text
	for m, err := range r.Messages() {
		if err != nil {
			return err
		}
		if l.Records == maxLooked {
			return nil
		}
		l.Records++
		text.Add(m.Text)
		if len(l.Lines) < records {
			l.Lines = append(l.Lines, []string{m.Text})
		}
	}
	for _, name := range r.Beside() {
		l.At(name)
	}
	return io.EOF
}

// look looks at slots, those of what stays with them.
func (c *slotted) look(l *formats.Look, records int) error {
	table, _ := c.src.(*rows)
	if table != nil { // empty ones, too
		for i := range table.width {
			f := &l.Fields[l.At(table.called(i))]
			f.Role, f.Says = table.roles[i], table.says(i)
		}
	}
	for seen := 0; seen < maxLooked; {
		rec, err := c.src.Next()
		if err != nil {
			return err
		}
		if err := c.check(rec.Raw); err != nil {
			return err
		}
		if len(rec.Slots) > 0 {
			seen++
		}
		if counts(&rec) {
			l.Records++
		}
		line := make([]string, len(l.Fields))
		for i := range rec.Slots {
			slot := &rec.Slots[i]
			if slot.Role == formats.Judged || slot.Path == "" { // what is no field
				continue
			}
			name := slot.Path
			if table != nil {
				name = table.path(slot.Path)
			}
			at := l.At(name)
			f := &l.Fields[at]
			c.tell(f, slot)
			f.Aside = c.sheets != nil && !c.sheets.columns[name]
			f.Add(slot.Value)
			for len(line) < len(l.Fields) {
				line = append(line, "")
			}
			line[at] += slot.Value
		}
		if len(l.Lines) < records && len(rec.Slots) > 0 {
			l.Lines = append(l.Lines, line)
		}
	}
	return nil
}

// tell says what a field is by one of its slots. In one sheet a text is one in all, and a number where names are is
// none. Under a name of a person may stand what a group is called, which is read.
func (c *slotted) tell(f *formats.Field, slot *formats.Slot) {
	role := slot.Role
	f.Kept = f.Kept || role == formats.Keep && slot.Value != ""
	if role == formats.Note && f.Role == formats.Name {
		return
	}
	if c.front && role != formats.Text {
		role = formats.Keep
	}
	if f.Role != formats.Text && (role != formats.Keep || f.Role == formats.Keep) {
		f.Role, f.Says = role, slot.Says
	}
}

// counts reports a record as a run counts it: something of it is read, and it is no part beside the rows of a workbook.
func counts(rec *formats.Record) bool {
	return !rec.Part && slices.ContainsFunc(rec.Slots, func(s formats.Slot) bool {
		return s.Read() && strings.TrimSpace(s.Value) != ""
	})
}
