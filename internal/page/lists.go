package page

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"maps"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// Carry takes over what was decided on another page, which may be nil.
func (p *Page) Carry(from *Page) {
	if from != nil {
		p.rules, p.file, p.also = slices.Clone(from.rules), from.file, maps.Clone(from.also)
	}
}

// List writes the words that are always masked, or never, as bauta review export
// --lexicon writes them: a policy names the file under lexicons.
func (p *Page) List(out io.Writer, mask bool) error {
	if mask {
		return review.WriteWords(out, p.words(), review.Mask)
	}
	return review.WriteWords(out, p.words(), review.Keep)
}

var errList = errors.New("this is no list of words; give always.csv or never.csv, of this page or of a desk")

// Listed tells a list by its header, whatever the file is called: of words that are always
// masked, or never.
func Listed(data []byte) (mask, ok bool) {
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	head, err := rows.Read()
	if err != nil || len(head) != 2 || head[0] != "word" {
		return false, false
	}
	return head[1] == "kind", head[1] == "kind" || head[1] == "type"
}

// Take takes such a list in and gives the number of its words.
func (p *Page) Take(data []byte, mask bool) (int, error) {
	rows := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	rows.FieldsPerRecord = -1
	head, err := rows.Read()
	if err != nil || len(head) == 0 || head[0] != "word" {
		return 0, errList
	}
	n := 0
	for {
		row, err := rows.Read()
		switch {
		case errors.Is(err, io.EOF):
			return n, nil
		case err != nil:
			return n, errList // its own error may show the line
		case p.Decide(Decision{Word: row[0], Mask: mask}):
			n++
		}
	}
}
