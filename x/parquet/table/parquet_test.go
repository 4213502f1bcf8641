package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/policy"
)

// said is a message of a conversation.
type said struct {
	Role    string  `parquet:"role,dict"`
	Content *string `parquet:"content,optional,zstd"`
}

// talk is a row: nested texts, nulls, numbers, times, a list of names.
type talk struct {
	ID       int64    `parquet:"id,delta"`
	Sender   string   `parquet:"sender,dict,snappy"`
	Text     *string  `parquet:"text,optional,gzip"`
	Tags     []string `parquet:"tags,list"`
	Messages []said   `parquet:"messages,list"`
	Score    *float64 `parquet:"score,optional"`
	At       int64    `parquet:"at,timestamp"`
}

func ptr[T any](v T) *T { return &v }

// talks are rows; every name in them begins with Zyx, which no word does.
func talks(n int) (out []talk) {
	for i := range n {
		t := talk{ID: int64(i), Sender: fmt.Sprintf("Zyxel%d", i%7), At: int64(i) * 1000, Tags: []string{"a", "b"}[:i%3%2]}
		if i%5 > 0 {
			t.Text = ptr("salut, c'est Marie Zyxard, appelle au 06 12 34 56 78")
			t.Messages = []said{{"user", ptr("je suis Paul Zyxard")}, {"bot", nil}, {"user", ptr("ok")}}
		}
		if i%4 == 0 {
			t.Score = ptr(float64(i))
		}
		out = append(out, t)
	}
	return out
}

