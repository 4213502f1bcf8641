package pattern

import (
	"testing"

	"golang.org/x/net/publicsuffix"
)

// The list is what a library has that is kept up to date: when it learns a top level, or
// forgets one, this says so.
func TestTops(t *testing.T) {
	for top := range tops {
		if _, icann := publicsuffix.PublicSuffix(top); !icann {
			t.Errorf("%s is no top level (any more)", top)
		}
	}
	for _, top := range twoLetters() {
		if _, icann := publicsuffix.PublicSuffix(top); icann && !tops[top] {
			t.Errorf("%s is a top level, and not in the list", top)
		}
	}
}

// twoLetters are all labels of two and three letters.
func twoLetters() (out []string) {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	for _, a := range letters {
		for _, b := range letters {
			out = append(out, string(a)+string(b))
			for _, c := range letters {
				out = append(out, string(a)+string(b)+string(c))
			}
		}
	}
	return out
}
