package exchange

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture"
)

func goldOf(list ...corpus.Gold) Golds {
	return func(yield func(corpus.Gold, error) bool) {
		for _, g := range list {
			if !yield(g, nil) {
				return
			}
		}
	}
}

// marked makes gold of a text where [LABEL:…] are the spans.
func marked(id, lang, text string) corpus.Gold {
	g := corpus.Gold{Message: bauta.Message{ID: id, Lang: lang}}
	g.Message.Text, g.Spans = fixture.Labelled(text)
	for i := range g.Spans {
		g.Spans[i].P = 1
	}
	return g
}

// samples are invented messages with what is hard for files.
func samples() []corpus.Gold {
	return []corpus.Gold{
		marked("1", "fr", "slt [PERSON:Marie Dupont] tu viens ?"),
		marked("a/b \"c\", d", "", "[UID:rose]75 & <b>[EMAIL:x@exemple.invalid]</b>, \"ok\";"),
		marked("leer", "de", ""),
		marked("blank", "de", "  \t "),
		marked("famille 👨‍👩‍👧", "fr", "👨‍👩‍👧[PERSON:👩🏽‍🚀 Zoe\u0301]🇫🇷e\u0301[DATE:1\u00a0mai]"),
		marked("rtl", "ar", "مرحبا [PERSON:ليلى] و [PERSON:דנה\u200f] 🙂"),
		marked("lines", "es", "una\nlínea [ADDRESS:calle\nde la\r\nLuna] 3\r\nfin\n\n"),
		marked("odd", "sv", "# = [PERSON:#] \u2028 -DOCSTART- \ufeff[LOCATION:a\u2028b] 'x' \\ %41"),
		marked("touch", "it", "[PERSON:Anna][PERSON:Bo][ZIP_CODE:00100]"),
	}
}

func write(t testing.TB, f Format, list ...corpus.Gold) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, goldOf(list...)); err != nil {
		t.Fatalf("%s: %v", f.Name, err)
	}
	return b.Bytes()
}

func read(f Format, data []byte) (out []corpus.Gold, err error) {
	for g, err := range f.Read(bytes.NewReader(data), "file") {
		if err != nil {
			return out, err
		}
		out = append(out, g)
	}
	return out, nil
}

// same compares ID, text and labelled ranges.
func same(t interface{ Fatalf(string, ...any) }, f Format, got, want []corpus.Gold) {
	if len(got) != len(want) {
		t.Fatalf("%s: %d messages, want %d", f.Name, len(got), len(want))
	}
	for i := range want {
		g, w := got[i], want[i]
		if g.Message.ID != w.Message.ID || g.Message.Text != w.Message.Text || !reflect.DeepEqual(ranges(g), ranges(w)) {
			t.Fatalf("%s: message %d: id %q text %q %v, want id %q text %q %v", f.Name, i,
				g.Message.ID, g.Message.Text, ranges(g), w.Message.ID, w.Message.Text, ranges(w))
		}
		if g.Message.Lang != w.Message.Lang && f.Name != "brat" {
			t.Fatalf("%s: language %q, want %q", f.Name, g.Message.Lang, w.Message.Lang)
		}
	}
}

func ranges(g corpus.Gold) []bauta.Span {
	var out []bauta.Span
	for _, s := range g.Spans {
		out = append(out, bauta.Span{Start: s.Start, End: s.End, Label: s.Label})
	}
	return out
}

// exact lists the formats that give back text and ID.
func exact() []Format {
	var out []Format
	for _, f := range Formats() {
		if f.Name != "conll-plain" {
			out = append(out, f)
		}
	}
	return out
}

func TestThereAndBack(t *testing.T) {
	for _, f := range exact() {
		got, err := read(f, write(t, f, samples()...))
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		same(t, f, got, samples())
	}
}

