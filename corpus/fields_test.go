package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestLinesHaveNoColumns: a column that is asked for in lines of text is an error, and is
// not left out silently.
func TestLinesHaveNoColumns(t *testing.T) {
	for _, cfg := range []corpus.Config{
		{Texts: []string{"body"}}, {Also: []string{"who=drop"}}, {Columns: corpus.Columns{Author: "who"}},
	} {
		_, err := corpus.Open(strings.NewReader("one\ntwo\n"), "a.txt", cfg)
		if err == nil || !strings.Contains(err.Error(), "no columns") {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}
