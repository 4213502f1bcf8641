package tags_test

import (
	"slices"
	"testing"

	"github.com/bauta/bauta/detect/tags"
)

// TestSilentIsALongRowOfSignsAlone: one word in it, or few signs, and it is read.
func TestSilentIsALongRowOfSignsAlone(t *testing.T) {
	row := slices.Repeat([]tags.Word{{Sign: true, Mute: true}}, 200)
	if !tags.Silent(row) {
		t.Error("200 signs are read")
	}
	if tags.Silent(row[:10]) {
		t.Error("ten signs are not read")
	}
	row[150] = tags.Word{Mute: true} // 's
	if tags.Silent(row) {
		t.Error("a word among signs is not read")
	}
}