func TestThereAndBackAnyText(t *testing.T) {
	bits := []string{
		"Rose", "été", "e\u0301", "👨‍👩‍👧", "👍🏽", "🇸🇪", "ليلى", "דנה", "\u200f", "\u200b", "#", "# id = 3", "@", "\"", "'", "<p>", "&amp;", "]]>",
		",", ";", "=1+1", "\\n", "O", "-X-", "T1\t", "12", "%2F", "\ufeff", "=",
	}
	gaps := []string{" ", "", "\n", "\r\n", "\t", "\u00a0", "\u2028", "\r", "\u0085", "  ", "\n\n"}
	rapid.Check(t, func(t *rapid.T) {
		var list []corpus.Gold
		for id := range rapid.IntRange(1, 3).Draw(t, "messages") {
			var b strings.Builder
			g := corpus.Gold{Message: bauta.Message{ID: rapid.SampledFrom(bits).Draw(t, "id") + string(rune('a'+id)), Lang: "fr"}}
			from := -1
			for range rapid.IntRange(0, 8).Draw(t, "words") {
				b.WriteString(rapid.SampledFrom(gaps).Draw(t, "gap"))
				if from < 0 && rapid.Bool().Draw(t, "start") {
					from = b.Len()
				}
				b.WriteString(rapid.SampledFrom(bits).Draw(t, "word"))
				if from >= 0 && rapid.Bool().Draw(t, "end") {
					g.Spans = append(g.Spans, bauta.Span{
						Start: from, End: b.Len(), Label: rapid.SampledFrom([]bauta.Label{"PERSON", "ZIP_CODE", "MÉTIER"}).Draw(t, "label"),
					})
					from = -1
				}
			}
			b.WriteString(rapid.SampledFrom(gaps).Draw(t, "gap"))
			g.Message.Text = b.String()
			for i := range g.Spans { // "T1\t" ends in white space
				s := &g.Spans[i]
				s.End = s.Start + len(strings.TrimRight(g.Message.Text[s.Start:s.End], "\t"))
			}
			list = append(list, g)
		}
		for _, f := range exact() {
			var out bytes.Buffer
			if err := f.Write(&out, goldOf(list...)); err != nil {
				t.Fatalf("%s: %v", f.Name, err)
			}
			got, err := read(f, out.Bytes())
			if err != nil {
				t.Fatalf("%s: %v\n%s", f.Name, err, out.Bytes())
			}
			same(t, f, got, list)
		}
	})
}

// The plain CoNLL file keeps tokens and tags: all but white space and IDs.
func TestPlainCoNLL(t *testing.T) {
	f, err := Find("conll-plain")
	if err != nil {
		t.Fatal(err)
	}
	words := func(list []corpus.Gold) (out []string) {
		bare := func(s string) string { return strings.Join(strings.Fields(s), "") }
		for _, g := range list {
			if bare(g.Message.Text) == "" {
				continue
			}
			out = append(out, bare(g.Message.Text))
			for _, s := range g.Spans {
				out = append(out, string(s.Label)+" "+bare(g.Message.Text[s.Start:s.End]))
			}
		}
		return out
	}
	got, err := read(f, write(t, f, samples()...))
	if err != nil || !reflect.DeepEqual(words(got), words(samples())) {
		t.Fatalf("%v\n%q\n%q", err, words(got), words(samples()))
	}
}

// Offsets are counted as the reader's language counts.
func TestOffsetsSliceTheText(t *testing.T) {
	g := marked("1", "", "👨‍👩‍👧 e\u0301 [PERSON:Zoé] ok")
	f, _ := Find("spacy")
	var doc struct {
		Text     string
		Entities [][3]any
		Meta     struct{ Offsets string }
	}
	if err := json.Unmarshal(write(t, f, g), &doc); err != nil {
		t.Fatal(err)
	}
	runes, e := []rune(doc.Text), doc.Entities[0]
	if got := string(runes[int(e[0].(float64)):int(e[1].(float64))]); got != "Zoé" || doc.Meta.Offsets != "rune" {
		t.Fatalf("%q, unit %q", got, doc.Meta.Offsets)
	}
	if n := len(utf16.Encode(runes[:int(e[0].(float64))])); n == int(e[0].(float64)) {
		t.Fatal("the sample does not tell the units apart")
	}
}

