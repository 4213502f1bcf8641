package anonymise_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
	"github.com/bauta/bauta/x/beam/anonymise"
	"github.com/bauta/bauta/x/parquet/table"
)

// said is a row of an invented table, with what is beside a text.
type said struct {
	N      int64    `parquet:"n,delta"`
	Talk   *string  `parquet:"talk,optional,dict"`
	Sender string   `parquet:"sender,dict,snappy"`
	Text   *string  `parquet:"text,optional,zstd"`
	More   []string `parquet:"more,list"`
	Score  *float64 `parquet:"score,optional"`
}

// tableOf are rows of conversations that lie across each other, in stretches; some have no text, and
// some no conversation.
func tableOf(n int) (out []said) {
	lines := strings.Split(strings.TrimSpace(chat(n)), "\n")
	for i, line := range lines {
		_, text, _ := strings.Cut(line, `"text":"`)
		text, _, _ = strings.Cut(text, `"`)
		talk, score := fmt.Sprint(i/3%(n/20+1)), float64(i)
		r := said{N: int64(i), Talk: &talk, Sender: "Zyxel" + fmt.Sprint(i%5), Text: &text, Score: &score}
		switch i % 7 {
		case 1:
			r.Talk = nil
		case 2:
			r.Text = nil
		case 3:
			r.More, r.Score = []string{"dis à Nadia que " + text, "", "ok"}, nil
		}
		out = append(out, r)
	}
	return out
}

// inGroups is a Parquet file of groups of rows, with notes of a program.
func inGroups(t testing.TB, rows []said, each int) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[said](&b, parquet.KeyValueMetadata("note", "Nadia"))
	for i := 0; i < len(rows); i += each {
		_, err := w.Write(rows[i:min(len(rows), i+each)])
		if err != nil || w.Flush() != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return written(t, "chat.parquet", b.String())
}

var talking = table.Columns{Texts: []string{"text", "more[]"}, Thread: "talk", Also: []string{"sender=hash"}}

