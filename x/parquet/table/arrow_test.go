package table

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/bauta/bauta/internal/formats"
)

// talkSchema is that of talk in Arrow, with notes that quote names.
func talkSchema() *arrow.Schema {
	quoted := arrow.NewMetadata([]string{"note"}, []string{"Zyxard"})
	said := arrow.StructOf(arrow.Field{Name: "role", Type: arrow.BinaryTypes.LargeString},
		arrow.Field{Name: "content", Type: arrow.BinaryTypes.String, Nullable: true, Metadata: quoted})
	category := &arrow.DictionaryType{IndexType: arrow.PrimitiveTypes.Int8, ValueType: arrow.BinaryTypes.String}
	return arrow.NewSchema([]arrow.Field{
		{Name: "id", Type: arrow.PrimitiveTypes.Int64},
		{Name: "sender", Type: arrow.BinaryTypes.StringView, Nullable: true},
		{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true, Metadata: quoted},
		{Name: "tags", Type: arrow.ListOf(category), Nullable: true},
		{Name: "messages", Type: arrow.ListOf(said), Nullable: true},
		{Name: "score", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		{Name: "at", Type: arrow.FixedWidthTypes.Timestamp_us},
		{Name: "facts", Type: arrow.MapOf(arrow.BinaryTypes.String, arrow.BinaryTypes.Binary), Nullable: true},
	}, &quoted)
}

// arrowFile writes batches of ten rows, of which the third is a slice.
func arrowFile(t testing.TB, n int, w way) []byte {
	t.Helper()
	mem := memory.DefaultAllocator
	var b bytes.Buffer
	var to batches = ipc.NewWriter(&b, ipc.WithSchema(talkSchema()), ipc.WithZstd())
	if w == inFile {
		var err error
		if to, err = ipc.NewFileWriter(&b, ipc.WithSchema(talkSchema()), ipc.WithLZ4()); err != nil {
			t.Fatal(err)
		}
	}
	for from := 0; from < n; from += 10 {
		rb := array.NewRecordBuilder(mem, talkSchema())
		rows := make([]string, 0, 12)
		skip := 0
		if from == 20 {
			skip = 2
		}
		for i := from - skip; i < min(n, from+10); i++ {
			rows = append(rows, talkJSON(i))
		}
		for _, r := range rows {
			if err := rb.UnmarshalJSON([]byte(r)); err != nil {
				t.Fatal(err)
			}
		}
		rec := rb.NewRecordBatch()
		if err := to.Write(rec.NewSlice(int64(skip), rec.NumRows())); err != nil {
			t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// talkJSON is a row; of each fifth the texts are null. Every name begins with Zyx.
func talkJSON(i int) string {
	text, messages, facts := "null", "null", "null"
	if i%5 > 0 {
		text = `"salut, c'est Marie Zyxard, appelle au 06 12 34 56 78"`
		messages = `[{"role":"user","content":"je suis Paul Zyxard"},{"role":"bot","content":null},{"role":"user","content":"ok"}]`
		facts = `[{"key":"who","value":"WnlhcmQ="}]`
	}
	return fmt.Sprintf(`{"id":%d,"sender":"Zyxel%d","text":%s,"tags":["a","b"],"messages":%s,"score":%d,"at":%d,"facts":%s}`,
		i, i%7, text, messages, i, i*1000, facts)
}

// arrowRows reads what came out, a batch as JSON each, and the schema.
func arrowRows(t testing.TB, data []byte, w way) (rows []string, sizes []int, schema *arrow.Schema) {
	t.Helper()
	f, err := openArrow(bytes.NewReader(data), int64(len(data)), w, Columns{}, formats.NewKeyer(nil))
	if err != nil {
		t.Fatal(err)
	}
	s := f.rewriter.(*arrows)
	for {
		rec, err := s.next()
		if err != nil {
			break
		}
		s.batches++
		sizes = append(sizes, int(rec.NumRows()))
		list, err := array.RecordToStructArray(rec).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, string(list))
		schema = rec.Schema()
	}
	return rows, sizes, schema
}

// TestArrowTypesStay: the same types, batches, nulls and other values, as a file and as a
// stream; no name stays, neither in rows nor in what stands beside them.
func TestArrowTypesStay(t *testing.T) {
	for _, w := range []way{inFile, inStream} {
		data := arrowFile(t, 35, w)
		out, sum, err := through(t, data, columns)
		if err != nil {
			t.Fatal(err)
		}
		if sum.Rows != 35 || sum.LeftOut != 3 || sum.Changed == 0 ||
			fmt.Sprint(sum.Beside) != "[tags[] score at facts[].key facts[].value]" {
			t.Errorf("summary %+v", sum)
		}
		if bytes.Contains(out, []byte("Zyx")) || bytes.Contains(out, []byte("06 12")) {
			t.Error("a name stays")
		}
		before, sizes, schema := arrowRows(t, data, w)
		after, now, same := arrowRows(t, out, w)
		if fmt.Sprint(sizes) != fmt.Sprint(now) || fmt.Sprint(now) != "[10 10 10 5]" || same.String() != bare(schema).String() {
			t.Errorf("%v rows of %s; were %v of %s", now, same, sizes, schema)
		}
		if a, b := kept(t, before), kept(t, after); a != b {
			t.Errorf("other columns were\n%s and are\n%s", a, b)
		}
		again, twice, err := through(t, out, columns)
		if err != nil || twice.Rows != 35 || !bytes.Equal(out, again) {
			t.Errorf("a second run changes it: %v", err)
		}
	}
}

func bare(s *arrow.Schema) *arrow.Schema {
	var fields []arrow.Field
	left := 0
	for _, f := range s.Fields() {
		fields = append(fields, clean(f, &left))
	}
	return arrow.NewSchema(fields, nil)
}

// kept gives what must not change of rows: all but texts, that is, and where nulls are.
func kept(t testing.TB, rows []string) string {
	t.Helper()
	all := strings.Join(rows, "")
	for _, said := range []string{"\"salut", "\"je suis"} {
		for {
			from := strings.Index(all, said)
			if from < 0 {
				break
			}
			to := from + 1 + strings.Index(all[from+1:], `"`)
			all = all[:from] + "TEXT" + all[to+1:]
		}
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(all, `"sender":"`)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		_, all, _ = strings.Cut(rest, `"`)
	}
}

// TestArrowOperators: dropped and keyed; a dictionary of texts is one again, and what cannot
// be is an error.
func TestArrowOperators(t *testing.T) {
	data := arrowFile(t, 8, inStream)
	out, _, err := through(t, data, Columns{
		Texts: []string{"text", "tags[]", "facts[].value"},
		Also:  []string{"sender=hash", "score=drop", "messages[].content=drop"},
	})
	if err != nil {
		t.Fatal(err)
	}
	rows, _, schema := arrowRows(t, out, inStream)
	all := strings.Join(rows, "")
	if strings.Contains(all, "Zyx") || strings.Contains(all, `"score":7`) || strings.Contains(all, "je suis") ||
		!strings.Contains(all, `"tags":["a","b"]`) || schema.String() != bare(talkSchema()).String() {
		t.Errorf("%s\n%s", all, schema)
	}
	for _, c := range []Columns{
		{Texts: []string{"score"}}, {Texts: []string{"nowhere"}}, {Also: []string{"at=drop"}}, {Also: []string{"id=hash"}},
	} {
		if _, _, err := through(t, data, c); err == nil || strings.Contains(err.Error(), "Zyx") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestArrowCut: a stream that ends early is an error wherever it ends, a file too.
func TestArrowCut(t *testing.T) {
	for _, w := range []way{inFile, inStream} {
		data := arrowFile(t, 35, w)
		for n := 0; n < len(data); n += 8 {
			if _, _, err := through(t, data[:n], columns); err == nil {
				t.Fatalf("cut at %d of %d, and no error", n, len(data))
			}
		}
	}
	twice := append(arrowFile(t, 8, inStream), arrowFile(t, 8, inStream)...)
	if _, _, err := through(t, twice, columns); err == nil {
		t.Error("two streams pass for one")
	}
}

// TestArrowDamaged: no panic, and an error that says where and holds no text.
func TestArrowDamaged(t *testing.T) {
	data := [][]byte{arrowFile(t, 25, inFile), arrowFile(t, 25, inStream)}
	if manyDamaged(t, 150, 14, func(i int) []byte { return data[i%2] }) == 0 {
		t.Error("no error said where")
	}
}

// TestArrowMisled: an offset that leads out of a column is refused, also where nothing in the
// column is read.
func TestArrowMisled(t *testing.T) {
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "text", Type: arrow.BinaryTypes.String},
		{Name: "tags", Type: arrow.ListOf(arrow.BinaryTypes.String)},
	}, nil)
	rb := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	if err := rb.UnmarshalJSON([]byte(`{"text":"salut","tags":["a","b","c","d"]}`)); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	to := ipc.NewWriter(&b, ipc.WithSchema(schema))
	if err := errors.Join(to.Write(rb.NewRecordBatch()), to.Close()); err != nil {
		t.Fatal(err)
	}
	c := Columns{Texts: []string{"text"}}
	if _, _, err := through(t, b.Bytes(), c); err != nil {
		t.Fatal(err)
	}
	before, after := []byte("\x01\x00\x00\x00\x02\x00\x00\x00\x03"), []byte("\x01\x00\x00\x00\x09\x00\x00\x00\x03")
	out, _, err := through(t, bytes.Replace(b.Bytes(), before, after, 1), c)
	var at *Error
	if !errors.As(err, &at) {
		t.Errorf("a damaged column came out, %d bytes, %v", len(out), err)
	}
}

func FuzzArrow(f *testing.F) {
	f.Add(arrowFile(f, 3, inFile))
	f.Add(arrowFile(f, 3, inStream))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := arrowed(bytes.NewReader(data), int64(len(data)))
		if w == none {
			return
		}
		out, sum, err := through(t, data, columns)
		if err != nil {
			return
		}
		total := 0
		_, sizes, _ := arrowRows(t, out, w)
		for _, n := range sizes {
			total += n
		}
		if total != sum.Rows {
			t.Errorf("%d rows came out of %d", total, sum.Rows)
		}
	})
}
