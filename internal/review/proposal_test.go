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
