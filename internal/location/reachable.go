package location

import (
	"fmt"
	"math"
	"slices"
)

// Lowest is what an empty message gets: the probability of the likeliest cell
// before anything is read. No deletion brings a message below it.
func (m *Model) Lowest() float64 { return float64(slices.Max(m.Probabilities(nil))) }

// Reachable returns an error for a threshold that no message can come below.
func (m *Model) Reachable(threshold float64) error {
	if low := m.Lowest(); threshold <= low {
		return unreachable("threshold", threshold, low)
	}
	return nil
}

func unreachable(what string, threshold, low float64) error {
	return fmt.Errorf("%s %.3g: an empty message gets %.3f already, so even emptied messages would stay above it; "+
		"%.3f is the lowest to be reached, a lower one needs more messages to learn from or another grid",
		what, threshold, above(low)-0.001, above(low))
}

// above is the next threshold of three places.
func above(low float64) float64 { return math.Floor(low*1000+1) / 1000 }
