package frame_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/text"
)

// TestStands: the word between ‹ and › stands where a name can.
func TestStands(t *testing.T) {
	for _, c := range []struct {
		lang, line string
		want       bool
	}{
		{"en", "are you coming, ‹hope›?", true},
		{"en", "‹hope›, are you coming?", true},
		{"en", "‹Hope›, are you coming?", true},
		{"en", "hi ‹hope›", true},
		{"en", "we went with ‹hope›", true},
		{"en", "my name is ‹hope›", true},
		{"en", "i ‹hope› so", false},
		{"en", "‹hope› so", false},
		{"en", "‹hope›", false},
		{"fr", "salut ‹prune›", true},
		{"fr", "une ‹prune› mûre", false},
		{"de", "‹sonne› kommt gleich", true},
		{"de", "die ‹sonne› scheint", false},
		{"ja", "hi, ‹hope›", false},
	} {
		before, rest, _ := strings.Cut(c.line, "‹")
		word, after, _ := strings.Cut(rest, "›")
		d, err := text.Analyser{Lang: c.lang}.Analyse(t.Context(), bauta.Message{Text: before + word + after})
		if err != nil {
			t.Fatal(err)
		}
		if got := frame.New(nil).Stands(d, nil, len(before), len(before)+len(word)); got != c.want {
			t.Errorf("%s %q: %v", c.lang, c.line, got)
		}
	}
}
