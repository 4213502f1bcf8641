package anonymise

import (
	"encoding/json"
	"errors"

	"github.com/bauta/bauta"
)

// cell is a text of a table on its way: JSON behind a sign that says whether a stretch of its
// conversation begins with it. A conversation's name is that of a column, and may be no text.
type cell struct {
	plain
	Thread []byte
}

// plain is a message that writes its text.
type plain bauta.Message

// The signs before a cell.
const (
	begins = '|'
	goesOn = '+'
)

func cellRow(m bauta.Message, first bool) ([]byte, error) {
	m.Meta = nil
	out, err := json.Marshal(cell{plain(m), []byte(m.Thread)})
	if err != nil {
		return nil, err
	}
	sign := byte(goesOn)
	if first {
		sign = begins
	}
	return append([]byte{sign}, out...), nil
}

var errCell = errors.New("no text of a table; read it with Tables")

// ofCell is what a row of a table holds, and the text that its result becomes.
func ofCell(row []byte) (m bauta.Message, write func(*bauta.Result) ([]byte, error), err error) {
	var c cell
	if len(row) == 0 || json.Unmarshal(row[1:], &c) != nil {
		return m, nil, errCell
	}
	m = bauta.Message(c.plain)
	m.Thread = string(c.Thread)
	return m, func(r *bauta.Result) ([]byte, error) {
		if r.Withheld {
			return nil, nil
		}
		return []byte(r.Text), nil
	}, nil
}
