package kyoto

import (
	"math/rand/v2"
	"strings"

	"github.com/bauta/bauta/internal/location"
)

// Votes lets so many invented voters say of each message whether they think
// that its place can be told (section 6 of the paper: 100 people a message). A
// voter says yes the more readily the better known the place that is named, a
// third as readily where only something of it is, and now and then for nothing.
func Votes(rs []location.Record, voters int, seed uint64) []location.Vote {
	r := rand.New(rand.NewPCG(seed, 0x766f746573))
	out := make([]location.Vote, len(rs))
	for i, m := range rs {
		chance, yes := readiness(m.Text), 0
		for range voters {
			if r.Float64() < chance {
				yes++
			}
		}
		out[i] = location.Vote{ID: m.ID, Author: m.Author, Text: m.Text, Share: float64(yes) / float64(max(1, voters))}
	}
	return out
}

// readiness is the chance that a voter says yes.
func readiness(text string) float64 {
	chance := 0.01
	for i := range landmarks {
		l := &landmarks[i]
		if holds(text, l.names) {
			chance = max(chance, 0.02*float64(l.often))
		}
		if holds(text, l.things) {
			chance = max(chance, 0.007*float64(l.often))
		}
	}
	return chance
}

func holds(text string, any []string) bool {
	for _, s := range any {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}
