package eval

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unicode"

	"github.com/bauta/bauta"
)

// Piece is a byte range [Start, End) of a text: the unit that is tagged. It is
// never empty and holds no white space.
type Piece struct{ Start, End int }

// Pieces cuts the text of a document where a token starts, at white space, and
// at every edge of the spans given. Each byte that is not white space lies in
// one piece, and each span is a row of whole pieces: so several people's spans
// become tags that can be compared token by token, whatever they marked inside
// a word. Spans must lie in the text.
func Pieces(d *bauta.Doc, annotations ...[]bauta.Span) []Piece {
	cut := make([]bool, len(d.Text)+1)
	for _, t := range d.Tokens {
		cut[t.Start] = true
	}
	for _, spans := range annotations {
		for _, s := range spans {
			cut[s.Start], cut[s.End] = true, true
		}
	}
	var out []Piece
	from := -1
	end := func(at int) {
		if from >= 0 {
			out = append(out, Piece{from, at})
		}
		from = -1
	}
	for i, r := range d.Text {
		if cut[i] {
			end(i)
		}
		switch {
		case unicode.IsSpace(r):
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(d.Text))
	return out
}

// Tags gives the IOB2 tag of each piece. Spans may come in any order; that two
// of them share a piece, or that one covers none, is an error, which says where
// in bytes.
func Tags(pieces []Piece, spans []bauta.Span) ([]string, error) {
	tags := make([]string, len(pieces))
	for i := range tags {
		tags[i] = "O"
	}
	for _, s := range spans {
		prefix := "B-"
		first, _ := slices.BinarySearchFunc(pieces, s.Start,
			func(p Piece, at int) int { return cmp.Compare(p.Start, at) })
		for i := first; i < len(pieces) && pieces[i].End <= s.End; i++ {
			if tags[i] != "O" {
				return nil, fmt.Errorf("spans overlap at byte %d; annotations are flat: keep one", pieces[i].Start)
			}
			tags[i] = prefix + string(s.Label)
			prefix = "I-"
		}
		if prefix == "B-" {
			return nil, fmt.Errorf("the span at byte %d covers no word; mark something, or remove it", s.Start)
		}
	}
	return tags, nil
}

// Spans is the way back from tags: the spans of the chunks, in bytes, without
// anything but range and label.
func Spans(pieces []Piece, tags []string) ([]bauta.Span, error) {
	if len(pieces) != len(tags) {
		return nil, errors.New("as many tags as pieces are needed")
	}
	var out []bauta.Span
	for _, c := range Chunks(tags) {
		out = append(out, bauta.Span{
			Start: pieces[c.Start].Start, End: pieces[c.End-1].End, Label: bauta.Label(c.Type), P: 1,
		})
	}
	return out, nil
}
