package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestJSONLUnderAnyName: objects, one a line, are told by their shape in a file of any name; what only looks
// so, or like a mail, is an error that names the format.
func TestJSONLUnderAnyName(t *testing.T) {
	const two = `{"id":1,"text":"salut"}` + "\n" + `{"id":2,"text":"oui"}` + "\n"
	long := strings.Repeat(`{"id":1,"text":"`+strings.Repeat("salut ", 40)+`"}`+"\n", 400) // more than is looked at
	for in, says := range map[string]string{
		two: "", strings.ReplaceAll(two, "\n", "\r\n"): "", "\n" + two + "\n\n": "", long: "",
		"Messages:\n" + two:                                 "--format json",
		two + "fin {\n":                                     "--format json",
		`{"id":1,"text":"salut"}` + "\n{id: 2}\n":           "--format json",
		"From: a <a@example.com>\nSubject: a\n\noui\n":      "--format eml",
		"oui\n*LEA:\tsalut .\n*MOT:\toui .\n*MOT:\toui .\n": "--format chat",
		"{salut}\n{oui}\n":                                  "text",
	} {
		for _, name := range []string{"a.txt", "a.text"} {
			_, r, err := through(strings.NewReader(in), name, func(m bauta.Message) string { return m.Text })
			switch {
			case err != nil && (says == "" || !strings.Contains(err.Error(), says)):
				t.Errorf("%s, %.40q: %v", name, in, err)
			case err != nil:
			case says == "" && r.Format() != corpus.JSONL || says != "" && string(r.Format()) != says:
				t.Errorf("%s, %.40q is read as %s", name, in, r.Format())
			}
		}
	}
}
