package ruler_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/ruler"
)

// TestRuler: many offsets of a text come out as one by one, also inside of characters and beyond both ends.
func TestRuler(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pieces := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "é", "€", "😘", "\xff", "\xf0\x9f", strings.Repeat("x", 255), strings.Repeat("ü", 300)}), 0, 12)
		text := strings.Join(pieces.Draw(t, "text"), "")
		unit := rapid.SampledFrom([]bauta.Unit{bauta.Runes, bauta.Bytes, bauta.UTF16}).Draw(t, "unit")
		at := ruler.Of(unit, text)
		for range 20 {
			i := rapid.IntRange(-2, len(text)+2).Draw(t, "offset")
			if got, want := at.From(i), unit.From(text, i); got != want {
				t.Fatalf("byte %d of %q is %s %d, want %d", i, text, unit, got, want)
			}
			if got, want := at.Bytes(i), unit.Bytes(text, i); got != want {
				t.Fatalf("%s %d of %q is byte %d, want %d", unit, i, text, got, want)
			}
		}
	})
}

func ExampleOf() {
	at := ruler.Of(bauta.Runes, "é bonjour")
	fmt.Println(at.From(3), at.Bytes(2))
	// Output: 2 3
}
