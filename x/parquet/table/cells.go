package table

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// Error is what is wrong with a file, and where. It never holds text.
type Error struct {
	Part       string // what rows stand in: row group, batch
	Group, Row int    // from 1; 0: the file as a whole
	Err        error
}

// Error gives the place, and what is wrong.
func (e *Error) Error() string {
	if e.Group == 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s %d, row %d of the file: %v", e.Part, e.Group, e.Row, e.Err)
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

var errDamaged = errors.New("the file is damaged; was it copied whole?")

// guarded makes an error of what the library does not stand.
func guarded(err *error) {
	if recover() != nil {
		*err = errDamaged
	}
}

// cell is a value of a row that is not null.
type cell struct {
	column int
	text   string
	place  any // where it stands, for who writes what becomes of it
}

// asked says whether a column holds texts, or what is known of them.
func (l *layout) asked(column int) bool {
	return l.columns[column].role <= formats.Mail ||
		slices.Contains([]int{l.id, l.thread, l.author, l.time, l.lang}, column)
}

// read makes the messages of row n, each with the place of its cell. A row that names no
// conversation is one.
func (l *layout) read(n int, cells []cell) (out []bauta.Message, err error) {
	like := bauta.Message{Thread: fmt.Sprintf("row %d", n), ID: fmt.Sprint(n)}
	for _, v := range cells {
		for i, at := range []int{l.id, l.thread, l.author, l.lang} {
			if at == v.column {
				*[]*string{&like.ID, &like.Thread, &like.Author, &like.Lang}[i] = v.text
			}
		}
		if said, err := time.Parse(time.RFC3339, v.text); err == nil && v.column == l.time {
			like.Time = said
		}
	}
	for _, v := range cells {
		role := l.columns[v.column].role
		if role > formats.Mail {
			continue
		}
		if !utf8.ValidString(v.text) || strings.ContainsRune(v.text, 0) {
			return nil, fmt.Errorf("column %d holds bytes that are no text", v.column+1)
		}
		if strings.TrimSpace(v.text) == "" {
			continue
		}
		m := like
		m.Text, m.Meta = v.text, v.place
		if role != formats.Text {
			m.ID += "/" + fmt.Sprintf("column-%d", v.column+1)
		}
		if role == formats.Name {
			m.Author, m.Known = v.text, []bauta.Span{{
				End: len(v.text), Label: bauta.Person, P: 1, Source: "corpus", Rule: "field",
				Why: "a field of the file",
			}}
		}
		if err := m.Bounded(); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}
