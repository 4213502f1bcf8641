package langid

import "math"

const (
	// threadRounds is how often the languages of a thread are estimated anew.
	threadRounds = 2
	// threadDoubt is the part of the prior that the rest of the thread cannot
	// take away from a language: people change language.
	threadDoubt = 0.3
)

// Thread tells the languages of the messages of one conversation, which inform
// one another: a message is judged with a prior made of the probabilities of
// the others, so that "ok" in a French thread is French. A message that speaks
// for itself is not swayed. Time is linear in the number of messages.
func (id *Identifier) Thread(texts []string) []Guess {
	alone := make([][numClasses]float64, len(texts))
	groups := make([]Group, len(texts))
	for i, text := range texts {
		var t tally
		groups[i] = id.read(&t, text)
		if groups[i] != NoGroup {
			id.probabilities(&t, groups[i], &alone[i])
		}
	}
	now := make([][numClasses]float64, len(texts))
	copy(now, alone)
	for range threadRounds {
		var total [numClasses]float64
		for i := range now {
			for c, p := range now[i] {
				total[c] += p
			}
		}
		next := make([][numClasses]float64, len(texts))
		for i := range texts {
			if groups[i] != NoGroup {
				id.weigh(&next[i], &alone[i], &now[i], &total, groups[i])
			}
		}
		now = next
	}
	out := make([]Guess, len(texts))
	for i := range texts {
		out[i] = id.choose(&now[i])
	}
	return out
}

// weigh gives the probabilities of a message with the prior of the others,
// which are total less its own.
func (id *Identifier) weigh(out, alone, own, total *[numClasses]float64, g Group) {
	cs := id.classes[g]
	others := 0.0
	for _, c := range cs {
		others += max(0, total[c]-own[c])
	}
	flat, sum := 1/float64(len(cs)), 0.0
	for _, c := range cs {
		// One message more, of no language in particular, keeps few others from
		// being taken for the truth.
		share := (max(0, total[c]-own[c]) + flat) / (others + 1)
		out[c] = alone[c] * ((1-threadDoubt)*share + threadDoubt*flat)
		sum += out[c]
	}
	for _, c := range cs {
		out[c] /= max(sum, math.SmallestNonzeroFloat64)
	}
}
