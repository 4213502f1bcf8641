package frame

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/text"
)

// TestMeasuredIsBounded: however long a list of things packed together is, only
// the first few are looked back from, so that no message is too deep for it.
func TestMeasuredIsBounded(t *testing.T) {
	for joined, want := range map[int]bool{0: true, 3: true, maxJoined - 1: true, maxJoined: false, 20_000: false} {
		d, err := text.Analyser{Lang: "en"}.Analyse(t.Context(), bauta.Message{Text: "a bottle of water" + strings.Repeat(" and water", joined)})
		if err != nil {
			t.Fatal(err)
		}
		if got := New(lexicon.Default()).read(d).measured(len(d.Tokens) - 1); got != want {
			t.Errorf("behind %d others: %v", joined, got)
		}
	}
}
