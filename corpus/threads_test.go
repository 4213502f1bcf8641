package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestThreadedComments: who is mentioned in a threaded comment of a workbook is known by the list of persons, the places of
// mentions, which are of the old text, go, and so does no mark of a thread.
func TestThreadedComments(t *testing.T) {
	const mark = "tc={0A000000-1111-2222-3333-444444444444}"
	book := string(zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`,
		"xl/worksheets/sheet1.xml", sheetOf([]string{"id", "Message"}, []string{"1", "vu"}),
		"xl/comments1.xml", `<comments><authors><author>`+mark+`</author><author>Zyx Vutt</author></authors></comments>`,
		"xl/threadedComments/threadedComment1.xml", `<ThreadedComments><threadedComment><text>@Zyx Vutt regarde</text><mentions>`+
			`<mention startIndex="0" length="9"/></mentions></threadedComment></ThreadedComments>`,
		"xl/persons/person.xml", `<personList><person displayName="Zyx Vutt" id="{1}"/></personList>`))
	out, _, err := throughConfig(strings.NewReader(book), "a.xlsx",
		corpus.Config{Fields: true, Key: []byte("a key for tests, of no use")}, dash)
	if err != nil {
		t.Fatal(err)
	}
	r, err := corpus.Open(strings.NewReader(book), "a.xlsx", corpus.Config{Fields: true})
	if err != nil {
		t.Fatal(err)
	}
	people := 0 // in the list, and in the text, from which one person comes
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range m.Known {
			if m.Text[s.Start:s.End] == "Zyx Vutt" {
				people++
			}
		}
	}
	if people != 3 {
		t.Errorf("%d fields and texts name the person", people)
	}
	said := unzipped(t, out)
	for _, want := range []string{mark, "<threadedComment><text>-</text></threadedComment>"} {
		if !strings.Contains(said, want) {
			t.Errorf("no %s in %s", want, said)
		}
	}
	if strings.Contains(said, "Zyx") {
		t.Error(said)
	}
}
