package tags_test

import (
	"testing"

	"github.com/bauta/bauta/internal/detect/tags"
)

// TestSilentIsALongRowOfSignsAlone: one word in it, or few signs, and it is read.
func TestSilentIsALongRowOfSignsAlone(t *testing.T) {
	row := make([]tags.Word, 200) // with a blank before each
	for i := range row {
		row[i] = tags.Word{Start: 2 * i, End: 2*i + 1, Sign: true, Mute: true}
	}
	if !tags.Silent(row, 0, 200, false) {
		t.Error("200 signs are read")
	}
	if tags.Silent(row[:10], 0, 10, false) {
		t.Error("ten signs are not read")
	}
	row[150].Sign = false // 's
	if tags.Silent(row, 0, 200, false) {
		t.Error("a word among signs is not read")
	}
}

// TestSilentIsWhatHasNoBlanks: words and signs glued together are no sentence, but
// with a blank here and there they are.
func TestSilentIsWhatHasNoBlanks(t *testing.T) {
	glued := make([]tags.Word, 200)
	for i := range glued {
		glued[i] = tags.Word{Start: i, End: i + 1, Sign: i%2 == 1}
	}
	if !tags.Silent(glued, 0, 200, false) {
		t.Error("200 words without a blank are read")
	}
	if tags.Silent(glued[:60], 0, 60, false) {
		t.Error("60 words without a blank are not read")
	}
	if !tags.Silent(glued, 100, 160, false) || !tags.Silent(glued, 160, 200, true) {
		t.Error("parts of a long row without a blank are read")
	}
	for i := range glued {
		glued[i].Start, glued[i].End = glued[i].Start+i/20, glued[i].End+i/20
	}
	if tags.Silent(glued, 0, 200, false) {
		t.Error("words with a blank before each twentieth are not read")
	}
}
