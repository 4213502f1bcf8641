package langid

import "math"

const (
	// threadRounds is how often the languages of a thread are estimated anew.
	threadRounds = 2
	// threadDoubt is the part of the prior that what was read elsewhere cannot
	// take away from a language: people change language.
	threadDoubt = 0.3
)

// Line is a message as a Listener reads it. Author may be empty.
type Line struct{ Author, Text string }

// Belief is how likely each language is for one text. The zero value is that of
// a text without letters.
type Belief struct {
	// Letters is the number of letters that spoke: those of the script that
	// carries most of the text.
	Letters int

	p [numClasses]float64
}

// Of gives the probability of one language; 0 for one that is not known.
func (b *Belief) Of(lang string) float64 {
	if c, ok := class(lang); ok {
		return b.p[c]
	}
	return 0
}

// Best gives the likeliest of all languages; none for a text without letters.
func (b *Belief) Best() Guess {
	best := 0
	for c, p := range b.p {
		if p > b.p[best] {
			best = c
		}
	}
	if b.p[best] == 0 {
		return Guess{}
	}
	return Guess{languages[best], b.p[best]}
}

// Thread tells the languages of the messages of one conversation, which inform
// one another: a message is judged with a prior made of the probabilities of
// the others, so that "ok" in a French thread is French. A message that speaks
// for itself is not swayed. Time is linear in the number of messages.
func (id *Identifier) Thread(texts []string) []Guess {
	lines := make([]Line, len(texts))
	for i, text := range texts {
		lines[i].Text = text
	}
	out := make([]Guess, len(texts))
	for i, b := range id.Listen().Thread("", lines) {
		out[i] = id.Guess(&b)
	}
	return out
}

// Guess gives the likeliest language, none below the bound.
func (id *Identifier) Guess(b *Belief) Guess { return id.choose(&b.p) }

// together judges the messages of a thread with what each alone says, where
// prior[i] is what is known before: the weight of one more message.
func (id *Identifier) together(alone, prior []Belief, earlier *[numClasses]float64, groups []Group) []Belief {
	now := make([]Belief, len(alone))
	copy(now, alone)
	for range threadRounds {
		total := *earlier
		for i := range now {
			for c, p := range now[i].p {
				total[c] += p
			}
		}
		next := make([]Belief, len(alone))
		for i := range alone {
			if groups[i] != noGroup {
				id.weigh(&next[i], &alone[i], &now[i], &prior[i], &total, groups[i])
			}
		}
		now = next
	}
	return now
}

// weigh gives the probabilities of a message with the prior of the others,
// which are total less its own.
func (id *Identifier) weigh(out, alone, own, prior *Belief, total *[numClasses]float64, g Group) {
	cs := id.classes[g]
	others, known := 0.0, 0.0
	for _, c := range cs {
		others += max(0, total[c]-own.p[c])
		known += prior.p[c]
	}
	flat, sum := 1/float64(len(cs)), 0.0
	for _, c := range cs {
		// One message more, of the languages known before, keeps few others from
		// being taken for the truth.
		share := (max(0, total[c]-own.p[c]) + prior.p[c]/known) / (others + 1)
		out.p[c] = alone.p[c] * ((1-threadDoubt)*share + threadDoubt*flat)
		sum += out.p[c]
	}
	for _, c := range cs {
		out.p[c] /= max(sum, math.SmallestNonzeroFloat64)
	}
	out.Letters = alone.Letters
}
