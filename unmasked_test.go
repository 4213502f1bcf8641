package bauta

import "testing"

// TestUnmasked: a span of what comes out is found again in the text, at each byte, also
// behind what is replaced by nothing; where it cuts into a find it reaches over it.
func TestUnmasked(t *testing.T) {
	// "ab" -> "X", "fg" -> "", "hi" -> "YZW" in "ab cd fghi j": "X cd YZW j".
	edits := []standIn{{0, 2, 0, 1}, {6, 8, 5, 5}, {8, 10, 5, 8}}
	starts := []int{0, 2, 3, 4, 5, 8, 8, 8, 10, 11, 12}
	ends := []int{0, 2, 3, 4, 5, 6, 10, 10, 10, 11, 12}
	for at := range starts {
		got := Span{Start: at, End: at}.unmasked(edits)
		if got.Start != starts[at] || got.End != ends[at] {
			t.Errorf("byte %d: from %d to %d, want %d and %d", at, got.Start, got.End, starts[at], ends[at])
		}
	}
	if got := (Span{Start: 3, End: 5}).unmasked(nil); got.Start != 3 || got.End != 5 {
		t.Errorf("without edits: %v", got)
	}
}
