package corpus_test

import (
	"io"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestNumbersAreNoText: a column that is called like a text and holds the numbers of
// messages is not read instead of the words beside it.
func TestNumbersAreNoText(t *testing.T) {
	const wrong = "holds numbers"
	const lines = `{"msg":"1","said":"hi Lea"}` + "\n" + `{"msg":"2","said":"call me"}` + "\n"
	for _, c := range []struct{ what, file, named, want string }{
		{"lines", lines, "", wrong},
		{"lines, named by the user", lines, "said", "hi Lea|call me"},
		{"lines, a text among them", strings.Replace(lines, `"2"`, `"ok"`, 1), "", "1|ok"},
		{"lines, nothing beside", `{"msg":"1","who":"a"}` + "\n", "", "1"},
		{"texts that are empty", "msg,who,said\n,a,hi Lea\n", "", ""},
		{"numbers", "msg,who,said\n1,a,hi Lea\n2,b,call me\n", "", wrong},
		{"codes", "msg,who,said\nm-1,a,hi Lea\n,b,call me\n", "", wrong},
		{"named by the user", "msg,who,said\n1,a,hi Lea\n", "msg", "1"},
		{"a text among them", "msg,who,said\n1,a,hi Lea\nok,b,call me\n", "", "1|ok"},
		{"nothing beside", "msg,who\n1,a\n0612345678,b\n", "", "1|0612345678"},
		{"its own words beside, read", "id,msg,from\n1,12,Lea M\n", "", "12"},
		{"no rows", "msg,who,said\n", "", "no message in the file"},
		{"a broken row behind it", "msg,who,said\n1,a,hi Lea\n\"x\"y,b,c\n", "", wrong},
	} {
		cfg := corpus.Config{Columns: corpus.Columns{Text: c.named}}
		if got := textsOf(c.file, cfg); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// textsOf gives what is read as texts, or the error.
func textsOf(file string, cfg corpus.Config) string {
	name := "a.csv"
	if file[0] == '{' {
		name = "a.jsonl"
	}
	r, err := corpus.Open(strings.NewReader(file), name, cfg)
	if err != nil {
		return err.Error()
	}
	var out []string
	for m, err := range r.Messages() {
		if err != nil && err != io.EOF {
			return err.Error()
		}
		out = append(out, m.Text)
	}
	return strings.Join(out, "|")
}
