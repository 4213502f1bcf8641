package text_test

import (
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// TestLinksEndAtMarkUp: what stands behind the sign that ends an address is a text of its own.
func TestLinksEndAtMarkUp(t *testing.T) {
	for s, want := range map[string][]string{
		"<https://a.example/u|Zoe>":             {"https://a.example/u"},
		`"https://a.example","www.b.example/x"`: {"https://a.example", "www.b.example/x"},
		"<mailto:zoe@a.example|zoe@a.example>.": {"zoe@a.example", "zoe@a.example"},
		"https://a.example/(x),":                {"https://a.example/(x"},
		"https://|Zoe":                          {"https://|Zoe"},
	} {
		var links []string
		for _, tok := range text.Tokenise(s) {
			if tok.Kind == bauta.Link {
				links = append(links, s[tok.Start:tok.End])
			}
		}
		if !slices.Equal(links, want) {
			t.Errorf("%s: %q", s, links)
		}
	}
}
