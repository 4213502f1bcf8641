package corpus_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestAMessageBeyondTheBound is a bad record in every format: the error names the
// file and the line, and who skips bad records reads on.
func TestAMessageBeyondTheBound(t *testing.T) {
	long := strings.Repeat("k", bauta.MaxText+1)
	for format, file := range map[corpus.Format]string{
		corpus.Text:  "eins\n" + long + "\ndrei\n",
		corpus.TSV:   "text\teins\nx\t1\n" + long + "\t2\ndrei\t3\n",
		corpus.JSONL: `{"text":"eins"}` + "\n" + `{"text":"` + long + `"}` + "\n" + `{"text":"drei"}` + "\n",
	} {
		read := func(cfg corpus.Config) (texts int, failed error) {
			cfg.Format = format
			r, err := corpus.Open(strings.NewReader(file), "in", cfg)
			if err != nil {
				t.Fatal(err)
			}
			for _, err := range r.Messages() {
				if err != nil {
					return texts, err
				}
				texts++
			}
			return texts, nil
		}
		var at *corpus.Error
		if _, err := read(corpus.Config{}); !errors.As(err, &at) || at.File != "in" || at.Line < 2 || !strings.Contains(err.Error(), "split") {
			t.Errorf("%s: %v", format, err)
		}
		aside := 0
		texts, err := read(corpus.Config{Reject: func(int, []byte, error) error { aside++; return nil }})
		if err != nil || texts != 2 || aside != 1 {
			t.Errorf("%s: %d read, %d set aside, %v", format, texts, aside, err)
		}
	}
}
