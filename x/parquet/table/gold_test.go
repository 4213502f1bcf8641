package table

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// goldShape is a variant of a format: how the messages of [exports.Messages] are written in it,
// and how a file of it is read, with all that stands beside its rows.
type goldShape struct {
	format, name string
	columns      Columns
	write        func(testing.TB, []exports.Said) []byte
	read         func(testing.TB, []byte) (text string, rows int)
}

// flatRow is a table as most programs write it.
type flatRow struct {
	ID     int64  `parquet:"id,delta"`
	Sender string `parquet:"sender,dict,snappy"`
	Text   string `parquet:"text,snappy"`
}

// nestedRow is a conversation with its messages in a list.
type nestedRow struct {
	ID       int64        `parquet:"id"`
	User     string       `parquet:"user,zstd"`
	Messages []nestedSaid `parquet:"messages,list"`
}

type nestedSaid struct {
	Role    string  `parquet:"role,dict"`
	Content *string `parquet:"content,optional,dict,zstd"`
}

// deltaRow has texts as differences, and nulls.
type deltaRow struct {
	Sender string `parquet:"sender,delta,gzip"`
	Text   string `parquet:"text,delta,gzip"`
	At     *int64 `parquet:"at,optional,timestamp"`
}

func goldShapes() []goldShape {
	known := []string{"sender=name"}
	return []goldShape{
		{"parquet", "flat", Columns{Also: known}, func(t testing.TB, gold []exports.Said) []byte {
			return goldFile(t, gold, func(m exports.Said) flatRow { return flatRow{int64(m.ID), m.Sender, m.Text} })
		}, goldRead[flatRow]},
		{"parquet", "nested", Columns{Texts: []string{"messages[].content"}, Also: []string{"user=name"}}, func(t testing.TB, gold []exports.Said) []byte {
			return goldFile(t, gold, func(m exports.Said) nestedRow {
				return nestedRow{int64(m.ID), m.Sender, []nestedSaid{{"user", &m.Text}, {"bot", nil}}}
			})
		}, goldRead[nestedRow]},
		{"parquet", "deltas", Columns{Also: known}, func(t testing.TB, gold []exports.Said) []byte {
			return goldFile(t, gold, func(m exports.Said) deltaRow { return deltaRow{m.Sender, m.Text, nil} })
		}, goldRead[deltaRow]},
		{"arrow", "file", Columns{Also: known}, goldArrow(inFile, arrow.BinaryTypes.String), goldArrowRead(inFile)},
		{"arrow", "stream", Columns{Also: known}, goldArrow(inStream, arrow.BinaryTypes.String), goldArrowRead(inStream)},
		{"arrow", "views", Columns{Also: known}, goldArrow(inFile, arrow.BinaryTypes.StringView), goldArrowRead(inFile)},
	}
}

