package table

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// Summary is what was done.
type Summary struct {
	Rows, Texts, Changed int
	Beside               []string // columns that stay in clear
	LeftOut              int      // entries beside the rows: what programs note of them
}

// became counts a result, and gives what stands in its place.
func (s *Summary) became(r *bauta.Result) string {
	text := r.Text
	if r.Withheld {
		text = ""
	}
	s.Texts++
	if text != r.Message.Text {
		s.Changed++
	}
	return text
}

// complete says whether as many rows were written as were read, and some text among them.
func (s *Summary) complete(rows int) error {
	if s.Rows != rows {
		return errors.New("rows are lost; please report this")
	}
	if s.Texts == 0 {
		return errors.New("no text in the file; name its column with --text")
	}
	return nil
}

// writer writes the rows of a source.
type writer struct {
	*source
	to    *parquet.Writer
	key   formats.Keyer
	sum   *Summary
	group int
}

// openParquet reads where the rows stand.
func openParquet(in io.ReaderAt, size int64, c Columns, key formats.Keyer) (*File, error) {
	f, err := open(in, size)
	if err != nil {
		return nil, err
	}
	l, err := lay(leaves(f.Root()), c)
	if err != nil {
		return nil, err
	}
	sum := &Summary{Beside: l.beside(), LeftOut: len(f.Metadata().KeyValueMetadata)}
	return &File{&writer{source: &source{layout: l, file: f}, key: key, sum: sum}, sum}, nil
}

// begin opens the file. Each column keeps how it was packed.
func (w *writer) begin(to io.Writer) (err error) {
	defer guarded(&err)
	options := []parquet.WriterOption{w.file.Schema(), parquet.CreatedBy("bauta", "parquet", "")}
	for _, c := range w.columns {
		if c.role != formats.Keep {
			options = append(options, parquet.SkipPageBounds(c.path...), parquet.SkipPageStatistics(c.path...))
		}
	}
	w.to = parquet.NewWriter(to, options...)
	return nil
}

// take notes a result, and writes the row with the last of them.
func (w *writer) take(r *bauta.Result) error {
	at := r.Message.Meta.(place)
	if at.value >= 0 {
		v := &at.row.values[at.value]
		text := w.sum.became(r)
		*v = parquet.ByteArrayValue([]byte(text)).Level(v.RepetitionLevel(), v.DefinitionLevel(), v.Column())
	}
	if at.row.open--; at.row.open > 0 {
		return nil
	}
	for _, r := range at.row.before {
		if err := w.write(r); err != nil {
			return err
		}
	}
	if at.value < 0 {
		return nil
	}
	return w.write(at.row)
}

// write writes a row. Groups end where they ended.
func (w *writer) write(r *row) (err error) {
	defer guarded(&err)
	if r.group != w.group && w.group > 0 {
		if err := w.to.Flush(); err != nil {
			return fmt.Errorf("cannot be written: %w", err)
		}
	}
	w.group = r.group
	for i, v := range r.values {
		r.values[i] = w.plain(v)
	}
	w.sum.Rows++
	if _, err = w.to.WriteRows([]parquet.Row{r.values}); err != nil {
		return fmt.Errorf("cannot be written: %w", err)
	}
	return nil
}

// plain gives what stands for a value that nobody reads.
func (w *writer) plain(v parquet.Value) parquet.Value {
	c := w.columns[v.Column()]
	rep, def := v.RepetitionLevel(), v.DefinitionLevel()
	switch {
	case v.IsNull():
		return v
	case c.role == formats.Gone && c.optional:
		return parquet.NullValue().Level(rep, def-1, v.Column())
	case c.role == formats.Gone:
		return parquet.ByteArrayValue(nil).Level(rep, def, v.Column())
	case c.role == formats.Key && len(v.ByteArray()) > 0:
		return parquet.ByteArrayValue([]byte(formats.Keyed(w.key, string(v.ByteArray())))).Level(rep, def, v.Column())
	}
	return v
}

// end writes what has no text behind the last that has, and the end of the file.
func (w *writer) end() (err error) {
	for _, r := range w.silent {
		if err := w.write(r); err != nil {
			return err
		}
	}
	if err := w.sum.complete(w.rows); err != nil {
		return err
	}
	defer guarded(&err)
	if err := w.to.Close(); err != nil {
		return fmt.Errorf("cannot be written: %w", err)
	}
	return nil
}
