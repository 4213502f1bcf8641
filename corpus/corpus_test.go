package corpus_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture"
)

// roundTrip reads a file and writes it back, each text passed through change.
func roundTrip(in, name string, cfg corpus.Config, change func(string) string) (string, []bauta.Message, error) {
	r, err := corpus.Open(strings.NewReader(in), name, cfg)
	if err != nil {
		return "", nil, err
	}
	var out bytes.Buffer
	w, err := r.Writer(&out)
	if err != nil {
		return "", nil, err
	}
	var all []bauta.Message
	for m, err := range r.Messages() {
		if err != nil {
			return "", all, err
		}
		all = append(all, m)
		res := bauta.Result{Message: m, Text: change(m.Text), Verdict: bauta.Leave}
		if res.Text != m.Text {
			res.Edits = []bauta.Edit{{Start: 0, End: len(m.Text), With: res.Text}}
		}
		if err := w.Write(&res); err != nil {
			return "", all, err
		}
	}
	err = w.Close()
	return out.String(), all, err
}

func same(s string) string { return s }
func shout(s string) string {
	return strings.ToUpper(s)
}

func TestFormats(t *testing.T) {
	for _, c := range []struct {
		name, file string
		cfg        corpus.Config
		in, out    string
		texts      []string
	}{
		{"text", "a.txt", corpus.Config{}, "un\r\ndeux\n\nquatre", "UN\r\nDEUX\n\nQUATRE", []string{"un", "deux", "", "quatre"}},
		{"csv", "a.csv", corpus.Config{}, "id,text,x\n1,\"a, \"\"b\"\"\",\"q\"\r\n2,c,  d \n", "id,text,x\n1,\"A, \"\"B\"\"\",\"q\"\r\n2,C,  d \n", []string{`a, "b"`, "c"}},
		{"newline in quotes", "a.csv", corpus.Config{}, "text,n\n\"a\nb\",1\n", "text,n\n\"A\nB\",1\n", []string{"a\nb"}},
		{"two byte-order marks", "a.csv", corpus.Config{}, "\ufeff\ufefftext,n\na,1\n", "\ufeff\ufefftext,n\nA,1\n", []string{"a"}},
		{"semicolons", "a.csv", corpus.Config{}, "n;texte\n1;ça va, toi\n", "n;texte\n1;ÇA VA, TOI\n", []string{"ça va, toi"}},
		{"the text of 88milSMS", "a.csv", corpus.Config{}, "A,B,C,SMS_ANON\n7,21,x y z,\"oui, ça va\"\n", "A,B,C,SMS_ANON\n7,21,x y z,\"OUI, ÇA VA\"\n", []string{"oui, ça va"}},
		{"blank lines stay", "a.csv", corpus.Config{}, "text\n\na\n\nb\n", "text\n\nA\n\nB\n", []string{"a", "b"}},
		{"tsv with stray quotes", "a.tsv", corpus.Config{}, "label\ttext\nham\t\"oui\nspam\tb\" c\nham\t\"d\"\n", "label\ttext\nham\t\"OUI\nspam\tB\" C\nham\t\"D\"\n", []string{`"oui`, `b" c`, "d"}},
		{"tsv with a quoted newline", "a.tsv", corpus.Config{}, "text\tn\n\"a\nb\"\t1\n", "text\tn\n\"A\nB\"\t1\n", []string{"a\nb"}},
		{"column by number", "a.csv", corpus.Config{NoHeader: true, Columns: corpus.Columns{Text: "2"}}, "1,a\n2,b\n", "1,A\n2,B\n", []string{"a", "b"}},
		{"wordiest column", "a.tsv", corpus.Config{}, "ham\tje suis en retard ce soir\nspam\tgagnez un voyage pour deux\n", "ham\tJE SUIS EN RETARD CE SOIR\nspam\tGAGNEZ UN VOYAGE POUR DEUX\n", []string{"je suis en retard ce soir", "gagnez un voyage pour deux"}},
		{"groups of numbers are no words", "a.csv", corpus.Config{}, "612 40 77 19,voy con ella en metro\n06 12 34 56 78,paga en efectivo\n", "612 40 77 19,VOY CON ELLA EN METRO\n06 12 34 56 78,PAGA EN EFECTIVO\n", []string{"voy con ella en metro", "paga en efectivo"}},
		{"jsonl", "a.jsonl", corpus.Config{}, `{"id":7, "text":"a\"é<", "x":[1, 2],"verdict":"?"}` + "\n\n" + `{"text":"b"}`, `{"id":7, "text":"A\"É<", "x":[1, 2],"verdict":"leave"}` + "\n" + `{"text":"B","verdict":"leave"}`, []string{`a"é<`, "b"}},
		{"jsonl by field", "-", corpus.Config{Columns: corpus.Columns{Text: "body"}}, `{"body":"a","text":"z"}`, `{"body":"A","text":"z","verdict":"leave"}`, []string{"a"}},
		{"conll", "a.conll", corpus.Config{}, "# sent 1\nun O\ndeux\tB-PER\n\ntrois O\n", "# sent 1\nUN_DEUX O\n***\tB-PER\n\nTROIS O\n", []string{"un deux", "trois"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			back, msgs, err := roundTrip(c.in, c.file, c.cfg, same)
			if err != nil {
				t.Fatal(err)
			}
			var texts []string
			for _, m := range msgs {
				texts = append(texts, m.Text)
			}
			if diff := cmp.Diff(c.texts, texts); diff != "" {
				t.Errorf("texts: %s", diff)
			}
			if c.name != "jsonl" && c.name != "jsonl by field" && back != c.in {
				t.Errorf("unchanged texts changed the file:\n%q\n%q", c.in, back)
			}
			out, _, err := roundTrip(c.in, c.file, c.cfg, shout)
			if err != nil || out != c.out {
				t.Errorf("err %v\n got %q\nwant %q", err, out, c.out)
			}
		})
	}
}

