package page

import (
	"context"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fate"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// Row is a message as the page shows it: its text, and the finds in it.
type Row struct {
	At     int    `json:"at"` // its place in the file, from 0
	Author string `json:"author,omitempty"`
	Lang   string `json:"lang,omitempty"`
	Text   string `json:"text"`
	Marks  []Mark `json:"marks"`
	// Cuts are where words begin behind what is elided before them (d'alice), in UTF-16 units.
	Cuts []int `json:"cuts,omitempty"`
	Held bool  `json:"held,omitempty"` // nothing of it comes out
	More bool  `json:"more,omitempty"` // it goes on with a message, or stands beside them
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

// show shows what was seen.
func (a again) show(ctx context.Context, s seen, to func(Row) error) error {
	row, err := a.row(ctx, s)
	if err != nil {
		return err
	}
	return to(row)
}

// cuts finds what is elided before words.
func cuts(of string) (out []int) {
	if !strings.ContainsAny(of, "'’ʼ") {
		return nil
	}
	units := counter{text: of}
	for _, t := range text.Tokenise(of) {
		word := of[t.Start:t.End]
		stem := lexicon.Stem(lexicon.Fold(word))
		for i, r := range word {
			behind := word[i+utf8.RuneLen(r):]
			if strings.ContainsRune("'’ʼ", r) && behind != "" && lexicon.Fold(behind) == stem {
				out = append(out, units.upto(t.Start+len(word)-len(behind)))
				break
			}
		}
	}
	return out
}

// row shows what was seen as things were decided.
func (a again) row(ctx context.Context, s seen) (Row, error) {
	r, err := a.result(ctx, s, s.message)
	if err != nil {
		return Row{}, err
	}
	row := Row{At: s.row, Author: s.message.Author, Lang: r.Lang, Text: r.Message.Text, Held: r.Withheld, More: s.more}
	row.Cuts = cuts(row.Text)
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
