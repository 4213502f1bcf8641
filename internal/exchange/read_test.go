package exchange

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// pack makes an archive of names and contents in turn.
func pack(t testing.TB, files ...string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i+1 < len(files); i += 2 {
		w, err := z.Create(files[i])
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(files[i+1]))
	}
	z.Close()
	return b.String()
}

func tei(body string) string {
	return `<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>` + body + `</body></text></TEI>`
}

// Files of other programs, and what they mean.
func TestReadsOthersFiles(t *testing.T) {
	for name, c := range map[string]struct{ format, file, want string }{
		"CoNLL of the shared task": {"conll-plain", "-DOCSTART- -X- O O\n\nRose NNP I-NP I-PERSON\ncalls VBZ I-VP O\nLund NNP I-NP B-LOCATION", "Rose calls Lund|PERSON Rose|LOCATION Lund"},
		"two columns, tabs, CRLF":  {"conll", "\ufeff# newdoc\r\nRose\tS-PERSON\r\n# \tO\r\n\r\n\r\n", "Rose #|PERSON Rose"},
		"spaCy without meta":       {"spacy", `{"text":"é Rose","entities":[[2,6,"PERSON"]]}` + "\n\n", "é Rose|PERSON Rose"},
		"CSV with semicolons":      {"csv", "id;text;spans;offsets\n1;\"a;Rose\";2:6:PERSON;rune\n", "a;Rose|PERSON Rose"},
		"brat in a folder": {
			"brat", pack(t, "set/a.txt", "é Rose\nMartin", "set/a.ann", "T1\tPERSON 2 6;7 13\tRose Martin\nR1\tX Arg1:T1 Arg2:T1\n#1\tAnnotatorNotes T1\tok\n", "set/README", "x"),
			"é Rose\nMartin|PERSON Rose\nMartin",
		},
		"TEI of somebody else": {
			"tei", tei(`<head>x</head><post xml:id="a"><head>no</head><p>a <hi>b</hi><seg>c</seg></p><p><seg type="PERSON"><gap reason="anonymization"/><supplied reason="anonymization">R<supplied>o</supplied>se</supplied></seg><supplied reason="illegible">?</supplied></p></post>`),
			"a bc\nRose?|PERSON Rose",
		},
	} {
		f, err := Find(c.format)
		if err != nil {
			t.Fatal(err)
		}
		got, err := read(f, []byte(c.file))
		if err != nil || len(got) != 1 {
			t.Errorf("%s: %d messages, %v", name, len(got), err)
			continue
		}
		text := got[0].Message.Text
		for _, s := range got[0].Spans {
			text += "|" + string(s.Label) + " " + got[0].Message.Text[s.Start:s.End]
		}
		if text != c.want || got[0].Message.ID == "" {
			t.Errorf("%s: %q, want %q", name, text, c.want)
		}
	}
}