func TestColumnsOfAMessage(t *testing.T) {
	in := "sms_id,conversation,sender,date,langue,message\n9,t1,bob,2011-10-03 08:12,fr,salut\n"
	_, msgs, err := roundTrip(in, "x.csv", corpus.Config{}, same)
	if err != nil {
		t.Fatal(err)
	}
	m := msgs[0]
	if m.ID != "9" || m.Thread != "t1" || m.Author != "bob" || m.Lang != "fr" || m.Time.Hour() != 8 || m.Text != "salut" {
		t.Errorf("message is %q %q %q %q %v", m.ID, m.Thread, m.Author, m.Lang, m.Time)
	}
}

// TestColumnsOf88milSMS: as public programs read its workbook (the SMS, the date, who gave it,
// the text, in that order; its names not all known to us).
func TestColumnsOf88milSMS(t *testing.T) {
	in := "ID;DATE_SMS;ID_NUMERO_TEL;SMS_ANON\n21;13 Sep 2011 10:01:02;12;Coucou <PRE_7>, à ce soir\n"
	_, msgs, err := roundTrip(in, "x.csv", corpus.Config{}, same)
	if err != nil {
		t.Fatal(err)
	}
	if m := msgs[0]; m.ID != "21" || m.Author != "12" || m.Thread != "" || m.Text != "Coucou <PRE_7>, à ce soir" {
		t.Errorf("message is %q %q %q", m.ID, m.Author, m.Thread)
	}
	_, _, err = roundTrip("ID_NUMERO_TEL;SEXE_MASC;SEXE_FEM;VILLE\n77;1;0;Lodève\n", "x.csv", corpus.Config{}, same)
	if err == nil || !strings.Contains(err.Error(), "none of the 4 is called as texts are") || strings.Contains(err.Error(), "Lod") {
		t.Errorf("the questionnaire: %v", err)
	}
}

