package corpus_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// cell draws what stands in a column: everything that makes quoting hard.
func cell() *rapid.Generator[string] {
	piece := rapid.SampledFrom([]string{"a", "Léa", " ", "\"", "\"\"", ",", ";", "\n", "\r\n", "'", "’", "😘", "\\", "\t", "{", "#", "-", "é"})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(piece, 0, 8).Draw(t, "cell"), "")
	})
}

// TestCSVReadsWhatTheStandardLibraryWrites, with LF and CRLF row ends, and
// writes rows that the standard library reads: the text replaced, the other
// columns as they were.
func TestCSVReadsWhatTheStandardLibraryWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "rows")
		// The separator is guessed by the header, so let it be clear.
		rows := [][]string{{"n,n", "text", "x"}}
		for range n {
			rows = append(rows, []string{cell().Draw(t, "n"), cell().Draw(t, "text"), cell().Draw(t, "x")})
		}
		var file bytes.Buffer
		w := csv.NewWriter(&file)
		w.UseCRLF = rapid.Bool().Draw(t, "crlf")
		w.Comma = rapid.SampledFrom([]rune{',', ';'}).Draw(t, "separator")
		if w.Comma == ';' {
			rows[0][0] = "n;n;n"
		}
		if err := w.WriteAll(rows); err != nil {
			t.Skip(err)
		}
		want, err := readAll(file.String(), w.Comma)
		if err != nil {
			t.Fatal(err)
		}
		out, msgs, err := roundTrip(file.String(), "a.csv", corpus.Config{Columns: corpus.Columns{Text: "text"}}, func(s string) string { return "<" + s + ">, \"q\"" })
		if err != nil {
			t.Fatalf("%q: %v", file.String(), err)
		}
		if len(msgs) != len(want)-1 {
			t.Fatalf("%d messages, the standard library reads %d rows", len(msgs), len(want)-1)
		}
		for i, m := range msgs {
			text := strings.ReplaceAll(m.Text, "\r\n", "\n") // the standard library reads \r\n in a field as \n
			if text != want[i+1][1] {
				t.Fatalf("row %d of %q: text %q, the standard library reads %q", i, file.String(), text, want[i+1][1])
			}
			want[i+1][1] = "<" + text + ">, \"q\""
		}
		got, err := readAll(out, w.Comma)
		if err != nil {
			t.Fatalf("the standard library does not read what was written: %v in %q", err, out)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("rows changed (-want +got):\n%s", diff)
		}
	})
}

func readAll(s string, comma rune) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(s))
	r.Comma = comma
	return r.ReadAll()
}

// TestUntouchedFilesComeBack: whatever is read without error and not changed is
// written byte for byte, for files put together from hard pieces.
func TestUntouchedFilesComeBack(t *testing.T) {
	pieces := map[string][]string{
		"a.txt":   {"salut", "\n", "\r\n", "\r", " ", "é", "\t", "\"", "\ufeff", "😘"},
		"a.csv":   {"text,b\n", "a", ",", "\"", "\"\"", "\n", "\r\n", " ", "é,\n", "\"x\"", "\t"},
		"a.tsv":   {"text\tb\n", "a", "\t", "\"", "\"\"", "\n", "\r\n", " ", "é\t\n", "\"x\""},
		"a.conll": {"a", "é", "\t", " ", "\n", "\n\n", "O", "# c\n", "-DOCSTART- x\n", "B-PER", "\r\n", "#"},
	}
	for name, set := range pieces {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				in := strings.Join(rapid.SliceOfN(rapid.SampledFrom(set), 1, 30).Draw(t, "pieces"), "")
				out, _, err := roundTrip(in, name, corpus.Config{}, same)
				if err == nil && out != in && strings.TrimRight(out, "\r\n") != strings.TrimRight(in, "\r\n") {
					t.Fatalf("%q came back as %q", in, out)
				}
			})
		})
	}
}

// TestTextFileIsItsLines holds the text format to lines of all four ends.
func TestTextFileIsItsLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := rapid.StringMatching(`[a-c\n\r é"',;{]{1,40}`).Draw(t, "file")
		_, msgs, err := roundTrip(in, "a.txt", corpus.Config{}, same)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		all := strings.NewReplacer("\r\r\n", "\n", "\r\n", "\n", "\r", "\n").Replace(in)
		for line := range strings.Lines(all) {
			want := strings.TrimSuffix(line, "\n")
			if i >= len(msgs) || msgs[i].Text != want || msgs[i].ID != fmt.Sprint(i+1) {
				t.Fatalf("line %d of %q is not message %d", i+1, in, i)
			}
			i++
		}
		if i != len(msgs) {
			t.Fatalf("%d messages of %d lines", len(msgs), i)
		}
	})
}