// Every file says what its offsets count.
func TestStatesItsUnit(t *testing.T) {
	for _, f := range exact() {
		data := write(t, f, samples()[0])
		want := "offsets"
		switch f.Name {
		case "brat":
			a, err := openArchive(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			conf, err := a.read(bratConf)
			if err != nil || !strings.Contains(conf, "PERSON") {
				t.Fatalf("%q, %v", conf, err)
			}
			data, want = []byte(conf), "count Unicode code points"
		case "tei":
			want = "No offsets"
		}
		if !bytes.Contains(data, []byte(want)) {
			t.Errorf("%s: no %q in %s", f.Name, want, data)
		}
	}
}

func TestTEIIsWellFormed(t *testing.T) {
	f, _ := Find("tei")
	dec := xml.NewDecoder(bytes.NewReader(write(t, f, samples()...)))
	gaps := 0
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if e, ok := tok.(xml.StartElement); ok && e.Name.Local == "gap" {
			gaps++
		}
	}
	want := 0
	for _, g := range samples() {
		want += len(g.Spans)
	}
	if gaps != want {
		t.Fatalf("%d gaps for %d spans", gaps, want)
	}
}

// TestTEIFollowsTheSchema holds every element that is written against what TEI P5
// (the specifications of the elements, with the module cmc) lets stand in its
// parent, with which attributes. It is no validator: the schema itself is not
// here, so this is its part that we use, read and written down by hand.
func TestTEIFollowsTheSchema(t *testing.T) {
	may := map[string]string{ // element: parents; attributes beyond xmlns
		"TEI": ";", "teiHeader": "TEI;", "fileDesc": "teiHeader;", "titleStmt": "fileDesc;", "title": "titleStmt;", "publicationStmt": "fileDesc;",
		"sourceDesc": "fileDesc;", "encodingDesc": "teiHeader;", "editorialDecl": "encodingDesc;", "text": "TEI;space", "body": "text;",
		"post": "body;n lang",                                              // model.common by model.cmc; att.global
		"p":    "post publicationStmt sourceDesc editorialDecl;",           // model.pLike
		"seg":  "p;type",                                                   // model.segLike in macro.paraContent; att.typed
		"gap":  "seg;reason", "supplied": "seg;reason", "lb": "p supplied", // model.global.edit, model.pPart.transcriptional, model.milestoneLike
	}
	f, _ := Find("tei")
	dec := xml.NewDecoder(bytes.NewReader(write(t, f, samples()...)))
	open := []string{""}
	var after string // the element that ended last
	for {
		tok, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			parents, attributes, _ := strings.Cut(may[e.Name.Local], ";")
			parent := open[len(open)-1]
			if _, known := may[e.Name.Local]; !known || parent != "" && !slices.Contains(strings.Fields(parents), parent) || e.Name.Space != teiSpace {
				t.Errorf("<%s> stands in <%s>", e.Name.Local, parent)
			}
			for _, a := range e.Attr {
				if a.Name.Local != "xmlns" && !slices.Contains(strings.Fields(attributes), a.Name.Local) {
					t.Errorf("<%s> has %s", e.Name.Local, a.Name.Local)
				}
				if (a.Name.Local == "type" || a.Name.Local == "reason") && strings.ContainsAny(a.Value, " \t") {
					t.Errorf("%s of <%s> is not one word: teidata.word", a.Name.Local, e.Name.Local)
				}
			}
			if e.Name.Local == "supplied" && after != "gap" {
				t.Error("<supplied> does not stand behind its <gap>")
			}
			open = append(open, e.Name.Local)
		case xml.EndElement:
			after, open = e.Name.Local, open[:len(open)-1]
		case xml.CharData:
			switch open[len(open)-1] {
			case "p", "seg", "supplied", "title":
			default:
				if strings.TrimSpace(string(e)) != "" {
					t.Errorf("text in <%s>", open[len(open)-1])
				}
			}
		}
	}
}

