package exchange

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	textlines "github.com/bauta/bauta/internal/lines"
)

// Golds is a stream of annotated messages; an error ends it.
type Golds = iter.Seq2[corpus.Gold, error]

// Format is one way to write annotated messages down.
type Format struct {
	Name    string // as given to --format
	Suffix  string // of its files
	Offsets string // what offsets count, as the file says it
	For     string // who reads it
	Write   func(w io.Writer, gold Golds) error
	// Read yields what was written. name stands in errors, which are
	// *corpus.Error and hold no text.
	Read func(r io.Reader, name string) Golds
}

// Formats lists all formats.
func Formats() []Format {
	return []Format{
		{"jsonl", ".jsonl", "code points", "bauta itself, scripts", writeJSONL, corpus.ReadGold},
		{"csv", ".csv", "code points", "spreadsheets, R", writeCSV, readCSV},
		{"conll", ".conll", "none, a token a line", "taggers; id and text in comments", writeCoNLL, readCoNLL},
		{
			"conll-plain", ".conll", "none, a token a line", "taggers that know no comments; id and white space are " +
				"lost", writePlainCoNLL, readCoNLL,
		},
		{"spacy", ".jsonl", "code points", "spaCy 3: Example.from_dict", writeSpaCy, readSpaCy},
		{"brat", ".zip", "code points", "brat: a .txt and an .ann a message", writeBrat, readBrat},
		{"tei", ".xml", "none, labels stand in the text", "TEI P5 with the CMC elements", writeTEI, readTEI},
	}
}

// Find gives the format of a name.
func Find(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Format{}, fmt.Errorf("unknown format %q; use %s", name, strings.Join(names, ", "))
}

// checked yields the messages with spans in order, clear of white space, flat
// and inside the text, or the error that names the first message that is not so.
func checked(gold Golds) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		for g, err := range gold {
			if err == nil {
				g.Spans, err = flat(g.Message.Text, g.Spans)
				if err != nil {
					err = refuse(g, err)
				}
			}
			if !yield(g, err) || err != nil {
				return
			}
		}
	}
}

func refuse(g corpus.Gold, why error) error { return fmt.Errorf("message %q: %w", g.Message.ID, why) }

func flat(text string, spans []bauta.Span) ([]bauta.Span, error) {
	if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return nil, errors.New("bytes that are not UTF-8, or a NUL; files of text cannot hold them")
	}
	out := slices.Clone(spans)
	slices.SortFunc(out, func(a, b bauta.Span) int { return cmp.Compare(a.Start, b.Start) })
	end := 0
	for i := range out {
		s := &out[i]
		if s.Start < 0 || s.End > len(text) || s.Start >= s.End || !boundary(text, s.Start) || !boundary(text, s.End) {
			return nil, errors.New("a span that does not lie on whole characters of the text")
		}
		s.Start += len(text[s.Start:s.End]) - len(strings.TrimLeftFunc(text[s.Start:s.End], unicode.IsSpace))
		s.End -= len(text[s.Start:s.End]) - len(strings.TrimRightFunc(text[s.Start:s.End], unicode.IsSpace))
		switch {
		case s.Start >= s.End:
			return nil, errors.New("a span of white space; remove it")
		case s.Start < end:
			return nil, fmt.Errorf("spans overlap at byte %d; annotations are flat: keep one", s.Start)
		}
		if err := label(string(s.Label)); err != nil {
			return nil, err
		}
		end = s.End
	}
	return out, nil
}

func boundary(text string, at int) bool { return at == len(text) || utf8.RuneStart(text[at]) }

// label refuses names that some format cannot write.
func label(name string) error {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || !unicode.IsDigit(r) && !strings.ContainsRune("_-.", r)) {
			return errors.New("a label with other signs than letters, digits, _ - and . behind a first letter")
		}
	}
	if name == "" || len(name) > 100 {
		return errors.New("a label of no or more than 100 bytes")
	}
	return nil
}

// gold makes what a reader gives back, checked as what is written.
func gold(id, lang, text string, spans []bauta.Span) (corpus.Gold, error) {
	g := corpus.Gold{Message: bauta.Message{ID: id, Lang: lang, Text: text}}
	var err error
	g.Spans, err = flat(text, spans)
	return g, err
}

// found is a span as formats that hold range and label alone give it back.
func found(start, end int, name string) bauta.Span {
	return bauta.Span{Start: start, End: end, Label: bauta.Label(name), P: 1}
}

// ruler is where each character of a text begins, in bytes, and where the last
// ends: both ways between bytes and code points without counting anew for each
// span.
type ruler []int

func measure(text string) ruler {
	r := make(ruler, 0, len(text)+1)
	for i := range text {
		r = append(r, i)
	}
	return append(r, len(text))
}

// runes gives a byte offset in code points.
func (r ruler) runes(at int) int {
	i, _ := slices.BinarySearch(r, at)
	return i
}

// span turns a range in code points into a span, or says that it is none.
func (r ruler) span(start, end int, name string) (bauta.Span, error) {
	if n := len(r) - 1; start < 0 || start >= end || end > n {
		return bauta.Span{},
			fmt.Errorf("range %d to %d does not lie in a text of %d code points; check the offset unit", start, end, n)
	}
	return found(r[start], r[end], name), nil
}

// lines yields the lines of a file without their ends, from 1, a byte order
// mark taken off.
func lines(r io.Reader, name string) iter.Seq2[int, lineOrError] {
	return func(yield func(int, lineOrError) bool) {
		sc := bufio.NewScanner(r)
		sc.Buffer(nil, corpus.MaxRecord)
		sc.Split(textlines.Split)
		n := 0
		for sc.Scan() {
			n++
			line := sc.Bytes()
			if n == 1 {
				line = bytes.TrimPrefix(line, []byte("\ufeff"))
			}
			if !utf8.Valid(line) {
				yield(n, lineOrError{err: &corpus.Error{
					File: name, Line: n, Err: errors.New("bytes that are not UTF-8; save the file as UTF-8"),
				}})
				return
			}
			if !yield(n, lineOrError{text: string(line)}) {
				return
			}
		}
		if err := sc.Err(); err != nil {
			yield(n+1, lineOrError{err: &corpus.Error{File: name, Line: n + 1, Err: err}})
		}
	}
}

type lineOrError struct {
	text string
	err  error
}

// goldLine is bauta's own line with its unit and the message's label.
type goldLine struct {
	corpus.GoldLine
	Author  string `json:"author,omitempty"`
	Offsets string `json:"offsets"`
	TA      *bool  `json:"ta,omitempty"`
}

func writeJSONL(w io.Writer, gold Golds) error {
	return writeObjects(w, gold, func(g corpus.Gold) any {
		return goldLine{corpus.NewGold(g.Message, g.Spans), g.Message.Author, bauta.Runes.String(), g.TA}
	})
}

func writeObjects(w io.Writer, gold Golds, object func(corpus.Gold) any) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	for g, err := range checked(gold) {
		if err != nil {
			return err
		}
		if err := enc.Encode(object(g)); err != nil {
			return err
		}
	}
	return out.Flush()
}
