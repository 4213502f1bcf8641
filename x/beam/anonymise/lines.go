package anonymise

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"

	"github.com/bauta/bauta/corpus"
)

// Lines reads the lines of files, a pattern, as messages: Origin is the file and Order the
// number of the line. A file is read by one worker; give many.
func Lines(s beam.Scope, pattern string) beam.PCollection {
	s = s.Scope("bauta.lines")
	return beam.ParDo(s, &lines{}, fileio.ReadMatches(s, fileio.MatchFiles(s, pattern, fileio.MatchEmptyDisallow())))
}

// lines reads a file.
type lines struct{}

// ProcessElement gives the lines that are not empty.
func (*lines) ProcessElement(ctx context.Context, file fileio.ReadableFile, emit func(Message)) (err error) {
	in, err := file.Open(ctx)
	if err != nil {
		return fmt.Errorf("%s cannot be read; may this worker open it?", file.Metadata.Path)
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	r := bufio.NewReaderSize(in, 1<<20)
	for n := int64(1); ; n++ {
		line, err := whole(r)
		if len(bytes.TrimSpace(line)) > 0 {
			emit(Message{file.Metadata.Path, n, line})
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("%s:%d: %w", file.Metadata.Path, n, err)
		}
	}
}

// whole reads a line of which at most a byte more is kept than a row may have: it is
// withheld for its length then.
func whole(r *bufio.Reader) (line []byte, err error) {
	for {
		piece, err := r.ReadSlice('\n')
		if room := corpus.MaxRow + 1 - len(line); room > 0 {
			line = append(line, piece[:min(len(piece), room)]...)
		}
		if err != bufio.ErrBufferFull {
			return bytes.TrimRight(line, "\r\n"), err
		}
	}
}

// Rows gives the rows of messages as lines of text.
func Rows(s beam.Scope, messages beam.PCollection) beam.PCollection {
	return beam.ParDo(s, rowOf, messages)
}

func rowOf(m Message) string { return string(bytes.TrimRight(m.Row, "\r\n")) }

// Letters gives letters as lines: file, number of the line, why.
func Letters(s beam.Scope, dead beam.PCollection) beam.PCollection {
	return beam.ParDo(s, lineOf, dead)
}

func lineOf(l Letter) string { return fmt.Sprintf("%s:%d: %s", l.Origin, l.Order, l.Why) }

// Told says how many messages a run released and withheld, by its counters.
func Told(r beam.PipelineResult) string {
	count := map[string]int64{}
	for _, c := range r.Metrics().AllMetrics().Counters() {
		if c.Key.Namespace == "bauta" {
			count[c.Key.Name] += c.Committed
		}
	}
	out, dead := count["messages_released"], count["messages_withheld"]
	return fmt.Sprintf("%d messages in = %d released + %d withheld; %d conversations", out+dead, out, dead,
		count["conversations"])
}
