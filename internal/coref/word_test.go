package coref

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/lexicon"
)

// TestEndsTellApart: two words that like tells apart by their ends alone are unlike
// when they are compared in full.
func TestEndsTellApart(t *testing.T) {
	names := strings.Fields("nico nicolas nicole philippe filip karoline caroline chema josé jean-pierre jp pierre kalle karl-erik lisachen lisa " +
		"abdou abdoulaye juanma vreneli verena mehdi medhi dupont dupond annas anna johan chloé kloe quentin kentin 健 美智子 智子 мария")
	lex, told := lexicon.Default(), 0
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom([]string{"fr", "de", "es", "sv", ""}).Draw(t, "lang")
		draw := func(label string) word {
			s := []byte(rapid.SampledFrom(names).Draw(t, label))
			for range rapid.IntRange(0, 2).Draw(t, "edits") {
				s[rapid.IntRange(0, len(s)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "with")
			}
			return newWord(lex, string(s), lang)
		}
		w, v := draw("w"), draw("v")
		if fast, full := w.like(&v), w.compare(&v); fast != full {
			t.Fatalf("%q and %q: %d by their ends, %d in full", w.key, v.key, fast, full)
		}
		if w.begin&v.begin == 0 && w.end != v.end {
			told++
		}
	})
	if told == 0 {
		t.Error("the ends told no two words apart")
	}
}
