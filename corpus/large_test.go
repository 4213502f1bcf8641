package corpus_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// endless gives a head, many times what one makes, and a foot, and holds none of it.
type endless struct {
	head, foot string
	one        func(i int) string
	n, i       int
	rest       string
}

func (e *endless) Read(p []byte) (int, error) {
	for e.rest == "" {
		switch {
		case e.i == 0:
			e.rest = e.head
		case e.i <= e.n:
			e.rest = e.one(e.i)
		case e.i == e.n+1:
			e.rest = e.foot
		default:
			return 0, io.EOF
		}
		e.i++
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// held takes a file through unchanged, and gives the most bytes that were alive.
func held(t *testing.T, in io.Reader, name string) (most uint64, messages int) {
	t.Helper()
	r, err := corpus.Open(in, name, corpus.Config{Fields: true})
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Writer(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Write(&bauta.Result{Message: m, Text: m.Text}); err != nil {
			t.Fatal(err)
		}
		if messages++; messages%20_000 == 0 {
			most = max(most, alive())
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return max(most, alive()), messages
}

func alive() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestLongFilesAreNotHeld: what is held of a file is no more for ten times its length.
func TestLongFilesAreNotHeld(t *testing.T) {
	text := strings.Repeat("on se voit demain ", 8)
	for name, file := range map[string]func(n int) *endless{
		"a.jsonl": func(n int) *endless {
			return &endless{n: n, one: func(i int) string { return fmt.Sprintf(`{"id":%d,"text":%q}`+"\n", i, text) }}
		},
		"result.json": func(n int) *endless {
			return &endless{
				head: `{"name": "x", "id": 7, "messages": [{"id": 0, "date_unixtime": "1", "from_id": "user1", "text": ""}`, foot: "]}", n: n,
				one: func(i int) string {
					return fmt.Sprintf(`,{"id": %d, "date_unixtime": "1", "from": "A B", "from_id": "user1", "text": [%q, {"type": "x", "text": "y"}]}`, i, text)
				},
			}
		},
		"sms.xml": func(n int) *endless {
			return &endless{head: "<smses count=\"1\">\n", foot: "</smses>\n", n: n, one: func(int) string {
				return fmt.Sprintf("<sms address=\"+33600000001\" date=\"1688504700000\" type=\"1\" body=%q contact_name=\"A B\" />\n", text)
			}}
		},
	} {
		short, _ := held(t, file(2_000), name)
		long, n := held(t, file(20_000), name)
		if long > short+1<<20 {
			t.Errorf("%s: %d bytes are held of a file, %d of one ten times as long (%d messages)", name, short, long, n)
		}
	}
}

// TestStringsOfAWorkbook: strings that cells share take what they are long, and may be more
// than a record.
func TestStringsOfAWorkbook(t *testing.T) {
	const many, long = 70, 1 << 20
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	put := func(name string, parts ...string) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
		for _, p := range parts {
			if err == nil {
				_, err = io.WriteString(w, p)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	put("[Content_Types].xml", "<Types/>")
	put("xl/workbook.xml", "<workbook/>")
	put("xl/sharedStrings.xml", "<sst><si><t>text</t></si><si><t>salut</t></si>"+
		strings.Repeat("<si><t>"+strings.Repeat("a ", long/2)+"</t></si>", many)+"</sst>")
	put("xl/worksheets/sheet1.xml", `<worksheet><sheetData><row><c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c></row></sheetData></worksheet>`)
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if most, n := held(t, bytes.NewReader(b.Bytes()), "a.xlsx"); n != 1 || most > many*long*5/4 {
		t.Errorf("%d messages, %d bytes held of %d", n, most, many*long)
	}
}
