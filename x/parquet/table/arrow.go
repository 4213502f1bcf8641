package table

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// way is how Arrow IPC is written: as a file, whose end says where its batches are, or as a
// stream.
type way int

const (
	none way = iota
	inFile
	inStream
)

var (
	errFull = errors.New("a dictionary has no room for what its texts become; write the column as plain texts")
	errEnd  = errors.New("the stream has no end mark, or goes on behind it; was it copied whole?")
)

// arrowed tells Arrow IPC by the first bytes.
func arrowed(in io.ReaderAt, size int64) way {
	head := make([]byte, min(8, max(size, 0)))
	if n, _ := in.ReadAt(head, 0); n < len(head) || n < 8 {
		return none
	}
	switch {
	case bytes.HasPrefix(head, []byte("ARROW1")):
		return inFile
	case bytes.HasPrefix(head, []byte{0xff, 0xff, 0xff, 0xff}):
		return inStream
	}
	return none
}

// batch is a batch of rows on its way.
type batch struct {
	leaves []*leaf
	rows   int
	number int
	open   int // messages without a result
}

// spot is where a message stands: a value of a leaf.
type spot struct {
	batch *batch
	leaf  *leaf // nil: of none; the message is empty, and carries a batch that has no text
	at    int
}

// arrows reads batches.
type arrows struct {
	*layout
	fields  []*node
	schema  *arrow.Schema // as it is written
	next    func() (arrow.RecordBatch, error)
	way     way
	to      batches
	key     formats.Keyer
	sum     *Summary
	rows    int // that were read
	batches int
	most    int // bytes that a buffer may have, and rows that a batch may
}

// roomy is an allocator that a damaged length does not lead to take all memory.
type roomy struct {
	memory.Allocator
	most int
}

func (r roomy) Allocate(n int) []byte {
	r.check(n)
	return r.Allocator.Allocate(n)
}

func (r roomy) Reallocate(n int, b []byte) []byte {
	r.check(n)
	return r.Allocator.Reallocate(n, b)
}

func (r roomy) check(n int) {
	if n > r.most {
		panic(errDamaged)
	}
}

// openArrow reads a schema. A buffer may unpack to sixteen times the file and no more.
func openArrow(in io.ReaderAt, size int64, w way, c Columns, key formats.Keyer) (f *File, err error) {
	defer guarded(&err)
	if err := vet(in, size, w); err == errEnd {
		return nil, err
	} else if err != nil {
		return nil, errNoArrow
	}
	s := &arrows{way: w, key: key, sum: &Summary{}}
	s.most = int(16*size + 1<<20)
	mem := roomy{memory.NewGoAllocator(), s.most}
	schema, err := s.reader(io.NewSectionReader(in, 0, size), w, ipc.WithAllocator(mem),
		ipc.WithMetadataSizeLimit(size), ipc.WithBodySizeLimit(size))
	if err != nil {
		return nil, errNoArrow
	}
	t := &tree{}
	fields := make([]arrow.Field, 0, schema.NumFields())
	s.sum.LeftOut = schema.Metadata().Len()
	for _, f := range schema.Fields() {
		s.fields = append(s.fields, t.grow(f, []string{f.Name}, f.Name))
		fields = append(fields, clean(f, &s.sum.LeftOut))
	}
	s.schema = arrow.NewSchemaWithEndian(fields, nil, schema.Endianness())
	if s.layout, err = lay(t.columns, c); err != nil {
		return nil, err
	}
	s.sum.Beside = s.beside()
	return &File{s, s.sum}, nil
}

// reader opens a file or a stream, and gives its schema.
func (s *arrows) reader(in *io.SectionReader, w way, options ...ipc.Option) (*arrow.Schema, error) {
	if w == inStream {
		r, err := ipc.NewReader(in, options...)
		if err != nil {
			return nil, err
		}
		s.next = r.Read
		return r.Schema(), nil
	}
	r, err := ipc.NewFileReader(in, options...)
	if err != nil {
		return nil, err
	}
	s.next = func() (arrow.RecordBatch, error) {
		if s.batches == r.NumRecords() {
			return nil, io.EOF
		}
		return r.RecordBatchAt(s.batches)
	}
	return r.Schema(), nil
}

var errNoArrow = errors.New("this is no Arrow file or stream, or a damaged one; was it copied whole?")