// TestJSONLKeepsOtherFields: every other field keeps its bytes: order, blanks,
// escapes, long numbers, nested objects.
func TestJSONLKeepsOtherFields(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`{"text":"a"}`, `{"text":"A","verdict":"leave"}`},
		{`{ "text" : "a" }`, `{ "text" : "A","verdict":"leave" }`},
		{`{"n":12345678901234567890123, "text":"a"}`, `{"n":12345678901234567890123, "text":"A","verdict":"leave"}`},
		{`{"x":{"text":"b","y":[{"text":"c"}]},"text":"a"}`, `{"x":{"text":"b","y":[{"text":"c"}]},"text":"A","verdict":"leave"}`},
		{`{"e":"\u00e9\/","text":"\u00e9"}`, `{"e":"\u00e9\/","text":"É","verdict":"leave"}`},
		{`{"text":"a","verdict":"anonymise","z":1.0}`, `{"text":"A","verdict":"leave","z":1.0}`},
		{`{"verdict":null,"text":"a"}`, `{"verdict":"leave","text":"A"}`},
		{`{"text":"a","x":true,"y":null,"z":1e400}`, `{"text":"A","x":true,"y":null,"z":1e400,"verdict":"leave"}`},
		{`{"text":""}`, `{"text":"","verdict":"leave"}`},
		{`{"text":"<&>\u2028"}`, `{"text":"<&>\u2028","verdict":"leave"}`},
		{"{\"text\":\"a\"}\r\n", "{\"text\":\"A\",\"verdict\":\"leave\"}\r\n"},
		{"  {\"text\":\"a\"}  \n", "  {\"text\":\"A\",\"verdict\":\"leave\"}  \n"},
		{`{"Text":"b","text":"a"}`, `{"Text":"b","text":"A","verdict":"leave"}`},
		{`{"te\u0078t":"a"}`, `{"te\u0078t":"A","verdict":"leave"}`},
		{`{"text":"a\u0000b"}`, ""},
		{`{"text":["a"]}`, ""},
		{`{"text":null}`, `{"text":null,"verdict":"leave"}`},
		{`{"text":null,"verdict":"expert"}`, `{"text":null,"verdict":"expert"}`},
		{`{"text":{"a":1}}`, ""},
		{`{"text":"a",}`, ""},
		{`{"text":"a"`, ""},
		{`{"text":"a"}}`, ""},
		{`{"text":"a"}{}`, ""},
		{`["text"]`, ""},
		{`"text"`, ""},
		{`{}`, ""},
		{`{"text" "a"}`, ""},
		{`{"text":'a'}`, ""},
		{`{"id":1,"id":2,"text":"a"}`, ""},
		{`{"text":"a","te\u0078t":"b"}`, ""},
	} {
		out, _, err := roundTrip(c.in, "a.jsonl", corpus.Config{}, shout)
		if c.want == "" {
			if err == nil || !strings.HasPrefix(err.Error(), "a.jsonl:1: ") {
				t.Errorf("%s was read as %q, %v", c.in, out, err)
			}
			continue
		}
		if err != nil || out != c.want {
			t.Errorf("%s: %v\n got %s\nwant %s", c.in, err, out, c.want)
		}
	}
}

// TestJSONLAgainstTheStandardLibrary: the written object differs from the read
// one in text and verdict alone, as encoding/json reads both.
func TestJSONLAgainstTheStandardLibrary(t *testing.T) {
	value := rapid.OneOf(
		rapid.Map(rapid.String(), func(s string) any { return s }),
		rapid.Map(rapid.Float64Range(-1e9, 1e9), func(x float64) any { return x }),
		rapid.Map(rapid.Bool(), func(b bool) any { return b }),
		rapid.Map(rapid.SliceOfN(rapid.String(), 0, 3), func(s []string) any {
			out := []any{}
			for _, x := range s {
				out = append(out, x)
			}
			return out
		}))
	rapid.Check(t, func(t *rapid.T) {
		obj := rapid.MapOfN(rapid.StringMatching(`[a-z"\\ é]{1,6}`), value, 0, 5).Draw(t, "object")
		delete(obj, "id")
		obj["text"] = strings.ReplaceAll(rapid.String().Draw(t, "text"), "\x00", "")
		line, err := json.Marshal(obj)
		if err != nil {
			t.Skip(err)
		}
		out, msgs, err := roundTrip(string(line), "a.jsonl", corpus.Config{}, func(s string) string { return s + "<\"\n>" })
		if err != nil {
			t.Skip(err) // an author or a language of another type is no matter of this test
		}
		var back map[string]any
		if err := json.Unmarshal([]byte(out), &back); err != nil || strings.Contains(out, "\n") {
			t.Fatalf("%s is not one line of JSON: %v", out, err)
		}
		var want map[string]any
		json.Unmarshal(line, &want)
		if msgs[0].Text != want["text"] {
			t.Fatalf("text %q, the standard library reads %q", msgs[0].Text, want["text"])
		}
		want["text"], want["verdict"] = msgs[0].Text+"<\"\n>", "leave"
		if diff := cmp.Diff(want, back); diff != "" {
			t.Fatalf("other fields changed: %s", diff)
		}
	})
}