// Broken files end with an error that names the place and quotes nothing.
func TestBrokenFiles(t *testing.T) {
	for name, c := range map[string]struct{ format, file, want string }{
		"JSON":            {"spacy", "{\"text\":\"Rose\",\"entities\":[]}\n{\"Rose\"", "file:2: not an object"},
		"triple":          {"spacy", `{"text":"Rose","entities":[[0,4]]}`, "file:1: not an object"},
		"range":           {"spacy", `{"text":"Rose","entities":[[0,5,"PERSON"]]}`, "4 code points; check the offset unit"},
		"unit":            {"spacy", `{"text":"Rose","entities":[],"meta":{"offsets":"utf16"}}`, "do not count code points"},
		"UTF-8":           {"spacy", "{\"text\":\"\xff\",\"entities\":[]}", "file:1: bytes that are not UTF-8"},
		"overlap":         {"spacy", `{"text":"Rose","entities":[[0,4,"PERSON"],[1,2,"DATE"]]}`, "overlap at byte 1"},
		"CSV unit":        {"csv", "id,lang,offsets,spans,text\n1,fr,byte,,Rose\n", `does not say rune`},
		"CSV cell":        {"csv", "id,lang,offsets,spans,text\n1,fr,rune,0-4,Rose\n", "start:end:LABEL"},
		"CSV number":      {"csv", "id,lang,offsets,spans,text\n1,fr,rune,0:x:PERSON,Rose\n", "start:end:LABEL"},
		"CSV range":       {"csv", "id,lang,offsets,spans,text\n1,fr,rune,3:9:PERSON,Rose\n", "does not lie in a text"},
		"CSV column":      {"csv", "id,offsets,text\n1,rune,Rose\n", "file:1: "},
		"CSV empty":       {"csv", "", "empty"},
		"tag":             {"conll", "Rose PERSON\n", "file:1: the last column is no IOB tag"},
		"columns":         {"conll", "a O\n\nRose\n", "file:3: one column"},
		"comment":         {"conll", "# id = Rose\n", `comment "id" is not a JSON string`},
		"token":           {"conll", "# text = \"Rose\"\nRosa O\n", "token 1 does not stand in the text"},
		"rest":            {"conll", "# text = \"Rose x\"\nRose O\n", "goes on behind the last token"},
		"no archive":      {"brat", "Rose", "not a ZIP archive"},
		"no annotation":   {"brat", pack(t, "a.txt", "Rose"), "file/a.ann: not in the archive"},
		"twice":           {"brat", pack(t, "a.txt", "Rose", "a.txt", "Rose"), "stands twice"},
		"tabs":            {"brat", pack(t, "a.txt", "Rose", "a.ann", "\nT1 PERSON 0 4 Rose"), "file/a.ann:2: not T"},
		"offsets":         {"brat", pack(t, "a.txt", "Rose", "a.ann", "T1\tPERSON 0\tRose"), "not two numbers"},
		"discontinuous":   {"brat", pack(t, "a.txt", "Rose x Martin", "a.ann", "T1\tPERSON 0 4;7 13\tRose Martin"), "discontinuous"},
		"bytes":           {"brat", pack(t, "a.txt", "é Rose.", "a.ann", "T1\tPERSON 3 7\tRose"), "offsets are to count code points"},
		"no TEI":          {"tei", "<TEI><text/></TEI>", "namespace"},
		"no XML":          {"tei", "Rose", "not well-formed"},
		"cut off":         {"tei", tei("<post>")[:70], "not well-formed"},
		"no label":        {"tei", tei(`<post><p><supplied reason="anonymization">Rose</supplied></p></post>`), "in a seg"},
		"supplied twice":  {"tei", tei("\n" + `<post><p><seg type="A"><supplied reason="anonymization"><supplied reason="anonymization"/></supplied></seg></p></post>`), "file:2: text supplied"},
		"nothing in it":   {"tei", tei(`<post><p><seg type="A"><supplied reason="anonymization"/></seg></p></post>`), "whole characters"},
		"post in a post":  {"tei", tei(`<post><post/></post>`), "a post inside a post"},
		"unknown entity":  {"tei", tei(`<post><p>&Rose;</p></post>`), "not well-formed"},
		"wrong namespace": {"tei", `<html xmlns="http://www.w3.org/1999/xhtml"/>`, "not TEI"},
	} {
		f, err := Find(c.format)
		if err != nil {
			t.Fatal(err)
		}
		_, err = read(f, []byte(c.file))
		var at *corpus.Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		} else if strings.Contains(err.Error(), "Rose") {
			t.Errorf("%s: the error quotes the file: %v", name, err)
		}
	}
}

func TestStopsWhenAsked(t *testing.T) {
	for _, f := range Formats() {
		n := 0
		for range f.Read(bytes.NewReader(write(t, f, samples()...)), "file") {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%s: %d messages", f.Name, n)
		}
	}
}

// endless never comes to the end of a message.
type endless struct{ head *strings.Reader }

func (e endless) Read(p []byte) (int, error) {
	if n, _ := e.head.Read(p); n > 0 {
		return n, nil
	}
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}