// goldFile writes a row a message, a hundred in a group, with a note that quotes the first.
func goldFile[T any](t testing.TB, gold []exports.Said, row func(exports.Said) T) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, parquet.KeyValueMetadata("pandas", gold[0].Sender))
	for i, m := range gold {
		_, err := w.Write([]T{row(m)})
		if err == nil && i%100 == 99 {
			err = w.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func goldRead[T any](t testing.TB, data []byte) (text string, rows int) {
	t.Helper()
	var b strings.Builder
	f, err := parquet.OpenFile(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range f.Metadata().RowGroups {
		for _, c := range group.Columns {
			st := c.MetaData.Statistics
			fmt.Fprintf(&b, "%s %s %s %s\n", st.MinValue, st.MaxValue, st.Min, st.Max)
		}
	}
	for _, note := range f.Metadata().KeyValueMetadata {
		fmt.Fprintln(&b, note.Key, note.Value)
	}
	list := parquet.NewReader(f)
	for {
		one := make([]parquet.Row, 1)
		n, err := list.ReadRows(one)
		if n == 1 && whole(one[0], len(f.Schema().Columns())) {
			rows++
		}
		for _, cell := range one[0] {
			fmt.Fprintln(&b, cell.String())
		}
		if n == 0 && err != nil {
			return b.String() + string(data), rows
		}
	}
}

// goldArrow writes a row a message, whose sender is of a type.
func goldArrow(w way, sender arrow.DataType) func(testing.TB, []exports.Said) []byte {
	return func(t testing.TB, gold []exports.Said) []byte {
		t.Helper()
		schema := arrow.NewSchema([]arrow.Field{
			{Name: "sender", Type: sender}, {Name: "text", Type: arrow.BinaryTypes.LargeString},
		}, nil)
		var b bytes.Buffer
		var to batches = ipc.NewWriter(&b, ipc.WithSchema(schema), ipc.WithZstd())
		if w == inFile {
			var err error
			if to, err = ipc.NewFileWriter(&b, ipc.WithSchema(schema)); err != nil {
				t.Fatal(err)
			}
		}
		for len(gold) > 0 {
			n := min(100, len(gold))
			rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
			for _, m := range gold[:n] {
				rows.Field(0).(array.StringLikeBuilder).Append(m.Sender)
				rows.Field(1).(*array.LargeStringBuilder).Append(m.Text)
			}
			if err := to.Write(rows.NewRecordBatch()); err != nil {
				t.Fatal(err)
			}
			gold = gold[n:]
		}
		if err := to.Close(); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
}

func goldArrowRead(w way) func(testing.TB, []byte) (string, int) {
	return func(t testing.TB, data []byte) (text string, rows int) {
		t.Helper()
		list, sizes, schema := arrowRows(t, data, w)
		for _, n := range sizes {
			rows += n
		}
		return strings.Join(list, "\n") + fmt.Sprint(schema) + string(data), rows
	}
}

// TestGeneratedGold: no sender is left in any field of any variant, and nobody who is named, as
// in all other formats (policy, TestGeneratedGold). A thousand messages with BAUTA_WHOLE=1.
func TestGeneratedGold(t *testing.T) {
	n := 14
	if os.Getenv("BAUTA_WHOLE") != "" {
		n = 1000
	}
	f, err := policy.Load("gdpr")
	if err != nil {
		t.Fatal(err)
	}
	built, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	gold := exports.Messages(t, n)
	for _, s := range goldShapes() {
		data := s.write(t, gold)
		before, _ := s.read(t, data)
		named, sent := exports.Left(t, []byte(before), gold)
		if named == 0 || sent < n {
			t.Errorf("%s/%s: who is in the file is not seen: %d senders, %d bytes", s.format, s.name, sent, named)
		}
		var out bytes.Buffer
		rows, err := Open(bytes.NewReader(data), int64(len(data)), s.columns, formats.NewKeyer(bytes.Repeat([]byte{1}, 32)))
		if err != nil {
			t.Fatal(err)
		}
		sum, err := rows.Write(&out, built.Pipeline.Run(context.Background(), built.Guard(rows.Messages()), 1))
		if err != nil {
			t.Errorf("%s/%s: %v", s.format, s.name, err)
			continue
		}
		after, came := s.read(t, out.Bytes())
		names, senders := exports.Left(t, []byte(after), gold)
		t.Logf("| `%s` | %s | %d | %d | %d | %d | %d | %d |", s.format, s.name, sum.Rows, came, named, names, sent, senders)
		if names > 0 || senders > 0 || sum.Rows != n || came != n {
			t.Errorf("%s/%s: %d bytes of names and %d senders are left, %d rows of %d", s.format, s.name, names, senders, came, n)
		}
	}
}

// TestEveryFormat: what bauta formats lists of this module has three variants, and a fuzz target.
func TestEveryFormat(t *testing.T) {
	fuzzed := map[string]func(*testing.F){"parquet": FuzzParquet, "arrow": FuzzArrow}
	variants := map[string]int{}
	for _, s := range goldShapes() {
		variants[s.format]++
	}
	for _, f := range formats.Registry() {
		if f.Module == "x/parquet" && (variants[f.Name] < 3 || fuzzed[f.Name] == nil) {
			t.Errorf("%s: %d variants, or no fuzz target", f.Name, variants[f.Name])
		}
	}
}