// TestReplacementsCannotBreakTheFormat: a replacement with line ends, quotes
// and separators leaves as many records as there were.
func TestReplacementsCannotBreakTheFormat(t *testing.T) {
	evil := "x\ny\r\n\"z\",;\t{}\\"
	for name, in := range map[string]string{
		"a.txt":   "un\ndeux\ntrois\n",
		"a.csv":   "id,text,x\n1,un,a\n2,\"deux\",b\n3,,c\n",
		"b.csv":   "id;text;x\n1;un;a\n2;\"deux\";b\n3;;c\n",
		"a.tsv":   "id\ttext\tx\n1\tun\ta\n2\tdeux\tb\n3\t\tc\n",
		"a.jsonl": `{"text":"un"}` + "\n" + `{"text":"deux"}` + "\n" + `{"text":"trois"}` + "\n",
		"a.conll": "un O\n\ndeux O\n\ntrois O\n",
	} {
		out, before, err := roundTrip(in, name, corpus.Config{}, func(string) string { return evil })
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		_, after, err := roundTrip(out, name, corpus.Config{}, same)
		if err != nil {
			t.Errorf("%s: what was written cannot be read: %v\n%q", name, err, out)
			continue
		}
		if len(after) != len(before) {
			t.Errorf("%s: %d messages became %d: %q", name, len(before), len(after), out)
		}
		for i := range after {
			if after[i].ID != before[i].ID && name != "a.jsonl" && !strings.HasSuffix(name, ".csv") {
				t.Errorf("%s: message %q became %q", name, before[i].ID, after[i].ID)
			}
		}
	}
}

// TestSlowReaders: a file that comes a byte at a time, or with its error at the
// end, is read like one that comes at once.
func TestSlowReaders(t *testing.T) {
	for name, in := range map[string]string{
		"a.txt": "un\r\ndeux", "a.csv": "id,text\n1,\"é\nb\"\n2,c\n", "a.tsv": "id\ttext\n1\té\n", "a.jsonl": `{"text":"é"}` + "\n\n" + `{"text":"b"}`,
		"a.conll": "un O\ndeux O\n\ntrois O",
	} {
		_, want, err := roundTrip(in, name, corpus.Config{}, same)
		if err != nil {
			t.Fatal(err)
		}
		for how, wrap := range map[string]func(io.Reader) io.Reader{"a byte at a time": iotest.OneByteReader, "half at a time": iotest.HalfReader, "end with the data": iotest.DataErrReader} {
			got := texts(t, wrap(strings.NewReader(in)), name)
			for i := range want {
				if i >= len(got) || got[i] != want[i].Text {
					t.Errorf("%s, %s: %q", name, how, got)
				}
			}
		}
	}
}

func texts(t *testing.T, in io.Reader, name string) []string {
	t.Helper()
	r, err := corpus.Open(in, name, corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, m.Text)
	}
	return out
}

// TestBrokenDisk: an I/O error in the middle ends the run with the file and
// line, and is no bad record that could be skipped.
func TestBrokenDisk(t *testing.T) {
	broken := errors.New("the cable is out")
	for name, in := range map[string]string{"a.txt": "un\ndeux\n", "a.csv": "text\na\n", "a.jsonl": `{"text":"a"}` + "\n", "a.conll": "a O\n\n"} {
		rejected := 0
		cfg := corpus.Config{Reject: func(int, []byte, error) error { rejected++; return nil }}
		// The reader looks ahead: fill its buffer so that the error comes later.
		body := strings.Repeat(in, 50000)
		r, err := corpus.Open(io.MultiReader(strings.NewReader(body), iotest.ErrReader(broken)), name, cfg)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var last error
		n := 0
		for _, err := range r.Messages() {
			last = err
			n++
		}
		if !errors.Is(last, broken) || !strings.HasPrefix(last.Error(), name+":") || rejected > 0 || n < 1000 {
			t.Errorf("%s: %d messages, %d rejected, then %v", name, n, rejected, last)
		}
	}
}

