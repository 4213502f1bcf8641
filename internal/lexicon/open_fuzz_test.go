package lexicon_test

import (
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

// FuzzOpen: a lexicon file that is damaged is refused by Open or Verify, and what
// both let pass can be read.
func FuzzOpen(f *testing.F) {
	whole := invented(f).Bytes()
	f.Add(uint(0), byte(0))
	f.Add(uint(len(whole)-1), byte(1))
	f.Add(uint(20), byte(255))
	f.Fuzz(func(t *testing.T, at uint, with byte) {
		data := slices.Clone(whole)
		if at >= uint(2*len(data)) {
			return
		}
		if at >= uint(len(data)) {
			data = data[:at-uint(len(data))]
		} else {
			data[at] ^= with
		}
		l, err := lexicon.Open(data)
		if err != nil || l.Verify() != nil {
			return
		}
		for _, word := range []string{"zoé", "nico", "bjr", "quelquepart", "nicolzs", "jemaman", ""} {
			e, _ := l.Look(word, "fr")
			l.Origins(e)
			l.Resolve(word, "fr")
		}
	})
}
