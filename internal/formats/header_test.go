package formats

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// rewritten is a file in which all that is to be read stands as R.
func rewritten(t *testing.T, format, in string) string {
	t.Helper()
	f, _ := Of(format)
	src, err := f.Start(NewInput(strings.NewReader(in)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	for {
		rec, err := src.Next()
		if err == io.EOF {
			return out.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		err = rec.Write(&out, same, func(i int) (string, bool) {
			read := rec.Slots[i].Read() && rec.Slots[i].Value != ""
			return strings.NewReplacer("Zyxel Vutt", "R r", "Zyxel", "R", "Vutt", "R", "zyxel", "R").Replace(rec.Slots[i].Value), read
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestHeadersAreRead: what a header says of the people of a file is read wherever it stands, in attributes that
// are for words of programs, too.
func TestHeadersAreRead(t *testing.T) {
	tei := `<TEI><teiHeader><fileDesc><titleStmt><title>SMS</title><author>Zyxel Vutt</author></titleStmt>` +
		`<publicationStmt><publisher>CNRS Lyon</publisher><availability><licence>Zyxel Vutt</licence></availability>` +
		`</publicationStmt></fileDesc><encodingDesc><projectDesc><p>pour Zyxel</p></projectDesc></encodingDesc>` +
		`<profileDesc><particDesc><person xml:id="p1" n="Zyxel Vutt" role="zyxel"><persName>` +
		`<forename>Zyxel</forename> <surname>Vutt</surname></persName></person></particDesc></profileDesc>` +
		`<revisionDesc><change>Zyxel relit</change></revisionDesc></teiHeader><text><body>` +
		`<post type="chat-message" n="12" rend="Zyxel Vutt"><p><![CDATA[a < Zyxel & ok]]></p></post></body></text></TEI>`
	out := rewritten(t, "tei", tei)
	if strings.Contains(strings.ToLower(out), "zyx") || strings.Contains(out, "Vutt") {
		t.Errorf("stays: %s", out)
	}
	for _, want := range []string{
		`<publisher>CNRS Lyon</publisher>`, `type="chat-message" n="12" rend="R_r"`, `<p>a &lt; R &amp; ok</p>`, `n="R r" role="R"`,
	} {
		if !strings.Contains(out, want) {
			t.Errorf("no %s in %s", want, out)
		}
	}
	chat := "@UTF8\n@Begin\n@Languages:\tfra\n@Participants:\tCHI Zyxel Target_Child\n@G:\tZyxel\n@Eg:\tZyxel\n" +
		"@Types:\tcross, Zyxel\n@Transcription:\tzyxel\n@Options:\tZyxel\n@Number:\tzyxel\n@Date:\t12-JAN-2024\n@End\n"
	if out := rewritten(t, "chat", chat); strings.Contains(strings.ToLower(out), "zyx") || !strings.Contains(out, "12-JAN-2024") {
		t.Errorf("stays: %s", out)
	}
}

// TestNameInParts: the parts of a name are one person, under one name.
func TestNameInParts(t *testing.T) {
	f, _ := Of("tei")
	recs, err := all(f, `<TEI><person xml:id="p1"><persName><forename>Zyxel</forename><surname>Vutt</surname></persName></person></TEI>`)
	if err != nil {
		t.Fatal(err)
	}
	said, joins := "", map[string]bool{}
	for _, slot := range recs[0].Slots {
		if slot.Role == Name {
			said += slot.Value
			joins[slot.Join] = true
		}
	}
	if said != "Zyxel Vutt" || len(joins) != 1 || joins[""] {
		t.Errorf("%q in %v", said, joins)
	}
}

// TestInstructionsGoOn: an instruction within a text ends where it does, whatever signs it has; entities of
// the file's own are told for what they are.
func TestInstructionsGoOn(t *testing.T) {
	tei := `<?xml version="1.0"?><?xml-model href="tei.rng" title="Zyxel"?><TEI><text><body>` +
		`<?oxy_comment_start author="Zyxel Vutt" n="7" comment="a > b, Zyxel"?><post><p>oui</p></post><?oxy_comment_end?>` +
		`<?say Zyxel > Vutt?></body></text></TEI>`
	out := rewritten(t, "tei", tei)
	if strings.Contains(out, "Zyxel") || !strings.Contains(out, `?><post><p>oui</p></post><?`) {
		t.Error(out)
	}
	own := `<!DOCTYPE TEI [<!ENTITY z "Zyxel">]><TEI><text><body><post><p>&z;</p></post></body></text></TEI>`
	f, _ := Of("tei")
	if !f.Is("", []byte(own)) || f.Is("", []byte(strings.Replace(own, "TEI [", "book [", 1))) {
		t.Error("not told by its DOCTYPE")
	}
	if _, err := all(f, own); err == nil || !strings.Contains(err.Error(), "entities of its own") {
		t.Error(err)
	}
}