// TestEveryEncodingComesBack: random text through each encoding.
func TestEveryEncodingComesBack(t *testing.T) {
	encoders := map[string]interface {
		String(string) (string, error)
	}{
		"windows-1252": charmap.Windows1252.NewEncoder(),
		"iso-8859-1":   charmap.ISO8859_1.NewEncoder(),
		"utf-16":       unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder(),
	}
	for name, enc := range encoders {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				plain := "x" + rapid.StringMatching(`[a-z éèàçüÉß\n"]{0,40}`).Draw(t, "text")
				if name == "utf-16" {
					plain += rapid.SampledFrom([]string{"", "😘", "€", "𝓟", "한"}).Draw(t, "more")
				}
				in, err := enc.String(plain)
				if err != nil {
					t.Fatal(err)
				}
				out, msgs, err := roundTrip(in, "a.txt", corpus.Config{Encoding: name}, same)
				if err != nil || out != in {
					t.Fatalf("%v: %q came back as %q", err, in, out)
				}
				var lines []string
				for _, m := range msgs {
					lines = append(lines, m.Text)
				}
				if got := strings.Join(lines, "\n"); got != strings.TrimSuffix(plain, "\n") {
					t.Fatalf("%q was read as %q", plain, got)
				}
			})
		})
	}
}

// TestReplacementsTheEncodingLacks are an error with the line, never a question
// mark in the place of what was to be written; JSON has escapes for them.
func TestReplacementsTheEncodingLacks(t *testing.T) {
	smile := func(s string) string { return s + "😘Ł" }
	for name, in := range map[string]string{"a.txt": "caf\xe9\n", "a.csv": "text\ncaf\xe9\n", "a.conll": "caf\xe9 O\n"} {
		_, _, err := roundTrip(in, name, corpus.Config{Encoding: "iso-8859-1"}, smile)
		if err == nil || !strings.Contains(err.Error(), "lacks; save the file as UTF-8") || strings.Contains(err.Error(), "caf") {
			t.Errorf("%s: %v", name, err)
		}
	}
	out, _, err := roundTrip("{\"text\":\"caf\xe9\"}\n", "a.jsonl", corpus.Config{Encoding: "windows-1252"}, smile)
	if want := "{\"text\":\"caf\xe9\\ud83d\\ude18\\u0141\",\"verdict\":\"leave\"}\n"; err != nil || out != want {
		t.Errorf("%q, want %q, %v", out, want, err)
	}
}

// TestWriterKnowsItsOwn: a result of another corpus is refused, its text is not
// in the error.
func TestWriterKnowsItsOwn(t *testing.T) {
	r, err := corpus.Open(strings.NewReader("a\n"), "a.txt", corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w, err := r.Writer(io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	err = w.Write(&bauta.Result{Message: bauta.Message{ID: "77", Text: "secret"}, Text: "secret"})
	if err == nil || !strings.Contains(err.Error(), `"77"`) || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

// TestFullDisk: the error of the output comes back from Write or Close.
func TestFullDisk(t *testing.T) {
	full := errors.New("no space left")
	for name, in := range map[string]string{"a.txt": "un\n", "a.csv": "id,text\n1,a\n", "a.tsv": "id\ttext\n1\ta\n", "a.jsonl": `{"text":"a"}`, "a.conll": "a O\n"} {
		r, err := corpus.Open(strings.NewReader(in), name, corpus.Config{})
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.Writer(failing{full})
		var errs []error
		errs = append(errs, err)
		for m := range r.Messages() {
			long := strings.Repeat("x", 1<<17)
			edits := []bauta.Edit{{Start: 0, End: len(m.Text), With: long}}
			errs = append(errs, w.Write(&bauta.Result{Message: m, Text: long, Edits: edits}))
		}
		errs = append(errs, w.Close())
		if !slices.ContainsFunc(errs, func(e error) bool { return errors.Is(e, full) }) {
			t.Errorf("%s: a full disk went unseen: %v", name, errs)
		}
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }
