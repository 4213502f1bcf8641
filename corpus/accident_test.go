package corpus_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

const address = "zoe.lindqvist@example.com"

// TestEveryLineEndInEveryFormat: a file reads the same whatever its line ends,
// and comes back with them.
func TestEveryLineEndInEveryFormat(t *testing.T) {
	for name, in := range map[string]string{
		"a.txt":   "un\ndeux " + address + "\n\ntrois\n",
		"a.csv":   "text,id\n\"a, b\",1\nc " + address + ",2\n",
		"b.csv":   "n;text\n1;a\n2;b",
		"a.tsv":   "text\tid\na " + address + "\t1\nb\t2\n",
		"a.jsonl": `{"text":"a"}` + "\n" + `{"text":"b ` + address + `"}` + "\n",
		"a.conll": "# sent 1\nun O\n" + address + " B-X\n\ntrois O\n\n",
		"-":       "text\tid\na\t1\nb\t2\n", // the format is guessed by the first line
	} {
		_, want, err := roundTrip(in, name, corpus.Config{}, same)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"\r", "\r\n", "\r\r\n"} {
			file := strings.ReplaceAll(in, "\n", end)
			cfg := corpus.Config{TextOnly: true}
			out, got, err := roundTrip(file, name, cfg, same)
			if err != nil || out != file {
				t.Errorf("%s with %q came back as %q: %v", name, end, out, err)
			}
			if !slices.EqualFunc(got, want, func(a, b bauta.Message) bool { return a.Text == b.Text && a.ID == b.ID }) {
				t.Errorf("%s with %q: %d messages of %d, or others", name, end, len(got), len(want))
			}
		}
	}
}

// TestMixedLineEnds: ends may change in the middle; those inside quotes and
// inside a JSON escape are text.
func TestMixedLineEnds(t *testing.T) {
	for _, c := range []struct {
		file, in string
		want     []string
	}{
		{"a.txt", "a\rb\nc\r\nd\r\r\ne", []string{"a", "b", "c", "d", "e"}},
		{"a.csv", "text,n\r\"a\rb\",1\n\"c\r\nd\",2\r\ne,3\r", []string{"a\rb", "c\r\nd", "e"}},
		{"a.jsonl", "{\"text\":\"a\\rb\"}\r{\"text\":\"c\"}\n", []string{"a\rb", "c"}},
		{"a.conll", "a O\rb O\r\rc O\n\nd O", []string{"a b", "c", "d"}},
	} {
		out, msgs, err := roundTrip(c.in, c.file, corpus.Config{TextOnly: true}, same)
		var got []string
		for _, m := range msgs {
			got = append(got, m.Text)
		}
		if err != nil || out != c.in || !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, %q, %v", c.file, got, out, err)
		}
	}
	if _, _, err := roundTrip("id,text,n\n1,a\rb,2\n", "a.csv", corpus.Config{}, same); err == nil || !strings.HasPrefix(err.Error(), "a.csv:2: 2 fields where 3") {
		t.Errorf("a CR in a field without quotes: %v", err)
	}
}

// TestNoMessageIsAnError: the law of rows, for files that hold something.
func TestNoMessageIsAnError(t *testing.T) {
	for _, c := range []struct{ name, file, in, want string }{
		{"header alone", "a.csv", "id,text\n", "no message in the file"},
		{"header and blank lines", "a.tsv", "id\ttext\n\r\n\n", "no message in the file"},
		{"blank lines", "a.jsonl", "\n \r\n", "no message in the file"},
		{"comments of numbers", "a.conll", "# sent_id = 3\n\n# newdoc\n", "no message in the file"},
		{"blank lines of CoNLL", "a.conll", "\n\n", "no message in the file"},
		{"a mark alone", "a.txt", "\ufeff", "the file is empty"},
		{"a mark alone in UTF-16", "a.txt", "\xff\xfe", "the file is empty"},
		{"the text elsewhere", "a.tsv", "text\tbody\n\t" + address + "\n \t" + address + "\n", "every text is empty"},
		{"the text elsewhere in JSON", "a.jsonl", `{"text":"","body":"` + address + `"}`, "every text is empty"},
	} {
		out, _, err := roundTrip(c.in, c.file, corpus.Config{}, same)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), address) || out != "" {
			t.Errorf("%s: %q, %v", c.name, out, err)
		}
	}
	for file, in := range map[string]string{"a.txt": "\n\n", "a.jsonl": `{"text":"","id":3}`, "a.csv": "id,author,text\n2,z,\n"} {
		if _, _, err := roundTrip(in, file, corpus.Config{}, same); err != nil {
			t.Errorf("%s: messages without text, and nothing beside them: %v", file, err)
		}
	}
}

// TestRowsInAreRowsOut: the ledger adds up, and a writer that lacks results does
// not close.
func TestRowsInAreRowsOut(t *testing.T) {
	in := "{\"text\":\"a\"}\n{oops\n{\"text\":\"b\"}\n{\"text\":\"c\"}\n"
	run := func(aside bool) (corpus.Ledger, error) {
		r, err := corpus.Open(strings.NewReader(in), "a.jsonl", corpus.Config{Reject: func(int, []byte, error) error { return nil }})
		if err != nil {
			t.Fatal(err)
		}
		w, err := r.Writer(&bytes.Buffer{})
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range r.Messages() {
			switch {
			case err != nil:
				t.Fatal(err)
			case m.Text != "b":
				w.Write(&bauta.Result{Message: m, Text: m.Text})
			case aside:
				r.SetAside(&m)
			}
		}
		err = w.Close()
		return r.Ledger(), err
	}
	sum, err := run(true)
	if want := (corpus.Ledger{In: 4, Out: 2, Rejected: 1, Aside: 1}); err != nil || sum != want || sum.String() != "4 records in = 2 out + 2 set aside" {
		t.Errorf("%v, %v", sum, err)
	}
	if _, err := run(false); err == nil || !strings.Contains(err.Error(), "records are lost") {
		t.Errorf("a lost record went unseen: %v", err)
	}
	r, err := corpus.Open(strings.NewReader("a\nb\n"), "a.txt", corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	for range r.Messages() {
		break
	}
	if err := r.Settle(1); err == nil || !strings.Contains(err.Error(), "not read to its end") {
		t.Errorf("half a file is settled: %v", err)
	}
}

// TestUTF16HoldsToItsRules: a part in another encoding, half a pair and an odd
// byte are errors with their line; Chinese, Japanese, Korean and Punjabi are read.
func TestUTF16HoldsToItsRules(t *testing.T) {
	le := func(s string) string {
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	be := func(s string) string {
		out, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	tail := "zoe.lindqvist@example.com\n"
	for name, in := range map[string]string{
		"UTF-8 tail":                 le("ok\n") + tail,
		"UTF-8 tail of even length":  le("ok\n") + "x" + tail,
		"short tail":                 le("ok\n") + "Zoé\n" + "Bob\n",
		"short tail of even length":  le("ok\n") + "Bob\n",
		"tail without line end":      le("ok\n") + "Sigrid",
		"big end, UTF-8 tail":        be("ok\n") + tail,
		"big end, even UTF-8 tail":   be("ok\n") + "x" + tail,
		"tail in the other order":    le("ok\n") + be(tail)[2:],
		"mark of the other order":    le("ok\n") + be(tail),
		"UTF-8 in the middle":        le("ok\n") + "x" + tail + le("ok\n"),
		"half a pair":                le("ok\n") + "a\x00\x3d\xd8b\x00",
		"half a pair at the end":     le("ok\n") + "\x3d\xd8",
		"the second half alone":      le("ok\n") + "\x00\xde\n\x00",
		"an odd byte at the end":     le("ok\nsalut\n") + "x",
		"windows-1252 in the middle": le("ok\n") + "voil\xe0 zoe.lindqvist@example.com encore",
	} {
		out, _, err := roundTrip(in, "a.txt", corpus.Config{}, same)
		if err == nil || !strings.HasPrefix(err.Error(), "a.txt:") || out != "" {
			t.Errorf("%s: %q, %v", name, out, err)
		}
	}
	if _, _, err := roundTrip("x"+tail, "a.txt", corpus.Config{Encoding: "utf-16"}, same); err == nil {
		t.Error("UTF-8 is read as UTF-16")
	}
	for _, plain := range []string{
		"我明天不去上海了，晚上一起吃饭吧？呵呵呵呵呵呵呵呵呵呵呵呵", "きょうはたのしかったねありがとうございました", "ㅋㅋㅋㅋㅋㅋㅋㅋㅋㅋㅎㅎㅎㅎㅎㅎ 네 알겠어요",
		"ਸਤ ਸ੍ਰੀ ਅਕਾਲ ਰਾਮ ਜੀ", "മലയാളം ന്\u200d രാമന്\u200d", "salut 😘😘😘 ça va", "I\u2019m \u2018ok\u2019 \u2026", "𝐍𝐢𝐜𝐨",
	} {
		for _, in := range []string{le(plain), be(plain), le(plain + "\r\n")} {
			if out, _, err := roundTrip(in, "a.txt", corpus.Config{}, same); err != nil || out != in {
				t.Errorf("%s: %v", plain, err)
			}
		}
	}
}

// TestMixedEncodings: no bytes are taken for text that they are not.
func TestMixedEncodings(t *testing.T) {
	for _, c := range []struct{ name, encoding, in, want string }{
		{"UTF-16 tail", "", "ok\nb\x00o\x00b\x00\n\x00", "a.txt:2: a NUL byte"},
		{"latin tail", "", "déjà\nd\xe9j\xe0\n", "a.txt:2: bytes that are not UTF-8"},
		{"overlong", "", "ok\nzoe\xc1\x80example.com\n", "a.txt:2: bytes that are not UTF-8"},
		{"surrogate in UTF-8", "", "ok\n\xed\xa0\xbd\n", "a.txt:2: bytes that are not UTF-8"},
		{"UTF-32", "", "\xff\xfe\x00\x00a\x00\x00\x00", "a.txt: the file is UTF-32"},
		{"UTF-32, big end", "", "\x00\x00\xfe\xff\x00\x00\x00a", "a.txt: the file is UTF-32"},
		{"UTF-8 as windows-1252", "windows-1252", "ok\nGérard\n", "a.txt:2: UTF-8 that was once read"},
		{"UTF-8 as latin-1", "iso-8859-1", "ok\nGérard\n", "a.txt:2: UTF-8 that was once read"},
		{"Cyrillic as windows-1252", "windows-1252", "ok\nпривет Ольга\n", "a.txt:2: UTF-8 that was once read"},
		{"a mark against windows-1252", "windows-1252", "\ufeffok\n", "a.txt: the file begins with the byte-order mark of utf-8"},
		{"a mark against latin-1", "latin1", "\xff\xfea\x00", "a.txt: the file begins with the byte-order mark of utf-16"},
		{"encoded twice", "", "ok\nGÃ©rard\n", "a.txt:2: UTF-8 that was once read"},
		{"UTF-7", "", "ok\nG+AOk-rard\n", "a.txt:2: text in UTF-7"},
		{"UTF-7 at-sign", "", "ok\nzoe+AEA-example.com\n", "a.txt:2: text in UTF-7"},
		{"ISO-2022-JP", "", "ok\n\x1b$BEDCf\x1b(B\n", "a.txt:2: text in ISO-2022"},
		{"HZ", "", "ok\n~{<:Ky2;~}\n", "a.txt:2: text in HZ"},
		{"MIME words", "", "ok\n=?utf-8?B?WsOpbG9l?=\n", "a.txt:2: text in MIME words"},
		{"quoted-printable", "", "ok\nG=C3=A9rard\n", "a.txt:2: text in quoted-printable"},
	} {
		out, _, err := roundTrip(c.in, "a.txt", corpus.Config{Encoding: c.encoding}, same)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || out != "" {
			t.Errorf("%s: %q, %v", c.name, out, err)
		}
	}
	for _, fine := range []string{
		"CAFÉ… “AMANHÔ é…” Spaß“", "À ce soir", "1+1-2", "a+bc- +33-6", "C:\\users\\ana", "x=3 =C", "?=! ~{ }~", "ðŸ˜‚ oké", "Â£5", "=?", "ok\ufeffok", "\ufffd",
		"ÄÖÜ äöü ÅÄÖ", "É É É", "https://a.example/?q=%C3%A9", `G\u00e9rard`, `b'G\xc3\xa9rard'`, "\x1b(B\x1b[mok",
	} {
		if out, _, err := roundTrip(fine, "a.txt", corpus.Config{}, same); err != nil || out != fine {
			t.Errorf("%s: %v", fine, err)
		}
	}
}

// TestHalfASurrogateInJSON is no U+FFFD in the output: it is an error, and what
// is not changed keeps its escapes.
func TestHalfASurrogateInJSON(t *testing.T) {
	for _, in := range []string{`{"text":"a\ud83d"}`, `{"text":"\ude18a"}`, `{"text":"\ud83d\u0041"}`, `{"text":"\\\ud83d"}`} {
		if out, _, err := roundTrip(in, "a.jsonl", corpus.Config{}, same); err == nil || !strings.HasPrefix(err.Error(), "a.jsonl:1: half a surrogate pair") {
			t.Errorf("%s: %q, %v", in, out, err)
		}
	}
	in := `{"text":"\ud83d\ude18 \u00e9 \ufffd \\ud83d \/"}`
	if out, _, err := roundTrip(in, "a.jsonl", corpus.Config{TextOnly: true}, same); err != nil || out != in {
		t.Errorf("%q, %v", out, err)
	}
}

// TestHeaderThatIsAMessage is an error that prints nothing of it.
func TestHeaderThatIsAMessage(t *testing.T) {
	for _, c := range []struct{ file, in, want string }{
		{"a.csv", "sms," + address + "\nok,1\n", "a.csv:1: column 2 of the first row reads as a text"},
		{"a.tsv", "salut c'est moi, je rentre à 18h ce soir\tmessage\nok\t1\n", "a.tsv:1: column 1 of the first row"},
		{"a.tsv", "06 12 34 56 78\tsms\nok\t1\n", "a.tsv:1: column 1 of the first row"},
		{"a.csv", "text,id\u2028" + address + "\nok,1\n", "a.csv:1: column 2 of the first row"},
		{"a.jsonl", `{"text":"ok","` + address + `":1}`, "a.jsonl:1: the name of field 2 reads as a text"},
		{"a.csv", "text,n,Text\na,1,b\n", "a.csv:1: columns 1 and 3 have one name"},
	} {
		out, _, err := roundTrip(c.in, c.file, corpus.Config{}, same)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || strings.Contains(err.Error(), address) || out != "" {
			t.Errorf("%q: %v", c.in, err)
		}
	}
	// Who names the text confirms the header; its odd names are not printed.
	in := "réponse,Que pensez-vous de tout cela, franchement?\nok,1\n"
	in = strings.Replace(in, "Que pensez-vous de tout cela, franchement?", `"Que pensez-vous de tout cela, franchement?"`, 1)
	r, err := corpus.Open(strings.NewReader(in), "a.csv", corpus.Config{Columns: corpus.Columns{Text: "réponse"}})
	if err != nil || !slices.Equal(r.Beside(), []string{"column 2"}) {
		t.Errorf("%v", err)
	}
	_, err = corpus.Open(strings.NewReader(in), "a.csv", corpus.Config{Columns: corpus.Columns{Text: "body", ID: "réponse"}})
	if err == nil || !strings.Contains(err.Error(), `the columns are "réponse", column 2`) {
		t.Errorf("%v", err)
	}
	if _, msgs, err := roundTrip("sms,"+address+"\nok,1\n", "a.csv", corpus.Config{NoHeader: true, Columns: corpus.Columns{Text: "2"}}, same); err != nil || len(msgs) != 2 {
		t.Errorf("%d messages, %v", len(msgs), err)
	}
}

// TestCoNLLLeavesNothingUnread: comments are messages but for numbers, and
// columns that are words are no tags.
func TestCoNLLLeavesNothingUnread(t *testing.T) {
	in := "# newdoc id = a-1\n# sent_id = 3\n# text = Zoe Lindqvist dort\n# speaker = Zoe\nZoe\tB-PER\nLindqvist\tI-PER\ndort\tO\n\n# sent 2\nok\tO\n"
	for _, line := range []string{"-DOCSTART-QZ=?", "-DOCSTART- QZ = 1", "# QZ=?", "# Zoe = ok QZ"} {
		in := line + "\n\nok\tO\n"
		if out, _, err := roundTrip(in, "a.conll", corpus.Config{}, func(string) string { return "X" }); err != nil ||
			strings.Contains(out, "QZ") || strings.Contains(out, "Zoe") {
			t.Errorf("%q: %q, %v", line, out, err)
		}
	}
	out, msgs, err := roundTrip(in, "a.conll", corpus.Config{}, func(string) string { return "X Y" })
	want := "# newdoc id = a-1\n# sent_id = 3\n# text = X Y\n# speaker = X Y\nX_Y\tB-PER\n***\tI-PER\n***\tO\n\n# sent 2\nX_Y\tO\n"
	if err != nil || out != want || len(msgs) != 4 {
		t.Errorf("%d messages, %v\n%s", len(msgs), err, out)
	}
	for _, c := range []struct{ in, want string }{
		{"1\tZoe\tzoe\tPROPN\n2\tdort\tdormir\tVERB\n\n", "column 1 counts the tokens"},
		{"nw/0001 0 0 Zoe NNP\nnw/0001 0 1 dort VBZ\nnw/0001 0 2 . .\n\n", "column 1 counts the tokens"},
		{"salut Zoe\nbonjour Ana\n", "no column holds tags"},
		{"Zoe O\nLindqvist habite ici O\n", "line 2 has 4 columns where 2 are expected"},
		{"Zoe O\u2028Lindqvist\n", "holds a line break that is none in CoNLL"},
	} {
		out, _, err := roundTrip(c.in, "a.conll", corpus.Config{}, same)
		if err == nil || !strings.Contains(err.Error(), c.want) || out != "" {
			t.Errorf("%q: %v", c.in, err)
		}
	}
	in = "1\t10 000\t10 000\tNUM\n2\tZoe\tZoe\tPROPN\n\n"
	r, err := corpus.Open(strings.NewReader(in), "a.conll", corpus.Config{Columns: corpus.Columns{Text: "2"}})
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range r.Messages() {
		if err != nil || m.Text != "10 000 Zoe" {
			t.Errorf("%q, %v", m.Text, err)
		}
	}
	if got := r.Beside(); !slices.Contains(got, "column 3") {
		t.Errorf("the lemmas stay and are not named: %q", got)
	}
	r, err = corpus.Open(strings.NewReader("Zoe O\n"), "a.conll", corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	w, _ := r.Writer(&bytes.Buffer{})
	for m := range r.Messages() {
		if err := w.Write(&bauta.Result{Message: m, Text: "X"}); err == nil {
			t.Error("a text that changed without its edits is written as it was")
		}
	}
}

// TestRejectsAreWhole: an open quote swallows what follows; all of it is set aside.
func TestRejectsAreWhole(t *testing.T) {
	var aside bytes.Buffer
	cfg := corpus.Config{Reject: func(_ int, raw []byte, _ error) error { aside.Write(raw); return nil }}
	out, _, err := roundTrip("id,text\n1,a\n2,\"b\n3,c\n", "a.csv", cfg, same)
	if err != nil || out+aside.String() != "id,text\n1,a\n2,\"b\n3,c\n" {
		t.Errorf("%q and %q, %v", out, aside.String(), err)
	}
}

// hostile draws bytes that readers stumble over.
func hostile() *rapid.Generator[string] {
	pieces := []string{
		"text", "id", "QZ", "QZQ", " ", "\t", ",", ";", "\"", "\"\"", "\n", "\r", "\r\n", "\r\r\n", "\v", "\f", "\u0085", "\u2028", "# ", "# text = ", "#",
		"-DOCSTART-", " O", "\tO\n", "{", "}", `{"text":"`, `"}`, `{"text":"QZ"}`, `,"x":"`, "[", "\\", "\\u00e9", "\ufeff", "\xff\xfe", "\xfe\xff", "\x00", "\xc3",
		"Q\x00Z\x00", "\x00Q\x00Z", "\x1b$B", "=?", "1\t", "PK", "From ", "=C3=A9", "\ud7ff",
	}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 24).Draw(t, "pieces"), "")
	})
}