func TestEncodings(t *testing.T) {
	plain := "id,text\n1,déjà €\n"
	enc := func(e interface{ String(string) (string, error) }) string {
		s, err := e.String(plain)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	latin := strings.ReplaceAll(plain, "€", "e")
	latin1, _ := charmap.ISO8859_1.NewEncoder().String(latin)
	for _, c := range []struct{ name, encoding, in, want string }{
		{"utf-8", "", plain, "DÉJÀ €"},
		{"utf-8 with mark", "utf-8", "\xEF\xBB\xBF" + plain, "DÉJÀ €"},
		{"windows-1252", "windows-1252", enc(charmap.Windows1252.NewEncoder()), "DÉJÀ €"},
		{"iso-8859-1", "iso-8859-1", latin1, "DÉJÀ E"},
		{"utf-16 with mark", "", enc(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder()), "DÉJÀ €"},
		{"utf-16 big end, with mark", "utf-16", enc(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder()), "DÉJÀ €"},
		{"utf-16 without mark", "utf-16", enc(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewEncoder()), "DÉJÀ €"},
		{"utf-16 big end without mark", "utf-16", enc(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder()), "DÉJÀ €"},
	} {
		back, _, err := roundTrip(c.in, "a.csv", corpus.Config{Encoding: c.encoding}, same)
		if err != nil || back != c.in {
			t.Errorf("%s: does not come back as it was: %v\n%q\n%q", c.name, err, c.in, back)
		}
		_, msgs, err := roundTrip(c.in, "a.csv", corpus.Config{Encoding: c.encoding}, shout)
		if err != nil || shout(msgs[0].Text) != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestBadInput(t *testing.T) {
	for _, c := range []struct{ name, file, in, want string }{
		{"empty", "a.csv", "", "a.csv: the file is empty"},
		{"not JSON", "a.jsonl", "{\"text\":\"a\"}\n{oops\n", "a.jsonl:2: not a JSON object"},
		{"no text field", "a.jsonl", `{"txt":"a"}`, `a.jsonl:1: no field "text"`},
		{"text is a number", "a.jsonl", `{"text":1}`, `a.jsonl:1: field "text" is not a string`},
		{"text twice", "a.jsonl", `{"text":"a","text":"b"}`, `a.jsonl:1: field "text" stands twice`},
		{"two values", "a.jsonl", `{"text":"a"} {"text":"b"}`, "a.jsonl:1: more than one JSON value"},
		{"fields", "a.csv", "id,text\n1,a\n2,b,c\n", "a.csv:3: 3 fields where 2 are expected"},
		{"open quote", "a.csv", "id,text\n1,\"a\n", "a.csv:2: a quote is opened and never closed"},
		{"text behind a quote", "a.csv", "id,text\n1,\"a\"b\n", "a.csv:2: text behind a closing quote"},
		{"not utf-8", "a.csv", "id,text\n1,d\xe9j\xe0 d\xc3\xa9\n", "a.csv:2: bytes that are not UTF-8"},
		{"NUL", "a.txt", "a\nb\x00c\n", "a.txt:2: a NUL byte"},
		{"unknown column", "a.csv", "id,text\n1,a\n", `a.csv:1: no column "body"; the columns are "id", "text"`},
		{"no text column", "a.csv", "a,b\n1,2\n", "a.csv:1: cannot tell which column holds the text"},
		{"conll column", "a.conll", "a B\nb\n", "a.conll:1: line 2 has no column 2"},
	} {
		cfg := corpus.Config{}
		if c.name == "unknown column" {
			cfg.Columns.Text = "body"
		}
		if c.name == "conll column" {
			cfg.Columns.Text = "2"
		}
		_, _, err := roundTrip(c.in, c.file, cfg, same)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s…", c.name, err, c.want)
		}
	}
	for _, cfg := range []corpus.Config{{Format: "xml"}, {Encoding: "ebcdic"}} {
		if _, err := corpus.Open(strings.NewReader("a"), "a.txt", cfg); err == nil {
			t.Errorf("%+v was accepted", cfg)
		}
	}
}

func TestReject(t *testing.T) {
	var lines []int
	cfg := corpus.Config{Reject: func(line int, _ []byte, _ error) error { lines = append(lines, line); return nil }}
	out, _, err := roundTrip("id,text\n1,a\n2\n3,c\n\"4,d\n", "a.csv", cfg, shout)
	if err != nil || out != "id,text\n1,A\n3,C\n" {
		t.Errorf("%q, %v", out, err)
	}
	if diff := cmp.Diff([]int{3, 5}, lines); diff != "" {
		t.Error(diff)
	}
	cfg.Reject = func(int, []byte, error) error { return errors.New("disk full") }
	if _, _, err := roundTrip("id,text\n1\n", "a.csv", cfg, same); err == nil || !strings.Contains(err.Error(), "disk full") {
		t.Errorf("the error of the rejects file is lost: %v", err)
	}
}

// TestWithheld: a withheld message leaves nothing of its text.
func TestWithheld(t *testing.T) {
	for _, c := range []struct{ file, in, want string }{
		{"a.jsonl", `{"text":"secret"}`, `{"text":null,"verdict":"expert"}`},
		{"a.csv", "text,n\nsecret,1\n", "text,n\n,1\n"},
		{"a.txt", "secret\n", "\n"},
		{"a.conll", "secret O\n", "*** O\n"},
	} {
		r, err := corpus.Open(strings.NewReader(c.in), c.file, corpus.Config{})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, _ := r.Writer(&out)
		for m := range r.Messages() {
			w.Write(&bauta.Result{Message: m, Withheld: true})
		}
		w.Close()
		if out.String() != c.want {
			t.Errorf("%s: %q, want %q", c.file, out.String(), c.want)
		}
	}
}

// TestEditsInCoNLL: replacements stay on the line of their token.
func TestEditsInCoNLL(t *testing.T) {
	r, err := corpus.Open(strings.NewReader("salut O\nCamille B\nMartin I\n"), "a.conll", corpus.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, _ := r.Writer(&out)
	for m := range r.Messages() {
		w.Write(&bauta.Result{Message: m, Edits: []bauta.Edit{{Start: 6, End: 20, With: "<PRE_7> <NOM_6>"}}})
	}
	w.Close()
	if want := "salut O\n<PRE_7>_<NOM_6> B\n*** I\n"; out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
}

func TestTheRealCorpusComesBackAsItIs(t *testing.T) {
	data, err := os.ReadFile(fixture.Shared(t, "data/sms/SMSSpamCollection.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	back, msgs, err := roundTrip(string(data), "SMSSpamCollection.tsv", corpus.Config{}, same)
	if err != nil || back != string(data) {
		t.Errorf("%d bytes came back as %d: %v", len(data), len(back), err)
	}
	if len(msgs) < 5500 {
		t.Errorf("%d messages", len(msgs))
	}
}

func TestGold(t *testing.T) {
	in := `{"id":"a","text":"é Léa","ta":true,"spans":[{"start":2,"end":5,"type":"PERSON","part":"first"}]}` + "\n" +
		`{"text":"é Léa","offsets":"byte","spans":[{"start":3,"end":7,"type":"PERSON","parts":[{"start":3,"end":7,"type":"PERSON"}]}]}` + "\n"
	for g, err := range corpus.ReadGold(strings.NewReader(in), "g.jsonl") {
		if err != nil {
			t.Fatal(err)
		}
		if s := g.Spans[0]; g.Message.Text[s.Start:s.End] != "Léa" {
			t.Errorf("span %v", s)
		}
	}
	for _, bad := range []string{`{"text":"ab","spans":[{"start":1,"end":3}]}`, `{"spans":[]}`, "x", `{"text":"a","offsets":"word"}`, `{"text":"a","spans":[{"start":-1,"end":1}]}`} {
		for _, err := range corpus.ReadGold(strings.NewReader(bad), "g.jsonl") {
			if err == nil || !strings.HasPrefix(err.Error(), "g.jsonl:1: ") {
				t.Errorf("%s: %v", bad, err)
			}
		}
	}
}

func TestFindings(t *testing.T) {
	r := bauta.Result{
		Message: bauta.Message{ID: "7", Text: "😘 Léa et bob"}, Outcome: bauta.Untagged,
		Spans:      []bauta.Span{{Start: 5, End: 9, Label: bauta.Person, P: 0.98765, Why: "first name"}},
		Candidates: []bauta.Span{{Start: 13, End: 16, Label: bauta.Person, Doubt: bauta.Unknown}},
	}
	for unit, want := range map[bauta.Unit][4]int{bauta.Bytes: {5, 9, 13, 16}, bauta.Runes: {2, 5, 9, 12}, bauta.UTF16: {3, 6, 10, 13}} {
		f := corpus.NewFinding(&r, unit)
		got := [4]int{f.Spans[0].Start, f.Spans[0].End, f.Candidates[0].Start, f.Candidates[0].End}
		if got != want || f.Offsets != unit.String() || f.Spans[0].Score != 0.9877 {
			t.Errorf("%v: %v, want %v", unit, got, want)
		}
		o, spans, err := f.Decode(r.Message.Text)
		if err != nil || o != bauta.Untagged || spans[0].Start != 5 || spans[0].End != 9 {
			t.Errorf("%v: decoded as %v %v %v", unit, o, spans, err)
		}
	}
}

// FuzzReaders: whatever a file holds, reading ends without panic, and what is
// read without error comes back byte for byte.
func FuzzReaders(f *testing.F) {
	for _, s := range []string{"id,text\n1,\"a\n\"\"b\"\n", "a\tb\n\"c\td\n", `{"text":"a","x":{}}`, "a B\nb\tC\n\n", "\xff\xfea\x00", "\"", "text\n\"a\"b\n"} {
		for _, format := range []string{"text", "csv", "tsv", "jsonl", "conll"} {
			f.Add(s, format, "")
		}
	}
	f.Fuzz(func(t *testing.T, in, format, encoding string) {
		out, _, err := roundTrip(in, "f", corpus.Config{Format: corpus.Format(format), Encoding: encoding}, same)
		if err == nil && encoding == "" && format != "jsonl" && format != "auto" && format != "" && !strings.HasPrefix(in, "\xff") && !strings.HasPrefix(in, "\xfe") {
			if strings.TrimRight(out, "\r\n") != strings.TrimRight(in, "\r\n") {
				t.Fatalf("%s: %q came back as %q", format, in, out)
			}
		}
	})
}

// FuzzCSV holds our reader to the standard library's where both accept. Bytes
// that are no UTF-8 are read as Windows-1252 by ours and kept by the other.
func FuzzCSV(f *testing.F) {
	f.Add("text,b\n\"a\"\"c\n\",d\n")
	f.Add("\xf9")
	f.Fuzz(func(t *testing.T, in string) {
		if !utf8.ValidString(in) {
			return
		}
		in = "text,b\n" + in
		std, err := csv.NewReader(strings.NewReader(in)).ReadAll()
		_, msgs, ours := roundTrip(in, "f", corpus.Config{Format: corpus.CSV}, same)
		if err != nil || ours != nil || strings.Contains(in, "\r") || strings.Count(in, ";") > 0 || strings.Contains(in, "\t") {
			return
		}
		if len(std)-1 != len(msgs) {
			t.Fatalf("%d rows, the standard library reads %d", len(msgs), len(std)-1)
		}
		for i, m := range msgs {
			if m.Text != std[i+1][0] {
				t.Fatalf("row %d: %q, the standard library reads %q", i, m.Text, std[i+1][0])
			}
		}
	})
}

func BenchmarkCSV(b *testing.B) {
	row := "123,coucou ca va? je passe te prendre a 18h devant la gare,autre colonne\n"
	in := "id,text,x\n" + strings.Repeat(row, 10000)
	b.SetBytes(int64(len(in)))
	for b.Loop() {
		r, err := corpus.Open(strings.NewReader(in), "a.csv", corpus.Config{})
		if err != nil {
			b.Fatal(err)
		}
		w, _ := r.Writer(io.Discard)
		for m := range r.Messages() {
			w.Write(&bauta.Result{Message: m, Text: m.Text})
		}
		w.Close()
	}
}

func ExampleOpen() {
	in := "id,text\n1,salut\n2,ça va ?\n"
	r, err := corpus.Open(strings.NewReader(in), "sms.csv", corpus.Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for m, err := range r.Messages() {
		fmt.Println(m.ID, m.Text, err)
	}
	// Output:
	// 1 salut <nil>
	// 2 ça va ? <nil>
}
