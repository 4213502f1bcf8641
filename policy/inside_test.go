package policy

import (
	"errors"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

func doc(t testing.TB, lang, s string) *bauta.Doc {
	t.Helper()
	d, err := text.Analyser{Lang: lang}.Analyse(t.Context(), bauta.Message{ID: "1", Text: s})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestForeignPanics: who cannot tell the language of a thread hands its messages
// on as broken, and the next thread is read.
func TestForeignPanics(t *testing.T) {
	broken := &Foreign{}
	var got []error
	more := broken.pass(nil, []bauta.Message{{ID: "1", Text: "a"}, {ID: "2", Text: "b"}}, nil, func(_ bauta.Message, err error) bool {
		got = append(got, err)
		return true
	})
	if !more || len(got) != 2 || !errors.Is(got[0], bauta.ErrPanic) || !errors.Is(got[1], bauta.ErrPanic) {
		t.Errorf("%v, %v", more, got)
	}
}