// plainly is what bauta-parquet makes of a file.
func plainly(t testing.TB, cfg anonymise.Config, columns table.Columns, file string) []byte {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	preset, err := policy.Load(cfg.Policy)
	if err != nil {
		t.Fatal(err)
	}
	built, err := preset.Build(policy.Options{Lang: cfg.Lang, Key: cfg.Key})
	if err != nil {
		t.Fatal(err)
	}
	key, err := built.Key()
	if err != nil {
		t.Fatal(err)
	}
	rows, err := table.Open(bytes.NewReader(data), int64(len(data)), columns, formats.NewKeyer(key))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	_, err = rows.Write(&out, built.Pipeline.Run(t.Context(), built.Guard(rows.Messages()), 1))
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// tabled runs the transform on tables on Prism.
func tabled(t testing.TB, cfg anonymise.Config, columns table.Columns, files, target string) (dead []string, err error) {
	t.Helper()
	out := filepath.Join(t.TempDir(), "dead")
	p, s := beam.NewPipelineWithRoot()
	rows, letters := anonymise.Do(s, cfg, anonymise.Tables(s, cfg, columns, files))
	anonymise.WriteTables(s, cfg, columns, target, rows, letters)
	textio.Write(s, out, anonymise.Letters(s, letters))
	_, err = prism.Execute(t.Context(), p)
	return sorted(t, out), err
}

// A table comes out byte for byte as bauta-parquet writes it: rows, groups, types, nulls and
// the numbers of people, on one processor, two and four.
func TestTablesAsOnOneMachine(t *testing.T) {
	rows, secret := tableOf(400), key(t)
	file := inGroups(t, rows, 90)
	for _, c := range []struct{ preset, lang, also string }{
		{"gdpr", "fr", "sender=hash"}, {"gdpr", "", "sender=scan"}, {"sms4science", "fr", "sender=name"},
	} {
		preset, talking := c.preset, talking
		cfg := anonymise.Config{Policy: preset, Lang: c.lang, Key: secret, Format: anonymise.Table}
		talking.Also = []string{c.also}
		want := plainly(t, cfg, talking, file)
		if preset == "gdpr" && !bytes.Contains(unpacked(t, want), []byte("Person 3")) {
			t.Error("nobody is the third of a conversation")
		}
		for _, n := range []int{1, 2, 4} {
			target := filepath.Join(t.TempDir(), "out.parquet")
			old := runtime.GOMAXPROCS(n)
			dead, err := tabled(t, cfg, talking, file, target)
			runtime.GOMAXPROCS(old)
			got, e := os.ReadFile(target)
			if err != nil || e != nil || strings.Join(dead, "") != "" || !bytes.Equal(got, want) {
				t.Errorf("%s, %d processors: %d bytes, %d on one machine, or they differ; %v %v, dead %v", preset, n, len(got),
					len(want), err, e, dead)
			}
		}
	}
}

// unpacked are the texts of a file.
func unpacked(t testing.TB, data []byte) []byte {
	t.Helper()
	rows, err := parquet.Read[said](bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, r := range rows {
		if r.Text != nil {
			fmt.Fprintln(&b, *r.Text)
		}
	}
	return b.Bytes()
}

// Files in a folder become files in another one, Arrow among them.
func TestFolderOfTables(t *testing.T) {
	dir, out := t.TempDir(), t.TempDir()
	schema := arrow.NewSchema([]arrow.Field{
		{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true}, {Name: "n", Type: arrow.PrimitiveTypes.Int32},
	}, nil)
	for i, name := range []string{"a.arrow", "b.arrow"} {
		b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		b.Field(0).(*array.StringBuilder).AppendValues([]string{"salut Paul", "", "Claire appelle Paul"}, []bool{true, false, true})
		b.Field(1).(*array.Int32Builder).AppendValues([]int32{int32(i), 2, 3}, nil)
		var data bytes.Buffer
		w := ipc.NewWriter(&data, ipc.WithSchema(schema))
		err := w.Write(b.NewRecordBatch())
		if err != nil || w.Close() != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg := anonymise.Config{Policy: "gdpr", Lang: "fr", Format: anonymise.Table}
	if _, err := tabled(t, cfg, table.Columns{}, filepath.Join(dir, "*.arrow"), out+"/"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.arrow", "b.arrow"} {
		got, err := os.ReadFile(filepath.Join(out, name))
		want := plainly(t, cfg, table.Columns{}, filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) || bytes.Contains(got, []byte("Paul")) {
			t.Errorf("%s: %d bytes, %d of bauta-parquet, or a name stays; %v", name, len(got), len(want), err)
		}
	}
}

// Nothing is written where a column is not there, where one file would be written over, or
// two as one; neither by a program that did not ask before.
func TestTablesRefused(t *testing.T) {
	file := inGroups(t, tableOf(10), 10)
	dir := filepath.Dir(file)
	data, err := os.ReadFile(file)
	if err != nil || os.WriteFile(filepath.Join(dir, "b.parquet"), data, 0o600) != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x.parquet"), data[:len(data)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	cfg, all := anonymise.Config{Policy: "gdpr", Lang: "fr", Format: anonymise.Table}, filepath.Join(dir, "[bc]*.parquet")
	for why, c := range map[string]struct {
		columns      table.Columns
		from, target string
	}{
		"no such column":       {table.Columns{Thread: "thread"}, file, filepath.Join(dir, "new")},
		"another name":         {talking, file, file},
		"written as one":       {talking, all, filepath.Join(dir, "new")},
		"a damaged one":        {talking, filepath.Join(dir, "x.parquet"), filepath.Join(dir, "new")},
		"new; does the folder": {talking, file, filepath.Join(dir, "none", "new")},
		"t; does the folder":   {talking, file, filepath.Join(dir, "none") + "/"},
	} {
		_, err := tabled(t, cfg, c.columns, c.from, c.target)
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "Zyxel") {
			t.Errorf("%s: %v", why, err)
		}
		if _, err := anonymise.CheckTables(c.columns, c.from, c.target); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s, asked before: %v", why, err)
		}
		left, _ := filepath.Glob(filepath.Join(dir, "new*"))
		if after, e := os.ReadFile(file); len(left) > 0 || e != nil || !bytes.Equal(after, data) {
			t.Errorf("%s: %v appeared, or what is read is changed", why, left)
		}
	}
}

// A key that cannot be used is an error in the first step, not when a file is written.
func TestKeyBeforeWork(t *testing.T) {
	secret := key(t)
	if err := os.Chmod(secret, 0o644); err != nil || runtime.GOOS == "windows" {
		t.Skip("no modes of files here", err)
	}
	cfg := anonymise.Config{Policy: "gdpr", Lang: "fr", Key: secret, Format: anonymise.Table}
	_, err := tabled(t, cfg, talking, inGroups(t, tableOf(10), 10), filepath.Join(t.TempDir(), "new"))
	if err == nil || !strings.Contains(err.Error(), "others may read") || !strings.Contains(err.Error(), "anonymise.threading") {
		t.Errorf("%v", err)
	}
}