// messages gives the texts, row by row.
func (s *arrows) messages() iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for {
			list, err := s.batch()
			if err == io.EOF {
				return
			}
			if err != nil {
				yield(bauta.Message{}, &Error{"batch", s.batches + 1, s.rows + 1, err})
				return
			}
			for _, m := range list {
				if !yield(m, nil) {
					return
				}
			}
		}
	}
}

// misled says whether offsets of a column lead out of it, also where nothing in it is read.
func misled(column arrow.Array) bool { return array.ValidateFull(column) != nil }

// batch reads a batch and makes the messages of its rows.
func (s *arrows) batch() (list []bauta.Message, err error) {
	defer guarded(&err)
	rec, err := s.next()
	if err != nil {
		if err != io.EOF {
			err = errDamaged
		}
		return nil, err
	}
	if rec.NumRows() > int64(s.most) || slices.ContainsFunc(rec.Columns(), misled) {
		return nil, errDamaged
	}
	b := &batch{rows: int(rec.NumRows()), number: s.batches + 1}
	for i, n := range s.fields {
		b.leaves = append(b.leaves, s.bind(n, rec.Column(i).Data()))
	}
	for i := range b.rows {
		var cells []cell
		for _, f := range b.leaves {
			f.each(i, func(at *leaf, k int) { cells = s.found(b, at, k, cells) })
		}
		s.rows++
		messages, err := s.read(s.rows, cells)
		if err != nil {
			s.rows--
			return nil, err
		}
		list = append(list, messages...)
	}
	s.batches++
	if len(list) == 0 {
		list = []bauta.Message{{ID: fmt.Sprintf("batch %d", b.number), Meta: spot{batch: b}}}
	}
	b.open = len(list)
	return list, nil
}

// found takes a value that a row holds.
func (s *arrows) found(b *batch, f *leaf, i int, cells []cell) []cell {
	column := f.node.column
	asked, keyed := s.asked(column), s.columns[column].role == formats.Key
	if !asked && !keyed {
		return cells
	}
	text, ok := f.text(i)
	if !ok {
		return cells
	}
	if f.values != nil && keyed && text != "" {
		f.values[i] = formats.Keyed(s.key, text)
	} else if f.values != nil && strings.TrimSpace(text) == "" {
		f.values[i] = text // of which there is no message
	}
	if asked {
		cells = append(cells, cell{column, text, spot{b, f, i}})
	}
	return cells
}

// batches is what the two writers of the library have in common.
type batches interface {
	Write(arrow.RecordBatch) error
	Close() error
}

// begin opens what is written, in the way of what is read.
func (s *arrows) begin(to io.Writer) (err error) {
	if s.way == inFile {
		s.to, err = ipc.NewFileWriter(to, ipc.WithSchema(s.schema))
		return err
	}
	s.to = ipc.NewWriter(to, ipc.WithSchema(s.schema))
	return nil
}

// end writes the end.
func (s *arrows) end() error {
	if err := s.sum.complete(s.rows); err != nil {
		return err
	}
	if err := s.to.Close(); err != nil {
		return fmt.Errorf("cannot be written: %w", err)
	}
	return nil
}

// take notes a result, and writes the batch with the last of them.
func (s *arrows) take(r *bauta.Result) error {
	at := r.Message.Meta.(spot)
	if at.leaf != nil {
		at.leaf.values[at.at] = s.sum.became(r)
	}
	if at.batch.open--; at.batch.open > 0 {
		return nil
	}
	if err := s.write(at.batch); err != nil {
		return &Error{"batch", at.batch.number, s.sum.Rows + 1, err}
	}
	s.sum.Rows += at.batch.rows
	return nil
}

// write writes a batch anew.
func (s *arrows) write(b *batch) (err error) {
	defer guarded(&err)
	var columns []arrow.Array
	for _, f := range b.leaves {
		d, err := s.build(f, memory.DefaultAllocator)
		if err != nil {
			return err
		}
		columns = append(columns, array.MakeFromData(d))
	}
	if err := s.to.Write(array.NewRecordBatch(s.schema, columns, int64(b.rows))); err != nil {
		return errors.New("cannot be written; if texts are a dictionary, write them as plain texts, or a stream")
	}
	return nil
}
