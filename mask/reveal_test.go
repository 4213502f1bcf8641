package mask_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/mask"
)

// TestRoundTrip: of 100,000 generated messages, with one or several stretches
// encrypted anywhere between characters, each comes back byte for byte.
func TestRoundTrip(t *testing.T) {
	n := 100_000
	if testing.Short() {
		n = 5000
	}
	r, o := rand.New(rand.NewPCG(1, 2)), mask.Encrypt{Key: key}
	codes, back := 0, 0
	for m := range fixture.SMS(23, n) {
		d := &bauta.Doc{Message: bauta.Message{ID: "1", Text: m.Text}}
		var b strings.Builder
		at := 0
		for range 1 + r.IntN(3) {
			start, end := cut(r, m.Text, at)
			if start == end {
				break
			}
			code, err := o.Replace(context.Background(), d, bauta.Span{Start: start, End: end, Label: bauta.Person})
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(m.Text[at:start] + code)
			codes++
			at = end
		}
		b.WriteString(m.Text[at:])
		text, count, err := mask.Reveal(key, b.String())
		if err != nil || text != m.Text {
			t.Fatalf("message %d does not come back: %v", back, err)
		}
		codes -= count
		back++
	}
	if back != n || codes != 0 {
		t.Errorf("%d messages came back, %d codes did not", back, codes)
	}
}

// cut draws a stretch of whole characters behind byte at.
func cut(r *rand.Rand, s string, at int) (start, end int) {
	if at >= len(s) {
		return at, at
	}
	start = at + r.IntN(len(s)-at)
	end = min(len(s), start+1+r.IntN(20))
	for start > at && s[start]&0xC0 == 0x80 {
		start--
	}
	for end < len(s) && s[end]&0xC0 == 0x80 {
		end++
	}
	return start, end
}
