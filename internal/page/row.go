package page

import (
	"context"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fate"
)

// Row is a message as the page shows it: its text, and the finds in it.
type Row struct {
	At     int    `json:"at"` // its place in the file, from 0
	Author string `json:"author,omitempty"`
	Lang   string `json:"lang,omitempty"`
	Text   string `json:"text"`
	Marks  []Mark `json:"marks"`
	Held   bool   `json:"held,omitempty"` // nothing of it comes out
	More   bool   `json:"more,omitempty"` // it goes on with a message, or stands beside them
}

// Mark is a find: where it stands in UTF-16 units, as JavaScript counts, what it is and
// what stands for it.
type Mark struct {
	Start int     `json:"start"`
	End   int     `json:"end"`
	Label string  `json:"label"`
	Fate  string  `json:"fate"`
	With  *string `json:"with,omitempty"` // nil: it stands as it is
}

// row shows what was seen as things were decided.
func (a again) row(ctx context.Context, s seen) (Row, error) {
	r, err := a.result(ctx, s, s.message)
	if err != nil {
		return Row{}, err
	}
	row := Row{At: s.row, Author: s.message.Author, Lang: r.Lang, Text: r.Message.Text, Held: r.Withheld, More: s.more}
	row.Marks = make([]Mark, 0, len(r.Spans)+len(r.Candidates))
	units, edit := counter{text: row.Text}, 0
	for _, f := range joined(r) {
		m := Mark{
			Start: units.upto(f.Start), End: units.upto(f.End), Label: string(f.Label),
			Fate: fate.Of(a.Pipeline, r, f).String(),
		}
		for edit < len(r.Edits) && r.Edits[edit].Start < f.Start {
			edit++
		}
		if edit < len(r.Edits) && r.Edits[edit] == (bauta.Edit{Start: f.Start, End: f.End, With: r.Edits[edit].With}) {
			m.With = &r.Edits[edit].With
		}
		row.Marks = append(row.Marks, m)
	}
	return row, nil
}

// counter counts UTF-16 units of a text forwards.
type counter struct {
	text      string
	at, units int
}

// upto gives the units before byte to, which is never before the last one asked for.
func (c *counter) upto(to int) int {
	for c.at < to {
		r, size := utf8.DecodeRuneInString(c.text[c.at:])
		c.at, c.units = c.at+size, c.units+max(utf16.RuneLen(r), 1)
	}
	return c.units
}