func TestJSONLKeepsMore(t *testing.T) {
	f, _ := Find("jsonl")
	yes := true
	g := marked("1", "fr", "[PERSON:Marie Dupont]")
	g.TA, g.Message.Author = &yes, "a7"
	g.Spans[0].Part, g.Spans[0].Entity = bauta.Full, "e1"
	g.Spans[0].Inner = []bauta.Span{{Start: 0, End: 5, Label: "PERSON", Part: bauta.First, P: 1}}
	got, err := read(f, write(t, f, g))
	if err != nil || len(got) != 1 || !reflect.DeepEqual(got[0], g) {
		t.Fatalf("%+v, %v", got, err)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	text := "chez Rose Martin"
	for name, g := range map[string]corpus.Gold{
		"overlap":     {Spans: []bauta.Span{{Start: 5, End: 16, Label: "PERSON"}, {Start: 5, End: 9, Label: "PERSON"}}},
		"outside":     {Spans: []bauta.Span{{Start: 5, End: 17, Label: "PERSON"}}},
		"white space": {Spans: []bauta.Span{{Start: 4, End: 5, Label: "PERSON"}}},
		"no label":    {Spans: []bauta.Span{{Start: 5, End: 9}}},
		"wild label":  {Spans: []bauta.Span{{Start: 5, End: 9, Label: "A B"}}},
		"NUL":         {Message: bauta.Message{Text: "a\x00"}},
		"not UTF-8":   {Message: bauta.Message{Text: "a\xff"}},
		"inside a rune": {
			Message: bauta.Message{Text: "été"}, Spans: []bauta.Span{{Start: 1, End: 3, Label: "PERSON"}},
		},
	} {
		g.Message.ID = "m7"
		if g.Message.Text == "" {
			g.Message.Text = text
		}
		for _, f := range Formats() {
			err := f.Write(io.Discard, goldOf(g))
			if err == nil || !strings.Contains(err.Error(), `"m7"`) || strings.Contains(err.Error(), "Rose") {
				t.Errorf("%s, %s: %v", f.Name, name, err)
			}
		}
	}
	tei, _ := Find("tei")
	if err := tei.Write(io.Discard, goldOf(marked("1", "", "a\x01"))); err == nil {
		t.Error("tei: a control character is written")
	}
	brat, _ := Find("brat")
	for _, list := range [][]corpus.Gold{{marked("", "", "a")}, {marked("1", "", "a"), marked("1", "", "b")}, {marked(strings.Repeat("é", 99), "", "a")}} {
		if err := brat.Write(io.Discard, goldOf(list...)); err == nil {
			t.Error("brat: an id that is no file name is written")
		}
	}
	if _, err := Find("docx"); err == nil || !strings.Contains(err.Error(), "conll-plain") {
		t.Errorf("unknown format: %v", err)
	}
}

// What the source or the file fails with comes out.
func TestErrorsComeThrough(t *testing.T) {
	broken := errors.New("broken")
	source := func(yield func(corpus.Gold, error) bool) { yield(corpus.Gold{}, broken) }
	for _, f := range Formats() {
		if err := f.Write(io.Discard, source); !errors.Is(err, broken) {
			t.Errorf("%s: %v", f.Name, err)
		}
		if err := f.Write(full{}, goldOf(samples()...)); err == nil {
			t.Errorf("%s: a full disk is no error", f.Name)
		}
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

func TestSpansLoseWhiteSpace(t *testing.T) {
	for _, f := range exact() {
		got, err := read(f, write(t, f, marked("1", "", "a [PERSON: Rose\n ]b")))
		if err != nil || len(got) != 1 || got[0].Message.Text[got[0].Spans[0].Start:got[0].Spans[0].End] != "Rose" {
			t.Errorf("%s: %+v, %v", f.Name, got, err)
		}
	}
}

// The example corpora, one of them written to break such programs.
func TestExamplesThereAndBack(t *testing.T) {
	names, err := filepath.Glob("../../examples/*.jsonl")
	if err != nil || len(names) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		want, err := read(Formats()[0], data)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range exact() {
			got, err := read(f, write(t, f, want...))
			if err != nil {
				t.Fatalf("%s, %s: %v", name, f.Name, err)
			}
			same(t, f, got, want)
		}
	}
}
