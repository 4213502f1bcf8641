package session

import (
	"strings"
	"testing"
)

// TestOpening: no placeholder is passed over for its first byte.
func TestOpening(t *testing.T) {
	for _, b := range brackets() {
		if strings.IndexByte(opening, b[0][0]) < 0 {
			t.Errorf("%s is not looked for", b[0])
		}
	}
	if m := look("", before{}, false); m.verdict != more {
		t.Error("what has not come yet is decided")
	}
}
