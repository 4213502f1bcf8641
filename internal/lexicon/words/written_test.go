package words_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
)

// TestWritten: a range of a text reads as its part of the shadow copy, and as it stands where there is none.
func TestWritten(t *testing.T) {
	const said = "a &#82;\u200bosa\u200b &eacute;t\u00e9"
	d, err := text.Analyser{Lang: "fr"}.Analyse(t.Context(), bauta.Message{Text: said})
	if err != nil {
		t.Fatal(err)
	}
	plain := &bauta.Doc{Message: d.Message}
	if words.Written(d, 0, len(said)) != d.Shadow || words.Written(plain, 2, 7) != "&#82;" || words.Written(d, 9, 3) != "" {
		t.Errorf("%q, %q", words.Written(d, 0, len(said)), words.Written(plain, 2, 7))
	}
	var got string
	for _, token := range d.Tokens {
		got += words.Written(d, token.Start, token.End) + "|"
	}
	if got != "a|Rosa|été|" {
		t.Errorf("%q is read as %q", said, got)
	}
	for from := range len(said) {
		for to := from; to <= len(said)+1; to++ {
			words.Written(d, from, to) // never beyond the copy
		}
	}
}