func TestBoundsMessages(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 64 MiB")
	}
	for name, head := range map[string]string{"tei": tei("<post><p>")[:80], "spacy": `{"text":"`, "conll": "a"} {
		f, _ := Find(name)
		for _, err := range f.Read(endless{strings.NewReader(head)}, "file") {
			if err == nil {
				t.Fatalf("%s: a message", name)
			}
		}
	}
}

// fuzz reads any bytes as the format: no panic; what is read can be written
// and comes back the same, but for what the format cannot hold.
func fuzz(f *testing.F, name string, seeds ...string) {
	format, err := Find(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(write(f, format, samples()...))
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, err := read(format, data)
		if err != nil {
			return
		}
		var out bytes.Buffer
		if format.Write(&out, goldOf(got...)) != nil {
			return
		}
		again, err := read(format, out.Bytes())
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		same(t, format, again, got)
	})
}

func FuzzCSV(f *testing.F) { fuzz(f, "csv", "id;text;spans;offsets\n1;Rose;0:4:PERSON;rune\n") }

func FuzzCoNLL(f *testing.F) { fuzz(f, "conll", "# id = \"a\"\nRose B-PERSON\n\n# text = \"\"\n") }

func FuzzSpaCy(f *testing.F) {
	fuzz(f, "spacy", `{"text":"Rose","entities":[[0,4,"PERSON"]]}`)
}

func FuzzTEI(f *testing.F) {
	fuzz(f, "tei", tei(`<post n="a"><p>a<lb/>b<seg type="A"><supplied reason="anonymization">c</supplied></seg></p></post>`))
}

// FuzzBratArchive fuzzes the archive around the files: folders, names that are
// paths, files that stand twice or lack their other half, archives cut off.
func FuzzBratArchive(f *testing.F) {
	whole := pack(f, "set/a.txt", "Rose", "set/a.ann", "T1\tPERSON 0 4\tRose\n")
	fuzz(f, "brat", whole, whole[:len(whole)-9], whole[9:], whole+whole, pack(f),
		pack(f, "../../etc/x.txt", "Rose", "../../etc/x.ann", ""), pack(f, "/a.txt", "a", "/a.ann", "", "b/a.txt", "a", "b/a.ann", ""),
		pack(f, "a.txt", "x"), pack(f, ".txt", "x", ".ann", ""), pack(f, "%2e%00%zz.txt", "x", "%2e%00%zz.ann", ""), pack(f, "a.txt", "", "a.ann", "", "a.txt", "", "a.ann", ""))
}

// FuzzBratNames fuzzes what the files in an archive are called and hold: no ID
// is a path when it is written again, and what is read comes back.
func FuzzBratNames(f *testing.F) {
	f.Add("a", "Rose", "T1\tPERSON 0 4\tRose")
	f.Add("../b/%2e%2e%2fc", "é", "")
	f.Add("", "\x00", "T")
	f.Add(strings.Repeat("%41", 100), "x", "#1\tAnnotatorNotes T1\tok")
	format, err := Find("brat")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, name, text, lines string) {
		got, err := read(format, []byte(pack(t, name+".txt", text, name+".ann", lines)))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if format.Write(&out, goldOf(got...)) != nil {
			return
		}
		z, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range z.File {
			if strings.ContainsAny(file.Name, `/\:`) || strings.HasPrefix(file.Name, ".") {
				t.Errorf("a file is called %q", file.Name)
			}
		}
		again, err := read(format, out.Bytes())
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		same(t, format, again, got)
	})
}

// FuzzBrat fuzzes the two files of a message.
func FuzzBrat(f *testing.F) {
	f.Add("Rose\nMartin", "T1\tPERSON 0 4;5 11\tRose Martin\n")
	f.Add("é", "T1\tA 0 1\té\nT2\tA 0 1")
	f.Fuzz(func(t *testing.T, text, lines string) {
		g, _, err := bratGold("a", text, lines)
		if err != nil {
			return
		}
		format, _ := Find("brat")
		got, err := read(format, write(t, format, g))
		if err != nil {
			t.Fatal(err)
		}
		same(t, format, got, []corpus.Gold{g})
	})
}