// TestNothingLeavesUnread is the law: whatever bytes come in, reading ends in an
// error, or every record is a message and the output, its texts replaced by a
// mark, holds what it holds in the columns that are named as left alone, and
// nothing else.
func TestNothingLeavesUnread(t *testing.T) {
	read := map[corpus.Format]int{}
	rapid.Check(t, func(t *rapid.T) {
		encoding := rapid.SampledFrom([]string{"", "utf-16", "windows-1252"}).Draw(t, "encoding")
		file := hostile().Draw(t, "file")
		for _, format := range []corpus.Format{corpus.Text, corpus.CSV, corpus.TSV, corpus.JSONL, corpus.CoNLL, corpus.Auto} {
			if unread(t, file, corpus.Config{Format: format, Encoding: encoding, TextOnly: true}) {
				read[format]++
			}
		}
	})
	// Of the twenty files of a short run one format may well have none.
	for _, f := range []corpus.Format{corpus.Text, corpus.TSV, corpus.CoNLL} {
		if read[f] == 0 && !testing.Short() {
			t.Errorf("no file of format %s was read: the test looks at nothing", f)
		}
	}
}

// unread holds one file to the law and reports whether it was read.
func unread(t interface{ Fatalf(string, ...any) }, in string, cfg corpus.Config) bool {
	back, _, err := roundTrip(in, "f", cfg, same)
	if err != nil {
		return false
	}
	r, err := corpus.Open(strings.NewReader(in), "f", cfg)
	if err != nil {
		t.Fatalf("%q is read once and not twice: %v", in, err)
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	n := 0
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatalf("%q: %v", in, err)
		}
		n++
		if err := w.Write(&bauta.Result{Message: m, Withheld: true}); err != nil {
			t.Fatalf("%q: %v", in, err)
		}
	}
	if err == nil {
		err = w.Close()
	}
	sum := r.Ledger()
	if err != nil || n == 0 || sum.In != n || sum.Out != n {
		t.Fatalf("%q: %d messages, %v, %v", in, n, sum, err)
	}
	if r.Format() != corpus.JSONL && back != in { // JSONL drops blank lines
		t.Fatalf("%q came back as %q", in, back)
	}
	names := strings.Join(r.Names(), " ")
	if len(r.Beside()) == 0 && !strings.Contains(names, "QZ") && r.Format() != corpus.CSV && r.Format() != corpus.TSV {
		plain := strings.ReplaceAll(out.String(), "\x00", "")
		if strings.Contains(plain, "QZ") {
			t.Fatalf("%q: text is in %q", in, out.String())
		}
	}
	return true
}

// FuzzNothingLeavesUnread is the same law for bytes that a machine thinks of.
func FuzzNothingLeavesUnread(f *testing.F) {
	for _, s := range []string{"text\tid\rQZ\t1\r", "# text = QZ\nQZ O\n", "\xff\xfeo\x00k\x00\n\x00QZ\n", "{\"text\":\"QZ\"}\r", "1\tQZ\tX\n2\tQ\tX\n", "QZ\v\f\u0085"} {
		for _, format := range []string{"text", "csv", "tsv", "jsonl", "conll", "auto"} {
			f.Add(s, format, "")
		}
	}
	f.Fuzz(func(t *testing.T, in, format, encoding string) {
		unread(t, in, corpus.Config{Format: corpus.Format(format), Encoding: encoding, TextOnly: true})
	})
}

func ExampleLedger() {
	fmt.Println(corpus.Ledger{In: 12, Out: 10, Rejected: 1, Aside: 1})
	// Output: 12 records in = 10 out + 2 set aside
}
