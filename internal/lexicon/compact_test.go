package lexicon_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
)

// TestCompact: what lies in a page is the lexicon of the program, byte for byte, and two thirds of it; what
// is not compact is given back; damage is an error.
func TestCompact(t *testing.T) {
	for _, l := range []*lexicon.Lexicon{lexicon.Default(), invented(t)} {
		small, err := lexicon.Compact(l.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		again, err := lexicon.Expand(small)
		if err != nil || !bytes.Equal(again, l.Bytes()) {
			t.Errorf("%d bytes became %d, %v", len(l.Bytes()), len(again), err)
		}
		if same, err := lexicon.Expand(again); err != nil || !bytes.Equal(same, again) {
			t.Errorf("a file that is not compact became %d bytes, %v", len(same), err)
		}
		for n := range min(len(small), 2000) {
			if _, err := lexicon.Expand(small[:n]); !errors.Is(err, lexicon.ErrFormat) && !errors.Is(err, lexicon.ErrDamaged) {
				t.Fatalf("%d of %d bytes: %v", n, len(small), err)
			}
		}
	}
}
