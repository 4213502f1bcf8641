package review

import (
	"math"
	"testing"

	"github.com/bauta/bauta"
)

func TestProposal(t *testing.T) {
	for _, c := range []struct {
		score float64
		want  Effect
	}{{0, Keep}, {0.49, Keep}, {0.5, Mask}, {0.9, Mask}, {math.NaN(), Mask}} {
		if got := (Occurrence{Span: bauta.Span{P: c.score}}).Proposal(); got != c.want {
			t.Errorf("score %v: proposal %q, want %q", c.score, got, c.want)
		}
	}
}

// TestHides: the pages propose to hide from the odds on at which a leak costs as much as
// words hidden for nothing, whether the place says so or the word as a whole.
func TestHides(t *testing.T) {
	if got := MaskAbove * leakCost / (1 - MaskAbove); math.Abs(got-1) > 1e-9 {
		t.Errorf("at the bound a leak costs %.3f of what it saves", got)
	}
	for _, c := range []struct {
		p, word float64
		want    bool
	}{
		{0, 0, false},
		{MaskAbove - 0.01, 0, false},
		{MaskAbove, 0, true},
		{0.01, MaskAbove - 0.01, false},
		{0.01, MaskAbove, true},
		{math.NaN(), 0, true},
	} {
		if got := Hides(c.p, Group{Likely: c.word}); got != c.want {
			t.Errorf("place %v, word %v: %v", c.p, c.word, got)
		}
	}
}
