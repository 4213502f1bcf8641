package table

import (
	"io"
	"iter"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// rewriter reads the rows of a file, and writes them anew.
type rewriter interface {
	messages() iter.Seq2[bauta.Message, error]
	begin(io.Writer) error
	take(*bauta.Result) error
	end() error
}

// File is a file of Parquet or Arrow IPC whose columns are found. It is read once.
type File struct {
	rewriter
	sum *Summary
}

// Open reads a schema. An error is of the file, or of a column that is not there; it holds no
// text. The key stands for the values of columns that are hashed.
func Open(in io.ReaderAt, size int64, c Columns, key formats.Keyer) (*File, error) {
	if way := arrowed(in, size); way != none {
		return openArrow(in, size, way, c, key)
	}
	return openParquet(in, size, c, key)
}

// Beside names the columns that stay in clear.
func (f *File) Beside() []string { return f.sum.Beside }

// Messages gives the texts, row by row. One without a text stands for rows that have none;
// its result is its own.
func (f *File) Messages() iter.Seq2[bauta.Message, error] { return f.messages() }

// Write writes the file anew, with the results of all of [File.Messages] in their order: the
// same rows in the same groups and types. Bounds and statistics of the columns that are read,
// filters, and what programs noted beside the rows (which may quote them) are left out. What
// is written is complete only without an error.
func (f *File) Write(to io.Writer, results iter.Seq2[bauta.Result, error]) (Summary, error) {
	if err := f.begin(to); err != nil {
		return *f.sum, err
	}
	for res, err := range results {
		if err == nil {
			err = f.take(&res)
		}
		if err != nil {
			return *f.sum, err
		}
	}
	err := f.end()
	return *f.sum, err
}
