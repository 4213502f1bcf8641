package tags

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// TestAllowedIsIOB2: over any two labels the constraint is that of the scheme,
// written here by names.
func TestAllowedIsIOB2(t *testing.T) {
	name := func(l int) string { // 0 is outside, then B and I of each type
		if l == 0 {
			return "O"
		}
		return []string{"B-", "I-"}[(l-1)%2] + string(rune('a'+(l-1)/2))
	}
	for to := range 9 {
		for from := -1; from < 9; from++ {
			want := true
			if n := name(to); strings.HasPrefix(n, "I-") {
				want = from >= 0 && (name(from) == "B-"+n[2:] || name(from) == n)
			}
			if got := Allowed(from, to); got != want {
				t.Errorf("from %d to %d (%s): %v, want %v", from, to, name(to), got, want)
			}
		}
	}
}

// TestEncodeObeysIOB2 for any words and spans: what is encoded is allowed, and a
// word has a label only where it shares a byte with a span of the types.
func TestEncodeObeysIOB2(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var words []Word
		end := 0
		for range rapid.IntRange(1, 10).Draw(rt, "words") {
			start := end + rapid.IntRange(0, 3).Draw(rt, "before")
			end = start + rapid.IntRange(1, 6).Draw(rt, "length")
			words = append(words, Word{Start: start, End: end})
		}
		var spans []bauta.Span
		for at := 0; at < end; {
			start := at + rapid.IntRange(0, 6).Draw(rt, "gap")
			at = start + rapid.IntRange(1, 8).Draw(rt, "span")
			label := rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.Location, bauta.Email}).Draw(rt, "label")
			spans = append(spans, bauta.Span{Start: start, End: at, Label: label})
		}
		got := Encode(words, spans, kinds(), nil)
		if len(got) != len(words) {
			rt.Fatalf("%d labels for %d words", len(got), len(words))
		}
		from := -1
		for i, l := range got {
			if !Allowed(from, int(l)) {
				rt.Fatalf("label %d after %d", l, from)
			}
			from = int(l)
			w := words[i]
			touched := slices.ContainsFunc(spans, func(sp bauta.Span) bool {
				return sp.Start < w.End && w.Start < sp.End && slices.Contains(kinds(), sp.Label)
			})
			if l != 0 && !touched {
				rt.Fatalf("word %d has label %d and touches no span", i, l)
			}
		}
	})
}
