package corpus

import (
	"bytes"
	"encoding/json"

	"github.com/bauta/bauta/internal/formats"
)

// lookSize is how much of a table is looked at for who is named in it, in bytes.
const lookSize = 512 << 10

// numbers reports a table whose authors are numbered, or stay: its texts name them, too.
func (t *table) numbers() bool { return (t.author != nil || t.fields) && t.cols[3] >= 0 }

// look shows the rows of the beginning, which are read later.
func (t *table) look(meet func(rec record, fields []field)) {
	for i, size := 0, 0; size < lookSize; i++ {
		if i == len(t.queue) {
			if _, ok := t.ahead(); !ok {
				return
			}
		}
		rec := t.queue[i]
		if size += len(rec.raw); len(rec.form.([]field)) == t.width {
			meet(rec, rec.form.([]field))
		}
	}
}

// meet remembers who wrote a row.
func (t *table) meet(rec record, fields []field) {
	t.met.Author(fields[t.cols[3]].value(rec.raw))
}

// meet remembers whom a row names in its fields.
func (r *rows) meet(rec record, fields []field) {
	for i, f := range fields {
		switch {
		case r.roles[i] == formats.Name:
			r.met.Add(f.value(rec.raw))
		case i == r.cols[3]:
			r.met.Author(f.value(rec.raw))
		}
	}
}

// meet remembers who wrote the lines of a beginning.
func (c *jsonl) meet(head []byte) {
	if c.author == nil {
		return
	}
	for line := range bytes.Lines(head) {
		var object map[string]json.RawMessage
		if json.Unmarshal(line, &object) == nil {
			c.people.Add(scalar(object[c.cols[3]]))
		}
	}
}

// people are those of whom the beginning of a file says that they take part.
func (r *Reader) people() formats.Met {
	switch c := r.codec.(type) {
	case *slotted:
		if table, ok := c.src.(*rows); ok {
			return table.met
		}
		return formats.Takes(c.src)
	case *table:
		return c.met
	case *jsonl:
		return c.people
	}
	return formats.NewMet()
}