// file writes rows in groups of ten, with filters and notes that quote them.
func file(t testing.TB, rows []talk) []byte {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[talk](&b, parquet.KeyValueMetadata("note", "Zyxard"),
		parquet.BloomFilters(parquet.SplitBlockFilter(10, "text"), parquet.SplitBlockFilter(10, "sender")))
	for i := 0; i < len(rows); i += 10 {
		if _, err := w.Write(rows[i:min(len(rows), i+10)]); err != nil {
			t.Fatal(err)
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// seekhide asks for no model.
var seekhide = sync.OnceValues(func() (*policy.Built, error) {
	f, err := policy.Load("seekhide")
	if err != nil {
		return nil, err
	}
	return f.Build(policy.Options{})
})

var columns = Columns{
	Texts: []string{"text", "messages[].content"}, ID: "id", Also: []string{"sender=name", "messages[].role=scan"},
}

func through(t testing.TB, data []byte, c Columns) ([]byte, Summary, error) {
	built, err := seekhide()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	rows, err := Open(bytes.NewReader(data), int64(len(data)), c, formats.NewKeyer([]byte("a key for tests")))
	if err != nil {
		return nil, Summary{}, err
	}
	sum, err := rows.Write(&out, built.Pipeline.Run(context.Background(), built.Guard(rows.Messages()), 2))
	return out.Bytes(), sum, err
}

// TestTypesStay: the same schema, groups, nulls and other values; no name stays, neither in
// rows nor in what stands beside them.
func TestTypesStay(t *testing.T) {
	rows := talks(35)
	out, sum, err := through(t, file(t, rows), columns)
	if err != nil {
		t.Fatal(err)
	}
	if sum.Rows != 35 || sum.LeftOut != 1 || fmt.Sprint(sum.Beside) != "[tags[] score at]" {
		t.Errorf("summary %+v", sum)
	}
	f, err := parquet.OpenFile(bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	before, _ := parquet.OpenFile(bytes.NewReader(file(t, rows)), int64(len(file(t, rows))))
	if f.Schema().String() != before.Schema().String() || len(f.RowGroups()) != 4 {
		t.Errorf("%d groups of %s", len(f.RowGroups()), f.Schema())
	}
	for g, group := range f.Metadata().RowGroups {
		for c, chunk := range group.Columns {
			was := before.Metadata().RowGroups[g].Columns[c].MetaData
			name := strings.Join(chunk.MetaData.PathInSchema, ".")
			if chunk.MetaData.Codec != was.Codec {
				t.Errorf("%s is packed as %v, not %v", name, chunk.MetaData.Codec, was.Codec)
			}
			st := chunk.MetaData.Statistics
			if (name == "text" || name == "sender") && (len(st.MinValue) > 0 || len(st.MaxValue) > 0 || len(st.Min) > 0 || len(st.Max) > 0) ||
				chunk.MetaData.BloomFilterOffset > 0 {
				t.Errorf("%s has bounds or a filter", name)
			}
		}
	}
	got, err := parquet.Read[talk](bytes.NewReader(out), int64(len(out)))
	if err != nil || len(got) != len(rows) {
		t.Fatal(err, len(got))
	}
	for i, r := range rows {
		g := got[i]
		same := g.ID == r.ID && g.At == r.At && len(g.Tags) == len(r.Tags) && (g.Score == nil) == (r.Score == nil) &&
			(g.Text == nil) == (r.Text == nil) && len(g.Messages) == len(r.Messages)
		if !same || len(r.Messages) > 0 && (g.Messages[1].Content != nil || *g.Messages[2].Content != "ok" || g.Messages[0].Role != "user") {
			t.Errorf("row %d: %+v", i, g)
		}
		if said := fmt.Sprintf("%+v", g) + deref(g.Text); strings.Contains(said, "Zyx") || strings.Contains(said, "06 12") {
			t.Errorf("row %d: a name stays", i)
		}
	}
}

// TestSecondRun: over what a first run wrote a second one changes nothing.
func TestSecondRun(t *testing.T) {
	first, _, err := through(t, file(t, talks(35)), columns)
	if err != nil {
		t.Fatal(err)
	}
	second, sum, err := through(t, first, columns)
	if err != nil || sum.Rows != 35 {
		t.Fatalf("%+v: %v", sum, err)
	}
	one, _ := parquet.Read[talk](bytes.NewReader(first), int64(len(first)))
	two, err := parquet.Read[talk](bytes.NewReader(second), int64(len(second)))
	if err != nil || len(one) != 35 || !reflect.DeepEqual(one, two) {
		for i := range two {
			if !reflect.DeepEqual(one[i], two[i]) {
				t.Errorf("row %d: %+v %s, then %+v %s", i, one[i], deref(one[i].Text), two[i], deref(two[i].Text))
			}
		}
		t.Fatalf("%d rows: %v", len(two), err)
	}
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// TestOperators: dropped, keyed and kept; what cannot be is an error.
func TestOperators(t *testing.T) {
	data := file(t, talks(12))
	out, _, err := through(t, data, Columns{Also: []string{"sender=hash", "score=drop", "messages[].content=drop"}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := parquet.Read[talk](bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	if got[0].Sender != got[7].Sender || got[0].Sender == got[1].Sender || strings.Contains(got[0].Sender, "Zyx") {
		t.Errorf("keys %q %q %q", got[0].Sender, got[7].Sender, got[1].Sender)
	}
	for _, g := range got {
		if g.Score != nil || len(g.Messages) > 0 && g.Messages[0].Content != nil {
			t.Errorf("not dropped: %+v", g)
		}
	}
	for _, c := range []Columns{
		{Texts: []string{"nothing"}},
		{Also: []string{"sender"}},
		{Also: []string{"id=scan"}},
		{Also: []string{"id=drop"}},
		{Thread: "nothing"},
	} {
		if _, _, err := through(t, data, c); err == nil || strings.Contains(err.Error(), "Zyx") {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// TestWhoAndWhere: conversation, author and ID are those of the columns that are named, and
// of no other.
func TestWhoAndWhere(t *testing.T) {
	data := file(t, talks(3))
	for want, c := range map[string]Columns{
		"2: row 2 ()":           {},
		"1: row 2 ()":           {ID: "id"},
		"2: Zyxel1 (Zyxel1)":    {Thread: "sender", Author: "sender"},
		"1: Zyxel1 (Zyxel1)":    {ID: "id", Thread: "sender", Author: "sender"},
		"Zyxel1: Zyxel1 (user)": {ID: "sender", Thread: "sender", Author: "messages[].role"},
	} {
		f, err := open(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		l, err := lay(leaves(f.Root()), c)
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range (&source{layout: l, file: f}).messages() {
			if got := fmt.Sprintf("%s: %s (%s)", m.ID, m.Thread, m.Author); err != nil || got != want {
				t.Errorf("%+v: %s, want %s (%v)", c, got, want, err)
			}
			break
		}
	}
}

// TestRowsWithoutText: rows that have none come out in their places, however many.
func TestRowsWithoutText(t *testing.T) {
	rows := make([]talk, 3*maxSilent+5)
	for i := range rows {
		rows[i].ID = int64(i)
	}
	rows[maxSilent+1].Text = ptr("c'est Marie Zyxard")
	out, sum, err := through(t, file(t, rows), columns)
	if err != nil || sum.Rows != len(rows) || sum.Texts != 1 {
		t.Fatal(err, sum)
	}
	got, err := parquet.Read[talk](bytes.NewReader(out), int64(len(out)))
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range got {
		if g.ID != int64(i) {
			t.Fatalf("row %d is %d", i, g.ID)
		}
	}
}

// damaged is a file with a byte changed, cut, or twice there.
func damaged(data []byte, rng *rand.Rand) []byte {
	out := bytes.Clone(data)
	switch at := rng.IntN(len(out)); rng.IntN(3) {
	case 0:
		out[at] ^= byte(1 + rng.IntN(255))
	case 1:
		out = out[:at]
	default:
		out = append(out[:at:at], data[at/2:]...)
	}
	return out
}

// manyDamaged takes n damaged files, or so many times more in long runs: no panic, and an
// error that holds no text. It gives how many errors said where.
func manyDamaged(t *testing.T, n, more int, whole func(i int) []byte) (placed int) {
	t.Helper()
	if os.Getenv("BAUTA_LONG") != "" {
		n *= more
	}
	rng, refused := rand.New(rand.NewPCG(1, 2)), 0
	for i := range n {
		out, _, err := through(t, damaged(whole(i), rng), columns)
		var at *Error
		switch {
		case err == nil && bytes.Contains(out, []byte("Zyxard")):
			t.Error("a name came out of a damaged file")
		case err == nil:
			continue
		case strings.Contains(err.Error(), "Zyx"):
			t.Errorf("an error quotes: %v", err)
		case errors.As(err, &at):
			placed++
		}
		refused++
	}
	t.Logf("%d of %d refused, %d with the row", refused, n, placed)
	if refused < n/4 {
		t.Errorf("%d of %d refused", refused, n)
	}
	return placed
}

// TestDamaged: no panic, and an error that holds no text.
func TestDamaged(t *testing.T) {
	data := file(t, talks(25))
	manyDamaged(t, 60, 17, func(int) []byte { return data })
}

func FuzzParquet(f *testing.F) {
	f.Add(file(f, talks(3)))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, sum, err := through(t, data, columns)
		if err != nil {
			return
		}
		if again, err := parquet.OpenFile(bytes.NewReader(out), int64(len(out))); err != nil || again.NumRows() != int64(sum.Rows) {
			t.Errorf("what came out cannot be read: %v", err)
		}
	})
}
