package table

import (
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta"
)

// The bounds of a file: rows that are read at a time, and rows without a text that are held
// until one comes that has some.
const (
	atATime   = 64
	maxSilent = 1024
)

// row is a row on its way. Rows without a text go with the next that has one.
type row struct {
	before []*row
	values parquet.Row
	group  int
	open   int // messages without a result
}

// place is where a message stands: a value of a row.
type place struct {
	row   *row
	value int // -1: of none; the message is empty, and carries rows that have no text
}

// source reads the rows of a file.
type source struct {
	*layout
	file   *parquet.File
	silent []*row
	rows   int // that were read
}

// open reads the end of a file, where its schema is.
func open(in io.ReaderAt, size int64) (f *parquet.File, err error) {
	defer guarded(&err)
	f, err = parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil {
		return nil, errors.New("this is no file of Parquet or Arrow, or a damaged one; was it copied whole?")
	}
	return f, nil
}

// messages gives the texts of the file, row by row.
func (s *source) messages() iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for g, group := range s.file.RowGroups() {
			if more, err := s.group(g+1, group, yield); err != nil || !more {
				if err != nil {
					yield(bauta.Message{}, &Error{"row group", g + 1, s.rows + 1, err})
				}
				return
			}
		}
		if int64(s.rows) != s.file.NumRows() {
			yield(bauta.Message{}, &Error{"row group", len(s.file.RowGroups()), s.rows, errDamaged})
		}
	}
}

// group reads a group of rows; false where nobody wants more.
func (s *source) group(g int, group parquet.RowGroup, yield func(bauta.Message, error) bool) (bool, error) {
	rows, err := begin(group)
	if err != nil {
		return false, err
	}
	defer rows.Close()
	buf := make([]parquet.Row, atATime)
	for {
		n, err := read(rows, buf)
		for _, values := range buf[:n] {
			s.rows++
			messages, err := s.row(g, values.Clone())
			if err != nil {
				s.rows--
				return false, err
			}
			for _, m := range messages {
				if !yield(m, nil) {
					return false, nil
				}
			}
		}
		switch {
		case err == io.EOF:
			return true, nil
		case err != nil:
			return false, errDamaged
		case n == 0:
			return false, errDamaged
		}
	}
}

func begin(group parquet.RowGroup) (rows parquet.Rows, err error) {
	defer guarded(&err)
	return group.Rows(), nil
}

func read(rows parquet.Rows, buf []parquet.Row) (n int, err error) {
	defer guarded(&err)
	return rows.ReadRows(buf)
}

// row makes the messages of a row.
func (s *source) row(g int, values parquet.Row) ([]bauta.Message, error) {
	if !whole(values, len(s.columns)) {
		return nil, errDamaged
	}
	r := &row{values: values, group: g}
	var cells []cell
	for i, v := range values {
		if !v.IsNull() && s.asked(v.Column()) {
			cells = append(cells, cell{v.Column(), v.String(), place{r, i}})
		}
	}
	out, err := s.read(s.rows, cells)
	if err != nil {
		return nil, err
	}
	if r.open = len(out); r.open > 0 {
		r.before, s.silent = s.silent, nil
		return out, nil
	}
	if s.silent = append(s.silent, r); len(s.silent) < maxSilent {
		return nil, nil
	}
	carrier := &row{before: s.silent, open: 1, group: g}
	s.silent = nil
	return []bauta.Message{{ID: fmt.Sprint(s.rows), Meta: place{carrier, -1}}}, nil
}

// whole reports a row that has a value, or a null, in each column: where the end of a file is
// damaged, the library reads columns of nothing.
func whole(values parquet.Row, columns int) bool {
	next := 0
	for _, v := range values {
		if v.Column() == next {
			next++
		}
	}
	return next == columns
}
