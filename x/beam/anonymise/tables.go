package anonymise

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/x/parquet/table"
)

// Table is the format of files of Parquet and Arrow IPC.
const Table corpus.Format = "table"

// Tables reads the texts of files of Parquet or Arrow IPC, a pattern, as messages for a
// Config of that format: Origin is the file and Order the number of the text in it. Texts
// travel with what is named of them (conversation, author, time, language, ID), other
// columns do not. Each worker can open the files under their names.
func Tables(s beam.Scope, cfg Config, columns table.Columns, pattern string) beam.PCollection {
	s = s.Scope("bauta.tables")
	return beam.ParDo(s, &reading{cfg, columns}, fileio.MatchFiles(s, pattern, fileio.MatchEmptyDisallow()))
}

// WriteTables writes each file that [Tables] reads anew, with its texts as they came out of
// [Do]; one that is withheld is empty. The target names a file where one is read, or a
// folder, with a slash behind it. A file is written by one worker, which reads it again and
// holds its texts; it appears whole or not at all.
func WriteTables(s beam.Scope, cfg Config, columns table.Columns, target string, rows, dead beam.PCollection) {
	s = s.Scope("bauta.writeTables")
	texts := beam.Flatten(s, rows, beam.ParDo(s, withheldRow, dead))
	keyed := beam.ParDo(s, &targeting{target}, texts)
	beam.ParDo0(s, &writing{cfg, columns}, beam.GroupByKey(s, keyed))
}

func withheldRow(l Letter) Message { return Message{Origin: l.Origin, Order: l.Order} }

// reading reads the texts of a file.
type reading struct {
	Config  Config
	Columns table.Columns
}

// ProcessElement gives the texts. An error comes before anything is written.
func (f *reading) ProcessElement(_ context.Context, file fileio.FileMetadata, emit func(Message)) error {
	p, err := opened(f.Config)
	if err != nil {
		return err
	}
	return throughFile(file.Path, f.Columns, nil, func(_ *os.File, rows *table.File) error {
		begins, n := p.built.Pipeline.Stretches(), int64(-1)
		for m, err := range p.built.Guard(rows.Messages()) {
			if err != nil {
				return err
			}
			n++
			first := begins(m)
			if m.Text == "" { // of rows that have none
				continue
			}
			row, err := cellRow(m, first)
			if err != nil {
				return err
			}
			emit(Message{file.Path, n, row})
		}
		return nil
	})
}

// throughFile opens a table. Errors name it.
func throughFile(name string, c table.Columns, key []byte, do func(*os.File, *table.File) error) (err error) {
	in, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("%s cannot be opened; does it exist, and may this worker read it?", name)
	}
	defer in.Close()
	info, err := in.Stat()
	if err != nil {
		return err
	}
	rows, err := table.Open(in, info.Size(), c, formats.NewKeyer(key))
	if err == nil {
		err = do(in, rows)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// targeting finds the file that a text is written to.
type targeting struct{ Target string }

// ProcessElement gives the file's name, and the text.
func (f *targeting) ProcessElement(m Message) (string, Message) {
	return written(f.Target, m.Origin), m
}

// writing writes a file.
type writing struct {
	Config  Config
	Columns table.Columns
}

var (
	errMany = errors.New("two files would be written as one; name a folder, with a slash behind it, and read files " +
		"of different names")
	errTexts = errors.New("its texts are not those that were read; did somebody change the file?")
)

// ProcessElement reads the file again and puts the texts in it. A bundle that is done
// again gives the same.
func (f *writing) ProcessElement(ctx context.Context, target string, each func(*Message) bool) error {
	p, err := opened(f.Config)
	if err != nil {
		return err
	}
	var texts []Message
	for m := (Message{}); each(&m); m = (Message{}) {
		if texts = append(texts, m); m.Origin != texts[0].Origin {
			return errMany
		}
	}
	slices.SortFunc(texts, inOrder)
	return throughFile(texts[0].Origin, f.Columns, p.key, func(in *os.File, rows *table.File) error {
		return whollyTo(target, in, func(out *os.File) error {
			_, err := rows.Write(out, results(ctx, rows.Messages(), texts))
			return err
		})
	})
}

// results are what messages became elsewhere.
func results(
	ctx context.Context, read iter.Seq2[bauta.Message, error], texts []Message,
) iter.Seq2[bauta.Result, error] {
	return func(yield func(bauta.Result, error) bool) {
		n := int64(-1)
		for m, err := range read {
			if n++; err == nil {
				err = ctx.Err()
			}
			r := bauta.Result{Message: m}
			switch {
			case err != nil || m.Text == "":
			case len(texts) == 0 || texts[0].Order != n:
				err = errTexts
			default:
				r.Text, texts = string(texts[0].Row), texts[1:]
			}
			if !yield(r, err) || err != nil {
				return
			}
		}
		if len(texts) > 0 {
			yield(bauta.Result{}, errTexts)
		}
	}
}
