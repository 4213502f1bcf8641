package rows

import (
	"bufio"
	"bytes"
	"errors"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// Alone reads rows one by one, as programs do that get them from others: none says what
// the next one looks like.
type Alone struct {
	Format corpus.Format // text or jsonl
	// Tell gives a message its language; false: the policy reads none of it.
	Tell  func(*bauta.Message) (bool, error)
	Hides func(name string) bool // see [corpus.Rows]
}

// Message is what stands in a row, and write the row that its result becomes.
func (a Alone) Message(row []byte) (m bauta.Message, write func(*bauta.Result) ([]byte, error), err error) {
	if len(row) > corpus.MaxRow {
		return m, nil, errLong
	}
	row = bytes.TrimRight(row, "\r\n")
	rows, _, err := corpus.OpenRows(row, corpus.Config{Format: a.Format})
	if err != nil {
		return m, nil, err
	}
	rows.Hides = a.Hides
	if m, err = rows.Message(row); err != nil {
		return m, nil, err
	}
	keep, err := a.Tell(&m)
	if err == nil && !keep {
		err = errForeign
	}
	return m, func(r *bauta.Result) ([]byte, error) {
		var out bytes.Buffer
		line := bufio.NewWriter(&out)
		if err := errors.Join(rows.Write(line, r), line.Flush()); err != nil {
			return nil, err
		}
		return out.Bytes(), nil
	}, err
}
